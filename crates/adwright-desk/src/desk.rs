//! The desk itself: one open workspace, and what its use cases share.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use adwright_checks::OwnRules;
use adwright_client::Client;
use adwright_model::{Bindings, Catalog, Kind};
use adwright_store::{Item, Store, Workspace, WorkspaceSettings};
use adwright_wire::Dialect;

use crate::backend::Backend;
use crate::bulk::Previews;
use crate::clock::Clock;
use crate::connection::Line;
use crate::draft::{CheckedDrafts, NotWhole};
use crate::error::Error;
use crate::fetch::BrokenOff;
use crate::learning::learned_catalog;
use crate::list::{AdFigures, Answers, ListFields, Shelf, Shelves};
use crate::open_secrets::OpenSecrets;
use crate::operation::Operations;
use crate::own_rules::kept_text;
use crate::paths::Paths;
use crate::secrets::Secrets;
use crate::views::ListId;
use crate::workspaces::SecretEntry;
use crate::zone::Zone;

/// What differs between the window, the terminal and a test.
pub struct Ports {
    /// Where the time comes from.
    pub clock: Arc<dyn Clock>,
    /// Where passwords and session tokens of real services are kept. Those of the practice service are minted at each
    /// start, and outlive nothing.
    pub secrets: Arc<dyn Secrets>,
}

/// What is known of the fields of a workspace's documents; all of it changes together.
pub(crate) struct Knowledge {
    catalog: Arc<Catalog>,
    pub(crate) fields: Arc<ListFields>,
    pub(crate) ad_fields: Arc<ListFields>,
}

impl Knowledge {
    /// What a catalog knows; ads are worked out by rules, which were read from a text.
    pub(crate) fn of(catalog: Catalog, bindings: &Bindings, rules: (&Arc<OwnRules>, &str)) -> Self {
        let catalog = Arc::new(catalog);
        let figures = AdFigures::new(&catalog, bindings, rules);
        Self {
            fields: Arc::new(ListFields::new(&catalog, bindings)),
            ad_fields: Arc::new(ListFields::of_ads(&catalog, bindings, figures)),
            catalog,
        }
    }
}

/// One open workspace and all that can be done in it.
///
/// Its methods may be called from any thread. Those that are not `async` read and write the local database only.
pub struct Desk {
    pub(crate) store: Arc<Store>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) paths: Paths,
    pub(crate) zone: Zone,
    pub(crate) known: RwLock<Knowledge>,
    pub(crate) own_rules: RwLock<Arc<OwnRules>>,
    /// The workspace as it was opened; its name and its guards may have been changed since.
    pub(crate) workspace: Workspace,
    pub(crate) dialect: Dialect,
    pub(crate) client: Client,
    pub(crate) backend: Backend,
    pub(crate) secrets: Arc<dyn Secrets>,
    /// Its secrets; Practice has none of its own.
    pub(crate) open_secrets: Option<Arc<OpenSecrets>>,
    /// The name under which the workspace is logged in; empty where it does not log in by one.
    pub(crate) login: String,
    pub(crate) operations: Operations,
    pub(crate) previews: Previews,
    pub(crate) line: Arc<Line>,
    pub(crate) broken_off: Mutex<BrokenOff>,
    /// What the service answered when it was asked with filters.
    pub(crate) answers: Answers,
    pub(crate) checked: CheckedDrafts,
    pub(crate) not_whole: NotWhole,
    pub(crate) shelves: Shelves,
    pub(crate) ad_shelves: Shelves,
    pub(crate) recovered: Mutex<Option<String>>,
    /// Secrets that were typed and are not kept yet.
    pub(crate) secret_entry: Mutex<SecretEntry>,
    /// Whether another workspace was opened in its place, so that nothing begins to be sent from here any more.
    pub(crate) left: AtomicBool,
}

impl Desk {
    /// The way to the service, for whoever reads from it without keeping anything.
    #[must_use]
    pub fn line_for_reading(&self) -> (Client, Dialect) {
        (self.client.clone(), self.dialect.clone())
    }

    /// Asks a running operation to end; it ends after the step that it is in.
    pub fn stop(&self, operation: &str) {
        self.operations.stop(operation);
    }

