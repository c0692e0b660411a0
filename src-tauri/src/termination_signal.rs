//! Reacts when the system asks the program to end, for example at logout.

use tauri::AppHandle;

/// Closes the window when the system asks the program to end, as the close button does: typed text is saved first.
#[cfg(unix)]
pub(crate) fn close_on_termination(app: &AppHandle) {
    use tauri::Manager as _;
    use tokio::signal::unix::{SignalKind, signal};

    let app = app.clone();
    tauri::async_runtime::spawn(async move {
        let mut asked = match signal(SignalKind::terminate()) {
            Ok(asked) => asked,
            Err(error) => {
                return tracing::warn!("the termination signal cannot be received: {error}");
            }
        };
        while asked.recv().await.is_some() {
            let closed = app.get_webview_window("main").map(|window| window.close());
            if let Some(Err(error)) = closed {
                tracing::warn!("the window cannot be closed: {error}");
            }
        }
    });
}

/// On other systems, the system closes the window itself.
#[cfg(not(unix))]
pub(crate) fn close_on_termination(_: &AppHandle) {}
