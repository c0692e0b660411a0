use std::io::ErrorKind;

use rusqlite::ErrorCode;

use crate::ServiceError;

/// What kind of trouble keeps the service from starting, so that a person can be told what helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The data is damaged or of a newer program: only other data helps.
    Data,
    /// The disk is full, cannot be written to, or fails: once it is well again, so is the service.
    Disk,
    /// Anything else.
    Other,
}

impl ServiceError {
    /// What kind of trouble this is.
    #[must_use]
    pub fn trouble(&self) -> Trouble {
        match self {
            Self::Data(error) => of_sqlite(error.sqlite_error_code()),
            Self::NewerData(_) => Trouble::Data,
            Self::System(error) => match error.kind() {
                ErrorKind::StorageFull
                | ErrorKind::QuotaExceeded
                | ErrorKind::ReadOnlyFilesystem
                | ErrorKind::PermissionDenied => Trouble::Disk,
                _ => Trouble::Other,
            },
            Self::Unguarded(_) | Self::Variant(_) | Self::Paused | Self::Interrupted(_) => {
                Trouble::Other
            }
        }
    }
}

const fn of_sqlite(code: Option<ErrorCode>) -> Trouble {
    match code {
        Some(
            ErrorCode::DiskFull
            | ErrorCode::ReadOnly
            | ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen,
        ) => Trouble::Disk,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Trouble::Other,
        // A schema that does not fit is damage, too.
        _ => Trouble::Data,
    }
}
