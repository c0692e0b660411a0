//! Starting and stopping.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use adwright_checks::{Fact, FactValue};
use tokio::sync::Mutex as AsyncMutex;
use uuid::Uuid;

use crate::app::App;
use crate::demo_user::DemoUser;
use crate::facts;
use crate::faults::{Fault, FaultQueue};
use crate::gate::Gate;
use crate::storage::page_cursors::PageCursors;
use crate::storage::{Storage, parties, placements};
use crate::variants::{Variant, VariantError, VariantSet};

/// What to start. By default: on loopback, a free port, data in memory, secrets that nobody knows before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceOptions {
    /// Where the data lives.
    pub data: DataLocation,
    /// Which demo data a new place is filled with; data that is already there stays as it is.
    pub seed: u64,
    /// How many campaigns a new place is filled with; the usual few hundred where none is given, and never fewer.
    pub scale: Option<u32>,
    /// The address to answer at. Any other than loopback needs a token.
    pub listen: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// What the practice interface expects in `X-Practice-Token`; a new one where none is given.
    pub token: Option<String>,
    /// The password of the demo users; a new one where none is given.
    pub password: Option<String>,
    /// In what it differs from the service as it usually is; the practice interface can change that.
    pub variants: Vec<Variant>,
    /// What happens to the first calls, each so many times; the practice interface can change that.
    pub faults: Vec<(Fault, u32)>,
    /// How much of this computer its connections may take.
    pub limits: ConnectionLimits,
}

/// What connections may take, so that no program can use them up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// How many are served at once; more wait for one of them to end.
    pub connections: usize,
    /// How long the head of a request may take, from the beginning of its connection or the request before; and then its
    /// body.
    pub read_timeout: Duration,
}

/// Far fewer than the files that a program may open.
impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            connections: 256,
            read_timeout: Duration::from_secs(30),
        }
    }
}

impl Default for ServiceOptions {
    fn default() -> Self {
        Self {
            data: DataLocation::Memory,
            seed: 1,
            scale: None,
            listen: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            token: None,
            password: None,
            variants: Vec::new(),
            faults: Vec::new(),
            limits: ConnectionLimits::default(),
        }
    }
}

/// Where the data lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataLocation {
    /// In this SQLite file, which is made when it is not there.
    File(PathBuf),
    /// In memory: gone when the service stops.
    Memory,
}

/// Why the service cannot start, or did not stop cleanly.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The data cannot be read or written.
    #[error("the practice data cannot be used: {0}")]
    Data(#[from] rusqlite::Error),
    /// The data was written by a newer program, whose schema version this is.
    #[error("the practice data has version {0}: it was written by a newer version of Adwright")]
    NewerData(i64),
    /// The data's file cannot be made, the port cannot be listened on, or the connection loop broke.
    #[error("the practice service cannot use its file or its network port: {0}")]
    System(#[from] io::Error),
    /// Others could reach it, and nothing would keep them from the practice interface.
    #[error(
        "the practice service answers at {0}, which others can reach, only with a practice token of your own: set --token"
    )]
    Unguarded(IpAddr),
    /// It cannot differ so.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// It was paused on purpose.
    #[error("the practice service is paused")]
    Paused,
    /// The work of starting was cut short.
    #[error("the practice service was interrupted: {0}")]
    Interrupted(#[from] tokio::task::JoinError),
}

/// A service that answers until it is stopped or dropped.
pub struct RunningService {
    /// Where it answers, such as `http://127.0.0.1:8080`, without a slash at the end.
    pub base_url: String,
    /// What the practice interface expects in `X-Practice-Token`.
    pub admin_token: String,
    /// Whom the Practice workspace works as.
    person: DemoUser,
    app: Arc<App>,
    gate: AsyncMutex<Gate>,
    paused: AtomicBool,
}

