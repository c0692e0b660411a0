//! Creates, changes and duplicates workspaces.

use adwright_store::{Workspace, WorkspaceSettings};
use adwright_views::{SavedWorkspace, SettingChange, WorkspaceForm};
use adwright_wire::Dialect;

use super::form::{form_from_settings, is_other_server, settings_from_form};
use super::{PracticeRefusal, WorkspaceError, refuse_practice};

use crate::error::Error;
use crate::secret_store::SecretsError;
use crate::settings::{ServiceSettings, has_changed_connection_settings};
use crate::workspace_secrets::{SecretNames, SecretRemoval, remove_secrets, required_secrets};
use crate::workspace_view::WorkspaceOverview;
use crate::workspaces::Workspaces;

impl Workspaces {
    /// Creates a workspace from a form, or applies the form to the workspace `id`. Another server gets none of the
    /// secrets that were stored for the previous one.
    ///
    /// # Errors
    /// Fails with the first problem of the form.
    pub fn save_workspace(
        &self,
        id: Option<&str>,
        form: &WorkspaceForm,
    ) -> Result<SavedWorkspace, Error> {
        self.judge_form((id, None), form)?.into_result()?;
        let Some(id) = id else {
            return self.insert_workspace(form, None);
        };
        let before = self.context.store.workspace_get(id)?.settings;
        let after = settings_from_form(form, Some(&before))?;
        let (kept, forgotten) = self
            .settings
            .apply_workspace_settings(id, &before, &after)?;
        // Compare with the settings that it was opened with, not with the last stored ones: it may have stayed open
        // since.
        let reopen = id == self.context.workspace.id
            && has_changed_connection_settings(&self.context, &after);
        Ok(SavedWorkspace {
            note: leftover_secrets_note(&forgotten),
            ..saved_workspace(kept, reopen)
        })
    }

    /// Changes a workspace's settings and its form together, all or nothing, and returns sentences about the result.
    /// The form's login and headers are ignored: the settings decide them.
    ///
    /// # Errors
    /// As for [`ServiceSettings::change_settings`] and [`Workspaces::save_workspace`], with the changed settings.
    pub fn change_workspace(
        &self,
        id: &str,
        changes: &[SettingChange],
        form: &WorkspaceForm,
    ) -> Result<String, Error> {
        let before = self.context.store.workspace_get(id)?.settings;
        let (start, said) = if changes.is_empty() {
            (before.clone(), None)
        } else {
            let (start, said) = self.settings.preview_settings(id, changes)?;
            (start, Some(said))
        };
        let set = form_from_settings(&start);
        let form = WorkspaceForm {
            login: set.login,
            headers: set.headers,
            plain_headers: set.plain_headers,
            ..form.clone()
        };
        self.judge_form((Some(id), Some(start.clone())), &form)?
            .into_result()?;
        let after = settings_from_form(&form, Some(&start))?;
        let (kept, forgotten) = self
            .settings
            .apply_workspace_settings(id, &before, &after)?;
        let done = format!("“{}” is changed.", kept.settings.name);
        let note = leftover_secrets_note(&forgotten);
        let sentences = said.into_iter().chain([done]).chain(note);
        Ok(sentences.collect::<Vec<_>>().join(" "))
    }

    /// Creates a workspace from a form and a dialect; the form decides the login.
    ///
    /// # Errors
    /// As for [`Workspaces::save_workspace`].
    pub fn add_workspace(
        &self,
        form: &WorkspaceForm,
        dialect: &Dialect,
    ) -> Result<SavedWorkspace, Error> {
        self.judge_form((None, None), form)?.into_result()?;
        let start = WorkspaceSettings::new(&form.name, "", &dialect_json(dialect), None);
        self.insert_workspace(form, Some(&start))
    }

    fn insert_workspace(
        &self,
        form: &WorkspaceForm,
        start: Option<&WorkspaceSettings>,
    ) -> Result<SavedWorkspace, Error> {
        let settings = settings_from_form(form, start)?;
        let made = self
            .context
            .store
            .workspace_insert(&settings, self.context.now())?;
        Ok(saved_workspace(made, false))
    }

    /// Creates a workspace with another one's settings, templates, views, rules and learned fields. Its password must
    /// be entered again.
    pub fn duplicate_workspace(&self, id: &str) -> Result<SavedWorkspace, Error> {
        let original = self.context.store.workspace_get(id)?;
        refuse_practice(&original, PracticeRefusal::Duplicate)?;
        let name = self.free_workspace_name(&format!("{} copy", original.settings.name))?;
        let copy = self
            .context
            .store
            .workspace_duplicate(id, &name, self.context.now())?;
        Ok(saved_workspace(copy, false))
    }

    /// Returns a name that no workspace has: the wanted name, if necessary with a number.
    pub(super) fn free_workspace_name(&self, wanted: &str) -> Result<String, Error> {
        let rows = self.workspaces()?;
        let is_free = |name: &String| {
            rows.iter()
                .all(|row| row.name.to_lowercase() != name.to_lowercase())
        };
        let numbered = (2..).map(|number| format!("{wanted} {number}"));
        let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
        Ok(names
            .find(is_free)
            .expect("there are more numbers than workspaces"))
    }
}

impl WorkspaceOverview {
    /// Turns sending from the open workspace on or off.
    pub fn set_read_only(&self, read_only: bool) -> Result<adwright_views::WorkspaceView, Error> {
        let mut settings = self.context.settings()?;
        settings.guards.read_only = read_only;
        self.context
            .store
            .workspace_update(&self.context.workspace.id, &settings)?;
        self.workspace_view()
    }
}

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
        let strays = obsolete_secrets(id, before, after);
        let kept = self
            .context
            .store
            .workspace_update_and_forget(id, after, &strays)?;
        let forgotten = remove_secrets((&*self.secrets, &self.context.store), &strays)?;
        Ok((kept, forgotten))
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

/// Returns a note if the keyring did not delete secrets; none if there is no keyring.
pub(crate) fn leftover_secrets_note(forgotten: &SecretRemoval) -> Option<String> {
    let failure = forgotten.failure.as_ref();
    let failure = failure.filter(|error| !matches!(error, SecretsError::Unreachable { .. }));
    failure.map(|error| format!(
        "What is used no more is still in the keyring, and will be taken out with its next use. {error}"
    ))
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

pub(super) fn saved_workspace(workspace: Workspace, reopen: bool) -> SavedWorkspace {
    SavedWorkspace {
        id: workspace.id,
        name: workspace.settings.name,
        reopen,
        note: None,
    }
}

fn dialect_json(dialect: &Dialect) -> String {
    serde_json::to_string(dialect).expect("a dialect is plain data")
}
