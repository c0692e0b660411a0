//! The secrets of workspaces: under which names they are kept, looked for, and forgotten.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_store::{Store, Workspace, WorkspaceSettings};
use adwright_wire::{Authentication, Dialect, SecretName};
use secrecy::SecretString;
use url::Url;

use crate::error::Error;
use crate::secret_store::{SecretStorage, SecretStore, SecretsError};

/// The session token is kept beside what a person types.
const SESSION: &str = "session";

/// Under which names the secrets of one workspace are kept for one server. The server is part of each: whatever else goes
/// wrong, a secret is never found for another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SecretNames(String);

impl SecretNames {
    /// The names for a workspace as it is set.
    pub(crate) fn for_workspace(workspace: &Workspace) -> Self {
        Self::for_address(&workspace.id, &workspace.settings.base_url)
    }

    /// The names for a workspace whose service is at this address.
    pub(crate) fn for_address(workspace: &str, address: &str) -> Self {
        let url = address.parse::<Url>().ok();
        let origin = url.map(|url| url.origin()).filter(url::Origin::is_tuple);
        let server = origin.map_or_else(|| address.to_owned(), |one| one.ascii_serialization());
        Self(format!("workspace/{workspace}/{server}"))
    }

    /// The name of what a person types.
    pub(crate) fn secret_name(&self, secret: &SecretName) -> String {
        format!("{}/{secret}", self.0)
    }

    /// The name of the session token.
    pub(crate) fn session_name(&self) -> String {
        format!("{}/{SESSION}", self.0)
    }

    /// The names of these secrets, and of the session that was opened with them.
    pub(crate) fn all_names(&self, secrets: &[SecretName]) -> Vec<String> {
        let typed = secrets.iter().map(|secret| self.secret_name(secret));
        typed.chain([self.session_name()]).collect()
    }
}

/// The secrets of a workspace with this dialect, as it is stored. One that cannot be read may have had the usual ones.
pub(crate) fn required_secrets(dialect: &str) -> Vec<SecretName> {
    let dialect = serde_json::from_str::<Dialect>(dialect);
    dialect.map_or_else(
        |_| vec![SecretName::Password, SecretName::Token],
        |dialect| dialect.authentication.secret_names(),
    )
}

/// Whether the login of this dialect, as it is stored, opens sessions. One that cannot be read may do so.
pub(crate) fn uses_sessions(dialect: &str) -> bool {
    let dialect = serde_json::from_str::<Dialect>(dialect);
    dialect.map_or(true, |dialect| {
        matches!(dialect.authentication, Authentication::Session(_))
    })
}

/// The names of all secrets that a workspace with these settings may have.
pub(crate) fn secret_names(workspace: &str, settings: &WorkspaceSettings) -> Vec<String> {
    let secrets = required_secrets(&settings.dialect);
    if secrets.is_empty() {
        return Vec::new();
    }
    SecretNames::for_address(workspace, &settings.base_url).all_names(&secrets)
}

/// Those of the secrets that are kept. A keyring that does not open is asked once: it may ask the person each time.
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

/// The secret that is kept under a name. One that is to be forgotten is not, even where the keyring still has it; what is in
/// memory was typed after that.
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

/// The same on a thread that may wait; none where they cannot be read, which is logged.
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

/// What came of forgetting.
#[derive(Debug, Default)]
pub(crate) struct SecretRemoval {
    /// Why the keyring did not let go of them, where it was asked and did not.
    pub(crate) failure: Option<SecretsError>,
}

/// Keeps a secret in place of the one before. From the keyring there is nothing more to forget under its name then.
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

/// Forgets these secrets, which the store names by now as those that the keyring has to forget. What does not let go of them
/// is no failure: they count as forgotten.
pub(crate) fn remove_secrets(
    (secrets, store): (&dyn SecretStore, &Store),
    names: &[String],
) -> Result<SecretRemoval, Error> {
    if names.is_empty() {
        return Ok(SecretRemoval::default());
    }
    // Where secrets are given, the keyring may still have what they opened: a session. They go first, whatever it does.
    let mut kept: Vec<_> = names.iter().collect();
    kept.retain(|_| secrets.storage() == SecretStorage::Memory);
    kept.sort_by_key(|name| secrets.storage_of(name) == SecretStorage::Keyring);
    let failed = kept.into_iter().find_map(|name| secrets.forget(name).err());
    let forgotten = remove_pending_from_keyring(secrets, store)?;
    Ok(SecretRemoval {
        failure: failed.or(forgotten.failure),
    })
}

/// Takes out of the keyring what is named for it, where the keyring is used anyway: whoever chose memory does not wait for it.
/// Why it did not let go, where it did not.
pub(crate) fn remove_pending_secrets(
    secrets: &dyn SecretStore,
    store: &Store,
) -> Result<Option<SecretsError>, Error> {
    match secrets.storage() {
        SecretStorage::Keyring => Ok(remove_pending_from_keyring(secrets, store)?.failure),
        SecretStorage::Memory => Ok(None),
    }
}

/// Takes the secrets that are named for it out of the keyring. What it does not let go of now stays named, and counts as
/// forgotten.
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
                // It is not asked again for each: it may ask the person each time.
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
    fn a_name_has_the_server_in_it_and_nothing_of_the_path() {
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
