//! Why a bulk edit is refused, or leaves something as it is.

use adwright_views::EditLock;

use super::{DocumentError, Error};

/// Why a bulk edit leaves a field of a campaign as it is. The texts are the labels of the field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SkipReason {
    /// The service writes the field.
    SuppliedByService(String),
    /// The field is fixed when the campaign is created.
    SetOnce(String),
    /// The field is not a text in this campaign.
    NotAText(String),
    /// The campaign is new, so the service has no value for the field.
    NewCampaign,
    /// The replacement refers to a field that is not set.
    NotSet(String),
    /// The replacement refers to the name of an id that is not known.
    UnknownName(String),
    /// The replacement refers to a field that is not a time.
    NotATime(String),
}

/// Why a bulk edit leaves a whole campaign as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemBlocker {
    /// The campaign or draft no longer exists.
    Missing,
    /// The draft cannot be edited now.
    Locked(EditLock),
    /// The document is text only.
    Unreadable(DocumentError),
}

/// Why the undo or redo of a bulk edit leaves a draft as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UndoBlocker {
    /// The campaign has another draft now.
    OtherDraft,
    /// Later edits of the draft need the edit.
    DependentEdits,
    /// The draft was sent.
    Sent,
    /// The draft cannot be edited now.
    Locked(EditLock),
}

/// Why the input of a bulk edit is invalid.
#[derive(Debug)]
pub(crate) enum BulkInputError {
    /// No field to set is chosen.
    NoFieldToSet,
    /// Campaigns have no such field.
    UnknownField(String),
    /// The typed text was not chosen from the list.
    NotChosen(String),
    /// The value is not valid.
    InvalidValue(Error),
    /// No field to search is chosen.
    NoFieldToSearch,
    /// The field does not hold text.
    NotATextField(String),
    /// There is no text to find.
    NoSearchText,
    /// There is no text to fill in.
    NoFillText,
    /// The compiled regular expression is too large.
    PatternTooLarge,
    /// The regular expression is invalid; the parser's words.
    InvalidPattern(String),
    /// The regular expression has no such group.
    UnknownGroup(String),
    /// A brace in the replacement is not closed.
    OpenBrace,
    /// A brace in the replacement names no field.
    UnknownToken(String),
    /// The replacement formats a field that is not a time.
    NotATimeField { title: String, format: String },
    /// The format of a row's number is invalid.
    InvalidRowFormat(String),
    /// The token of a cell has a format.
    NotFormatted { title: String, format: String },
    /// The format of a time is invalid.
    InvalidTimeFormat(String),
}
