//! Opening a workspace: Practice with a service of its own, or a real one with its secrets.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, RwLock};

use adwright_client::{Base, Client, Credentials, MemoryTokens, PlainHttp};
use adwright_service::{Data, Options, Running};
use adwright_store::{SendLock, Store, StoreError, Workspace, WorkspaceSettings};
use adwright_wire::Dialect;
use jiff::Timestamp;
use secrecy::SecretString;

use crate::backend::{Backend, PRACTICE};
use crate::bulk::Previews;
use crate::clock::DeskTime;
use crate::connection::Line;
use crate::desk::{Desk, Knowledge, Ports};
use crate::draft::{CheckedDrafts, NotWhole};
use crate::error::Error;
use crate::learning::learned_catalog;
use crate::list::{Answers, Shelves};
use crate::open_secrets::OpenSecrets;
use crate::operation::Operations;
use crate::own_rules::{kept_rules, kept_text};
use crate::paths::Paths;
use crate::session::KeptToken;
use crate::workspace_secrets::SecretNames;
use crate::zone::Zone;

/// Which demo data a new Practice workspace is filled with.
const SEED: u64 = 1;

/// The preference that names the workspace to open at the next start; Practice where there is none.
pub(crate) const OPEN_NEXT: &str = "workspace.next";

/// A workspace with its way to the service, before anything of it is read.
struct Site {
    workspace: Workspace,
    dialect: Dialect,
    client: Client,
    backend: Backend,
    open_secrets: Option<Arc<OpenSecrets>>,
    line: Arc<Line>,
    login: String,
}

impl Desk {
    /// Opens the workspace that was open last; at the first start Practice, with a practice service of its own on this
    /// computer.
    ///
    /// # Errors
    /// [`Error::WorkspaceUnusable`] where that workspace's settings do not fit; nothing was asked of its service then.
    pub async fn open(paths: &Paths, ports: Ports) -> Result<Self, Error> {
        let store = open_store(paths, &ports)?;
        let next = store.preference_get(OPEN_NEXT)?;
        let next = next.map(|id| store.workspace_get(&id)).transpose();
        let next = match next {
            // It was removed elsewhere.
            Err(StoreError::NotFound { .. }) => None,
            next => next?,
        };
        Self::open_chosen(next, store, paths, ports).await
    }

    /// Opens a workspace; Practice where there is none to open.
    pub(crate) async fn open_chosen(
        chosen: Option<Workspace>,
        store: Arc<Store>,
        paths: &Paths,
        ports: Ports,
    ) -> Result<Self, Error> {
        match chosen {
            Some(workspace) if workspace.settings.base_url != PRACTICE => {
                Self::open_remote(workspace, store, paths, ports)
            }
            _ => Self::open_practice(store, paths, ports).await,
        }
    }

    /// Opens the Practice workspace on a practice service that runs already.
    pub fn open_on(practice: Running, paths: &Paths, ports: Ports) -> Result<Self, Error> {
        let store = Arc::new(Store::open(&paths.store())?);
        Self::practise_on(practice, store, paths, ports)
    }

    /// Opens another workspace, or this one anew, on the same database; it is the one that the next start opens. This
    /// desk goes on until it is let go of; what it is busy with is asked to stop.
    ///
    /// # Errors
    /// Where something is being sent just now, and as for [`Desk::open`]: then this desk stays the open one.
    pub async fn switch(&self, id: &str) -> Result<Self, Error> {
        self.refuse_while_sending()?;
        let workspace = self.store.workspace_get(id)?;
        let store = Arc::clone(&self.store);
        let ports = Ports {
            clock: Arc::clone(&self.clock),
            secrets: Arc::clone(&self.secrets),
        };
        let opened = Self::open_chosen(Some(workspace), store, &self.paths, ports).await?;
        self.store.preference_set(OPEN_NEXT, id)?;
        self.leave()?;
        self.operations.stop_all();
        Ok(opened)
    }

    /// From now on nothing begins to be sent from here. What began while the other workspace was being opened is seen by
    /// its lock, and what begins after this look sees that it is left.
    fn leave(&self) -> Result<(), Error> {
        self.left.store(true, Ordering::SeqCst);
        self.refuse_while_sending()
            .inspect_err(|_| self.left.store(false, Ordering::SeqCst))
    }

    fn refuse_while_sending(&self) -> Result<(), Error> {
        let holder = SendLock::holder(self.paths.home(), &self.workspace.id)?;
        if holder.is_some_and(|holder| holder.pid == std::process::id()) {
            return Err(Error::Unfit(
                "Something is being sent just now. Stop it, or wait until it is done; then switch."
                    .to_owned(),
            ));
        }
        Ok(())
    }

    async fn open_practice(store: Arc<Store>, paths: &Paths, ports: Ports) -> Result<Self, Error> {
        let practice = adwright_service::start(Options {
            data: Data::File(paths.practice()),
            seed: SEED,
            ..Options::default()
        })
        .await?;
        Self::practise_on(practice, store, paths, ports)
    }

