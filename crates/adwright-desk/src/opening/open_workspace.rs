//! Opens a workspace: Practice with its own service, or a real one with its secrets.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, RwLock};

use adwright_client::{BaseUrl, Client, Credentials, MemoryTokenStore, PlainHttp};
use adwright_service::{DataLocation, RunningService, ServiceOptions};
use adwright_store::{Store, StoreError, Workspace, WorkspaceSettings};
use adwright_wire::Dialect;
use jiff::Timestamp;
use secrecy::SecretString;

use crate::connection::{ConnectionMonitor, parse_connection};
use crate::context::{Context, Schema, load_rules, load_rules_text, workspace_catalog};
use crate::credentials::{LazyCredentials, SecretNames, SessionTokenStore, StoredSecrets};
use crate::desk::{Desk, Ports};
use crate::error::{Error, UnusableReason, WorkspaceError};
use crate::host::{Backend, ClockAdapter, Operations, PRACTICE, Paths, Zone};
use crate::workspaces::OPEN_NEXT;

/// The seed of the demo data in a new Practice workspace.
const SEED: u64 = 1;

/// A workspace with its client, before its data is read.
struct ConnectionParts {
    workspace: Workspace,
    dialect: Dialect,
    client: Client,
    backend: Backend,
    lazy_credentials: Option<Arc<LazyCredentials>>,
    monitor: Arc<ConnectionMonitor>,
    login: String,
}

impl Desk {
    /// Opens the workspace that was open last. The first start opens Practice, with a practice service on this
    /// computer.
    ///
    /// # Errors
    /// [`WorkspaceError::Unusable`] if that workspace's settings are unusable. Then nothing was sent to its service.
    pub async fn open(paths: &Paths, ports: Ports) -> Result<Self, Error> {
        let store = open_store(paths, &ports)?;
        let next = store.preference_get(OPEN_NEXT)?;
        let next = next.map(|id| store.workspace_get(&id)).transpose();
        let next = match next {
            // Another program removed the workspace.
            Err(StoreError::NotFound { .. }) => None,
            next => next?,
        };
        Self::open_selected_workspace(next, store, paths, ports).await
    }

