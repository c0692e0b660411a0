use std::collections::BTreeMap;

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

impl Credentials {
    /// A name and its password.
    #[must_use]
    pub fn of(username: impl Into<String>, password: SecretString) -> Self {
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
