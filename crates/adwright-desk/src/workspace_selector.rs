//! Selects the workspace that a program without a window opens.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_store::{Store, Workspace, WorkspaceSettings};
use adwright_wire::{Dialect, SecretName};
use secrecy::SecretString;

use crate::backend::PRACTICE;
use crate::desk::{Desk, Ports};
use crate::ephemeral_secrets::EphemeralSecrets;
use crate::error::Error;
use crate::legacy_service_key::resolve_service_key;
use crate::open_workspace::{OPEN_NEXT, open_store};
use crate::paths::Paths;
use crate::service_key::normalized_address;
use crate::settings::with_learned_settings;
use crate::views::WorkspaceRow;
use crate::workspace_secrets::SecretNames;
use crate::workspaces::location_label;

/// The name of Practice before its first start.
const PRACTICE_NAME: &str = "Practice";

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
    /// A workspace outside the list, for a service that was named instead of a workspace. It is created if none has
    /// this address and login, so that drafts and receipts stay with that login.
    Unlisted(Box<UnlistedService>),
}

/// A service that no workspace in the list describes.
#[derive(Debug, Clone)]
pub struct UnlistedService {
    /// Its base URL.
    pub address: String,
    /// Whether plain HTTP to another computer was chosen.
    pub plain_http: bool,
    /// Its dialect for this run.
    pub dialect: Dialect,
    /// The keys of the settings that were chosen for this run, even with their default values. Learned values do not
    /// replace them.
    pub chosen: Vec<String>,
    /// The login name.
    pub login: Option<String>,
    /// The secrets, which are never stored. Only header names identify the login, because secrets change over time.
    pub secrets: BTreeMap<SecretName, SecretString>,
}

impl Desk {
    /// Opens a workspace without making it the one that the window opens next.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if no workspace has the name, or if the choice is ambiguous; otherwise as for
    /// [`Desk::open`].
    pub async fn open_selected(
        paths: &Paths,
        ports: Ports,
        which: &WorkspaceSelector,
    ) -> Result<Self, Error> {
        let store = open_store(paths, &ports)?;
        let at = ports.clock.now().as_millisecond();
        let chosen = match which {
            WorkspaceSelector::Practice => None,
            WorkspaceSelector::Default => default_workspace(&store)?,
            WorkspaceSelector::Named(name) => find_by_name(&store, name)?,
            WorkspaceSelector::Unlisted(service) => Some(unlisted_workspace(&store, service, at)?),
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
            WorkspaceSelector::Practice | WorkspaceSelector::Unlisted(_) => None,
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
        given: BTreeMap<SecretName, SecretString>,
    ) -> Result<Self, Error> {
        let workspace = self.store.workspace_get(&self.workspace.id)?;
        let names = SecretNames::for_workspace(&workspace);
        let given = given.into_iter();
        let given = given.map(|(name, secret)| (names.secret_name(&name), secret));
        let ports = Ports {
            clock: Arc::clone(&self.clock),
            secrets: Arc::new(EphemeralSecrets::new(
                given.collect(),
                Arc::clone(&self.secrets),
            )),
        };
        let (store, paths) = (Arc::clone(&self.store), self.paths.clone());
        drop(self);
        Self::open_selected_workspace(Some(workspace), store, &paths, ports).await
    }

    /// Returns the workspace with this name, in any case, as the list shows it.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if there is none.
    pub fn workspace_by_name(&self, name: &str) -> Result<WorkspaceRow, Error> {
        let found = find_by_name(&self.store, name)?.map(|workspace| workspace.id);
        let rows = self.workspaces()?.into_iter();
        let mut rows = rows.filter(|row| found.as_ref() == Some(&row.id));
        rows.next()
            .ok_or_else(|| Error::InvalidInput(format!("There is no workspace “{name}”.")))
    }

    /// Returns the names of the secrets that the open workspace needs.
    #[must_use]
    pub fn required_secret_names(&self) -> Vec<SecretName> {
        match self.backend.practice() {
            // The login of Practice is created at each start.
            Some(_) => Vec::new(),
            None => self.dialect.authentication.secret_names(),
        }
    }
}

fn is_practice(workspace: &Workspace) -> bool {
    workspace.settings.base_url == PRACTICE
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
        _ => Err(Error::InvalidInput(format!(
            "Nothing says which workspace is meant: there {}. Say it with --workspace NAME.",
            available_names(&all)
        ))),
    }
}

fn find_by_name(store: &Store, name: &str) -> Result<Option<Workspace>, Error> {
    let all = store.workspace_list()?;
    let is_so =
        |workspace: &&Workspace| workspace.settings.name.to_lowercase() == name.to_lowercase();
    if let Some(found) = all.iter().find(is_so) {
        return Ok(Some(found.clone()));
    }
    if name.eq_ignore_ascii_case(PRACTICE_NAME) && !all.iter().any(is_practice) {
        return Ok(None);
    }
    Err(Error::InvalidInput(format!(
        "There is no workspace “{name}”. There {}.",
        available_names(&all)
    )))
}

fn unlisted_workspace(
    store: &Store,
    service: &UnlistedService,
    at: i64,
) -> Result<Workspace, Error> {
    let dialect = serde_json::to_string(&service.dialect).expect("a dialect is plain data");
    let address = normalized_address(&service.address);
    let settings = WorkspaceSettings {
        listed: false,
        plain_http: service.plain_http,
        ..WorkspaceSettings::new(
            &location_label(&address),
            &address,
            &dialect,
            service.login.as_deref(),
        )
    };
    let asked_as = resolve_service_key(store, service)?;
    let renewed = |before: &_| with_learned_settings(settings.clone(), before, &service.chosen);
    Ok(store.workspace_ensure_unlisted(&asked_as, &settings, renewed, at)?)
}

/// Returns the names to choose from, Practice first, with the verb.
fn available_names(all: &[Workspace]) -> String {
    let mut names = vec![PRACTICE_NAME];
    let practice = all.iter().find(|workspace| is_practice(workspace));
    if let Some(practice) = practice {
        names = vec![&practice.settings.name];
    }
    let real = all.iter().filter(|workspace| !is_practice(workspace));
    names.extend(real.map(|workspace| workspace.settings.name.as_str()));
    match names.split_last() {
        Some((last, [])) => format!("is only “{last}”"),
        Some((last, others)) => format!("are “{}” and “{last}”", others.join("”, “")),
        None => String::new(),
    }
}
