//! What can go wrong in a use case, and how it is told.

use std::error::Error as _;

use adwright_client::ClientError;
use adwright_service::ServiceError;
use adwright_store::{SendLockError, StoreError};

use crate::secrets::SecretsError;
use crate::views::{Failure, FailureCode};

/// Everything that can go wrong in a use case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The local database failed.
    #[error("the local database failed")]
    Store(#[from] StoreError),
    /// The service could not be asked.
    #[error("the service could not be asked")]
    Client(#[from] ClientError),
    /// The practice service does not start.
    #[error("the practice service does not start")]
    Practice(#[from] ServiceError),
    /// The keyring failed.
    #[error("the keyring failed")]
    Secrets(#[from] SecretsError),
    /// The home folder cannot be made or written.
    #[error("the folder {folder} cannot be used")]
    Home {
        /// The folder.
        folder: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// There is no such campaign in the cache.
    #[error("campaign {0} is not in this workspace")]
    CampaignMissing(String),
    /// There is no such draft.
    #[error("there is no draft {0}")]
    DraftMissing(String),
    /// There is no such item in the outbox.
    #[error("there is no item {0} in the outbox")]
    ItemMissing(String),
    /// The draft is being sent, so it cannot be edited.
    #[error("the draft is being sent")]
    DraftLocked,
    /// The text of a JSON field is no JSON; where it breaks.
    #[error("{0}")]
    NotJson(String),
    /// The document can only be shown as text; why.
    #[error("{0}")]
    TextOnly(String),
    /// The edit does not fit the document; why.
    #[error("this edit does not fit the document: {0}")]
    Edit(String),
    /// The decision does not fit where the item is.
    #[error("this item does not wait for that decision")]
    NotToDecide,
    /// Errors that nobody overrode stand in the way.
    #[error("{title} still has errors")]
    StillErrors {
        /// The campaign's name.
        title: String,
    },
    /// Someone else is sending in this workspace, or the lock that guards it fails.
    #[error("the send lock was not to be had")]
    SendLock(#[from] SendLockError),
}

impl Error {
    /// The system names no home folder.
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

    /// The failure as it crosses to the window or the terminal.
    #[must_use]
    pub fn failure(&self) -> Failure {
        Failure {
            code: self.code(),
            message: self.sentence(),
            details: self.chain(),
        }
    }

    fn code(&self) -> FailureCode {
        match self {
            Self::Store(_) | Self::Home { .. } | Self::SendLock(SendLockError::File(_)) => {
                FailureCode::Storage
            }
            Self::Client(error) => code_of(error),
            Self::Practice(_) | Self::Secrets(_) => FailureCode::Internal,
            Self::CampaignMissing(_) | Self::DraftMissing(_) | Self::ItemMissing(_) => {
                FailureCode::NotFound
            }
            Self::DraftLocked | Self::SendLock(_) | Self::NotToDecide => FailureCode::Conflict,
            Self::NotJson(_) | Self::TextOnly(_) | Self::Edit(_) | Self::StillErrors { .. } => {
                FailureCode::Invalid
            }
        }
    }

    /// What happened and what to do, for the person.
    fn sentence(&self) -> String {
        match self {
            Self::Store(error) => format!(
                "Adwright could not use its database: {error}. Nothing that shows \"Saved\" is lost."
            ),
            Self::Client(error) => format!("{}.", capitalised(&error.to_string())),
            Self::Practice(error) => format!(
                "The practice service does not start: {error}. Your drafts are safe; start Adwright again."
            ),
            Self::Secrets(error) => capitalised(&error.to_string()),
            Self::Home { folder, source } => {
                format!(
                    "Adwright cannot use its folder {folder}: {source}. Make it writable, or set ADWRIGHT_HOME to another folder."
                )
            }
            Self::DraftLocked => {
                "This draft is being sent. Wait for the result, or decide about it under Sent."
                    .to_owned()
            }
            Self::SendLock(error) => error.to_string(),
            Self::StillErrors { title } => format!(
                "“{title}” still has errors. Mend them, or tick the ones to send in spite of."
            ),
            Self::NotJson(place) => {
                format!("{place} What you typed is still in the field; mend it there.")
            }
            Self::TextOnly(reason) => format!("{reason} It can only be shown as text."),
            Self::NotToDecide => "This item was decided already. Look at its receipt.".to_owned(),
            other => format!("{}.", capitalised(&other.to_string())),
        }
    }

    fn chain(&self) -> Option<String> {
        let causes: Vec<String> = std::iter::successors(self.source(), |error| (*error).source())
            .map(ToString::to_string)
            .collect();
        (!causes.is_empty()).then(|| causes.join(": "))
    }
}

fn code_of(error: &ClientError) -> FailureCode {
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
