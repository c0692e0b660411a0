use std::fs;
use std::path::PathBuf;

use tauri::webview::PageLoadEvent;
use tauri::{App, AppHandle, Manager, Runtime, WebviewWindow, WebviewWindowBuilder};
use tempfile::TempDir;

use crate::page::{self, PageMonitor};
use crate::{single_instance, start};

/// The folder for the web view's files if the home cannot store them. It is deleted when the program ends.
struct TemporaryFolder(
    #[expect(dead_code, reason = "held for as long as the program runs")] TempDir,
);

/// Opens the window that `tauri.conf.json` describes.
///
/// The web view needs a writable folder, even if the person's own files cannot be written, because the window has to
/// report that.
pub(crate) fn open(app: &App) -> tauri::Result<WebviewWindow> {
    let described = app.config().app.windows.first();
    let described = described.expect("tauri.conf.json describes the window");
    app.manage(PageMonitor::default());
    let window = WebviewWindowBuilder::from_config(app.handle(), described)?;
    let window = page::restrict_navigation(window, app.handle())
        .data_directory(web_view_folder(app.handle())?)
        .on_page_load(|window, load| match load.event() {
            PageLoadEvent::Started => start::begin_page(window.app_handle()),
            PageLoadEvent::Finished => {
                window.state::<PageMonitor>().record_load(load.url());
                page::show(&window);
            }
        })
        .build()?;
    page::handle_close_and_crash(&window);
    Ok(window)
}

/// The folder that the web views of all windows share.
struct WebViewFolder(PathBuf);

/// Returns the folder of the main window's web view.
pub(crate) fn web_view_folder<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<PathBuf> {
    if let Some(folder) = app.try_state::<WebViewFolder>() {
        return Ok(folder.0.clone());
    }
    let folder = writable_folder(app)?;
    app.manage(WebViewFolder(folder.clone()));
    Ok(folder)
}

fn writable_folder<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<PathBuf> {
    if let Ok(paths) = single_instance::home_paths() {
        let folder = paths.web_view();
        let probe = || tempfile::tempfile_in(&folder);
        if fs::create_dir_all(&folder).and_then(|()| probe()).is_ok() {
            return Ok(folder);
        }
    }
    let elsewhere = tempfile::tempdir()?;
    let folder = elsewhere.path().to_owned();
    app.manage(TemporaryFolder(elsewhere));
    Ok(folder)
}
