//! The errors of drafts and of objects that become drafts.

use adwright_model::{Id, JsonType, Kind, TextPosition, UneditableText};

use crate::draft_source::DraftSource;

/// The reason why a draft cannot be created, changed or sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// The workspace does not send drafts of this collection.
    #[error("the workspace does not send these drafts")]
    Unsendable(UnsendableReason),
    /// The draft would be sent to another object.
    #[error("the draft has the id of another object than {}", .0.id)]
    IdMismatch(IdMismatch),
    /// Too many rows are selected for copies.
    #[error("{selected} objects are selected for copies, and at most {most} are allowed")]
    TooManyCopies {
        /// The limit.
        most: usize,
        /// The number of selected rows.
        selected: usize,
    },
    /// The edits change nothing in this campaign.
    #[error("the edits change nothing in campaign {0}")]
    Unchanged(String),
    /// A value on the command line cannot be set.
    #[error("{path} cannot be set: {error}")]
    Set {
        /// The path, as typed.
        path: String,
        /// The value, as typed.
        value: String,
        /// The problem.
        error: SetOptionError,
    },
    /// An object cannot become a new draft.
    #[error("an object cannot become a draft: {error}")]
    NewObject {
        /// The source of the object.
        from: DraftSource,
        /// The problem.
        error: NewObjectError,
    },
    /// The object already has a member of this name.
    #[error("there is already a member {0}")]
    MemberExists(String),
    /// The draft is of a new object, which nobody else can have changed.
    #[error("a new object has no other version")]
    NothingToMerge,
    /// The draft has no such clash, perhaps because it was merged again.
    #[error("there is no such clash")]
    ClashMissing,
    /// The values of a clash are not lists, so that only one of them can be taken.
    #[error("the values are not lists")]
    NotLists,
    /// Templates are made of campaigns only.
    #[error("templates are made of campaigns only")]
    NotATemplateSource,
    /// A sample contains something else than a campaign.
    #[error("the sample contains {found:?} instead of an object")]
    NotASample {
        /// The place in the sample.
        place: TextPosition,
        /// The type of the value there; none for a list without values.
        found: Option<JsonType>,
    },
}

/// A draft whose text names another object than the one that it changes. Many services use the id in the body, and not
/// the id in the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdMismatch {
    /// The kind of the object.
    pub kind: Kind,
    /// The id of the object that the draft changes.
    pub id: Id,
}

/// The reason why a value on the command line cannot be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SetOptionError {
    /// The path is not a path.
    #[error("not a path")]
    InvalidPath,
    /// There is no path before the equals sign.
    #[error("no path")]
    EmptyPath,
    /// The value is not JSON.
    #[error("the value is not JSON")]
    NotJson,
    /// A cell of a table cannot have the value: it is a list or an object, is empty, or would become another value.
    #[error("no value of a cell")]
    NotACell,
}

/// The reason why an object cannot become a new draft.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NewObjectError {
    /// The text cannot be read.
    #[error("unreadable text")]
    Unreadable(UneditableText),
    /// The JSON is not an object.
    #[error("not an object")]
    NotAnObject,
    /// The object's type is another kind than this one.
    #[error("not a {}", .0.as_str())]
    OtherKind(Kind),
    /// The object has an id, so the service already has it.
    #[error("the {} has an id", .0.as_str())]
    HasId(Kind),
}

/// The reason why a workspace does not send drafts of ads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsendableReason {
    /// The path of ads is not set.
    NoAdsPath,
    /// The settings do not allow sending ads.
    AdsMayNotBeSent,
}
