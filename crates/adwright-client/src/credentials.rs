use std::collections::BTreeMap;
use std::pin::Pin;

use adwright_wire::{CredentialsError, RequestFailure, SecretName};
use secrecy::SecretString;

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
    pub(crate) fn secret(&self, name: &SecretName) -> Result<&SecretString, RequestFailure> {
        let known = self.secrets.get(name);
        known.ok_or_else(|| RequestFailure::NoSecret(name.clone()))
    }
}
