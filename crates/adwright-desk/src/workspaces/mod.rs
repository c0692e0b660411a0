//! Workspaces: listed, created, changed, duplicated, removed, and their settings moved to other computers.

mod data_export;
mod form;
mod remove;
mod save;
mod secret_entry;
mod secret_storage;
mod settings_file;

use std::sync::{Arc, Mutex};

use adwright_store::{Store, Workspace};
use adwright_views::{Colour, WorkspaceRow};
use adwright_wire::SecretName;
use derive_new::new;

pub(crate) use secret_entry::SecretEntry;

use crate::context::Context;
use crate::credentials::{LazyCredentials, StoredSecrets};
use crate::error::Error;
use crate::host::PRACTICE;
use crate::settings::{ServiceSettings, location_label};
use crate::{PracticeRefusal, WorkspaceError};

/// All workspaces, and their secrets.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Workspaces {
    context: Arc<Context>,
    settings: Arc<ServiceSettings>,
    secrets: StoredSecrets,
    /// The open workspace's secrets; none for Practice.
    credentials: Option<Arc<LazyCredentials>>,
    /// Secrets that were typed and are not saved yet.
    #[new(default)]
    secret_entry: Mutex<SecretEntry>,
}

impl Workspaces {
    /// Returns the workspace with this name, in any case, as the list shows it.
    ///
    /// # Errors
    /// [`WorkspaceError::Unknown`] if there is none.
    pub fn workspace_by_name(&self, name: &str) -> Result<WorkspaceRow, Error> {
        let found = find_by_name(&self.context.store, name)?.map(|workspace| workspace.id);
        let rows = self.workspaces()?.into_iter();
        let mut rows = rows.filter(|row| found.as_ref() == Some(&row.id));
        let unknown = || WorkspaceError::Unknown {
            name: name.to_owned(),
            known: Vec::new(),
        };
        Ok(rows.next().ok_or_else(unknown)?)
    }

    /// Returns the names of the secrets that the open workspace needs.
    #[must_use]
    pub fn required_secret_names(&self) -> Vec<SecretName> {
        match self.context.backend.practice() {
            // The login of Practice is created at each start.
            Some(_) => Vec::new(),
            None => self.context.dialect.authentication.secret_names(),
        }
    }

    /// Returns the workspaces that can be opened: Practice first, then in order of creation.
    pub fn workspaces(&self) -> Result<Vec<WorkspaceRow>, Error> {
        let all = self.context.store.workspace_list()?;
        let mut rows: Vec<_> = all.into_iter().map(|one| self.workspace_row(one)).collect();
        rows.sort_by_key(|row| !row.practice);
        Ok(rows)
    }

    fn workspace_row(&self, workspace: Workspace) -> WorkspaceRow {
        let settings = workspace.settings;
        WorkspaceRow {
            open: workspace.id == self.context.workspace.id,
            id: workspace.id,
            colour: Colour::parse(&settings.colour),
            location: location_label(&settings.base_url),
            practice: settings.base_url == PRACTICE,
            read_only: settings.guards.read_only,
            production: settings.guards.production,
            name: settings.name,
        }
    }
}

/// Fails for Practice, which exists exactly once on every computer.
fn refuse_practice(workspace: &Workspace, refusal: PracticeRefusal) -> Result<(), Error> {
    if workspace.settings.base_url == PRACTICE {
        return Err(WorkspaceError::Practice(refusal).into());
    }
    Ok(())
}

pub(crate) fn find_by_name(store: &Store, name: &str) -> Result<Option<Workspace>, Error> {
    let all = store.workspace_list()?;
    let is_so =
        |workspace: &&Workspace| workspace.settings.name.to_lowercase() == name.to_lowercase();
    if let Some(found) = all.iter().find(is_so) {
        return Ok(Some(found.clone()));
    }
    if name.eq_ignore_ascii_case(PRACTICE_NAME) && !all.iter().any(is_practice) {
        return Ok(None);
    }
    Err(WorkspaceError::Unknown {
        name: name.to_owned(),
        known: available_names(&all),
    }
    .into())
}

pub(crate) fn is_practice(workspace: &Workspace) -> bool {
    workspace.settings.base_url == PRACTICE
}

/// The name of Practice before its first start.
const PRACTICE_NAME: &str = "Practice";

/// Returns the names to choose from, Practice first.
pub(crate) fn available_names(all: &[Workspace]) -> Vec<String> {
    let practice = all.iter().find(|workspace| is_practice(workspace));
    let practice = practice.map_or(PRACTICE_NAME, |practice| &practice.settings.name);
    let real = all.iter().filter(|workspace| !is_practice(workspace));
    let real = real.map(|workspace| workspace.settings.name.clone());
    std::iter::once(practice.to_owned()).chain(real).collect()
}

/// The preference with the workspace to open at the next start; Practice if it is not set.
pub(crate) const OPEN_NEXT: &str = "workspace.next";

#[cfg(test)]
mod tests {
    use crate::settings::location_label;

    #[test]
    fn place_names_host_and_missing_encryption() {
        assert_eq!(location_label("practice:"), "on this computer");
        assert_eq!(
            location_label("https://ads.acme.example/sas"),
            "ads.acme.example"
        );
        assert_eq!(location_label("http://127.0.0.1:8080"), "127.0.0.1:8080");
        assert_eq!(
            location_label("http://ads.example"),
            "ads.example, not encrypted"
        );
    }
}
