//! The window for typing a secret. Its page has a separate process, which ends with the window. So the web view's
//! copies of the typed text are freed, and the main window's process never holds them.

use tauri::webview::PageLoadEvent;
use tauri::{
    AppHandle, Manager, Runtime, WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent,
};
use tauri_specta::Event;

use crate::page;
use crate::start::SecretEntryEnded;
use crate::window;

/// The label of the window. The command that takes a secret accepts it from this window only.
pub(crate) const LABEL: &str = "secret";

const TITLE: &str = "Enter a secret";
const SIZE: (f64, f64) = (440.0, 236.0);

/// Opens the window, and replaces one that is already open.
pub(crate) fn open<R: Runtime>(app: &AppHandle<R>, beside: &WebviewWindow<R>) -> tauri::Result<()> {
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
        .visible(false)
        .on_page_load(|window, load| {
            if matches!(load.event(), PageLoadEvent::Finished) {
                page::show(&window);
            }
        })
        .data_directory(window::web_view_folder(app)?)
        .parent(beside)?
        .build()?;
    // After a crash, the person can no longer type.
    page::on_crash(&window, |window| drop(window.destroy()));
    let app = app.clone();
    window.on_window_event(move |event| {
        if matches!(event, WindowEvent::Destroyed) {
            drop(SecretEntryEnded.emit(&app));
        }
    });
    Ok(())
}

/// Closes the window and ends its process, if it is open.
pub(crate) fn close<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<()> {
    app.get_webview_window(LABEL)
        .map_or(Ok(()), |window| window.destroy())
}
