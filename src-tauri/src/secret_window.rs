//! The window in which a secret is typed. Its page has a process of its own, which ends with it: what a web view keeps of a
//! typed text in its memory is gone then, while the main window's process never held it.

use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent};
use tauri_specta::Event;

use crate::page;
use crate::start::SecretEntryEnded;
use crate::window;

/// Its label; the command that takes a secret takes it from here only.
pub(crate) const LABEL: &str = "secret";

const TITLE: &str = "Enter a secret";
const SIZE: (f64, f64) = (440.0, 236.0);

/// Opens it, in place of one that is open already.
pub(crate) fn open(app: &AppHandle, beside: &WebviewWindow) -> tauri::Result<()> {
    if let Some(open) = app.get_webview_window(LABEL) {
        open.eval("location.reload()")?;
        return open.set_focus();
    }
    let entry = WebviewUrl::App("secret.html".into());
    let window = page::restrict_navigation(WebviewWindowBuilder::new(app, LABEL, entry), app)
        .title(TITLE)
        .inner_size(SIZE.0, SIZE.1)
        .resizable(false)
        .minimizable(false)
        .maximizable(false)
        .center()
        .data_directory(window::web_view_folder(app)?)
        .parent(beside)?
        .build()?;
    // Nothing can be typed any more.
    page::on_crash(&window, |window| drop(window.destroy()));
    let app = app.clone();
    window.on_window_event(move |event| {
        if matches!(event, WindowEvent::Destroyed) {
            drop(SecretEntryEnded.emit(&app));
        }
    });
    Ok(())
}

/// Ends it with its process, where it is open.
pub(crate) fn close(app: &AppHandle) -> tauri::Result<()> {
    app.get_webview_window(LABEL)
        .map_or(Ok(()), |window| window.destroy())
}
