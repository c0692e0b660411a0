//! Applies changed settings to a workspace, and deletes the secrets that they make obsolete.

use adwright_store::{Workspace, WorkspaceSettings};
use adwright_wire::Dialect;
use url::Url;

use crate::credentials::{SecretNames, SecretRemoval, required_secrets};
use crate::error::{Error, SecretsError, WorkspaceError};
use crate::settings::ServiceSettings;
use crate::wording::undeleted_secrets_note;

impl ServiceSettings {
    /// Applies settings to a workspace, and deletes obsolete secrets. A change of service or login is refused while an
    /// item has an unknown outcome, because only the current service can settle it.
    pub(crate) fn apply_workspace_settings(
        &self,
        id: &str,
        before: &WorkspaceSettings,
        after: &WorkspaceSettings,
    ) -> Result<(Workspace, SecretRemoval), Error> {
        if changes_destination(before, after) {
            self.refuse_open_items(id)?;
        }
        let obsolete = obsolete_secrets(id, before, after);
        let updated = self
            .context
            .store
            .workspace_update_and_delete_secrets(id, after, &obsolete)?;
        Ok((updated, self.secrets.remove(&obsolete)?))
    }

    fn refuse_open_items(&self, id: &str) -> Result<(), Error> {
        let losses = self.context.store.workspace_losses(id)?;
        if losses.on_their_way + losses.needs_you > 0 {
            return Err(WorkspaceError::OpenItems.into());
        }
        Ok(())
    }
}

/// Returns the names of the secrets that the settings `after` must not keep; empty if they lead to the same service and
/// login. Another server or login name makes all secrets obsolete; otherwise only unused secrets and the session are.
fn obsolete_secrets(
    id: &str,
    before: &WorkspaceSettings,
    after: &WorkspaceSettings,
) -> Vec<String> {
    let mut strays = required_secrets(&before.dialect);
    if strays.is_empty() || !changes_destination(before, after) {
        return Vec::new();
    }
    if !is_other_server(before, &after.base_url) && before.login == after.login {
        let used = required_secrets(&after.dialect);
        strays.retain(|name| !used.contains(name));
    }
    SecretNames::for_address(id, &before.base_url).all_names(&strays)
}

/// Returns whether requests go to another service, or log in as someone else.
fn changes_destination(before: &WorkspaceSettings, after: &WorkspaceSettings) -> bool {
    before.base_url != after.base_url
        || before.login != after.login
        || before.plain_http != after.plain_http
        || changes_identity(&before.dialect, &after.dialect)
}

/// Returns whether the service would see another login with this dialect. An unreadable dialect counts as a change.
fn changes_identity(before: &str, after: &str) -> bool {
    let who = |dialect: &str| {
        let dialect = serde_json::from_str::<Dialect>(dialect).ok();
        dialect.map(|dialect| (dialect.authentication, dialect.plain_headers))
    };
    match (who(before), who(after)) {
        (Some(before), Some(after)) => before != after,
        _ => before != after,
    }
}

/// Returns a note if the keyring did not delete secrets; none if there is no keyring.
pub(crate) fn leftover_secrets_note(removal: &SecretRemoval) -> Option<String> {
    let failure = removal.failure.as_ref();
    let failure = failure.filter(|error| !matches!(error, SecretsError::Unreachable { .. }));
    failure.map(undeleted_secrets_note)
}

/// Returns whether an address is on another server. A stored secret must not be sent there.
pub(crate) fn is_other_server(before: &WorkspaceSettings, address: &str) -> bool {
    match (before.base_url.parse::<Url>(), address.parse::<Url>()) {
        (Ok(was), Ok(now)) => was.origin() != now.origin(),
        _ => before.base_url != address,
    }
}
