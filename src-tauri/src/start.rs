use std::sync::Arc;

use adwright_desk::{Desk, Error, Ports, SystemClock};
use adwright_secrets::SwitchableSecrets;
use serde::Serialize;
use tauri::{AppHandle, Manager, RunEvent, Runtime, WebviewWindow};
use tauri_specta::Event;
use tracing_subscriber::EnvFilter;

use crate::bench_marks;
use crate::commands;
use crate::single_instance;
use crate::termination_signal;
use crate::web_view;
use crate::window;
use crate::workspace_slot::WorkspaceSlot;

/// What an earlier run of the program left open has been looked up.
#[derive(Debug, Clone, Serialize, specta::Type, Event)]
pub(crate) struct OutboxRecovered;

/// The program was started once more; this window was there first and stays.
#[derive(Debug, Clone, Serialize, specta::Type, Event)]
pub(crate) struct StartedAgain;

/// The service answers now, or does not any more.
#[derive(Debug, Clone, Serialize, specta::Type, Event)]
pub(crate) struct ConnectionChanged;

/// The window in which a secret is typed was closed, with or without one.
#[derive(Debug, Clone, Serialize, specta::Type, Event)]
pub(crate) struct SecretEntryEnded;

/// Opens the window and runs until it is closed.
///
/// # Panics
///
/// If the system has no web view to draw with. Then there is no window for a message.
pub fn run() {
    bench_marks::mark("process");
    init_logging();
    web_view::configure();
    let commands = commands::command_builder();
    let mut app = tauri::Builder::default()
        .plugin(single_instance::plugin(focus_main_window))
        .plugin(tauri_plugin_dialog::init());
    if let Some(marks) = bench_marks::plugin() {
        app = app.plugin(marks);
    }
    app.invoke_handler(commands.invoke_handler())
        .setup(move |app| {
            commands.mount_events(app);
            bench_marks::mark("toolkit");
            // In parallel, because a person waits for both.
            let desk = tauri::async_runtime::spawn(async {
                let desk = open_desk().await;
                bench_marks::mark("desk");
                desk
            });
            window::open(app)?;
            bench_marks::mark("window");
            manage_desk(app.handle(), tauri::async_runtime::block_on(desk)?);
            termination_signal::close_on_termination(app.handle());
            Ok(())
        })
        .build(tauri::generate_context!())
        .unwrap_or_else(|error| single_instance::restart_or_panic(&error))
        .run(|app, event| {
            if matches!(event, RunEvent::Exit) {
                close_desk(app);
            }
        });
}

/// Opens the desk of the current user.
pub(crate) async fn open_desk() -> Result<Desk, Error> {
    let desk = Desk::open(&single_instance::home_paths()?, ports()).await;
    if let Err(error) = &desk {
        tracing::error!(details = error.failure().details, "{error}");
    }
    desk
}

/// Gives the app its desk, and looks up what an earlier run left open.
pub fn manage_desk<R: Runtime>(app: &AppHandle<R>, desk: Result<Desk, Error>) {
    app.manage(WorkspaceSlot::new(desk));
    recover_in_background(app);
}

/// Prepares for a new page. The page before has gone, so later messages come from the new one.
pub fn begin_page<R: Runtime>(app: &AppHandle<R>) {
    let opened = app.try_state::<WorkspaceSlot>();
    if opened.is_some_and(|opened| opened.switch_to_next()) {
        recover_in_background(app);
    }
}

/// Closes the app's desk, and waits for its last command.
pub fn close_desk<R: Runtime>(app: &AppHandle<R>) {
    app.state::<WorkspaceSlot>().close();
}

/// Looks up what an earlier run left open, while the window is already visible. Notifies the window if there was
/// anything. From then on, notifies it when the service stops answering or answers again.
pub(crate) fn recover_in_background<R: Runtime>(app: &AppHandle<R>) {
    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let opened = app.state::<WorkspaceSlot>();
        let Ok(desk) = opened.get() else { return };
        let listening = app.clone();
        // No window listens while the program closes.
        desk.service
            .on_connection_change(move || drop(ConnectionChanged.emit(&listening)));
        let (recovered, removed) = (
            desk.outbox.recover().await,
            desk.local_data.apply_retention(),
        );
        let results = [recovered, removed].map(|result| {
            result.inspect_err(|error| {
                tracing::error!(details = error.failure().details, "{error}");
            })
        });
        // Otherwise the window already shows everything.
        if results.iter().any(|result| !matches!(result, Ok(false))) {
            drop(OutboxRecovered.emit(&app));
        }
    });
}

/// Brings the window forward when the person starts the program again.
fn focus_main_window(app: &AppHandle) {
    let Some(window) = app.get_webview_window("main") else {
        return;
    };
    if let Err(error) = show_and_focus(&window) {
        tracing::warn!("the window cannot be brought to the front: {error}");
    }
    // No window listens before the page has loaded.
    drop(StartedAgain.emit(app));
}

fn show_and_focus(window: &WebviewWindow) -> tauri::Result<()> {
    window.unminimize()?;
    window.show()?;
    window.set_focus()
}

fn ports() -> Ports {
    Ports {
        clock: Arc::new(SystemClock),
        secrets: Arc::new(SwitchableSecrets::default()),
    }
}

fn init_logging() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}
