use std::net::TcpListener;
use std::sync::Arc;

use adwright_desk::{Desk, Paths, Ports};
use adwright_secrets::MemorySecrets;
use adwright_service::{Data, Options};
use tempfile::TempDir;

use crate::{Practice, TestClock};

/// A desk on a home of its own, with a real practice service behind it.
pub struct Desktop {
    /// The desk.
    pub desk: Desk,
    /// The service behind it, as someone else sees it.
    pub practice: Practice,
    /// The desk's clock.
    pub clock: Arc<TestClock>,
    home: TempDir,
}

impl Desktop {
    /// A first start: a new home, a new service with its demo data.
    pub async fn first_start() -> Self {
        Self::start_in(
            tempfile::tempdir().expect("a temporary folder"),
            Arc::default(),
        )
        .await
    }

    /// The next start on the same home, after the program ended without a word.
    #[must_use]
    pub async fn restart(self) -> Self {
        let Self {
            desk, clock, home, ..
        } = self;
        drop(desk);
        Self::start_in(home, clock).await
    }

    /// The next start on the same home, in which nothing answers where the service should be.
    #[must_use]
    pub async fn restart_offline(self) -> Self {
        let Self {
            desk, clock, home, ..
        } = self;
        drop(desk);
        // A port that was free a moment ago and that nobody listens on.
        let closed = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let address = format!("http://{}", closed.expect("a free port"));
        Self::start_at(home, clock, Some(address)).await
    }

    async fn start_in(home: TempDir, clock: Arc<TestClock>) -> Self {
        Self::start_at(home, clock, None).await
    }

    async fn start_at(home: TempDir, clock: Arc<TestClock>, address: Option<String>) -> Self {
        let paths = Paths::inside(home.path());
        let options = Options {
            data: Data::File(paths.practice()),
            seed: 1,
            port: 0,
        };
        let mut running = adwright_service::start(options)
            .await
            .expect("the practice service starts");
        let practice = Practice::of(&running);
        if let Some(address) = address {
            running.base_url = address;
        }
        let ports = Ports {
            clock: clock.clone(),
            secrets: Arc::new(MemorySecrets::default()),
        };
        let desk = Desk::open_on(running, &paths, ports).expect("the desk opens");
        Self {
            desk,
            practice,
            clock,
            home,
        }
    }

    /// The home folder.
    #[must_use]
    pub fn home(&self) -> &std::path::Path {
        self.home.path()
    }
}
