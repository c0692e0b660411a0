use std::fs;
use std::path::PathBuf;

use tauri::{App, Manager, WebviewWindow, WebviewWindowBuilder};
use tempfile::TempDir;

use crate::single;

/// Where the web view keeps its own files where the home takes none: gone after the program.
struct Elsewhere(#[expect(dead_code, reason = "held for as long as the program runs")] TempDir);

/// Opens the window that `tauri.conf.json` describes.
///
/// The web view needs a folder that it can write to, also where the person's own files cannot be written: the window
/// is there to say so.
pub(crate) fn open(app: &App) -> tauri::Result<WebviewWindow> {
    let described = app.config().app.windows.first();
    let described = described.expect("tauri.conf.json describes the window");
    let window = WebviewWindowBuilder::from_config(app.handle(), described)?;
    window.data_directory(folder(app)?).build()
}

fn folder(app: &App) -> tauri::Result<PathBuf> {
    if let Ok(paths) = single::home() {
        let folder = paths.web_view();
        let probe = || tempfile::tempfile_in(&folder);
        if fs::create_dir_all(&folder).and_then(|()| probe()).is_ok() {
            return Ok(folder);
        }
    }
    let elsewhere = tempfile::tempdir()?;
    let folder = elsewhere.path().to_owned();
    app.manage(Elsewhere(elsewhere));
    Ok(folder)
}
