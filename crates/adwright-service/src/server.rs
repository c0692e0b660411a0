//! Starts and stops the service.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use adwright_checks::{Fact, FactValue};
use rusqlite::Transaction;
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

/// The options of a start. By default: on loopback, a free port, data in memory, random secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceOptions {
    /// The place of the data.
    pub data: DataLocation,
    /// The seed of the demo data for a new place. Existing data stays as it is.
    pub seed: u64,
    /// The number of campaigns in a new place, never fewer than the usual few hundred. `None` means the usual number.
    pub scale: Option<u32>,
    /// The address to listen at. Any address other than loopback needs a token.
    pub listen: IpAddr,
    /// The port. 0 takes a free port.
    pub port: u16,
    /// The value that the practice interface expects in `X-Practice-Token`. `None` generates one.
    pub token: Option<String>,
    /// The password of the demo users. `None` generates one.
    pub password: Option<String>,
    /// The variants that are on at the start. The practice interface can change them.
    pub variants: Vec<Variant>,
    /// The faults of the first calls, each with its number of times. The practice interface can change them.
    pub faults: Vec<(Fault, u32)>,
    /// The limits on connections.
    pub limits: ConnectionLimits,
}

/// Limits on connections, so that no client can exhaust the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// The number of connections served at once. More connections wait until one ends.
    pub connections: usize,
    /// The time to read the head of a request, from the start of its connection or the previous request; and again for
    /// its body.
    pub read_timeout: Duration,
}

/// Far fewer connections than the files that a process may open.
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

/// The place of the data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DataLocation {
    /// In this SQLite file, which is created if it does not exist.
    File(PathBuf),
    /// In memory. The data is gone when the service stops.
    Memory,
}

/// The ids that facts are about. Each may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FactIds {
    /// The campaign.
    pub campaign: Option<i64>,
    /// The advertiser.
    pub advertiser: Option<i64>,
    /// The account that the object names.
    pub account: Option<i64>,
}

/// The reason why the service cannot start, or did not stop cleanly.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The data cannot be read or written.
    #[error("the practice data cannot be used: {0}")]
    Data(#[from] rusqlite::Error),
    /// A newer program wrote the data, with this schema version.
    #[error("the practice data has version {0}: it was written by a newer version of Adwright")]
    NewerData(i64),
    /// The file cannot be created, the port cannot be used, or the accept loop failed.
    #[error("the practice service cannot use its file or its network port: {0}")]
    System(#[from] io::Error),
    /// Others could reach the practice interface, and no token would protect it.
    #[error(
        "the practice service answers at {0}, which others can reach, only with a practice token of your own: set --token"
    )]
    Unguarded(IpAddr),
    /// The variants cannot be combined, or one has an unknown name.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// The service was paused on purpose.
    #[error("the practice service is paused")]
    Paused,
    /// The start was interrupted.
    #[error("the practice service was interrupted: {0}")]
    Interrupted(#[from] tokio::task::JoinError),
}

/// A service that runs until it is stopped or dropped.
pub struct RunningService {
    /// The address of the service, such as `http://127.0.0.1:8080`, without a trailing slash.
    pub base_url: String,
    /// The value that the practice interface expects in `X-Practice-Token`.
    pub admin_token: String,
    /// The person as whom the Practice workspace works.
    person: DemoUser,
    app: Arc<App>,
    gate: AsyncMutex<Gate>,
    paused: AtomicBool,
}

/// Starts the service. It answers calls when this returns.
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

/// Returns 122 random bits.
fn random_token() -> String {
    Uuid::new_v4().simple().to_string()
}

impl RunningService {
    /// Stops accepting connections, finishes open calls, and ends.
    pub async fn stop(self) -> Result<(), ServiceError> {
        self.gate.into_inner().shut_down().await
    }

