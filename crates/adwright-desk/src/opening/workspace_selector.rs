//! Selects the workspace that a program without a window opens.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_store::{Store, Workspace};
use adwright_wire::SecretName;
use secrecy::SecretString;

use crate::credentials::{EphemeralSecrets, SecretNames};
use crate::desk::{Desk, Ports};
use crate::error::{Error, WorkspaceError};
use crate::host::Paths;
use crate::opening::open_workspace::open_store;
use crate::workspaces::{OPEN_NEXT, available_names, find_by_name, is_practice};

/// Which workspace to open.
#[derive(Debug, Clone)]
pub enum WorkspaceSelector {
    /// The workspace that the window opens next. If the window never chose, the only workspace of a real service;
    /// otherwise Practice.
    Default,
    /// The workspace with this name, in any case.
    Named(String),
    /// Practice.
    Practice,
}

impl Desk {
    /// Opens a workspace without making it the one that the window opens next.
    ///
    /// # Errors
    /// [`WorkspaceError::Unknown`] or [`WorkspaceError::Ambiguous`]; otherwise as for
    /// [`Desk::open`].
    pub async fn open_selected(
        paths: &Paths,
        ports: Ports,
        which: &WorkspaceSelector,
    ) -> Result<Self, Error> {
        let store = open_store(paths, &ports)?;
        let chosen = match which {
            WorkspaceSelector::Practice => None,
            WorkspaceSelector::Default => default_workspace(&store)?,
            WorkspaceSelector::Named(name) => find_by_name(&store, name)?,
        };
        Self::open_selected_workspace(chosen, store, paths, ports).await
    }

    /// Returns the name of the workspace that would be opened, if it is one of a real service.
    ///
    /// # Errors
    /// As for [`Desk::open_selected`], before anything is opened.
    pub fn real_workspace_name(
        paths: &Paths,
        which: &WorkspaceSelector,
    ) -> Result<Option<String>, Error> {
        let store = Store::open(&paths.store())?;
        let chosen = match which {
            WorkspaceSelector::Default => default_workspace(&store)?,
            WorkspaceSelector::Named(name) => find_by_name(&store, name)?,
            WorkspaceSelector::Practice => None,
        };
        let real = chosen.filter(|workspace| !is_practice(workspace));
        Ok(real.map(|workspace| workspace.settings.name))
    }

    /// Reopens the same workspace on the same database, with its current settings and the given secrets. The secrets
    /// are never stored; a session token is stored as for this desk.
    ///
    /// # Errors
    /// As for [`Desk::open`].
    pub async fn reopen_with_secrets(
        self,
        secrets: BTreeMap<SecretName, SecretString>,
    ) -> Result<Self, Error> {
        let workspace = self
            .context
            .store
            .workspace_get(&self.context.workspace.id)?;
        let names = SecretNames::for_workspace(&workspace);
        let secrets = secrets.into_iter();
        let secrets = secrets.map(|(name, secret)| (names.secret_name(&name), secret));
        let ports = Ports {
            clock: Arc::clone(&self.context.clock),
            secrets: Arc::new(EphemeralSecrets::new(
                secrets.collect(),
                Arc::clone(self.secrets.secret_store()),
            )),
        };
        let (store, paths) = (Arc::clone(&self.context.store), self.context.paths.clone());
        drop(self);
        Self::open_selected_workspace(Some(workspace), store, &paths, ports).await
    }
}

/// Returns the default workspace; none for Practice.
fn default_workspace(store: &Store) -> Result<Option<Workspace>, Error> {
    let all = store.workspace_list()?;
    let next = store.preference_get(OPEN_NEXT)?;
    let chosen = next.and_then(|id| all.iter().find(|workspace| workspace.id == id));
    if let Some(chosen) = chosen {
        return Ok(Some(chosen.clone()));
    }
    let mut real = all.iter().filter(|workspace| !is_practice(workspace));
    match (real.next(), real.next()) {
        (None, _) => Ok(None),
        (Some(only), None) => Ok(Some(only.clone())),
        _ => Err(WorkspaceError::Ambiguous {
            known: available_names(&all),
        }
        .into()),
    }
}
