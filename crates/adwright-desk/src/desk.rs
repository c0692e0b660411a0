//! The desk: one open workspace, and everything that can be done in it.

use std::sync::Arc;

use adwright_client::Client;
use adwright_wire::Dialect;

use crate::ad_files::AdFiles;
use crate::ad_review::AdReviews;
use crate::batch::Batches;
use crate::bulk::BulkEdits;
use crate::check::{CheckCache, Checker};
use crate::connection::{ConnectionMonitor, ServiceStatus};
use crate::context::Context;
use crate::credentials::{LazyCredentials, SecretStore, StoredSecrets};
use crate::customization::Customization;
use crate::detail::Details;
use crate::doctor::Doctor;
use crate::draft::Drafts;
use crate::export::Exports;
use crate::fetch::Fetches;
use crate::field::Dates;
use crate::first_steps::FirstSteps;
use crate::history::ObjectHistory;
use crate::host::Clock;
use crate::list::Lists;
use crate::local_data::LocalData;
use crate::object::Objects;
use crate::outbox::Outbox;
use crate::rehearsal::Rehearsals;
use crate::settings::ServiceSettings;
use crate::sheet::Sheets;
use crate::site_contact::SiteContacts;
use crate::source::SourceEditor;
use crate::templates::Templates;
use crate::values::RetargetingValues;
use crate::window::{CommandPalette, SavedListViews, WorkspaceOverview};
use crate::workspaces::Workspaces;

/// The parts that differ between the window, the terminal and a test.
pub struct Ports {
    /// The source of time.
    pub clock: Arc<dyn Clock>,
    /// The storage of passwords and session tokens of real services. Practice secrets are created at each start and
    /// never stored.
    pub secrets: Arc<dyn SecretStore>,
}

/// Makes a noun with the parts that it is given. A part behind a semicolon has no other owner.
macro_rules! noun {
    ($noun:ident, $($part:ident),+ $(; $last:ident)?) => {
        Arc::new($noun::new($($part.clone()),+ $(, $last)?))
    };
}

/// One open workspace: each noun with its use cases.
///
/// Their methods may be called from any thread. Methods that are not `async` use the local database only.
pub struct Desk {
    pub(crate) context: Arc<Context>,
    pub(crate) secrets: StoredSecrets,
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
    /// The dates that a person types or chooses.
    pub dates: Arc<Dates>,
    /// The drafts of the workspace.
    pub drafts: Arc<Drafts>,
    /// The ads that were imported from files.
    pub ad_files: Arc<AdFiles>,
    /// The reviews of ads.
    pub ad_reviews: Arc<AdReviews>,
    /// The batches of retargeting values.
    pub batches: Arc<Batches>,
    /// The batches as the window shows them.
    pub sheets: Arc<Sheets>,
    /// The changes to many drafts at once.
    pub bulk: Arc<BulkEdits>,
    /// The editor of a draft's JSON text.
    pub source: Arc<SourceEditor>,
    /// The templates of new campaigns and batches.
    pub templates: Arc<Templates>,
    /// The retargeting values to create.
    pub values: Arc<RetargetingValues>,
    /// The history of each object.
    pub history: Arc<ObjectHistory>,
    /// The exports into files.
    pub exports: Arc<Exports>,
    /// The contacts of sites.
    pub site_contacts: Arc<SiteContacts>,
    /// The sends of the workspace: reviewed, performed, recovered and decided about.
    pub outbox: Arc<Outbox>,
    /// The rehearsals of sends.
    pub rehearsals: Arc<Rehearsals>,
    /// The connection to the service.
    pub service: Arc<ServiceStatus>,
    /// The doctor for connections.
    pub doctor: Arc<Doctor>,
    /// The saved views of lists.
    pub saved_views: Arc<SavedListViews>,
    /// The search over everything that can be opened.
    pub palette: Arc<CommandPalette>,
    /// The data on this computer: sizes, retention and backups.
    pub local_data: Arc<LocalData>,
    /// All workspaces, and their secrets.
    pub workspaces: Arc<Workspaces>,
    /// The open workspace as the window's frame shows it.
    pub overview: Arc<WorkspaceOverview>,
    /// The fields and rules that a workspace adds to those of Adwright.
    pub customization: Arc<Customization>,
}

impl Desk {
    /// Creates each noun with its dependencies.
    pub(crate) fn new(
        context: Arc<Context>,
        secrets: StoredSecrets,
        credentials: Option<Arc<LazyCredentials>>,
        monitor: &Arc<ConnectionMonitor>,
    ) -> Self {
        let objects = noun! { Objects, context, credentials };
        let checker = noun! { Checker, context };
        let check_cache = noun! { CheckCache, context, objects, checker };
        let lists = noun! { Lists, context, check_cache };
        let settings = noun! { ServiceSettings, context, secrets };
        let fetches = noun! { Fetches, context, settings, objects, lists };
        let details = noun! { Details, context, objects, checker, lists };
        let first_steps = noun! { FirstSteps, context };
        let drafts = noun! { Drafts, context, objects, check_cache, lists, details, first_steps };
        let bulk = noun! { BulkEdits, context, objects, checker };
        let values = noun! { RetargetingValues, context, objects, checker, check_cache };
        let batches = noun! { Batches, context };
        let sheets = noun! { Sheets, context, objects, batches, checker, check_cache, lists, bulk };
        let templates = noun! { Templates, context, objects, lists, drafts, sheets };
        let outbox = noun! { Outbox, context, objects, checker, check_cache, lists, fetches, settings, first_steps, values, sheets };
        let service = noun! { ServiceStatus, context, monitor };
        let saved_views = noun! { SavedListViews, context };
        let workspaces = noun! { Workspaces, context, settings, secrets; credentials };
        let local_data = noun! { LocalData, context, objects };
        let overview = noun! { WorkspaceOverview, context, check_cache, lists, first_steps, outbox, local_data, workspaces, service, monitor };
        let history = noun! { ObjectHistory, context, objects, drafts };
        Self {
            exports: noun! { Exports, context, lists, drafts, sheets, outbox, history },
            history,
            site_contacts: noun! { SiteContacts, context, objects },
            ad_reviews: noun! { AdReviews, context, objects, checker, details },
            source: noun! { SourceEditor, context, objects, details, drafts, first_steps },
            ad_files: noun! { AdFiles, context, lists },
            customization: noun! { Customization, context, lists },
            rehearsals: noun! { Rehearsals, context, objects, checker, lists, outbox },
            dates: noun! { Dates, context },
            doctor: noun! { Doctor, context, service, secrets },
            palette: noun! { CommandPalette, context, lists, drafts, outbox, templates, saved_views },
            context,
            secrets,
            checker,
            lists,
            settings,
            fetches,
            details,
            drafts,
            batches,
            sheets,
            bulk,
            templates,
            values,
            outbox,
            service,
            saved_views,
            local_data,
            workspaces,
            overview,
        }
    }

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
