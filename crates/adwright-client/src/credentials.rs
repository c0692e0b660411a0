use std::collections::BTreeMap;
use std::pin::Pin;

use adwright_wire::SecretName;
use secrecy::SecretString;

use crate::error::ClientError;

/// What a service is shown: a name where it asks for one, and secrets.
#[derive(Debug, Clone, Default)]
pub struct Credentials {
    /// The name.
    pub username: String,
    /// The secrets that are known, each by its name.
    pub secrets: BTreeMap<SecretName, SecretString>,
}

/// Where the credentials are got from when the first request needs them.
///
/// A keyring may ask the person to unlock it, and take as long as the person does: until then whatever needs no service
/// goes on.
pub trait CredentialSource: Send + Sync + 'static {
    /// The credentials, as far as they are known; otherwise why they cannot be read, as words that go on a sentence.
    /// Whoever stops waiting drops the future; asked again, it goes on waiting for the same.
    fn get(&self) -> CredentialsFuture<'_>;
}

/// Credentials on their way.
pub type CredentialsFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Credentials, String>> + Send + 'a>>;

/// Credentials that are known from the beginning.
impl CredentialSource for Credentials {
    fn get(&self) -> CredentialsFuture<'_> {
        Box::pin(std::future::ready(Ok(self.clone())))
    }
}

impl Credentials {
    /// A name and its password.
    #[must_use]
    pub fn with_password(username: impl Into<String>, password: SecretString) -> Self {
        Self {
            username: username.into(),
            secrets: [(SecretName::Password, password)].into(),
        }
    }

    /// A secret that a request needs.
    pub(crate) fn secret(&self, name: &SecretName) -> Result<&SecretString, ClientError> {
        let known = self.secrets.get(name);
        known.ok_or_else(|| ClientError::NoSecret(name.clone()))
    }
}
