use std::io::{self, ErrorKind};

use rusqlite::ErrorCode;
use rusqlite::ffi::SQLITE_IOERR_SHMSIZE;

use crate::OutboxState;

/// Why the store could not carry out a call. Each message says what happened and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file was written by a later version of the program. It was not changed.
    #[error(
        "The local database was written by a newer version of Adwright (its format is {found}, this version knows \
         {known}). Install the newer version; nothing was changed."
    )]
    Newer {
        /// The format of the file.
        found: u32,
        /// The newest format that this program knows.
        known: u32,
    },
    /// The file is not a valid database, or a row contains values that this program never writes.
    #[error(
        "The local database is damaged ({detail}). Nothing is deleted. When Adwright starts, it offers to save what \
         can be read or to restore a copy. In a terminal, “adwright repair” does the same."
    )]
    Corrupt {
        /// The error in SQLite's words or ours.
        detail: String,
    },
    /// Saved drafts or receipts are missing from the file. The file was not changed.
    #[error(
        "The local database lost saved work: {}. Nothing is deleted. When Adwright starts, it offers to save what \
         can be read or to restore a copy. In a terminal, “adwright repair” does the same.",
        missing_work_text(*drafts, *receipts)
    )]
    Missing {
        /// How many drafts, at least.
        drafts: i64,
        /// How many receipts, at least.
        receipts: i64,
    },
    /// Another program locked the file for longer than a person should wait.
    #[error("Another program is writing to the local database. Try again in a moment.")]
    Busy,
    /// The disk is full, so the commit failed. All earlier data is intact.
    #[error("The disk is full. Make room on it, then try again; nothing that was saved is lost.")]
    Full,
    /// The file or its folder is read-only.
    #[error(
        "The folder of the local database cannot be written to. Make it writable, then try again; nothing that was \
         saved is lost."
    )]
    ReadOnly,
    /// Another disk error.
    #[error(
        "The disk failed ({detail}). Check that it is connected and works, then try again. All saved data is safe."
    )]
    Disk {
        /// The error in SQLite's words.
        detail: String,
    },
    /// A file beside the database could not be read or written.
    #[error("The local database could not be used: {action} failed ({source}).")]
    File {
        /// The failed action.
        action: &'static str,
        /// The operating system's error.
        source: io::Error,
    },
    /// Migrating an older file failed. The file is unchanged.
    #[error(
        "The local database could not be brought up to date ({0}). A copy of it is in the folder `backups`."
    )]
    Migration(Box<refinery::Error>),
    /// The row does not exist.
    #[error("There is no {noun} {id} in the local database.")]
    NotFound {
        /// The noun for the row.
        noun: &'static str,
        /// Its id.
        id: String,
    },
    /// The object already has a live draft. Two drafts would overwrite each other.
    #[error("There is a draft of this object already.")]
    DraftExists {
        /// The live draft.
        draft: String,
    },
    /// The batch is in the database already, perhaps as a discarded one.
    #[error(
        "This batch is in the local database already. If it was discarded, restore it under Batches."
    )]
    BatchExists {
        /// The batch.
        batch: String,
    },
    /// Another template has the name.
    #[error("There is a template “{name}” already. Choose another name, or replace that template.")]
    TemplateExists {
        /// The template with the name.
        template: String,
        /// The name.
        name: String,
    },
    /// Another workspace has the name.
    #[error("There is a workspace “{name}” already. Choose another name.")]
    WorkspaceExists {
        /// The name.
        name: String,
    },
    /// Some sent items are unknown, and only their workspace can find out whether the service has them.
    #[error(
        "{items} sent from “{name}” may or may not have arrived. Open the workspace, look them up under Sent, then \
         remove it."
    )]
    WorkspaceBusy {
        /// The workspace's name.
        name: String,
        /// How many items.
        items: u32,
    },
    /// Another view of the list has the name.
    #[error("There is a view “{name}” already. Choose another name, or overwrite that view.")]
    ViewExists {
        /// The name.
        name: String,
    },
    /// Another window or program changed the draft after the caller read it.
    #[error(
        "The draft was changed elsewhere in the meantime. Look at it again, then repeat the edit."
    )]
    RevisionConflict {
        /// The draft.
        draft: String,
    },
    /// The draft was discarded or sent, so it cannot be edited.
    #[error("The draft was discarded or sent, so it cannot be edited any more.")]
    DraftClosed {
        /// The draft.
        draft: String,
    },
    /// The draft has an unsettled item in the outbox.
    #[error("The draft is being sent. Wait for the outcome, or decide on it under Sent.")]
    AlreadyBeingSent {
        /// The draft.
        draft: String,
    },
    /// Another window or program changed the batch after the caller read it.
    #[error(
        "The batch was changed elsewhere in the meantime. Look at it again, then repeat the edit."
    )]
    BatchConflict {
        /// The batch.
        batch: String,
    },
    /// The batch was discarded, so it cannot be edited.
    #[error("The batch was discarded. Restore it to edit it.")]
    BatchDiscarded {
        /// The batch.
        batch: String,
    },
    /// The row is being sent, was sent, or waits for a person.
    #[error("A row of the batch is being sent, or was sent already. Look at the batch again.")]
    RowAlreadySent {
        /// The batch.
        batch: String,
        /// The row, by its id in the batch.
        row: u32,
    },
    /// The item is in a state that does not allow this step, because another process changed it.
    #[error("The item {item} is {state} already.")]
    WrongState {
        /// The item.
        item: String,
        /// The current state.
        state: OutboxState,
    },
    /// An item cannot be settled without a receipt.
    #[error("The item {item} cannot be settled without a receipt.")]
    NoReceipt {
        /// The item.
        item: String,
    },
    /// Any other error of SQLite.
    #[error("The local database failed: {0}")]
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Corrupt {
                detail: error.to_string(),
            },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => Self::from_disk_error(&error).unwrap_or_else(|| from_row_error(error)),
        }
    }
}

