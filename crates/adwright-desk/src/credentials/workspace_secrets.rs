//! The secrets of workspaces: their names, and how they are stored, read and deleted.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_store::{Store, Workspace, WorkspaceSettings};
use adwright_views::SecretStorage;
use adwright_wire::{Authentication, Dialect, SecretName};
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
        let server = origin.map_or_else(|| address.to_owned(), |one| one.ascii_serialization());
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

/// Reads the stored secrets. A keyring that stays locked is asked only once, because it may prompt the person each
/// time.
pub(crate) fn read_secrets(
    (secrets, store): (&dyn SecretStore, &Store),
    names: &SecretNames,
    wanted: Vec<SecretName>,
) -> Result<BTreeMap<SecretName, SecretString>, Error> {
    let mut closed = remove_pending_secrets(secrets, store)?.filter(SecretsError::is_unavailable);
    let mut found = BTreeMap::new();
    for wanted in wanted {
        let name = names.secret_name(&wanted);
        if is_pending_removal((secrets, store), &name)? {
            continue;
        }
        if let Some(error) = closed.take() {
            return Err(error.into());
        }
        if let Some(secret) = secrets.get(&name)? {
            found.insert(wanted, secret);
        }
    }
    Ok(found)
}

/// Reads the secret with this name. A secret that waits for deletion counts as missing, even if the keyring still has
/// it. A secret in memory was typed later, and counts.
pub(crate) fn read_secret(
    (secrets, store): (&dyn SecretStore, &Store),
    name: &str,
) -> Result<Option<SecretString>, Error> {
    if is_pending_removal((secrets, store), name)? {
        return Ok(None);
    }
    Ok(secrets.get(name)?)
}

fn is_pending_removal(
    (secrets, store): (&dyn SecretStore, &Store),
    name: &str,
) -> Result<bool, Error> {
    let is_left = |left: Vec<String>| left.iter().any(|left| left == name);
    Ok(secrets.storage_of(name) == SecretStorage::Keyring && is_left(store.secrets_to_forget()?))
}

/// Reads the stored secrets on a blocking thread; none if they cannot be read, which is logged.
pub(crate) async fn read_available_secrets(
    (secrets, store): (Arc<dyn SecretStore>, Arc<Store>),
    names: SecretNames,
    dialect: &Dialect,
) -> BTreeMap<SecretName, SecretString> {
    let wanted = dialect.authentication.secret_names();
    if wanted.is_empty() {
        return BTreeMap::new();
    }
    let look = move || read_secrets((&*secrets, &store), &names, wanted);
    match tokio::task::spawn_blocking(look).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => {
            let details = error.failure().details;
            tracing::warn!(details, "the secrets cannot be read");
            BTreeMap::new()
        }
        Err(_) => BTreeMap::new(),
    }
}

/// The result of deleting secrets.
#[derive(Debug, Default)]
pub(crate) struct SecretRemoval {
    /// Why the keyring did not delete them; none if it did, or was not asked.
    pub(crate) failure: Option<SecretsError>,
}

/// Stores a secret in place of the previous one. The name no longer waits for deletion from the keyring.
pub(crate) fn store_secret(
    (secrets, store): (&dyn SecretStore, &Store),
    name: &str,
    secret: &SecretString,
) -> Result<(), Error> {
    secrets.set(name, secret)?;
    if secrets.storage_of(name) == SecretStorage::Keyring {
        store.secret_mark_forgotten(name)?;
    }
    Ok(())
}

/// Deletes these secrets, which the store has already marked for deletion from the keyring. A keyring failure is no
/// error: the secrets count as deleted.
pub(crate) fn remove_secrets(
    (secrets, store): (&dyn SecretStore, &Store),
    names: &[String],
) -> Result<SecretRemoval, Error> {
    if names.is_empty() {
        return Ok(SecretRemoval::default());
    }
    // With given secrets, the keyring may still hold a session. Secrets in memory are deleted first, whatever the
    // keyring does.
    let mut kept: Vec<_> = names.iter().collect();
    kept.retain(|_| secrets.storage() == SecretStorage::Memory);
    kept.sort_by_key(|name| secrets.storage_of(name) == SecretStorage::Keyring);
    let failed = kept.into_iter().find_map(|name| secrets.forget(name).err());
    let forgotten = remove_pending_from_keyring(secrets, store)?;
    Ok(SecretRemoval {
        failure: failed.or(forgotten.failure),
    })
}

/// Deletes the marked secrets from the keyring if the keyring is in use: a person who chose memory does not wait for
/// it. Returns why the keyring failed, if it did.
pub(crate) fn remove_pending_secrets(
    secrets: &dyn SecretStore,
    store: &Store,
) -> Result<Option<SecretsError>, Error> {
    match secrets.storage() {
        SecretStorage::Keyring => Ok(remove_pending_from_keyring(secrets, store)?.failure),
        SecretStorage::Memory => Ok(None),
    }
}

/// Deletes the marked secrets from the keyring. Secrets that it does not delete now stay marked, and count as deleted.
fn remove_pending_from_keyring(
    secrets: &dyn SecretStore,
    store: &Store,
) -> Result<SecretRemoval, Error> {
    let mut forgotten = SecretRemoval::default();
    for name in store.secrets_to_forget()? {
        match secrets.forget_in_keyring(&name) {
            Ok(true) => store.secret_mark_forgotten(&name)?,
            Ok(false) => {}
            Err(error) => {
                // The keyring is not asked again for each secret, because it may prompt the person each time.
                forgotten.failure = Some(error);
                break;
            }
        }
    }
    Ok(forgotten)
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
