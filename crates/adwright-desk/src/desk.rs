//! The desk itself: one open workspace, and what its use cases share.

use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use adwright_checks::OwnRules;
use adwright_client::{Base, Client, Credentials, PlainHttp};
use adwright_model::{Bindings, Catalog};
use adwright_service::{Data, Options, Running};
use adwright_store::{NewWorkspace, Store, Workspace};
use adwright_wire::Dialect;
use secrecy::SecretString;
use url::Url;

use crate::bulk::Previews;
use crate::campaign::{Answers, Fetched, ListFields, Shelf, Shelves};
use crate::clock::Clock;
use crate::connection::Line;
use crate::draft::CheckedDrafts;
use crate::error::Error;
use crate::learning::learned_catalog;
use crate::operation::Operations;
use crate::own_rules::kept_rules;
use crate::paths::Paths;
use crate::secrets::Secrets;
use crate::session::KeptToken;
use crate::zone::Zone;

/// The base URL of the practice service, which gets a new port with every start.
const PRACTICE: &str = "practice:";

/// Which demo data a new Practice workspace is filled with.
const SEED: u64 = 1;

/// What differs between the window, the terminal and a test.
pub struct Ports {
    /// Where the time comes from.
    pub clock: Arc<dyn Clock>,
    /// Where session tokens are kept.
    pub secrets: Arc<dyn Secrets>,
}

/// What is known of the fields of a workspace's documents; all of it changes together.
struct Knowledge {
    catalog: Arc<Catalog>,
    fields: Arc<ListFields>,
}

impl Knowledge {
    fn of(catalog: Catalog, bindings: &Bindings) -> Self {
        Self {
            fields: Arc::new(ListFields::new(&catalog, bindings)),
            catalog: Arc::new(catalog),
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
    known: RwLock<Knowledge>,
    own_rules: RwLock<Arc<OwnRules>>,
    pub(crate) workspace: Workspace,
    pub(crate) dialect: Dialect,
    pub(crate) client: Client,
    pub(crate) practice: Running,
    /// The name under which the workspace is logged in.
    pub(crate) login: String,
    pub(crate) operations: Operations,
    pub(crate) previews: Previews,
    pub(crate) line: Arc<Line>,
    /// The last fetch that did not reach the end, to go on with.
    pub(crate) broken_off: Mutex<Option<Fetched>>,
    /// What the service answered when it was asked with filters.
    pub(crate) answers: Answers,
    pub(crate) checked: CheckedDrafts,
    pub(crate) shelves: Shelves,
    pub(crate) recovered: Mutex<Option<String>>,
}

impl Desk {
    /// Opens the Practice workspace, with a practice service of its own on this computer.
    pub async fn open(paths: &Paths, ports: Ports) -> Result<Self, Error> {
        paths
            .prepare()
            .map_err(|source| Error::home(paths.home(), source))?;
        let practice = adwright_service::start(Options {
            data: Data::File(paths.practice()),
            seed: SEED,
            ..Options::default()
        })
        .await?;
        Self::open_on(practice, paths, ports)
    }

    /// Opens the Practice workspace on a practice service that runs already.
    pub fn open_on(practice: Running, paths: &Paths, ports: Ports) -> Result<Self, Error> {
        let store = Arc::new(Store::open(&paths.store())?);
        let (login, password) = practice.practice_login();
        let workspace = ensure_practice(&store, ports.clock.now().as_millisecond())?;
        // Settings of a later version are no reason to fail: the defaults of Practice always work.
        let dialect =
            serde_json::from_str(&workspace.dialect).unwrap_or_else(|_| Dialect::practice());
        let token = KeptToken::new(ports.secrets, &workspace.id);
        let credentials = Credentials::of(login.clone(), SecretString::from(password));
        let base = Base::new(address_of(&practice), PlainHttp::Here)?;
        let client = Client::new(base, dialect.clone(), credentials, Arc::new(token))?;
        let line = Arc::new(Line::new(Arc::clone(&ports.clock)));
        client.watch(line.clone());
        let zone = Zone::of_this_computer();
        let catalog = learned_catalog(&store, &workspace.id, &zone)?;
        let known = Knowledge::of(catalog, &dialect.bindings);
        let own_rules = kept_rules(&store, &workspace.id)?;
        let shelves = Shelves::new(&store, &workspace.id, &known.fields);
        let desk = Self {
            store,
            clock: ports.clock,
            paths: paths.clone(),
            zone,
            known: RwLock::new(known),
            own_rules: RwLock::new(own_rules),
            workspace,
            dialect,
            client,
            practice,
            login,
            operations: Operations::default(),
            previews: Previews::default(),
            line,
            broken_off: Mutex::default(),
            checked: CheckedDrafts::default(),
            shelves,
            answers: Answers::default(),
            recovered: Mutex::default(),
        };
        desk.begin_welcome()?;
        Ok(desk)
    }

    /// Asks a running operation to end; it ends after the step that it is in.
    pub fn stop(&self, operation: &str) {
        self.operations.stop(operation);
    }

    /// The time now, in epoch milliseconds.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now().as_millisecond()
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

    /// Checks by other rules from now on.
    pub(crate) fn use_rules(&self, rules: Arc<OwnRules>) {
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
        let catalog = learned_catalog(&self.store, &self.workspace.id, &self.zone)?;
        let known = Knowledge::of(catalog, &self.dialect.bindings);
        let fields = Arc::clone(&known.fields);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        self.checked.other_rules();
        Ok(self.shelves.lay_out(fields)?)
    }

    /// The campaigns as they were last read from the cache; no lock is held while they are used.
    pub(crate) fn shelf(&self) -> Result<Arc<Shelf>, Error> {
        Ok(self.shelves.get()?)
    }

    /// Reads the cache anew, after something in it changed.
    pub(crate) fn refill_shelf(&self) -> Result<(), Error> {
        Ok(self.shelves.refill()?)
    }
}

fn address_of(practice: &Running) -> Url {
    practice
        .base_url
        .parse()
        .expect("a listener's address is a URL")
}

fn ensure_practice(store: &Store, at: i64) -> Result<Workspace, Error> {
    let dialect = serde_json::to_string(&Dialect::practice()).expect("a dialect is plain data");
    let practice = NewWorkspace {
        name: "Practice",
        base_url: PRACTICE,
        dialect: &dialect,
        login: None,
    };
    Ok(store.workspace_ensure(&practice, at)?)
}
