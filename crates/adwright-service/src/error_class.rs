use std::io::ErrorKind;

use rusqlite::ErrorCode;

use crate::ServiceError;

/// What kind of trouble keeps the service from starting, so that a person can be told what helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorClass {
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
    pub fn class(&self) -> ErrorClass {
        match self {
            Self::Data(error) => class_of_sqlite(error.sqlite_error_code()),
            Self::NewerData(_) => ErrorClass::Data,
            Self::System(error) => match error.kind() {
                ErrorKind::StorageFull
                | ErrorKind::QuotaExceeded
                | ErrorKind::ReadOnlyFilesystem
                | ErrorKind::PermissionDenied => ErrorClass::Disk,
                _ => ErrorClass::Other,
            },
            Self::Unguarded(_) | Self::Variant(_) | Self::Paused | Self::Interrupted(_) => {
                ErrorClass::Other
            }
        }
    }
}

const fn class_of_sqlite(code: Option<ErrorCode>) -> ErrorClass {
    match code {
        Some(
            ErrorCode::DiskFull
            | ErrorCode::ReadOnly
            | ErrorCode::SystemIoFailure
            | ErrorCode::CannotOpen,
        ) => ErrorClass::Disk,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ErrorClass::Other,
        // A schema that does not fit is damage, too.
        _ => ErrorClass::Data,
    }
}
