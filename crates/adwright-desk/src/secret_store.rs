use secrecy::{ExposeSecret, SecretString};

/// Where passwords and session tokens are kept; the shell and the terminal program pass one in.
///
/// A name says what the secret is for and which server it belongs to, such as
/// `workspace/0198…/https://ads.example.com/password`. A secret is never part of a name, of an
/// error, or of anything printed.
///
/// Every method may block, even for minutes while the system asks the person to unlock the keyring: call it from a
/// thread that may wait (`tokio::task::spawn_blocking`). Calling it from elsewhere is slow, but safe.
pub trait SecretStore: Send + Sync {
    /// The secret of that name; none where nothing is kept under it.
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError>;

    /// Keeps a secret under that name, in place of the one before.
    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError>;

    /// Forgets the secret of that name in the place that is used now; one that is not there is forgotten already.
    fn forget(&self, name: &str) -> Result<(), SecretsError>;

    /// Forgets the secret of that name in the system's keyring, also where another place is used now, so that it does not
    /// come back after the next start. Whether the keyring was asked: where it is left alone, it may still have one.
    fn forget_in_keyring(&self, name: &str) -> Result<bool, SecretsError> {
        match self.storage() {
            SecretStorage::Keyring => self.forget(name).map(|()| true),
            SecretStorage::Memory => Ok(false),
        }
    }

    /// Where the secrets are, so that the person can be told how long they last.
    fn storage(&self) -> SecretStorage;

    /// Where the secret of that name is, for places that do not have all of them together.
    fn storage_of(&self, _name: &str) -> SecretStorage {
        self.storage()
    }

    /// Keeps secrets in another place from now on, because the person chose it; what has one place only stays with it.
    /// What was in memory is forgotten when the keyring is chosen again.
    fn use_storage(&self, place: SecretStorage);
}

/// Keeps a probe, reads it back and forgets it again: whether secrets can be kept at all, before a person types one.
///
/// The error says in plain words what is wrong and what to do.
pub fn test_secret_store(secrets: &dyn SecretStore) -> Result<(), SecretsError> {
    // One name for each process, so that two that start together do not forget each other's probe.
    let name = format!("self-test/{}", std::process::id());
    let probe = SecretString::from(format!("probe of {name}"));
    secrets.set(&name, &probe)?;
    let read = secrets.get(&name);
    secrets.forget(&name)?;
    match read? {
        Some(read) if read.expose_secret() == probe.expose_secret() => Ok(()),
        Some(_) => Err(mismatch_error(
            "it gave back something else than it was given",
        )),
        None => Err(mismatch_error("it forgot what it was given")),
    }
}

fn mismatch_error(details: &str) -> SecretsError {
    SecretsError::Failed {
        details: details.to_owned(),
    }
}

/// Where secrets are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretStorage {
    /// In the system's keyring: they outlive the program.
    Keyring,
    /// In this program's memory: they are asked for again after a restart.
    Memory,
}

/// Why the keyring did not do what it was asked.
///
/// It reads as what happened and what to do about it; [`SecretsError::details`] has the system's own words.
#[derive(Debug, thiserror::Error)]
pub enum SecretsError {
    /// No keyring can be reached from here.
    #[error("{}", unreachable_sentence())]
    Unreachable {
        /// The system's own words; never a secret.
        details: String,
    },
    /// The keyring is there, but locked, and nobody unlocked it.
    #[error("The keyring is locked. Unlock it with your login password, then try again.")]
    Locked {
        /// The system's own words; never a secret.
        details: String,
    },
    /// Anything else.
    #[error(
        "The keyring did not do what it was asked. Try again; if it goes on, copy the details."
    )]
    Failed {
        /// The system's own words; never a secret.
        details: String,
    },
}

impl SecretsError {
    /// Whether nothing at all can be got or forgotten now, whatever its name.
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