    /// Stops answering, as in an outage, until [`RunningService::resume`]. Open calls are cut, though their work may
    /// still be saved. New calls are refused. The address, the data and the sessions stay. Pausing a paused service
    /// does nothing.
    pub async fn pause(&self) -> Result<(), ServiceError> {
        let mut gate = self.gate.lock().await;
        gate.close().await?;
        self.paused.store(true, Ordering::Release);
        tracing::info!("the practice service is paused");
        Ok(())
    }

    /// Answers again at the same address. Resuming a service that is not paused does nothing.
    pub async fn resume(&self) -> Result<(), ServiceError> {
        let mut gate = self.gate.lock().await;
        gate.reopen(Arc::clone(&self.app))?;
        self.paused.store(false, Ordering::Release);
        tracing::info!("the practice service answers again");
        Ok(())
    }

    /// Returns whether the service is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Acquire)
    }

    /// Returns the facts about a campaign (from its placements), an advertiser (from its settings) and an account (from
    /// the privileges of the person of the Practice workspace), as the practice admin knows them. Missing objects have
    /// no facts. Fails while the service is paused.
    pub fn facts(&self, about: FactIds) -> Result<Vec<(Fact, FactValue)>, ServiceError> {
        if self.is_paused() {
            return Err(ServiceError::Paused);
        }
        self.app.storage.read(|tx| {
            let mut facts = Vec::new();
            if let Some(campaign) = about.campaign {
                facts.extend(facts::placement_facts(&placements::list_by_campaign(
                    tx, campaign,
                )?));
            }
            let advertiser = match about.advertiser {
                Some(id) => parties::find_advertiser(tx, id)?,
                None => None,
            };
            facts.extend(advertiser.iter().flat_map(facts::advertiser_facts));
            let account = match about.account {
                Some(id) => parties::account(tx, id)?,
                None => None,
            };
            let accounts = [account.map(|it| it.id), advertiser.map(|it| it.account_id)];
            let may_write = self.may_write(tx, accounts)?;
            facts.extend(may_write.map(facts::privilege_fact));
            Ok(facts)
        })
    }

    /// Returns whether the person of the Practice workspace may save an object that names these accounts. None if it
    /// depends on which of them counts.
    fn may_write(
        &self,
        tx: &Transaction<'_>,
        accounts: [Option<i64>; 2],
    ) -> rusqlite::Result<Option<bool>> {
        let Some(user) = parties::user(tx, self.person.id())? else {
            return Ok(None);
        };
        let of_account = |account| parties::may_write(tx, &user, account);
        let [first, second] = accounts;
        let may_write = of_account(first.or(second))?;
        let is_same = of_account(second.or(first))? == may_write;
        Ok(is_same.then_some(may_write))
    }

    /// Returns the number of writes since the start. While it stays the same, [`RunningService::facts`] returns the
    /// same.
    #[must_use]
    pub fn write_count(&self) -> u64 {
        self.app.storage.write_count()
    }

    /// Returns the sites of a campaign, as the practice admin sees them: the site and its name for each placement.
    pub fn campaign_sites(&self, campaign: i64) -> Result<Vec<(i64, String)>, ServiceError> {
        if self.is_paused() {
            return Err(ServiceError::Paused);
        }
        let placements = self
            .app
            .storage
            .read::<_, ServiceError>(|tx| Ok(placements::list_by_campaign(tx, campaign)?))?;
        let sites = placements.into_iter();
        Ok(sites
            .map(|placement| (placement.site_id, placement.name))
            .collect())
    }

    /// Returns the username and password of the person as whom the Practice workspace works.
    #[must_use]
    pub fn practice_login(&self) -> (String, String) {
        self.login(self.person)
    }

    /// Makes the Practice workspace work as another person.
    #[must_use]
    pub fn with_person(mut self, person: DemoUser) -> Self {
        self.person = person;
        self
    }

    /// Returns the username and password of a demo user.
    #[must_use]
    pub fn login(&self, user: DemoUser) -> (String, String) {
        (user.username().to_owned(), self.app.password.clone())
    }
}
