//! The secrets of workspaces: their names, and how they are stored, read and deleted.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_store::{Store, Workspace, WorkspaceSettings};
use adwright_views::SecretStorage;
use adwright_wire::{Authentication, Dialect, SecretName};
use derive_new::new;
use secrecy::SecretString;
use url::Url;

use crate::credentials::secret_store::SecretStore;
use crate::error::{Error, SecretsError};

/// The slot of the session token, beside the typed secrets.
const SESSION: &str = "session";

/// The names of a workspace's secrets on one server. Every name contains the server, so that a secret is never used for
/// another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SecretNames(String);

impl SecretNames {
    /// Returns the names for a workspace with its current settings.
    pub(crate) fn for_workspace(workspace: &Workspace) -> Self {
        Self::for_address(&workspace.id, &workspace.settings.base_url)
    }

    /// Returns the names for a workspace whose service has this address.
    pub(crate) fn for_address(workspace: &str, address: &str) -> Self {
        let url = address.parse::<Url>().ok();
        let origin = url.map(|url| url.origin()).filter(url::Origin::is_tuple);
        let server =
            origin.map_or_else(|| address.to_owned(), |origin| origin.ascii_serialization());
        Self(format!("workspace/{workspace}/{server}"))
    }

    /// Returns the name of a typed secret.
    pub(crate) fn secret_name(&self, secret: &SecretName) -> String {
        format!("{}/{secret}", self.0)
    }

    pub(crate) fn session_name(&self) -> String {
        format!("{}/{SESSION}", self.0)
    }

    /// Returns the names of these secrets, and of the session.
    pub(crate) fn all_names(&self, secrets: &[SecretName]) -> Vec<String> {
        let typed = secrets.iter().map(|secret| self.secret_name(secret));
        typed.chain([self.session_name()]).collect()
    }
}

/// Returns the secrets that a stored dialect needs. An unreadable dialect may need the usual ones.
pub(crate) fn required_secrets(dialect: &str) -> Vec<SecretName> {
    let dialect = serde_json::from_str::<Dialect>(dialect);
    dialect.map_or_else(
        |_| vec![SecretName::Password, SecretName::Token],
        |dialect| dialect.authentication.secret_names(),
    )
}

/// Returns whether the login of a stored dialect opens sessions. An unreadable dialect may do so.
pub(crate) fn uses_sessions(dialect: &str) -> bool {
    let dialect = serde_json::from_str::<Dialect>(dialect);
    dialect.map_or(true, |dialect| {
        matches!(dialect.authentication, Authentication::Session(_))
    })
}

/// Returns the names of all secrets that a workspace with these settings may have.
pub(crate) fn secret_names(workspace: &str, settings: &WorkspaceSettings) -> Vec<String> {
    let secrets = required_secrets(&settings.dialect);
    if secrets.is_empty() {
        return Vec::new();
    }
    SecretNames::for_address(workspace, &settings.base_url).all_names(&secrets)
}

/// The secret store, with the database that knows which secrets wait for deletion from the keyring.
#[derive(Clone, new)]
#[new(visibility = "pub(crate)")]
pub(crate) struct StoredSecrets {
    secrets: Arc<dyn SecretStore>,
    pub(super) store: Arc<Store>,
}

impl StoredSecrets {
    pub(crate) fn secret_store(&self) -> &Arc<dyn SecretStore> {
        &self.secrets
    }

    /// Reads the secrets of a workspace. A keyring that stays locked is asked only once, because it may prompt the
    /// person each time.
    pub(crate) fn read_all(
        &self,
        names: &SecretNames,
        required: &[SecretName],
    ) -> Result<BTreeMap<SecretName, SecretString>, Error> {
        let failure = self.remove_pending()?;
        let mut unavailable = failure.filter(SecretsError::is_unavailable);
        let mut found = BTreeMap::new();
        for secret_name in required {
            let name = names.secret_name(secret_name);
            if self.is_pending_removal(&name)? {
                continue;
            }
            if let Some(error) = unavailable.take() {
                return Err(error.into());
            }
            if let Some(secret) = self.secrets.get(&name)? {
                found.insert(secret_name.clone(), secret);
            }
        }
        Ok(found)
    }

    /// Reads the secret with this name. A secret that waits for deletion counts as missing, even if the keyring still
    /// has it. A secret in memory was typed later, and counts.
    pub(crate) fn read(&self, name: &str) -> Result<Option<SecretString>, Error> {
        if self.is_pending_removal(name)? {
            return Ok(None);
        }
        Ok(self.secrets.get(name)?)
    }

