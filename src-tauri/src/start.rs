use std::sync::Arc;

use adwright_desk::views::Failure;
use adwright_desk::{Desk, Error, Paths, Ports, SystemClock};
use adwright_secrets::MemorySecrets;
use tauri::{App, Manager};
use tracing_subscriber::EnvFilter;

use crate::commands;

/// The desk, or why it could not be opened: the window opens either way and says so.
pub(crate) struct Opened(Result<Desk, Error>);

impl Opened {
    pub(crate) fn get(&self) -> Result<&Desk, Failure> {
        self.0.as_ref().map_err(Error::failure)
    }
}

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
        .setup(|app| {
            open_desk(app);
            Ok(())
        })
        .run(tauri::generate_context!())
        .expect("the system has a web view");
}

fn open_desk(app: &App) {
    let desk = tauri::async_runtime::block_on(async {
        let paths = Paths::of_this_person().map_err(Error::no_home)?;
        Desk::open(&paths, ports()).await
    });
    if let Err(error) = &desk {
        tracing::error!(details = error.failure().details, "{error}");
    }
    app.manage(Opened(desk));
}

/// Practice mints its credentials at each start, so nothing here outlives the program and the keyring is left alone.
fn ports() -> Ports {
    Ports { clock: Arc::new(SystemClock), secrets: Arc::new(MemorySecrets::default()) }
}

fn log_to_standard_error() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}
