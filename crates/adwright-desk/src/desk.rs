//! The desk: one open workspace, and everything that can be done in it.

use std::sync::Arc;

use adwright_client::Client;
use adwright_wire::Dialect;

use crate::ad_files::AdFiles;
use crate::ad_review::AdReviews;
use crate::bulk::BulkEdits;
use crate::clock::Clock;
use crate::connection::ServiceStatus;
use crate::context::Context;
use crate::custom_fields::Customization;
use crate::detail::Details;
use crate::doctor::Doctor;
use crate::draft::Drafts;
use crate::facts::Checker;
use crate::fetch::Fetches;
use crate::history::ObjectHistory;
use crate::list::Lists;
use crate::outbox::Outbox;
use crate::palette::CommandPalette;
use crate::saved_views::SavedListViews;
use crate::secret_store::SecretStore;
use crate::settings::ServiceSettings;
use crate::site_contact::SiteContacts;
use crate::source::SourceEditor;
use crate::templates::Templates;
use crate::values::RetargetingValues;
use crate::welcome::Onboarding;
use crate::workspace_view::WorkspaceOverview;
use crate::workspaces::Workspaces;

/// The parts that differ between the window, the terminal and a test.
pub struct Ports {
    /// The source of time.
    pub clock: Arc<dyn Clock>,
    /// The storage of passwords and session tokens of real services. Practice secrets are created at each start and
    /// never stored.
    pub secrets: Arc<dyn SecretStore>,
}

/// One open workspace: each noun with its use cases.
///
/// Their methods may be called from any thread. Methods that are not `async` use the local database only.
pub struct Desk {
    pub(crate) context: Arc<Context>,
    pub(crate) secrets: Arc<dyn SecretStore>,
    pub(crate) onboarding: Arc<Onboarding>,
    /// The checks of documents, with what is known about their objects.
    pub checker: Arc<Checker>,
    /// The lists of campaigns and ads.
    pub lists: Arc<Lists>,
    /// The settings that say how a service is asked.
    pub settings: Arc<ServiceSettings>,
    /// The fetches of lists from the service.
    pub fetches: Arc<Fetches>,
    /// The details of objects and drafts.
    pub details: Arc<Details>,
    /// The drafts of the workspace.
    pub drafts: Arc<Drafts>,
    /// The ads that were imported from files.
    pub ad_files: Arc<AdFiles>,
    /// The reviews of ads.
    pub ad_reviews: Arc<AdReviews>,
    /// The changes to many drafts at once.
    pub bulk: Arc<BulkEdits>,
    /// The editor of a draft's JSON text.
    pub source: Arc<SourceEditor>,
    /// The templates of new campaigns.
    pub templates: Arc<Templates>,
    /// The retargeting values to create.
    pub values: Arc<RetargetingValues>,
    /// The history of each object.
    pub history: Arc<ObjectHistory>,
    /// The contacts of sites.
    pub site_contacts: Arc<SiteContacts>,
    /// The sends of the workspace: reviewed, performed, recovered and decided about.
    pub outbox: Arc<Outbox>,
    /// The connection to the service.
    pub service: Arc<ServiceStatus>,
    /// The doctor for connections.
    pub doctor: Arc<Doctor>,
    /// The saved views of lists.
    pub saved_views: Arc<SavedListViews>,
    /// The search over everything that can be opened.
    pub palette: Arc<CommandPalette>,
    /// All workspaces, and their secrets.
    pub workspaces: Arc<Workspaces>,
    /// The open workspace as the window's frame shows it.
    pub overview: Arc<WorkspaceOverview>,
    /// The fields and rules that a workspace adds to those of Adwright.
    pub customization: Arc<Customization>,
}

impl Desk {
    /// Returns the client and the dialect, for callers that read from the service without caching.
    #[must_use]
    pub fn client_and_dialect(&self) -> (Client, Dialect) {
        (self.context.client.clone(), self.context.dialect.clone())
    }

    /// Asks a running operation to stop; it ends after its current step.
    pub fn stop(&self, operation: &str) {
        self.context.operations.cancel(operation);
    }
}
