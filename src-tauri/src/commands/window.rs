use tauri::State;

use crate::page::PageGuard;

/// Notes that the page keeps the window open, as an answer to a request to close.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn window_keep_open(guard: State<'_, PageGuard>) {
    guard.note_answer();
}