    fn practise_on(
        practice: Running,
        store: Arc<Store>,
        paths: &Paths,
        ports: Ports,
    ) -> Result<Self, Error> {
        let (login, password) = practice.practice_login();
        let workspace = ensure_practice(&store, ports.clock.now().as_millisecond())?;
        let dialect = Dialect::practice();
        let credentials = Credentials::of(login.clone(), SecretString::from(password));
        let address = practice.base_url.parse();
        let address = address.expect("a listener's address is a URL");
        let base = Base::new(address, PlainHttp::Here)?;
        let tokens = Arc::new(MemoryTokens::default());
        let client = Client::new(base, dialect.clone(), credentials, tokens)?;
        let site = Site {
            workspace,
            dialect,
            client,
            backend: Backend::Practice(practice),
            open_secrets: None,
            line: Arc::new(Line::new(Arc::clone(&ports.clock))),
            login,
        };
        let desk = Self::assemble(site, store, paths, ports)?;
        desk.begin_welcome()?;
        Ok(desk)
    }

    /// Waits for nothing: neither for the service nor for the keyring.
    fn open_remote(
        workspace: Workspace,
        store: Arc<Store>,
        paths: &Paths,
        ports: Ports,
    ) -> Result<Self, Error> {
        let unusable = |why: String| Error::WorkspaceUnusable {
            name: workspace.settings.name.clone(),
            why,
        };
        let (base, dialect) = readable(&workspace.settings).map_err(unusable)?;
        let login = workspace.settings.login.clone().unwrap_or_default();
        let line = Arc::new(Line::new(Arc::clone(&ports.clock)));
        let names = SecretNames::of(&workspace);
        let token = Arc::new(KeptToken::new(
            (Arc::clone(&ports.secrets), Arc::clone(&store)),
            paths,
            &workspace,
        ));
        let open_secrets = Arc::new(OpenSecrets::new(
            (Arc::clone(&ports.secrets), Arc::clone(&store)),
            (names, dialect.authentication.secrets()),
            login.clone(),
            Arc::clone(&line),
        ));
        let client =
            Client::unlocked_later(base, dialect.clone(), Arc::clone(&open_secrets) as _, token)
                .map_err(|error| unusable(error.to_string()))?;
        let site = Site {
            workspace,
            dialect,
            client,
            backend: Backend::Remote,
            open_secrets: Some(open_secrets),
            line,
            login,
        };
        Self::assemble(site, store, paths, ports)
    }

    fn assemble(site: Site, store: Arc<Store>, paths: &Paths, ports: Ports) -> Result<Self, Error> {
        let id = site.workspace.id.clone();
        store.workspace_opened(&id, ports.clock.now().as_millisecond())?;
        site.client.watch(Arc::clone(&site.line) as _);
        let time = DeskTime(Arc::clone(&ports.clock));
        site.client.keep_time(Arc::new(time));
        let zone = Zone::of_this_computer();
        let catalog = learned_catalog(site.backend.catalog(), &store, &id, &zone)?;
        let own_rules = kept_rules(&store, &id)?;
        let rules_text = kept_text(&store, &id)?;
        let rules = (&own_rules, rules_text.as_str());
        let known = Knowledge::of(catalog, &site.dialect.bindings, rules);
        let shelves = Shelves::new(&store, &id, &known.fields);
        let ad_shelves = Shelves::new(&store, &id, &known.ad_fields);
        Ok(Self {
            store,
            clock: ports.clock,
            paths: paths.clone(),
            zone,
            known: RwLock::new(known),
            own_rules: RwLock::new(own_rules),
            workspace: site.workspace,
            dialect: site.dialect,
            client: site.client,
            backend: site.backend,
            secrets: ports.secrets,
            open_secrets: site.open_secrets,
            login: site.login,
            operations: Operations::default(),
            previews: Previews::default(),
            line: site.line,
            broken_off: Mutex::default(),
            checked: CheckedDrafts::default(),
            not_whole: NotWhole::default(),
            shelves,
            ad_shelves,
            answers: Answers::default(),
            recovered: Mutex::default(),
            secret_entry: Mutex::default(),
            left: AtomicBool::new(false),
        })
    }
}

/// Opens the database of a home that is made where it is not there.
pub(crate) fn open_store(paths: &Paths, ports: &Ports) -> Result<Arc<Store>, Error> {
    // Libraries below us panic on such a time.
    if ports.clock.now() < Timestamp::UNIX_EPOCH {
        return Err(Error::ClockBefore1970);
    }
    paths.prepare()?;
    Ok(Arc::new(Store::open(&paths.store())?))
}

/// A real workspace's address and dialect; otherwise why they cannot be used. A dialect that cannot be read is never
/// replaced by another one: that could send a password to where it does not belong.
pub(crate) fn readable(settings: &WorkspaceSettings) -> Result<(Base, Dialect), String> {
    let dialect = serde_json::from_str(&settings.dialect)
        .map_err(|_| "its settings are damaged, or of a newer version of Adwright".to_owned())?;
    let address = settings.base_url.parse();
    let address = address.map_err(|_| "its address is no web address".to_owned())?;
    let plain = if settings.plain_http {
        PlainHttp::Anywhere
    } else {
        PlainHttp::Here
    };
    let base = Base::new(address, plain).map_err(|error| error.to_string())?;
    Ok((base, dialect))
}

fn ensure_practice(store: &Store, at: i64) -> Result<Workspace, Error> {
    let dialect = serde_json::to_string(&Dialect::practice()).expect("a dialect is plain data");
    let practice = WorkspaceSettings::new("Practice", PRACTICE, &dialect, None);
    let mut there = store.workspace_ensure(&practice, at)?;
    // Nobody can change them, so what differs is of another version.
    if there.settings.dialect != dialect {
        there.settings.dialect = dialect;
        store.workspace_update(&there.id, &there.settings)?;
    }
    Ok(there)
}
