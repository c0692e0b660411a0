//! Why the keyring failed.

/// Why the keyring failed.
///
/// The message says what happened and what to do; [`SecretsError::details`] has the system's own words.
#[derive(Debug, thiserror::Error)]
pub enum SecretsError {
    /// No keyring can be reached.
    #[error("{}", unreachable_sentence())]
    Unreachable {
        /// The system's own words; never a secret.
        details: String,
    },
    /// The keyring is locked, and nobody unlocked it.
    #[error("The keyring is locked. Unlock it with your login password, then try again.")]
    Locked {
        /// The system's own words; never a secret.
        details: String,
    },
    /// Any other failure.
    #[error(
        "The keyring did not do what it was asked. Try again; if it goes on, copy the details."
    )]
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

const fn unreachable_sentence() -> &'static str {
    if cfg!(target_os = "linux") {
        "There is no keyring to keep secrets in. Start Adwright from a desktop session that has one \
         (GNOME Keyring, KWallet or KeePassXC), or inside “dbus-run-session” with such a keyring unlocked."
    } else {
        "The system's keyring cannot be reached. Log in to the desktop, then try again."
    }
}