    /// Opens a workspace, or Practice if none is given.
    pub(crate) async fn open_selected_workspace(
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

    /// Opens the Practice workspace on a practice service that is already running.
    pub fn open_with_practice(
        practice: RunningService,
        paths: &Paths,
        ports: Ports,
    ) -> Result<Self, Error> {
        let store = Arc::new(Store::open(&paths.store())?);
        Self::open_practice_on(practice, store, paths, ports)
    }

    /// Opens another workspace, or reopens this one, on the same database, and makes it the one that the next start
    /// opens. This desk works until it is dropped; its running operations are asked to stop.
    ///
    /// # Errors
    /// Fails during a send, and as for [`Desk::open`]. Then this desk stays open.
    pub async fn switch(&self, id: &str) -> Result<Self, Error> {
        self.outbox.refuse_while_sending()?;
        let workspace = self.context.store.workspace_get(id)?;
        let store = Arc::clone(&self.context.store);
        let ports = Ports {
            clock: Arc::clone(&self.context.clock),
            secrets: Arc::clone(self.secrets.secret_store()),
        };
        let opened =
            Self::open_selected_workspace(Some(workspace), store, &self.context.paths, ports)
                .await?;
        self.context.store.preference_set(OPEN_NEXT, id)?;
        self.outbox.mark_left()?;
        self.context.operations.cancel_all();
        Ok(opened)
    }

    async fn open_practice(store: Arc<Store>, paths: &Paths, ports: Ports) -> Result<Self, Error> {
        let practice = adwright_service::start(ServiceOptions {
            data: DataLocation::File(paths.practice()),
            seed: SEED,
            ..ServiceOptions::default()
        })
        .await?;
        Self::open_practice_on(practice, store, paths, ports)
    }

    fn open_practice_on(
        practice: RunningService,
        store: Arc<Store>,
        paths: &Paths,
        ports: Ports,
    ) -> Result<Self, Error> {
        let (login, password) = practice.practice_login();
        let workspace = ensure_practice(&store, ports.clock.now().as_millisecond())?;
        let dialect = Dialect::practice();
        let credentials = Credentials::with_password(login.clone(), SecretString::from(password));
        let address = practice.base_url.parse();
        let address = address.expect("a listener's address is a URL");
        let base = BaseUrl::new(address, PlainHttp::LoopbackOnly)?;
        let tokens = Arc::new(MemoryTokenStore::default());
        let client = Client::new(base, dialect.clone(), credentials, tokens)?;
        let connection = ConnectionParts {
            workspace,
            dialect,
            client,
            backend: Backend::Practice(practice),
            lazy_credentials: None,
            monitor: Arc::new(ConnectionMonitor::new(Arc::clone(&ports.clock))),
            login,
        };
        let desk = Self::assemble(connection, store, paths, ports)?;
        desk.overview.start_welcome()?;
        Ok(desk)
    }

    /// Opens a real workspace without waiting for the service or the keyring.
    fn open_remote(
        workspace: Workspace,
        store: Arc<Store>,
        paths: &Paths,
        ports: Ports,
    ) -> Result<Self, Error> {
        let unusable = |reason| WorkspaceError::Unusable {
            name: workspace.settings.name.clone(),
            reason,
        };
        let (base, dialect) = parse_connection(&workspace.settings).map_err(unusable)?;
        let login = workspace.settings.login.clone().unwrap_or_default();
        let monitor = Arc::new(ConnectionMonitor::new(Arc::clone(&ports.clock)));
        let names = SecretNames::for_workspace(&workspace);
        let stored = StoredSecrets::new(Arc::clone(&ports.secrets), Arc::clone(&store));
        let token = Arc::new(SessionTokenStore::new(stored.clone(), paths, &workspace));
        let lazy_credentials = Arc::new(LazyCredentials::new(
            stored,
            names,
            dialect.authentication.secret_names(),
            login.clone(),
            Arc::clone(&monitor),
        ));
        let client = Client::with_lazy_credentials(
            base,
            dialect.clone(),
            Arc::clone(&lazy_credentials) as _,
            token,
        )
        .map_err(|error| unusable(UnusableReason::Client(error)))?;
        let connection = ConnectionParts {
            workspace,
            dialect,
            client,
            backend: Backend::Remote,
            lazy_credentials: Some(lazy_credentials),
            monitor,
            login,
        };
        Self::assemble(connection, store, paths, ports)
    }

    fn assemble(
        connection: ConnectionParts,
        store: Arc<Store>,
        paths: &Paths,
        ports: Ports,
    ) -> Result<Self, Error> {
        let id = connection.workspace.id.clone();
        store.workspace_mark_opened(&id, ports.clock.now().as_millisecond())?;
        connection
            .client
            .add_observer(Arc::clone(&connection.monitor) as _);
        let time = ClockAdapter(Arc::clone(&ports.clock));
        connection.client.set_time_source(Arc::new(time));
        let zone = Zone::system();
        let catalog = workspace_catalog(connection.backend.catalog(), &store, &id, &zone)?;
        let own_rules = load_rules(&store, &id)?;
        let rules_text = load_rules_text(&store, &id)?;
        let rules = (&own_rules, rules_text.as_str());
        let schema = Schema::of(catalog, &connection.dialect.bindings, rules);
        let context = Arc::new(Context {
            store,
            client: connection.client,
            clock: ports.clock,
            zone,
            paths: paths.clone(),
            workspace: connection.workspace,
            dialect: connection.dialect,
            backend: connection.backend,
            login: connection.login,
            operations: Operations::default(),
            schema: RwLock::new(schema),
            schema_version: AtomicU64::default(),
        });
        let secrets = StoredSecrets::new(ports.secrets, Arc::clone(&context.store));
        Ok(Desk::new(
            context,
            secrets,
            connection.lazy_credentials.clone(),
            &connection.monitor,
        ))
    }
}

/// Opens the database, and creates the home folder if it is missing.
pub(crate) fn open_store(paths: &Paths, ports: &Ports) -> Result<Arc<Store>, Error> {
    // Some libraries panic on a time before 1970.
    if ports.clock.now() < Timestamp::UNIX_EPOCH {
        return Err(Error::ClockBefore1970);
    }
    paths.prepare()?;
    Ok(Arc::new(Store::open(&paths.store())?))
}

fn ensure_practice(store: &Store, at: i64) -> Result<Workspace, Error> {
    let dialect = serde_json::to_string(&Dialect::practice()).expect("a dialect is plain data");
    let practice = WorkspaceSettings::new("Practice", PRACTICE, &dialect, None);
    let mut practice_workspace = store.workspace_ensure(&practice, at)?;
    // Nobody can change these settings, so a difference comes from another version.
    if practice_workspace.settings.dialect != dialect {
        practice_workspace.settings.dialect = dialect;
        store.workspace_update(&practice_workspace.id, &practice_workspace.settings)?;
    }
    Ok(practice_workspace)
}