    fn is_pending_removal(&self, name: &str) -> Result<bool, Error> {
        Ok(self.secrets.storage_of(name) == SecretStorage::Keyring
            && self
                .store
                .secrets_to_delete()?
                .iter()
                .any(|pending| pending == name))
    }

    /// Reads the secrets of a workspace on a blocking thread; none if they cannot be read, which is logged.
    pub(crate) async fn read_available(
        &self,
        names: SecretNames,
        dialect: &Dialect,
    ) -> BTreeMap<SecretName, SecretString> {
        let required = dialect.authentication.secret_names();
        if required.is_empty() {
            return BTreeMap::new();
        }
        let stored = self.clone();
        let read = move || stored.read_all(&names, &required);
        match tokio::task::spawn_blocking(read).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => {
                let details = error.failure().details;
                tracing::warn!(details, "the secrets cannot be read");
                BTreeMap::new()
            }
            Err(_) => BTreeMap::new(),
        }
    }

    /// Stores a secret in place of the previous one. The name no longer waits for deletion from the keyring.
    pub(crate) fn set(&self, name: &str, secret: &SecretString) -> Result<(), Error> {
        self.secrets.set(name, secret)?;
        if self.secrets.storage_of(name) == SecretStorage::Keyring {
            self.store.secret_mark_forgotten(name)?;
        }
        Ok(())
    }

    /// Deletes these secrets, which the store has already marked for deletion from the keyring. A keyring failure is no
    /// error: the secrets count as deleted.
    pub(crate) fn remove(&self, names: &[String]) -> Result<SecretRemoval, Error> {
        if names.is_empty() {
            return Ok(SecretRemoval::default());
        }
        // With given secrets, the keyring may still hold a session. Secrets in memory are deleted first, whatever the
        // keyring does.
        let mut in_memory_first: Vec<_> = names.iter().collect();
        in_memory_first.retain(|_| self.secrets.storage() == SecretStorage::Memory);
        in_memory_first.sort_by_key(|name| self.secrets.storage_of(name) == SecretStorage::Keyring);
        let failure = in_memory_first
            .into_iter()
            .find_map(|name| self.secrets.delete(name).err());
        let removal = self.remove_pending_from_keyring()?;
        Ok(SecretRemoval {
            failure: failure.or(removal.failure),
        })
    }

    /// Deletes the marked secrets from the keyring if the keyring is in use: a person who chose memory does not wait
    /// for it. Returns why the keyring failed, if it did.
    pub(crate) fn remove_pending(&self) -> Result<Option<SecretsError>, Error> {
        match self.secrets.storage() {
            SecretStorage::Keyring => Ok(self.remove_pending_from_keyring()?.failure),
            SecretStorage::Memory => Ok(None),
        }
    }

    /// Deletes the marked secrets from the keyring. Secrets that it does not delete now stay marked, and count as
    /// deleted.
    fn remove_pending_from_keyring(&self) -> Result<SecretRemoval, Error> {
        let mut removal = SecretRemoval::default();
        for name in self.store.secrets_to_delete()? {
            match self.secrets.delete_in_keyring(&name) {
                Ok(true) => self.store.secret_mark_forgotten(&name)?,
                Ok(false) => {}
                Err(error) => {
                    // The keyring is not asked again for each secret, because it may prompt the person each time.
                    removal.failure = Some(error);
                    break;
                }
            }
        }
        Ok(removal)
    }
}

/// The result of deleting secrets.
#[derive(Debug, Default)]
pub(crate) struct SecretRemoval {
    /// Why the keyring did not delete them; none if it did, or was not asked.
    pub(crate) failure: Option<SecretsError>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_name_has_server_but_no_path() {
        let name =
            |address| SecretNames::for_address("w", address).secret_name(&SecretName::Password);
        let here = name("https://ads.example/api");
        assert_eq!(here, "workspace/w/https://ads.example/password");
        assert_eq!(here, name("https://ADS.example:443/other/"));
        for other in [
            "http://ads.example",
            "https://ads.example:8443",
            "https://ads.example.evil",
            "no address",
        ] {
            assert_ne!(here, name(other), "{other}");
        }
        let names = SecretNames::for_address("w", "practice:").all_names(&[SecretName::Token]);
        assert_eq!(
            names,
            [
                "workspace/w/practice:/token",
                "workspace/w/practice:/session"
            ]
        );
    }
}
