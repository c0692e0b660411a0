//! The errors of the use cases, and their messages.

use std::error::Error as _;
use std::process;

use adwright_client::ClientError;
use adwright_service::{ErrorClass, ServiceError};
use adwright_store::{SendLockError, StoreError};

use crate::reply::{client_error_message, raw_reply};
use crate::secret_store::SecretsError;
use crate::views::{Failure, FailureCode, RawReply};

/// An error of a use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The local database failed.
    #[error("the local database failed")]
    Store(#[from] StoreError),
    /// A request to the service failed.
    #[error("the service could not be asked")]
    Client(#[from] ClientError),
    /// The practice service does not start.
    #[error("the practice service does not start")]
    Practice(#[from] ServiceError),
    /// The keyring failed.
    #[error("the keyring failed")]
    Secrets(#[from] SecretsError),
    /// The home folder cannot be created or written.
    #[error("the folder {folder} cannot be used")]
    Home {
        /// The folder.
        folder: String,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// The home folder already existed and holds foreign files.
    #[error("the folder {folder} holds other files")]
    ForeignHome {
        /// The folder.
        folder: String,
    },
    /// The computer's clock is set before 1970.
    #[error("the clock is set before 1970")]
    ClockBefore1970,
    /// The service returns the same page again and again.
    #[error("the service answers with the same page again and again")]
    RepeatedPage,
    /// The service's answer that a list names is no longer stored.
    #[error("this answer of the service is not kept any more")]
    ReplyExpired,
    /// The input is invalid; the reason, as a sentence.
    #[error("{0}")]
    InvalidInput(String),
    /// The cache has no such campaign.
    #[error("campaign {0} is not in this workspace")]
    CampaignMissing(String),
    /// This workspace has no such ad.
    #[error("ad {0} is not in this workspace")]
    AdMissing(String),
    /// This workspace has no such ad from a file.
    #[error("this ad from a file was removed")]
    FileAdMissing,
    /// An ad from the file with this name is read-only.
    #[error("what came from the file {0} cannot be changed")]
    FileAdReadOnly(String),
    /// There is no such draft.
    #[error("there is no draft {0}")]
    DraftMissing(String),
    /// A campaign already has a draft with other changes.
    #[error("campaign {campaign} has another draft")]
    OtherDraft {
        /// The campaign's id.
        campaign: String,
        /// Its name in the draft.
        title: String,
        /// The draft's own id.
        draft: String,
    },
    /// This workspace has no such sent item.
    #[error("there is no sent item {0} in this workspace")]
    ItemMissing(String),
    /// The history no longer has such an entry.
    #[error("there is no entry {0} in the history")]
    HistoryMissing(String),
    /// A template has no name.
    #[error("a template needs a name")]
    NoTemplateName,
    /// The input is not an id.
    #[error("“{0}” is not an id")]
    NotAnId(String),
    /// The text of a JSON field is not JSON; the position of the error.
    #[error("{0}")]
    NotJson(String),
    /// The system opened no browser; the reason.
    #[error("no browser could be opened ({0}); copy the address and open it in a browser yourself")]
    NoBrowser(String),
    /// The document is text only; the reason.
    #[error("{0}")]
    TextOnly(String),
    /// The edit does not fit the document; the reason.
    #[error("this edit does not fit the document: {0}")]
    InvalidEdit(String),
    /// The decision does not fit the item's state.
    #[error("this item does not wait for that decision")]
    AlreadyDecided,
    /// The draft and someone else changed items of the same list; the list's label.
    #[error("both changed the items of {0}")]
    ListConflict(String),
    /// Errors that nobody overrode block the send.
    #[error("{title} still has errors")]
    UnresolvedErrors {
        /// The campaign's name.
        title: String,
    },
    /// The person stopped the operation, or started a newer one.
    #[error("stopped")]
    Stopped,
    /// The preview was replaced by a newer one, or the program was restarted.
    #[error("this preview is gone")]
    PreviewMissing,
    /// A workspace cannot be opened.
    #[error("the workspace {name} cannot be opened: {why}")]
    WorkspaceUnusable {
        /// Its name.
        name: String,
        /// The reason, to continue a sentence.
        why: String,
    },
    /// The workspace is read-only, so nothing may be sent.
    #[error("the workspace {0} is read-only")]
    ReadOnly(String),
    /// The workspace's connection settings changed after it was opened.
    #[error("the settings of {0} were changed since it was opened")]
    SettingsChanged(String),
    /// A large send in a production workspace was not confirmed by the workspace's name.
    #[error("the name of {name} was not typed")]
    NameNotTyped {
        /// The workspace's name.
        name: String,
        /// The number of items to send.
        items: u32,
    },
    /// Another program is sending in this workspace, or its lock failed.
    #[error("the send lock was not to be had")]
    SendLock(#[from] SendLockError),
}

impl Error {
    /// The system has no home folder.
    #[must_use]
    pub fn no_home(source: std::io::Error) -> Self {
        Self::Home {
            folder: "of your user".to_owned(),
            source,
        }
    }

    pub(crate) fn home(folder: &std::path::Path, source: std::io::Error) -> Self {
        Self::Home {
            folder: folder.display().to_string(),
            source,
        }
    }

    /// Returns the failure for the window or the terminal.
    #[must_use]
    pub fn failure(&self) -> Failure {
        Failure {
            code: self.code(),
            message: self.sentence(),
            details: self.cause_chain(),
            reply: self.reply().map(Box::new),
        }
    }

    /// Returns the reply that the error is about; none if there was no reply.
    pub(crate) fn reply(&self) -> Option<RawReply> {
        match self {
            Self::Client(error) => error.reply().map(raw_reply),
            _ => None,
        }
    }

    fn code(&self) -> FailureCode {
        match self {
            Self::Store(error) => code_of_store(error),
            Self::Client(error) => code_of_client(error),
            Self::Home { .. }
            | Self::ForeignHome { .. }
            | Self::ClockBefore1970
            | Self::SendLock(SendLockError::File(_)) => FailureCode::Storage,
            Self::SendLock(_)
            | Self::AlreadyDecided
            | Self::PreviewMissing
            | Self::ListConflict(_)
            | Self::OtherDraft { .. }
            | Self::SettingsChanged(_)
            | Self::ReadOnly(_) => FailureCode::Conflict,
            Self::Stopped => FailureCode::Cancelled,
            Self::CampaignMissing(_)
            | Self::AdMissing(_)
            | Self::FileAdMissing
            | Self::DraftMissing(_)
            | Self::ItemMissing(_)
            | Self::HistoryMissing(_)
            | Self::ReplyExpired => FailureCode::NotFound,
            Self::NotJson(_)
            | Self::TextOnly(_)
            | Self::FileAdReadOnly(_)
            | Self::InvalidEdit(_)
            | Self::NoTemplateName
            | Self::NotAnId(_)
            | Self::InvalidInput(_)
            | Self::WorkspaceUnusable { .. }
            | Self::NameNotTyped { .. }
            | Self::UnresolvedErrors { .. } => FailureCode::Invalid,
            Self::Practice(error) if error.class() != ErrorClass::Other => FailureCode::Storage,
            Self::RepeatedPage => FailureCode::Refused,
            Self::Practice(_) | Self::Secrets(_) | Self::NoBrowser(_) => FailureCode::Internal,
        }
    }

    /// Returns what happened and what to do, for the person.
    fn sentence(&self) -> String {
        match self {
            // The messages of the store and the lock are whole sentences.
            Self::Store(error) => error.to_string(),
            Self::SendLock(error) => send_lock_message(error),
            Self::Secrets(error) => error.to_string(),
            Self::Practice(error) => {
                format!(
                    "The practice service does not start: {error}. {}",
                    practice_advice(error)
                )
            }
            Self::Home { folder, source } => home_unusable_message(folder, source),
            Self::ForeignHome { folder } => foreign_home_message(folder),
            Self::ClockBefore1970 => CLOCK_BEFORE_1970.to_owned(),
            Self::UnresolvedErrors { title } => format!(
                "“{title}” still has errors. Mend them, or tick the ones to send in spite of."
            ),
            Self::ListConflict(list) => list_conflict_message(list),
            Self::NotJson(place) => {
                format!("{place} What you typed is still in the field; mend it there.")
            }
            Self::NotAnId(typed) => not_an_id_message(typed),
            Self::TextOnly(reason) => format!("{reason} It can only be shown as text."),
            Self::FileAdMissing => FILE_AD_REMOVED.to_owned(),
            Self::FileAdReadOnly(name) => file_ad_read_only_message(name),
            Self::HistoryMissing(_) => {
                "This is not in the history any more. Open the history again.".to_owned()
            }
            Self::NoTemplateName => {
                "Give the template a name, so that you can find it again.".to_owned()
            }
            Self::WorkspaceUnusable { name, why } => workspace_unusable_message(name, why),
            Self::OtherDraft {
                campaign, title, ..
            } => other_draft_message(campaign, title),
            Self::ReadOnly(name) => read_only_message(name),
            Self::SettingsChanged(name) => settings_changed_message(name),
            Self::NameNotTyped { name, items } => name_not_typed_message(name, *items),
            Self::ReplyExpired => "This answer of the service is not kept any more. Ask the service again, or go back to what is on this computer.".to_owned(),
            Self::InvalidInput(sentence) => sentence.clone(),
            Self::AlreadyDecided => "This item was decided already. Look at its receipt.".to_owned(),
            Self::Stopped => "Nothing was changed.".to_owned(),
            Self::PreviewMissing => {
                "This preview is out of date. Look at it again, then apply.".to_owned()
            }
            Self::Client(error) => client_message(error),
            Self::RepeatedPage
            | Self::NoBrowser(_)
            | Self::CampaignMissing(_)
            | Self::AdMissing(_)
            | Self::DraftMissing(_)
            | Self::ItemMissing(_)
            | Self::InvalidEdit(_) => {
                format!("{}.", capitalised(&self.to_string()))
            }
        }
    }

    /// Returns why something ended early, to continue a sentence.
    pub(crate) fn reason(&self) -> String {
        match self {
            Self::Client(error) => error.to_string(),
            other => other.to_string(),
        }
    }

    fn cause_chain(&self) -> Option<String> {
        let causes: Vec<String> = std::iter::successors(self.source(), |error| (*error).source())
            .map(ToString::to_string)
            .collect();
        (!causes.is_empty()).then(|| causes.join(": "))
    }
}

const CLOCK_BEFORE_1970: &str =
    "The clock of this computer is set before 1970. Set the clock, then start Adwright again.";

fn home_unusable_message(folder: &str, source: &std::io::Error) -> String {
    format!(
        "Adwright cannot use its folder {folder}: {source}. \
         Make it writable, then try again; or set ADWRIGHT_HOME to another folder and start anew."
    )
}

fn foreign_home_message(folder: &str) -> String {
    format!(
        "The folder {folder} holds other files, so Adwright does not use it. Nothing in it was changed. Set ADWRIGHT_HOME \
         to a new or empty folder."
    )
}

fn not_an_id_message(typed: &str) -> String {
    if typed.is_empty() {
        return "There is no id to ask by. Enter one.".to_owned();
    }
    format!("“{typed}” is not an id. An id is a whole number, such as 7101.")
}

fn list_conflict_message(list: &str) -> String {
    format!(
        "You and someone else changed the items of “{list}”, so Adwright cannot tell which of them your edits are about. \
         Nothing was changed. Go back to the draft, compare it with the newest version, and make these edits anew."
    )
}

fn other_draft_message(campaign: &str, title: &str) -> String {
    format!(
        "Campaign {campaign} has a draft already that changes something else, “{title}”. Nothing was changed. Send or \
         discard that one first; or put this on top of it."
    )
}

fn workspace_unusable_message(name: &str, why: &str) -> String {
    format!(
        "The workspace “{name}” cannot be opened: {why}. Nothing was sent, and its drafts are safe. Open Practice, then \
         look at its settings."
    )
}

fn name_not_typed_message(name: &str, items: u32) -> String {
    let (drafts, them) = match items {
        1 => ("1 draft".to_owned(), "it"),
        several => (format!("{several} drafts"), "them"),
    };
    format!(
        "“{name}” is a production workspace, and this would send {drafts}. Type its name, exactly as it is, to send {them}."
    )
}

/// The message for an ad from a file that was removed.
const FILE_AD_REMOVED: &str = "This ad came from a file, and was removed. Import the file again.";

/// Returns why an ad from a file cannot be changed.
pub(crate) fn file_ad_read_only_message(name: &str) -> String {
    format!(
        "This ad came from “{name}” and stays as it came. Change the file, then import it again."
    )
}

/// Returns why nothing is sent from a read-only workspace.
pub(crate) fn read_only_message(name: &str) -> String {
    format!("“{name}” is read-only: nothing is sent from it. Allow sending in its settings first.")
}

/// Returns why nothing is sent from a workspace whose connection settings changed.
pub(crate) fn settings_changed_message(name: &str) -> String {
    format!(
        "The address, login or service settings of “{name}” were changed since it was opened, and this would go where they \
         led before. Nothing was sent. Open the workspace again, then send."
    )
}

/// Describes a client error; an error without its own message becomes a sentence.
fn client_message(error: &ClientError) -> String {
    client_error_message(error).unwrap_or_else(|| format!("{}.", capitalised(&error.to_string())))
}

/// Describes who holds the send lock. This process is not named by its number.
fn send_lock_message(error: &SendLockError) -> String {
    match error {
        SendLockError::Held { by: Some(by) } if by.pid == process::id() => {
            "Adwright is still busy with an earlier send. Try again when that is done.".to_owned()
        }
        _ => error.to_string(),
    }
}

/// Returns the remedy for a practice service that does not start.
fn practice_advice(error: &ServiceError) -> &'static str {
    match error.class() {
        ErrorClass::Data => "Your drafts are safe. Begin Practice with new data.",
        ErrorClass::Disk => {
            "Your drafts are safe. See that the disk is writable and has room, then try again."
        }
        ErrorClass::Other => "Your drafts are safe; try again, or start Adwright again.",
    }
}

fn code_of_store(error: &StoreError) -> FailureCode {
    match error {
        StoreError::AlreadyBeingSent { .. }
        | StoreError::DraftClosed { .. }
        | StoreError::DraftExists { .. }
        | StoreError::DraftMoved { .. }
        | StoreError::TemplateExists { .. }
        | StoreError::ViewExists { .. }
        | StoreError::WorkspaceExists { .. }
        | StoreError::WorkspaceBusy { .. }
        | StoreError::WrongState { .. } => FailureCode::Conflict,
        StoreError::NotFound { .. } => FailureCode::NotFound,
        _ => FailureCode::Storage,
    }
}

fn code_of_client(error: &ClientError) -> FailureCode {
    if error.is_unauthorized() {
        FailureCode::Unauthorized
    } else if error.is_unreachable() {
        FailureCode::Offline
    } else {
        FailureCode::Refused
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
