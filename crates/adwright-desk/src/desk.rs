//! The desk: one open workspace, and the state that its use cases share.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use adwright_checks::OwnRules;
use adwright_client::Client;
use adwright_list::{AdMetricCalculator, ListFields};
use adwright_model::{Bindings, Catalog, Kind};
use adwright_store::{Item, Store, Workspace, WorkspaceSettings};
use adwright_views::ListId;
use adwright_wire::Dialect;

use crate::backend::Backend;
use crate::bulk::Previews;
use crate::clock::Clock;
use crate::connection::ConnectionMonitor;
use crate::custom_fields::catalog_with_custom_fields;
use crate::draft::{DraftCheckCache, PartialReasons};
use crate::error::Error;
use crate::fetch::InterruptedFetches;
use crate::lazy_credentials::LazyCredentials;
use crate::list::{ListCache, ListSnapshot, ServiceAnswers};
use crate::operation::Operations;
use crate::outbox::RecoverySummary;
use crate::own_rules::load_rules_text;
use crate::paths::Paths;
use crate::secret_store::SecretStore;
use crate::workspaces::SecretEntry;
use crate::zone::Zone;

/// The parts that differ between the window, the terminal and a test.
pub struct Ports {
    /// The source of time.
    pub clock: Arc<dyn Clock>,
    /// The storage of passwords and session tokens of real services. Practice secrets are created at each start and
    /// never stored.
    pub secrets: Arc<dyn SecretStore>,
}

/// The catalog, list fields and computed columns of a workspace, which change together.
pub(crate) struct Schema {
    catalog: Arc<Catalog>,
    pub(crate) fields: Arc<ListFields>,
    pub(crate) ad_fields: Arc<ListFields>,
}

impl Schema {
    /// Builds the schema of a catalog. The ad metrics use `rules`: the parsed rules and their text.
    pub(crate) fn of(catalog: Catalog, bindings: &Bindings, rules: (&Arc<OwnRules>, &str)) -> Self {
        let catalog = Arc::new(catalog);
        let figures = AdMetricCalculator::new(&catalog, bindings, rules);
        Self {
            fields: Arc::new(ListFields::new(&catalog, bindings)),
            ad_fields: Arc::new(ListFields::for_ads(&catalog, bindings, figures)),
            catalog,
        }
    }
}

/// One open workspace and all its use cases.
///
/// Its methods may be called from any thread. Methods that are not `async` use the local database only.
pub struct Desk {
    pub(crate) store: Arc<Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) paths: Paths,
    pub(crate) zone: Zone,
    pub(crate) known: RwLock<Schema>,
    pub(crate) own_rules: RwLock<Arc<OwnRules>>,
    /// The workspace as it was opened; its name and guards may have changed since.
    pub(crate) workspace: Workspace,
    pub(crate) dialect: Dialect,
    pub(crate) client: Client,
    pub(crate) backend: Backend,
    pub(crate) secrets: Arc<dyn SecretStore>,
    /// The workspace's secrets; none for Practice.
    pub(crate) open_secrets: Option<Arc<LazyCredentials>>,
    /// The login name of the workspace; empty if it logs in without a name.
    pub(crate) login: String,
    pub(crate) operations: Operations,
    pub(crate) previews: Previews,
    pub(crate) line: Arc<ConnectionMonitor>,
    pub(crate) broken_off: Mutex<InterruptedFetches>,
    /// The service's answers to queries with filters.
    pub(crate) answers: ServiceAnswers,
    pub(crate) checked: DraftCheckCache,
    pub(crate) not_whole: PartialReasons,
    pub(crate) list_cache: ListCache,
    pub(crate) ad_list_cache: ListCache,
    pub(crate) recovered: Mutex<RecoverySummary>,
    /// Secrets that were typed and are not saved yet.
    pub(crate) secret_entry: Mutex<SecretEntry>,
    /// Whether another workspace replaced this one, so that no new send may start here.
    pub(crate) left: AtomicBool,
}

impl Desk {
    /// Returns the client and the dialect, for callers that read from the service without caching.
    #[must_use]
    pub fn client_and_dialect(&self) -> (Client, Dialect) {
        (self.client.clone(), self.dialect.clone())
    }

    /// Asks a running operation to stop; it ends after its current step.
    pub fn stop(&self, operation: &str) {
        self.operations.cancel(operation);
    }

