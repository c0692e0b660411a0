use std::collections::BTreeMap;
use std::pin::Pin;

use adwright_wire::SecretName;
use secrecy::SecretString;

use crate::error::ClientError;

/// The user name and secrets that authenticate at a service.
#[derive(Debug, Clone, Default)]
pub struct Credentials {
    /// The name.
    pub username: String,
    /// The known secrets by name.
    pub secrets: BTreeMap<SecretName, SecretString>,
}

/// A source of credentials, read when the first request needs them.
///
/// A keyring may ask the person to unlock it, and may block for as long as the person takes. Meanwhile everything that
/// needs no service continues.
pub trait CredentialSource: Send + Sync + 'static {
    /// Returns the known credentials. A caller that stops waiting drops the future; a later call continues to wait for
    /// the same read.
    fn get(&self) -> CredentialsFuture<'_>;
}

/// Why credentials cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CredentialsError {
    /// No keyring can be reached.
    #[error("the keyring cannot be reached")]
    KeyringUnreachable,
    /// The keyring is locked, and nobody unlocked it.
    #[error("the keyring is locked")]
    KeyringLocked,
    /// The keyring failed otherwise.
    #[error("the keyring failed")]
    KeyringFailed,
    /// The read ended before the keyring answered.
    #[error("the keyring did not answer")]
    Interrupted,
    /// The database failed that knows which secrets are deleted.
    #[error("the database failed: {cause}")]
    Database {
        /// The database's own words.
        cause: String,
    },
}

/// A future that reads credentials.
pub type CredentialsFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Credentials, CredentialsError>> + Send + 'a>>;

/// Credentials that are known from the beginning.
impl CredentialSource for Credentials {
    fn get(&self) -> CredentialsFuture<'_> {
        Box::pin(std::future::ready(Ok(self.clone())))
    }
}

impl Credentials {
    /// Creates credentials from a name and its password.
    #[must_use]
    pub fn with_password(username: impl Into<String>, password: SecretString) -> Self {
        Self {
            username: username.into(),
            secrets: [(SecretName::Password, password)].into(),
        }
    }

    /// Returns a secret, or an error if it is unknown.
    pub(crate) fn secret(&self, name: &SecretName) -> Result<&SecretString, ClientError> {
        let known = self.secrets.get(name);
        known.ok_or_else(|| ClientError::NoSecret(name.clone()))
    }
}