fn missing_work_text(drafts: i64, receipts: i64) -> String {
    let count = |count: i64, noun: &str| {
        let plural = if count == 1 { "" } else { "s" };
        (count > 0).then(|| format!("at least {count} {noun}{plural}"))
    };
    let counts = [count(drafts, "draft"), count(receipts, "receipt")];
    counts
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" and ")
}

fn from_row_error(error: rusqlite::Error) -> StoreError {
    match error {
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::InvalidColumnType(..) => StoreError::Corrupt {
            detail: error.to_string(),
        },
        other => StoreError::Sqlite(other),
    }
}

impl StoreError {
    /// Returns whether the disk refused the write. The data can still be read, and a later attempt may succeed.
    #[must_use]
    pub const fn is_disk_error(&self) -> bool {
        matches!(self, Self::Full | Self::ReadOnly | Self::Disk { .. })
    }

    pub(crate) fn not_found(noun: &'static str, id: &str) -> Self {
        Self::NotFound {
            noun,
            id: id.to_owned(),
        }
    }

    /// Returns the store's disk error; `None` for other errors.
    pub(crate) fn from_disk_error(error: &rusqlite::Error) -> Option<Self> {
        let found = error.sqlite_error()?;
        match found.code {
            ErrorCode::DiskFull => Some(Self::Full),
            // SQLite reserves the space for the log's index in advance, and there was no room.
            _ if found.extended_code == SQLITE_IOERR_SHMSIZE => Some(Self::Full),
            ErrorCode::ReadOnly => Some(Self::ReadOnly),
            ErrorCode::SystemIoFailure | ErrorCode::CannotOpen => Some(Self::Disk {
                detail: error.to_string(),
            }),
            _ => None,
        }
    }

    pub(crate) fn file_error(action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| match source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full,
            ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Self::ReadOnly,
            _ => Self::File { action, source },
        }
    }
}
