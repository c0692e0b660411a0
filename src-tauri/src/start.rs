use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adwright_desk::views::{Failure, FailureCode};
use adwright_desk::{Desk, Error, Paths, Ports, SystemClock};
use adwright_secrets::MemorySecrets;
use serde::Serialize;
use tauri::{App, Manager, RunEvent};
use tauri_specta::Event;
use tracing_subscriber::EnvFilter;

use crate::commands;

/// The desk, or why there is none: the window opens either way and says so.
pub(crate) struct Opened(Mutex<Result<Arc<Desk>, Failure>>);

impl Opened {
    fn new(desk: Result<Desk, Error>) -> Self {
        Self(Mutex::new(
            desk.map(Arc::new).map_err(|error| error.failure()),
        ))
    }

    pub(crate) fn get(&self) -> Result<Arc<Desk>, Failure> {
        self.lock().clone()
    }

    /// Lets go of the desk, so that its database is closed cleanly once the last command has ended.
    fn close(&self) {
        *self.lock() = Err(Failure {
            code: FailureCode::Cancelled,
            message: "Adwright is being closed.".to_owned(),
            details: None,
        });
    }

    fn lock(&self) -> MutexGuard<'_, Result<Arc<Desk>, Failure>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an earlier run of the program left open has been looked up.
#[derive(Debug, Clone, Serialize, specta::Type, Event)]
pub(crate) struct OutboxRecovered;

/// Opens the window and runs until it is closed.
///
/// # Panics
///
/// Where the system has no web view to draw with; there is no window then to say so in.
pub fn run() {
    log_to_standard_error();
    let commands = commands::list();
    tauri::Builder::default()
        .invoke_handler(commands.invoke_handler())
        .setup(move |app| {
            commands.mount_events(app);
            open_desk(app);
            Ok(())
        })
        .build(tauri::generate_context!())
        .expect("the system has a web view")
        .run(|app, event| {
            if matches!(event, RunEvent::Exit) {
                app.state::<Opened>().close();
            }
        });
}

fn open_desk(app: &App) {
    let desk = tauri::async_runtime::block_on(async {
        let paths = Paths::of_this_person().map_err(Error::no_home)?;
        Desk::open(&paths, ports()).await
    });
    if let Err(error) = &desk {
        tracing::error!(details = error.failure().details, "{error}");
    }
    app.manage(Opened::new(desk));
    recover_beside(app);
}

/// Looks up what an earlier run left open, while the window is already there; then says that it has.
fn recover_beside(app: &App) {
    let app = app.handle().clone();
    tauri::async_runtime::spawn(async move {
        let opened = app.state::<Opened>();
        let Ok(desk) = opened.get() else { return };
        if let Err(error) = desk.recover().await {
            tracing::error!(details = error.failure().details, "{error}");
        }
        // No window listens while the program is being closed.
        drop(OutboxRecovered.emit(&app));
    });
}

/// Practice mints its credentials at each start, so nothing here outlives the program and the keyring is left alone.
fn ports() -> Ports {
    Ports {
        clock: Arc::new(SystemClock),
        secrets: Arc::new(MemorySecrets::default()),
    }
}

fn log_to_standard_error() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}
