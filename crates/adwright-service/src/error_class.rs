use std::io::ErrorKind;

use rusqlite::ErrorCode;

use crate::ServiceError;

/// The class of an error that keeps the service from starting. It decides which advice the user sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorClass {
    /// The data is damaged, or a newer program wrote it. Only other data helps.
    Data,
    /// The disk is full, read-only or failing. The service works again when the disk does.
    Disk,
    /// Anything else.
    Other,
}

impl ServiceError {
    /// Classifies this error.
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
        // A schema that does not fit is damage as well.
        _ => ErrorClass::Data,
    }
}
