//! The session token, stored beside the workspace's secrets.

use std::path::PathBuf;
use std::time::Duration;

use adwright_client::{LoginGuard, TokenStore};
use adwright_store::{LoginLock, Workspace, WorkspaceSettings};
use secrecy::{ExposeSecret, SecretString};

use crate::credentials::workspace_secrets::{SecretNames, StoredSecrets, uses_sessions};
use crate::error::Error;
use crate::host::Paths;

/// The separator between login name and token. A token cannot contain it, because a header value cannot.
const SEPARATOR: char = '\n';

/// How long to wait for another program's login, because a suspended program would never finish.
const MAX_LOGIN_WAIT: Duration = Duration::from_secs(30);

/// A store for the session token of one login of a workspace.
///
/// The login name is stored with the token: another program may have changed the login meanwhile, and nobody may
/// continue another person's session. A token for an outdated login, server or workspace is not stored, because nothing
/// would ever delete it.
///
/// A keyring failure costs only one more login, so it is logged and not returned. A token that is marked for deletion
/// counts as missing.
pub(crate) struct SessionTokenStore {
    stored: StoredSecrets,
    home: PathBuf,
    workspace: String,
    name: String,
    login: String,
}

impl SessionTokenStore {
    /// Creates the store for the workspace as it was opened.
    pub(crate) fn new(stored: StoredSecrets, paths: &Paths, workspace: &Workspace) -> Self {
        Self {
            stored,
            home: paths.home().to_owned(),
            name: SecretNames::for_workspace(workspace).session_name(),
            workspace: workspace.id.clone(),
            login: login_of(&workspace.settings),
        }
    }

    /// Returns whether the stored workspace still opens sessions with this login on this server.
    fn is_current(&self) -> bool {
        let now = self.stored.store.workspace_get(&self.workspace);
        now.is_ok_and(|now| {
            SecretNames::for_workspace(&now).session_name() == self.name
                && login_of(&now.settings) == self.login
                && uses_sessions(&now.settings.dialect)
        })
    }

    fn store_token(&self, token: &SecretString) -> Result<(), Error> {
        if !self.is_current() {
            return Ok(());
        }
        let encoded = encode_token(&self.login, token);
        self.stored.set(&self.name, &encoded)?;
        // The keyring may have waited for the person, and the workspace may have changed in the meantime.
        if !self.is_current() {
            self.stored.store.secret_delete_later(&self.name)?;
            self.stored.secret_store().delete(&self.name)?;
        }
        Ok(())
    }
}

impl TokenStore for SessionTokenStore {
    fn get(&self) -> Option<SecretString> {
        let found = self.stored.read(&self.name);
        let found = found.unwrap_or_else(|error| {
            log_warning(&error, "the session token cannot be read");
            None
        });
        found.and_then(|encoded| decode_token(&self.login, &encoded))
    }

    fn set(&self, token: SecretString) {
        if let Err(error) = self.store_token(&token) {
            log_warning(&error, "the session token cannot be stored");
        }
    }

    fn clear(&self) {
        // Otherwise the stored token is the session of the new login.
        if !self.is_current() {
            return;
        }
        if let Err(error) = self.stored.secret_store().delete(&self.name) {
            log_warning(&error.into(), "the session token cannot be deleted");
        }
    }

    fn lock_login(&self) -> LoginGuard {
        let lock = LoginLock::acquire(&self.home, &self.workspace, MAX_LOGIN_WAIT);
        match &lock {
            Ok(Some(_)) => {}
            Ok(None) => tracing::warn!("another program takes long to log in"),
            Err(error) => {
                tracing::warn!(%error, "could not check if another program is logging in");
            }
        }
        Box::new(lock)
    }
}

fn login_of(settings: &WorkspaceSettings) -> String {
    settings.login.clone().unwrap_or_default()
}

/// Encodes a token with its login name for storage.
fn encode_token(login: &str, token: &SecretString) -> SecretString {
    format!("{login}{SEPARATOR}{}", token.expose_secret()).into()
}

/// Decodes a stored token; none if it belongs to another login.
fn decode_token(login: &str, encoded: &SecretString) -> Option<SecretString> {
    let (owner, token) = encoded.expose_secret().rsplit_once(SEPARATOR)?;
    (owner == login).then(|| token.into())
}

fn log_warning(error: &Error, what: &str) {
    tracing::warn!(details = error.failure().details, "{what}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_token_belongs_to_its_login_only() {
        for (kept_for, asks, is_there) in [
            ("anna", "anna", true),
            ("", "", true),
            ("anna\nb", "anna\nb", true),
            ("anna", "ben", false),
            ("anna", "", false),
            ("", "anna", false),
            ("anna\nb", "anna", false),
            ("anna", "Anna", false),
        ] {
            let kept = encode_token(kept_for, &SecretString::from("the token"));
            let found = decode_token(asks, &kept);
            let found = found.as_ref().map(ExposeSecret::expose_secret);
            let expected = is_there.then_some("the token");
            assert_eq!(found, expected, "{kept_for:?}, {asks:?}");
        }
    }
}
