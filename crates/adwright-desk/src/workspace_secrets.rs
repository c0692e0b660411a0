//! The secrets of workspaces: under which names they are kept, looked for, and forgotten.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_store::{Store, Workspace, WorkspaceSettings};
use adwright_wire::{Authentication, Dialect, SecretName};
use secrecy::SecretString;
use url::Url;

use crate::error::Error;
use crate::secrets::{Place, Secrets, SecretsError};

/// The session token is kept beside what a person types.
const SESSION: &str = "session";

/// Under which names the secrets of one workspace are kept for one server. The server is part of each: whatever else goes
/// wrong, a secret is never found for another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SecretNames(String);

impl SecretNames {
    /// The names for a workspace as it is set.
    pub(crate) fn of(workspace: &Workspace) -> Self {
        Self::on(&workspace.id, &workspace.settings.base_url)
    }

    /// The names for a workspace whose service is at this address.
    pub(crate) fn on(workspace: &str, address: &str) -> Self {
        let url = address.parse::<Url>().ok();
        let origin = url.map(|url| url.origin()).filter(url::Origin::is_tuple);
        let server = origin.map_or_else(|| address.to_owned(), |one| one.ascii_serialization());
        Self(format!("workspace/{workspace}/{server}"))
    }

    /// The name of what a person types.
    pub(crate) fn secret(&self, secret: &SecretName) -> String {
        format!("{}/{secret}", self.0)
    }

    /// The name of the session token.
    pub(crate) fn session(&self) -> String {
        format!("{}/{SESSION}", self.0)
    }

    /// The names of these secrets, and of the session that was opened with them.
    pub(crate) fn all(&self, secrets: &[SecretName]) -> Vec<String> {
        let typed = secrets.iter().map(|secret| self.secret(secret));
        typed.chain([self.session()]).collect()
    }
}

/// The secrets of a workspace with this dialect, as it is stored. One that cannot be read may have had the usual ones.
pub(crate) fn secrets_of(dialect: &str) -> Vec<SecretName> {
    let dialect = serde_json::from_str::<Dialect>(dialect);
    dialect.map_or_else(
        |_| vec![SecretName::Password, SecretName::Token],
        |dialect| dialect.authentication.secrets(),
    )
}

/// Whether the login of this dialect, as it is stored, opens sessions. One that cannot be read may do so.
pub(crate) fn opens_sessions(dialect: &str) -> bool {
    let dialect = serde_json::from_str::<Dialect>(dialect);
    dialect.map_or(true, |dialect| {
        matches!(dialect.authentication, Authentication::Session(_))
    })
}

/// The names of all secrets that a workspace with these settings may have.
pub(crate) fn names_of(workspace: &str, settings: &WorkspaceSettings) -> Vec<String> {
    let secrets = secrets_of(&settings.dialect);
    if secrets.is_empty() {
        return Vec::new();
    }
    SecretNames::on(workspace, &settings.base_url).all(&secrets)
}

/// Those of the secrets that are kept. A keyring that does not open is asked once: it may ask the person each time.
pub(crate) fn read_all(
    (secrets, store): (&dyn Secrets, &Store),
    names: &SecretNames,
    wanted: Vec<SecretName>,
) -> Result<BTreeMap<SecretName, SecretString>, Error> {
    let mut closed = forget_in_passing(secrets, store)?.filter(SecretsError::is_closed);
    let mut found = BTreeMap::new();
    for wanted in wanted {
        let name = names.secret(&wanted);
        if is_to_forget((secrets, store), &name)? {
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
pub(crate) fn read(
    (secrets, store): (&dyn Secrets, &Store),
    name: &str,
) -> Result<Option<SecretString>, Error> {
    if is_to_forget((secrets, store), name)? {
        return Ok(None);
    }
    Ok(secrets.get(name)?)
}

fn is_to_forget((secrets, store): (&dyn Secrets, &Store), name: &str) -> Result<bool, Error> {
    let is_left = |left: Vec<String>| left.iter().any(|left| left == name);
    Ok(secrets.place_of(name) == Place::Keyring && is_left(store.secrets_to_forget()?))
}

/// The same on a thread that may wait; none where they cannot be read, which is logged.
pub(crate) async fn find_secrets(
    (secrets, store): (Arc<dyn Secrets>, Arc<Store>),
    names: SecretNames,
    dialect: &Dialect,
) -> BTreeMap<SecretName, SecretString> {
    let wanted = dialect.authentication.secrets();
    if wanted.is_empty() {
        return BTreeMap::new();
    }
    let look = move || read_all((&*secrets, &store), &names, wanted);
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
pub(crate) struct Forgotten {
    /// Why the keyring did not let go of them, where it was asked and did not.
    pub(crate) failure: Option<SecretsError>,
}

/// Keeps a secret in place of the one before. From the keyring there is nothing more to forget under its name then.
pub(crate) fn keep(
    (secrets, store): (&dyn Secrets, &Store),
    name: &str,
    secret: &SecretString,
) -> Result<(), Error> {
    secrets.set(name, secret)?;
    if secrets.place_of(name) == Place::Keyring {
        store.secret_settled(name)?;
    }
    Ok(())
}

/// Forgets these secrets, which the store names by now as those that the keyring has to forget. What does not let go of them
/// is no failure: they count as forgotten.
pub(crate) fn forget_all(
    (secrets, store): (&dyn Secrets, &Store),
    names: &[String],
) -> Result<Forgotten, Error> {
    if names.is_empty() {
        return Ok(Forgotten::default());
    }
    // Where secrets are given, the keyring may still have what they opened: a session. They go first, whatever it does.
    let mut kept: Vec<_> = names.iter().collect();
    kept.retain(|_| secrets.place() == Place::Memory);
    kept.sort_by_key(|name| secrets.place_of(name) == Place::Keyring);
    let failed = kept.into_iter().find_map(|name| secrets.forget(name).err());
    let forgotten = forget_what_is_left(secrets, store)?;
    Ok(Forgotten {
        failure: failed.or(forgotten.failure),
    })
}

/// Takes out of the keyring what is named for it, where the keyring is used anyway: whoever chose memory does not wait for it.
/// Why it did not let go, where it did not.
pub(crate) fn forget_in_passing(
    secrets: &dyn Secrets,
    store: &Store,
) -> Result<Option<SecretsError>, Error> {
    match secrets.place() {
        Place::Keyring => Ok(forget_what_is_left(secrets, store)?.failure),
        Place::Memory => Ok(None),
    }
}

/// Takes the secrets that are named for it out of the keyring. What it does not let go of now stays named, and counts as
/// forgotten.
fn forget_what_is_left(secrets: &dyn Secrets, store: &Store) -> Result<Forgotten, Error> {
    let mut forgotten = Forgotten::default();
    for name in store.secrets_to_forget()? {
        match secrets.forget_in_keyring(&name) {
            Ok(true) => store.secret_settled(&name)?,
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
        let name = |address| SecretNames::on("w", address).secret(&SecretName::Password);
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
        let names = SecretNames::on("w", "practice:").all(&[SecretName::Token]);
        assert_eq!(
            names,
            [
                "workspace/w/practice:/token",
                "workspace/w/practice:/session"
            ]
        );
    }
}