    /// The time now, in epoch milliseconds.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now().as_millisecond()
    }

    /// The workspace's settings as they are now.
    pub(crate) fn settings(&self) -> Result<WorkspaceSettings, Error> {
        Ok(self.store.workspace_get(&self.workspace.id)?.settings)
    }

    /// Whether these settings lead elsewhere than those that the workspace was opened with, or ask otherwise.
    pub(crate) fn is_set_otherwise(&self, settings: &WorkspaceSettings) -> bool {
        let opened = &self.workspace.settings;
        let is_dialect_other = settings.dialect != opened.dialect
            && serde_json::from_str::<Dialect>(&settings.dialect)
                .map_or(true, |dialect| dialect != self.with_learned(settings));
        is_dialect_other
            || opened.base_url != settings.base_url
            || opened.login != settings.login
            || opened.plain_http != settings.plain_http
    }

    /// What is known of the fields of this workspace's documents.
    pub(crate) fn catalog(&self) -> Arc<Catalog> {
        Arc::clone(&self.known().catalog)
    }

    /// What the campaign list can show, as of now; a shelf has those that it was read by.
    pub(crate) fn fields(&self) -> Arc<ListFields> {
        Arc::clone(&self.known().fields)
    }

    fn known(&self) -> RwLockReadGuard<'_, Knowledge> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rules that campaigns are checked by.
    pub(crate) fn rules(&self) -> Arc<OwnRules> {
        let rules = self.own_rules.read();
        Arc::clone(&rules.unwrap_or_else(PoisonError::into_inner))
    }

    /// What a list can show, as of now.
    pub(crate) fn fields_of(&self, list: ListId) -> Arc<ListFields> {
        match list {
            ListId::Campaigns => self.fields(),
            _ => Arc::clone(&self.known().ad_fields),
        }
    }

    /// The same for what is kept as a kind; for a kind without a list, what the bindings of campaigns lead to.
    pub(crate) fn fields_of_kind(&self, kind: Kind) -> Arc<ListFields> {
        match kind {
            Kind::Ad => self.fields_of(ListId::OtherAds),
            _ => self.fields(),
        }
    }

    /// The shelves of what is kept as a kind; none for a kind without a list.
    pub(crate) fn shelves_of(&self, kind: Kind) -> Option<&Shelves> {
        match kind {
            Kind::Campaign => Some(&self.shelves),
            Kind::Ad => Some(&self.ad_shelves),
            _ => None,
        }
    }

    /// Checks by other rules from now on, which were read from a text.
    pub(crate) fn use_rules(&self, rules: Arc<OwnRules>, text: &str) {
        let bindings = &self.dialect.bindings;
        let figures = AdFigures::new(&self.catalog(), bindings, (&rules, text));
        let ad_fields = Arc::new(ListFields::of_ads(&self.catalog(), bindings, figures));
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.ad_fields = Arc::clone(&ad_fields);
        drop(known);
        self.ad_shelves.lay_out_later(ad_fields);
        let mut own = self
            .own_rules
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *own = rules;
        drop(own);
        self.checked.other_rules();
    }

    /// Reads anew what the workspace learned, and the campaigns by it. Whoever reads by the catalog so far reads to the
    /// end.
    pub(crate) fn relearn(&self) -> Result<(), Error> {
        let base = self.backend.catalog();
        let catalog = learned_catalog(base, &self.store, &self.workspace.id, &self.zone)?;
        let text = kept_text(&self.store, &self.workspace.id)?;
        let known = Knowledge::of(catalog, &self.dialect.bindings, (&self.rules(), &text));
        let fields = Arc::clone(&known.fields);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        self.checked.other_rules();
        Ok(self.shelves.lay_out(fields)?)
    }

    /// The campaigns as they were last read from the cache; no lock is held while they are used.
    pub(crate) fn shelf(&self) -> Result<Arc<Shelf>, Error> {
        Ok(self.shelves.get()?)
    }

    /// The objects of a list as they were last read from the cache.
    pub(crate) fn shelf_of(&self, list: ListId) -> Result<Arc<Shelf>, Error> {
        match list {
            ListId::Campaigns => self.shelf(),
            _ => Ok(self.ad_shelves.get()?),
        }
    }

    /// Reads what is kept as a kind anew, after something in it changed.
    pub(crate) fn refill_shelf(&self, kind: Kind) -> Result<(), Error> {
        match self.shelves_of(kind) {
            Some(shelves) => Ok(shelves.refill()?),
            None => Ok(()),
        }
    }

    /// The same for all kinds that these items are of.
    pub(crate) fn refill_shelves<'a>(
        &self,
        items: impl IntoIterator<Item = &'a Item>,
    ) -> Result<(), Error> {
        let kinds: BTreeSet<Kind> = items.into_iter().map(|item| item.kind).collect();
        kinds
            .into_iter()
            .try_for_each(|kind| self.refill_shelf(kind))
    }
}
