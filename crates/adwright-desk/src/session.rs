//! The session token, kept where the workspace's secrets are.

use std::sync::Arc;

use adwright_client::TokenKeep;
use adwright_store::Store;
use secrecy::SecretString;

use crate::error::Error;
use crate::secrets::Secrets;
use crate::workspace_secrets::{SecretNames, keep, read};

/// Keeps one workspace's session token.
///
/// A keyring that fails only costs a login more, so its errors are logged and not passed on. A token that is to be forgotten
/// counts as none: it may be the session of someone else.
pub(crate) struct KeptToken {
    secrets: Arc<dyn Secrets>,
    store: Arc<Store>,
    name: String,
}

impl KeptToken {
    pub(crate) fn new(
        (secrets, store): (Arc<dyn Secrets>, Arc<Store>),
        names: &SecretNames,
    ) -> Self {
        Self {
            secrets,
            store,
            name: names.session(),
        }
    }
}

impl TokenKeep for KeptToken {
    fn get(&self) -> Option<SecretString> {
        let found = read((&*self.secrets, &self.store), &self.name);
        found.unwrap_or_else(|error| {
            warn(&error, "the session token cannot be read");
            None
        })
    }

    fn set(&self, token: SecretString) {
        if let Err(error) = keep((&*self.secrets, &self.store), &self.name, &token) {
            warn(&error, "the session token cannot be kept");
        }
    }

    fn forget(&self) {
        if let Err(error) = self.secrets.forget(&self.name) {
            warn(&error.into(), "the session token cannot be forgotten");
        }
    }
}

fn warn(error: &Error, what: &str) {
    tracing::warn!(details = error.failure().details, "{what}");
}
