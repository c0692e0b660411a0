//! Which workspace a program without a window opens.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_store::{Store, Workspace, WorkspaceSettings};
use adwright_wire::{Dialect, SecretName};
use secrecy::SecretString;

use crate::asked_as::one_spelling;
use crate::asked_before::found_as;
use crate::backend::PRACTICE;
use crate::desk::{Desk, Ports};
use crate::error::Error;
use crate::given_secrets::GivenSecrets;
use crate::opening::{OPEN_NEXT, open_store};
use crate::paths::Paths;
use crate::settings::with_lessons;
use crate::views::WorkspaceRow;
use crate::workspace_secrets::SecretNames;
use crate::workspaces::place_of;

/// What Practice is called before it was opened for the first time.
const PRACTICE_NAME: &str = "Practice";

/// Which workspace to open.
#[derive(Debug, Clone)]
pub enum Which {
    /// The one that the window opens at its next start. Where the window never chose, the only one of a real service;
    /// Practice where there is none.
    Usual,
    /// The one of this name, in whatever case.
    Named(String),
    /// Practice.
    Practice,
    /// One that no list shows, for a service that was named instead of a workspace. It is made where there is none of
    /// that address and way to log in for who asks, so that drafts and receipts stay, and stay theirs.
    Unlisted(Box<UnlistedService>),
}

/// A service that no workspace in the list describes.
#[derive(Debug, Clone)]
pub struct UnlistedService {
    /// Its base URL.
    pub address: String,
    /// Whether plain HTTP to another computer was chosen.
    pub plain_http: bool,
    /// Its dialect, for this time.
    pub dialect: Dialect,
    /// The keys of the settings that were chosen for this time, also where they are the default: what was learned before
    /// does not take their place.
    pub chosen: Vec<String>,
    /// The name to log in by.
    pub login: Option<String>,
    /// What it is shown; it is kept nowhere. Only the names of headers say who asks, as a secret is renewed at times.
    pub secrets: BTreeMap<SecretName, SecretString>,
}

impl Desk {
    /// Opens a workspace without making it the one that the window opens next.
    ///
    /// # Errors
    /// [`Error::Unfit`] where no workspace has the name, or nothing says which of several is meant; otherwise as for
    /// [`Desk::open`].
    pub async fn open_which(paths: &Paths, ports: Ports, which: &Which) -> Result<Self, Error> {
        let store = open_store(paths, &ports)?;
        let at = ports.clock.now().as_millisecond();
        let chosen = match which {
            Which::Practice => None,
            Which::Usual => usual(&store)?,
            Which::Named(name) => named(&store, name)?,
            Which::Unlisted(service) => Some(unlisted(&store, service, at)?),
        };
        Self::open_chosen(chosen, store, paths, ports).await
    }

    /// The name of the workspace that would be opened, where it is one of a real service.
    ///
    /// # Errors
    /// As for [`Desk::open_which`], before anything is opened.
    pub fn name_of_real(paths: &Paths, which: &Which) -> Result<Option<String>, Error> {
        let store = Store::open(&paths.store())?;
        let chosen = match which {
            Which::Usual => usual(&store)?,
            Which::Named(name) => named(&store, name)?,
            Which::Practice | Which::Unlisted(_) => None,
        };
        let real = chosen.filter(|workspace| !is_practice(workspace));
        Ok(real.map(|workspace| workspace.settings.name))
    }

    /// Opens the same workspace anew, on the same database, with the settings that it has now and secrets that are given
    /// for as long as it is open. They are kept nowhere; the token of a session is kept where this desk keeps secrets.
    ///
    /// # Errors
    /// As for [`Desk::open`].
    pub async fn reopened_with(
        self,
        given: BTreeMap<SecretName, SecretString>,
    ) -> Result<Self, Error> {
        let workspace = self.store.workspace_get(&self.workspace.id)?;
        let names = SecretNames::of(&workspace);
        let given = given.into_iter();
        let given = given.map(|(name, secret)| (names.secret(&name), secret));
        let ports = Ports {
            clock: Arc::clone(&self.clock),
            secrets: Arc::new(GivenSecrets::new(
                given.collect(),
                Arc::clone(&self.secrets),
            )),
        };
        let (store, paths) = (Arc::clone(&self.store), self.paths.clone());
        drop(self);
        Self::open_chosen(Some(workspace), store, &paths, ports).await
    }

    /// The workspace of that name, in whatever case, as it stands in the list.
    ///
    /// # Errors
    /// [`Error::Unfit`] where there is none.
    pub fn workspace_named(&self, name: &str) -> Result<WorkspaceRow, Error> {
        let found = named(&self.store, name)?.map(|workspace| workspace.id);
        let rows = self.workspaces()?.into_iter();
        let mut rows = rows.filter(|row| found.as_ref() == Some(&row.id));
        rows.next()
            .ok_or_else(|| Error::Unfit(format!("There is no workspace “{name}”.")))
    }

    /// The secrets that the open workspace needs.
    #[must_use]
    pub fn wanted_secrets(&self) -> Vec<SecretName> {
        match self.backend.practice() {
            // Its login is minted at each start.
            Some(_) => Vec::new(),
            None => self.dialect.authentication.secrets(),
        }
    }
}

fn is_practice(workspace: &Workspace) -> bool {
    workspace.settings.base_url == PRACTICE
}

/// None for Practice.
fn usual(store: &Store) -> Result<Option<Workspace>, Error> {
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
        _ => Err(Error::Unfit(format!(
            "Nothing says which workspace is meant: there {}. Say it with --workspace NAME.",
            names(&all)
        ))),
    }
}

fn named(store: &Store, name: &str) -> Result<Option<Workspace>, Error> {
    let all = store.workspace_list()?;
    let is_so =
        |workspace: &&Workspace| workspace.settings.name.to_lowercase() == name.to_lowercase();
    if let Some(found) = all.iter().find(is_so) {
        return Ok(Some(found.clone()));
    }
    if name.eq_ignore_ascii_case(PRACTICE_NAME) && !all.iter().any(is_practice) {
        return Ok(None);
    }
    Err(Error::Unfit(format!(
        "There is no workspace “{name}”. There {}.",
        names(&all)
    )))
}

fn unlisted(store: &Store, service: &UnlistedService, at: i64) -> Result<Workspace, Error> {
    let dialect = serde_json::to_string(&service.dialect).expect("a dialect is plain data");
    let address = one_spelling(&service.address);
    let settings = WorkspaceSettings {
        listed: false,
        plain_http: service.plain_http,
        ..WorkspaceSettings::new(
            &place_of(&address),
            &address,
            &dialect,
            service.login.as_deref(),
        )
    };
    let asked_as = found_as(store, service)?;
    let renewed = |before: &_| with_lessons(settings.clone(), before, &service.chosen);
    Ok(store.workspace_unlisted(&asked_as, &settings, renewed, at)?)
}

/// The names to choose from, Practice first, after the verb.
fn names(all: &[Workspace]) -> String {
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
