//! Why the keyring failed.

/// Why the keyring failed.
///
/// [`SecretsError::details`] has the system's own words.
#[derive(Debug, thiserror::Error)]
pub enum SecretsError {
    /// No keyring can be reached.
    #[error("no keyring can be reached")]
    Unreachable {
        /// The system's own words; never a secret.
        details: String,
    },
    /// The keyring is locked, and nobody unlocked it.
    #[error("the keyring is locked")]
    Locked {
        /// The system's own words; never a secret.
        details: String,
    },
    /// Any other failure.
    #[error("the keyring failed")]
    Failed {
        /// The system's own words; never a secret.
        details: String,
    },
}

impl SecretsError {
    /// Returns whether the keyring fails for every name now.
    pub(crate) const fn is_unavailable(&self) -> bool {
        matches!(self, Self::Unreachable { .. } | Self::Locked { .. })
    }

    /// The system's own words, for a bug report; never a secret.
    #[must_use]
    pub fn details(&self) -> &str {
        match self {
            Self::Unreachable { details } | Self::Locked { details } | Self::Failed { details } => {
                details
            }
        }
    }
}
