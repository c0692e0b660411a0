//! The session token, kept where the workspace's secrets are.

use std::sync::Arc;

use adwright_client::TokenKeep;
use secrecy::SecretString;

use crate::secrets::Secrets;
use crate::workspace_secrets::SecretNames;

/// Keeps one workspace's session token.
///
/// A keyring that fails only costs a login more, so its errors are logged and not passed on.
pub(crate) struct KeptToken {
    secrets: Arc<dyn Secrets>,
    name: String,
}

impl KeptToken {
    pub(crate) fn new(secrets: Arc<dyn Secrets>, names: &SecretNames) -> Self {
        Self {
            secrets,
            name: names.session(),
        }
    }
}

impl TokenKeep for KeptToken {
    fn get(&self) -> Option<SecretString> {
        self.secrets.get(&self.name).unwrap_or_else(|error| {
            tracing::warn!(
                details = error.details(),
                "the session token cannot be read"
            );
            None
        })
    }

    fn set(&self, token: SecretString) {
        if let Err(error) = self.secrets.set(&self.name, &token) {
            tracing::warn!(
                details = error.details(),
                "the session token cannot be kept"
            );
        }
    }

    fn forget(&self) {
        if let Err(error) = self.secrets.forget(&self.name) {
            tracing::warn!(
                details = error.details(),
                "the session token cannot be forgotten"
            );
        }
    }
}
