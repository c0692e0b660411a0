//! Creates, changes and duplicates workspaces.

use adwright_store::{Workspace, WorkspaceSettings};
use adwright_views::{SavedWorkspace, SettingChange, WorkspaceForm};
use adwright_wire::Dialect;

use super::form::{form_from_settings, settings_from_form};
use super::refuse_practice;

use crate::error::{Error, PracticeRefusal};
use crate::settings::{has_changed_connection_settings, leftover_secrets_note};
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
        self.check_form(id, None, form)?.into_result()?;
        let Some(id) = id else {
            return self.insert_workspace(form, None);
        };
        let before = self.context.store.workspace_get(id)?.settings;
        let after = settings_from_form(form, Some(&before))?;
        let (updated, secret_removal) = self
            .settings
            .apply_workspace_settings(id, &before, &after)?;
        // Compare with the settings that it was opened with, not with the last stored ones: it may have stayed open
        // since.
        let reopen = id == self.context.workspace.id
            && has_changed_connection_settings(&self.context, &after);
        Ok(SavedWorkspace {
            reopen,
            note: leftover_secrets_note(&secret_removal),
            ..unopened_workspace(updated)
        })
    }

    /// Changes a workspace's settings and its form together, all or nothing, and returns sentences about the result.
    /// The form's login and headers are ignored: the settings decide them.
    ///
    /// # Errors
    /// As for [`ServiceSettings::change_settings`](crate::ServiceSettings::change_settings) and
    /// [`Workspaces::save_workspace`], with the changed settings.
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
        self.check_form(Some(id), Some(start.clone()), &form)?
            .into_result()?;
        let after = settings_from_form(&form, Some(&start))?;
        let (kept, deleted) = self
            .settings
            .apply_workspace_settings(id, &before, &after)?;
        let done = format!("“{}” was changed.", kept.settings.name);
        let note = leftover_secrets_note(&deleted);
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
        self.check_form(None, None, form)?.into_result()?;
        let start = WorkspaceSettings::new(&form.name, "", &dialect_json(dialect), None);
        self.insert_workspace(form, Some(&start))
    }

    fn insert_workspace(
        &self,
        form: &WorkspaceForm,
        start: Option<&WorkspaceSettings>,
    ) -> Result<SavedWorkspace, Error> {
        let settings = settings_from_form(form, start)?;
        let inserted = self
            .context
            .store
            .workspace_insert(&settings, self.context.now())?;
        Ok(unopened_workspace(inserted))
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
        Ok(unopened_workspace(copy))
    }

    /// Returns a name that no workspace has: the preferred name, if necessary with a number.
    pub(super) fn free_workspace_name(&self, preferred: &str) -> Result<String, Error> {
        let rows = self.workspaces()?;
        let is_free = |name: &String| {
            rows.iter()
                .all(|row| row.name.to_lowercase() != name.to_lowercase())
        };
        let numbered = (2..).map(|number| format!("{preferred} {number}"));
        let mut names = std::iter::once(preferred.to_owned()).chain(numbered);
        Ok(names
            .find(is_free)
            .expect("there are more numbers than workspaces"))
    }
}

/// Returns the result of saving a workspace that is not open.
pub(super) fn unopened_workspace(workspace: Workspace) -> SavedWorkspace {
    SavedWorkspace {
        id: workspace.id,
        name: workspace.settings.name,
        reopen: false,
        note: None,
    }
}

fn dialect_json(dialect: &Dialect) -> String {
    serde_json::to_string(dialect).expect("a dialect is plain data")
}