/// Starts the service; it answers when this returns.
pub async fn start(options: ServiceOptions) -> Result<RunningService, ServiceError> {
    let ServiceOptions {
        data,
        seed,
        scale,
        listen,
        port,
        token,
        password,
        variants,
        faults,
        limits,
    } = options;
    let variants = VariantSet::from_variants(&variants)?;
    let token = token.filter(|token| !token.is_empty());
    if !listen.is_loopback() && token.is_none() {
        return Err(ServiceError::Unguarded(listen));
    }
    let opening = move || Storage::open(&data, seed, scale);
    let storage = tokio::task::spawn_blocking(opening).await??;
    let admin_token = token.unwrap_or_else(random_token);
    let app = Arc::new(App {
        storage,
        cursors: PageCursors::default(),
        sessions: Mutex::default(),
        faults: Mutex::new(FaultQueue::new(faults)),
        variants: variants.bits().into(),
        quota: Mutex::default(),
        pages: 0.into(),
        password: password.unwrap_or_else(random_token),
        practice_token: admin_token.clone(),
        limits,
    });
    let address = SocketAddr::new(listen, port);
    let gate = Gate::open(address, Arc::clone(&app))?;
    let base_url = format!("http://{}", gate.address());
    tracing::info!(base_url, "the practice service answers");
    Ok(RunningService {
        base_url,
        admin_token,
        person: DemoUser::Planner,
        app,
        gate: AsyncMutex::new(gate),
        paused: AtomicBool::new(false),
    })
}

/// 122 random bits.
fn random_token() -> String {
    Uuid::new_v4().simple().to_string()
}

impl RunningService {
    /// Stops accepting, finishes the calls that are under way, and ends.
    pub async fn stop(self) -> Result<(), ServiceError> {
        self.gate.into_inner().shut_down().await
    }

    /// Stops answering, as in an outage: calls that are under way are cut, though what they began may still be kept,
    /// and new ones are refused, until [`RunningService::resume`]. The address stays its own. Data and sessions stay, too.
    /// Pausing what is paused does nothing.
    pub async fn pause(&self) -> Result<(), ServiceError> {
        let mut gate = self.gate.lock().await;
        gate.close().await?;
        self.paused.store(true, Ordering::Release);
        tracing::info!("the practice service is paused");
        Ok(())
    }

    /// Answers again, at the same address. Resuming what is not paused does nothing.
    pub async fn resume(&self) -> Result<(), ServiceError> {
        let mut gate = self.gate.lock().await;
        gate.reopen(Arc::clone(&self.app))?;
        self.paused.store(false, Ordering::Release);
        tracing::info!("the practice service answers again");
        Ok(())
    }

    /// Whether it is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Acquire)
    }

    /// What the practice admin knows for the rules about a campaign (by its placements) and an advertiser (by its
    /// settings). What is not there has no facts; while the service is paused, nobody can be asked.
    pub fn facts(
        &self,
        campaign: Option<i64>,
        advertiser: Option<i64>,
    ) -> Result<Vec<(Fact, FactValue)>, ServiceError> {
        if self.is_paused() {
            return Err(ServiceError::Paused);
        }
        self.app.storage.read(|data| {
            let mut facts = Vec::new();
            if let Some(campaign) = campaign {
                facts.extend(facts::placement_facts(&placements::list_by_campaign(
                    data, campaign,
                )?));
            }
            if let Some(id) = advertiser {
                let advertiser = parties::advertiser(data, id)?;
                facts.extend(advertiser.iter().flat_map(facts::advertiser_facts));
            }
            Ok(facts)
        })
    }

    /// Counts what was written since the start: while it stays, [`RunningService::facts`] says the same.
    #[must_use]
    pub fn write_count(&self) -> u64 {
        self.app.storage.write_count()
    }

    /// The sites that a campaign runs on, as the practice admin sees them: each placement's site and its own name.
    pub fn campaign_sites(&self, campaign: i64) -> Result<Vec<(i64, String)>, ServiceError> {
        if self.is_paused() {
            return Err(ServiceError::Paused);
        }
        let placements = self
            .app
            .storage
            .read::<_, ServiceError>(|data| Ok(placements::list_by_campaign(data, campaign)?))?;
        let sites = placements.into_iter();
        Ok(sites
            .map(|placement| (placement.site_id, placement.name))
            .collect())
    }

    /// The username and password of the person that the Practice workspace works as.
    #[must_use]
    pub fn practice_login(&self) -> (String, String) {
        self.login(self.person)
    }

    /// Lets the Practice workspace work as another person.
    #[must_use]
    pub fn with_person(mut self, person: DemoUser) -> Self {
        self.person = person;
        self
    }

    /// The username and password of a demo user.
    #[must_use]
    pub fn login(&self, user: DemoUser) -> (String, String) {
        (user.username().to_owned(), self.app.password.clone())
    }
}
