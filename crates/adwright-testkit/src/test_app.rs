use std::net::TcpListener;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use adwright_desk::{Desk, Error, Paths, Ports, SecretStore};
use adwright_secrets::MemorySecrets;
use adwright_service::{DataLocation, DemoUser, ServiceOptions, Variant};
use tempfile::TempDir;

use crate::{PracticeClient, TestClock};

/// A desk in a home of its own, with a real practice service.
pub struct TestApp {
    /// The desk.
    pub desk: Desk,
    /// Another client of the practice service.
    pub practice: PracticeClient,
    /// The desk's clock.
    pub clock: Arc<TestClock>,
    /// The desk's secrets. Like a keyring they outlive the desk.
    pub secrets: Arc<MemorySecrets>,
    home: TempDir,
}

/// A test calls the nouns of the desk directly: `app.drafts.edit_draft(…)`.
impl Deref for TestApp {
    type Target = Desk;

    fn deref(&self) -> &Desk {
        &self.desk
    }
}

impl TestApp {
    /// Starts for the first time: a new home, and a new service with its demo data.
    pub async fn first_start() -> Self {
        Self::start_in(
            tempfile::tempdir().expect("a temporary folder"),
            Arc::default(),
        )
        .await
    }

    /// Starts for the first time in this folder.
    pub async fn first_start_in(home: TempDir) -> Self {
        Self::start_in(home, Arc::default()).await
    }

    /// Starts for the first time as this person.
    pub async fn first_start_as(person: DemoUser) -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        Self::start_as(person, home, Arc::default(), None).await
    }

    /// Starts for the first time with a service that has these variants.
    pub async fn first_start_with_variants(variants: &[Variant]) -> Self {
        let home = tempfile::tempdir().expect("a temporary folder");
        let options = ServiceOptions {
            variants: variants.to_vec(),
            ..ServiceOptions::default()
        };
        Self::start_with(options, DemoUser::Planner, home, Arc::default(), None).await
    }

    /// Closes the desk and the service's data. The home stays.
    pub async fn close(self) -> TempDir {
        let Self { desk, home, .. } = self;
        drop(desk);
        // The service's tasks end one by one, and the last one closes the data. Then this file is deleted.
        while home.path().join("practice.db-shm").exists() {
            tokio::task::yield_now().await;
        }
        home
    }

    /// Starts again on the same home, after the program ended without closing.
    #[must_use]
    pub async fn restart(self) -> Self {
        let Self {
            desk, clock, home, ..
        } = self;
        drop(desk);
        Self::start_in(home, clock).await
    }

    /// Starts again on the same home, with no service at the address.
    #[must_use]
    pub async fn restart_offline(self) -> Self {
        let Self {
            desk, clock, home, ..
        } = self;
        drop(desk);
        // The port was free a moment ago, so no server listens on it.
        let closed = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = format!("http://{}", closed.expect("a free port"));
        Self::start_at(home, clock, Some(address)).await
    }

    async fn start_in(home: TempDir, clock: Arc<TestClock>) -> Self {
        Self::start_at(home, clock, None).await
    }

    async fn start_at(home: TempDir, clock: Arc<TestClock>, address: Option<String>) -> Self {
        Self::start_as(DemoUser::Planner, home, clock, address).await
    }

    async fn start_as(
        person: DemoUser,
        home: TempDir,
        clock: Arc<TestClock>,
        address: Option<String>,
    ) -> Self {
        Self::start_with(ServiceOptions::default(), person, home, clock, address).await
    }

    async fn start_with(
        options: ServiceOptions,
        person: DemoUser,
        home: TempDir,
        clock: Arc<TestClock>,
        address: Option<String>,
    ) -> Self {
        let paths = Paths::in_home(home.path());
        let options = ServiceOptions {
            data: DataLocation::File(paths.practice()),
            ..options
        };
        let running = adwright_service::start(options).await;
        let mut running = running
            .expect("the practice service starts")
            .with_person(person);
        let practice = PracticeClient::new(&running);
        if let Some(address) = address {
            running.base_url = address;
        }
        let secrets = Arc::default();
        let ports = ports(clock.clone(), Arc::clone(&secrets) as _);
        let desk = Desk::open_with_practice(running, &paths, ports).expect("the desk opens");
        Self {
            desk,
            practice,
            clock,
            secrets,
            home,
        }
    }

    /// Opens a desk on a home in the same way as the window, and returns the result.
    ///
    /// # Errors
    /// As for [`Desk::open`].
    pub async fn open(home: &Path) -> Result<Desk, Error> {
        Self::open_with(home, Arc::<MemorySecrets>::default()).await
    }

    /// Opens a desk with these secrets.
    ///
    /// # Errors
    /// As for [`Desk::open`].
    pub async fn open_with<S: SecretStore + 'static>(
        home: &Path,
        secrets: Arc<S>,
    ) -> Result<Desk, Error> {
        Desk::open(&Paths::in_home(home), ports(Arc::default(), secrets)).await
    }

    /// Returns the home folder.
    #[must_use]
    pub fn home(&self) -> &Path {
        self.home.path()
    }
}

fn ports(clock: Arc<TestClock>, secrets: Arc<dyn SecretStore>) -> Ports {
    Ports { clock, secrets }
}