    /// Returns the current time, in epoch milliseconds.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now().as_millisecond()
    }

    /// Returns the workspace's current settings.
    pub(crate) fn settings(&self) -> Result<WorkspaceSettings, Error> {
        Ok(self.store.workspace_get(&self.workspace.id)?.settings)
    }

    /// Returns whether these settings change the service or the requests, compared with the opened ones.
    pub(crate) fn has_changed_connection_settings(&self, settings: &WorkspaceSettings) -> bool {
        let opened = &self.workspace.settings;
        let is_dialect_other = settings.dialect != opened.dialect
            && serde_json::from_str::<Dialect>(&settings.dialect).map_or(true, |dialect| {
                dialect != self.dialect_with_learned(settings)
            });
        is_dialect_other
            || opened.base_url != settings.base_url
            || opened.login != settings.login
            || opened.plain_http != settings.plain_http
    }

    pub(crate) fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.schema().catalog)
    }

    /// Returns the current fields of the campaign list. A snapshot keeps the fields that it was read with.
    pub(crate) fn fields(&self) -> Arc<ListFields> {
        Arc::clone(&self.schema().fields)
    }

    fn schema(&self) -> RwLockReadGuard<'_, Schema> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the rules for checking drafts.
    pub(crate) fn rules(&self) -> Arc<OwnRules> {
        let rules = self.own_rules.read();
        Arc::clone(&rules.unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the current fields of a list.
    pub(crate) fn fields_of(&self, list: ListId) -> Arc<ListFields> {
        match list {
            ListId::Campaigns => self.fields(),
            _ => Arc::clone(&self.schema().ad_fields),
        }
    }

    /// Returns the current list fields of a kind. A kind without a list uses the fields of campaigns.
    pub(crate) fn fields_of_kind(&self, kind: Kind) -> Arc<ListFields> {
        match kind {
            Kind::Ad => self.fields_of(ListId::OtherAds),
            _ => self.fields(),
        }
    }

    /// Returns the list cache of a kind; none for a kind without a list.
    pub(crate) fn list_cache_of(&self, kind: Kind) -> Option<&ListCache> {
        match kind {
            Kind::Campaign => Some(&self.list_cache),
            Kind::Ad => Some(&self.ad_list_cache),
            _ => None,
        }
    }

    /// Replaces the rules. `text` is their source.
    pub(crate) fn use_rules(&self, rules: Arc<OwnRules>, text: &str) {
        let bindings = &self.dialect.bindings;
        let figures = AdMetricCalculator::new(&self.catalog(), bindings, (&rules, text));
        let ad_fields = Arc::new(ListFields::for_ads(&self.catalog(), bindings, figures));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.ad_fields = Arc::clone(&ad_fields);
        drop(known);
        self.ad_list_cache.set_layout_later(ad_fields);
        let mut own = self
            .own_rules
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *own = rules;
        drop(own);
        self.checked.note_rules_changed();
    }

    /// Reloads the learned fields, and reads the list again with them. Operations that hold the old catalog keep it
    /// until they end.
    pub(crate) fn reload_schema(&self) -> Result<(), Error> {
        let base = self.backend.catalog();
        let catalog =
            catalog_with_custom_fields(base, &self.store, &self.workspace.id, &self.zone)?;
        let text = load_rules_text(&self.store, &self.workspace.id)?;
        let known = Schema::of(catalog, &self.dialect.bindings, (&self.rules(), &text));
        let fields = Arc::clone(&known.fields);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        self.checked.note_rules_changed();
        Ok(self.list_cache.set_layout(fields)?)
    }

    /// Returns the last snapshot of the campaigns. It holds no lock.
    pub(crate) fn campaign_snapshot(&self) -> Result<Arc<ListSnapshot>, Error> {
        Ok(self.list_cache.snapshot()?)
    }

    /// Returns the last snapshot of a list.
    pub(crate) fn list_snapshot(&self, list: ListId) -> Result<Arc<ListSnapshot>, Error> {
        match list {
            ListId::Campaigns => self.campaign_snapshot(),
            _ => Ok(self.ad_list_cache.snapshot()?),
        }
    }

    /// Reads the list of a kind again after a change.
    pub(crate) fn refresh_list_cache(&self, kind: Kind) -> Result<(), Error> {
        match self.list_cache_of(kind) {
            Some(list_cache) => Ok(list_cache.reload()?),
            None => Ok(()),
        }
    }

    /// Reads the lists of all kinds of these items again.
    pub(crate) fn refresh_list_caches<'a>(
        &self,
        items: impl IntoIterator<Item = &'a Item>,
    ) -> Result<(), Error> {
        let kinds: BTreeSet<Kind> = items.into_iter().map(|item| item.kind).collect();
        kinds
            .into_iter()
            .try_for_each(|kind| self.refresh_list_cache(kind))
    }
}
