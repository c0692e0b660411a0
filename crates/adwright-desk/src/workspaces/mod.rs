//! Workspaces: listed, created, changed, duplicated, removed, and their settings moved to other computers.

mod data_export;
mod error;
mod export_file;
mod form;
mod remove;
mod save;
mod secret_entry;
mod secret_storage;
mod settings_file;

use std::sync::{Arc, Mutex};

use adwright_store::Workspace;
use adwright_views::{Colour, WorkspaceRow};
use url::{Host, Url};

pub use error::{
    FormError, PracticeRefusal, RemovalBlocker, SettingsFileError, UnusableReason, WorkspaceError,
};
pub(crate) use form::parse_stored_dialect;
pub(crate) use save::leftover_secrets_note;
pub(crate) use secret_entry::SecretEntry;

use crate::backend::PRACTICE;
use crate::context::Context;
use crate::error::Error;
use crate::lazy_credentials::LazyCredentials;
use crate::secret_store::SecretStore;
use crate::settings::ServiceSettings;

/// All workspaces, and their secrets.
pub struct Workspaces {
    pub(crate) context: Arc<Context>,
    pub(crate) settings: Arc<ServiceSettings>,
    pub(crate) secrets: Arc<dyn SecretStore>,
    /// The open workspace's secrets; none for Practice.
    pub(crate) credentials: Option<Arc<LazyCredentials>>,
    /// Secrets that were typed and are not saved yet.
    pub(crate) secret_entry: Mutex<SecretEntry>,
}

impl Workspaces {
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
            place: location_label(&settings.base_url),
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

/// Describes where a service is. An invalid address is shown unchanged.
pub(crate) fn location_label(base_url: &str) -> String {
    if base_url == PRACTICE {
        return "on this computer".to_owned();
    }
    let Ok(url) = base_url.parse::<Url>() else {
        return base_url.to_owned();
    };
    let host = url.host_str().unwrap_or_default();
    let port = url
        .port()
        .map_or_else(String::new, |port| format!(":{port}"));
    let how = match url.scheme() {
        "http" if !is_loopback_url(&url) => ", not encrypted",
        _ => "",
    };
    format!("{host}{port}{how}")
}

/// Returns whether an address is on this computer, so that it needs no encryption.
fn is_loopback_url(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::location_label;

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
