use tauri::State;

use crate::page::PageMonitor;

/// Records that the page keeps the window open, as an answer to a request to close.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn window_keep_open(monitor: State<'_, PageMonitor>) {
    monitor.record_answer();
}
