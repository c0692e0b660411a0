//! Why only a summary of an object is known.

use adwright_client::ClientError;

/// Why only a summary of an object is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SummaryReason {
    /// The ad came from the file with this name, which has a summary only.
    File(String),
    /// The draft keeps the summary that it began from.
    Draft,
    /// The service was not asked, because the keyring is locked.
    KeyringLocked,
    /// The service was not asked, because the keyring failed.
    KeyringFailed,
    /// The service was not asked, because the password is missing.
    PasswordMissing,
    /// The service was not asked yet.
    NotAsked,
    /// The service has no object with this id.
    MissingOnService,
    /// The service replied, but not with the full object.
    ReplyUnreadable,
    /// The request failed.
    Failed(ClientError),
}

impl SummaryReason {
    /// Returns whether the service can be asked for the full object.
    pub(crate) const fn can_be_fetched(&self) -> bool {
        !matches!(self, Self::File(_) | Self::Draft)
    }
}
