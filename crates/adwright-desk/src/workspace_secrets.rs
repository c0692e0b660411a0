//! The secrets of workspaces: under which names they are kept, and what came of looking for them.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_wire::{Dialect, SecretName};
use secrecy::SecretString;

use crate::secrets::{Secrets, SecretsError};

/// The session token is kept beside what a person types.
const SESSION: &str = "session";

/// What came of looking for a workspace's secrets when it was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// It needs none.
    Nothing,
    /// They are there.
    All,
    /// Some are not kept: they were never typed, or only in memory.
    Missing,
    /// The place where they are kept failed; what it said, as a sentence.
    Failed(String),
}

/// Under which name a secret of a workspace is kept.
pub(crate) fn secret_name(workspace: &str, secret: &SecretName) -> String {
    format!("workspace/{workspace}/{secret}")
}

/// The name of a workspace's session token.
pub(crate) fn session_name(workspace: &str) -> String {
    format!("workspace/{workspace}/{SESSION}")
}

/// The secrets of a workspace with this dialect, as it is stored. One that cannot be read may have had the usual ones.
pub(crate) fn secrets_of(dialect: &str) -> Vec<SecretName> {
    let dialect = serde_json::from_str::<Dialect>(dialect);
    dialect.map_or_else(
        |_| vec![SecretName::Password, SecretName::Token],
        |dialect| dialect.authentication.secrets(),
    )
}

/// The secrets of a workspace that are kept, and what came of looking for them. The keyring may ask the person to unlock
/// it meanwhile.
pub(crate) async fn find_secrets(
    secrets: Arc<dyn Secrets>,
    workspace: &str,
    dialect: &Dialect,
) -> (Found, BTreeMap<SecretName, SecretString>) {
    let wanted = dialect.authentication.secrets();
    if wanted.is_empty() {
        return (Found::Nothing, BTreeMap::new());
    }
    let workspace = workspace.to_owned();
    let count = wanted.len();
    let look = move || read_all(&*secrets, &workspace, wanted);
    match tokio::task::spawn_blocking(look).await {
        Ok(Ok(found)) if found.len() == count => (Found::All, found),
        Ok(Ok(found)) => (Found::Missing, found),
        Ok(Err(error)) => (Found::Failed(told(&error)), BTreeMap::new()),
        Err(_) => {
            let sentence = "The keyring could not be asked. Open the workspace once more.";
            (Found::Failed(sentence.to_owned()), BTreeMap::new())
        }
    }
}

fn read_all(
    secrets: &dyn Secrets,
    workspace: &str,
    wanted: Vec<SecretName>,
) -> Result<BTreeMap<SecretName, SecretString>, SecretsError> {
    let mut found = BTreeMap::new();
    for name in wanted {
        if let Some(secret) = secrets.get(&secret_name(workspace, &name))? {
            found.insert(name, secret);
        }
    }
    Ok(found)
}

/// Forgets these secrets of a workspace, and its session.
pub(crate) fn forget_secrets(
    secrets: &dyn Secrets,
    workspace: &str,
    names: &[SecretName],
) -> Result<(), SecretsError> {
    for name in names {
        secrets.forget(&secret_name(workspace, name))?;
    }
    secrets.forget(&session_name(workspace))
}

fn told(error: &SecretsError) -> String {
    tracing::warn!(details = error.details(), "the secrets cannot be read");
    error.to_string()
}
