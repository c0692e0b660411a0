use std::fs;
use std::path::PathBuf;

use adwright_desk::Paths;
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
    let in_home = single_instance::home_paths().ok();
    if let Some(folder) = in_home.and_then(|paths| folder_in_home(&paths)) {
        return Ok(folder);
    }
    let elsewhere = tempfile::tempdir()?;
    let folder = elsewhere.path().to_owned();
    app.manage(TemporaryFolder(elsewhere));
    Ok(folder)
}

/// Returns the web view's folder in the home; `None` if the home is not ours, which leaves it unchanged, or not writable.
fn folder_in_home(paths: &Paths) -> Option<PathBuf> {
    paths.prepare().ok()?;
    let folder = paths.web_view();
    fs::create_dir_all(&folder).ok()?;
    tempfile::tempfile_in(&folder).ok()?;
    Some(folder)
}

#[cfg(test)]
mod tests {
    use adwright_desk::Error;

    use super::*;

    #[test]
    fn home_with_other_files_stays_unchanged() {
        let home = tempfile::tempdir().unwrap();
        let paths = Paths::in_home(home.path());
        fs::write(home.path().join("thesis.txt"), "years of work").unwrap();
        assert_eq!(folder_in_home(&paths), None);
        assert!(!paths.web_view().exists());
        assert!(matches!(paths.prepare(), Err(Error::ForeignHome { .. })));
        fs::remove_file(home.path().join("thesis.txt")).unwrap();
        assert_eq!(folder_in_home(&paths), Some(paths.web_view()));
        paths.prepare().unwrap();
    }
}
