use adwright_desk::home;
use adwright_desk::views::{HomeFailure, RecoveryAction};
use tauri::AppHandle;

use super::{CommandResult, WorkspaceState, to_command_result};
use crate::{bench_marks, single_instance, start};

/// Why the desk could not be opened; none where it is open.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn home_trouble(desk: WorkspaceState<'_>) -> Option<HomeFailure> {
    desk.trouble()
}

/// Opens the desk once more, after doing what the person chose; what came of that where it is news.
#[tauri::command]
#[specta::specta]
pub(crate) async fn home_open(
    app: AppHandle,
    desk: WorkspaceState<'_>,
    remedy: Option<RecoveryAction>,
) -> CommandResult<Option<String>> {
    if desk.trouble().is_none() {
        return Ok(None);
    }
    let news = match remedy {
        Some(remedy) => to_command_result(
            single_instance::home_paths().and_then(|paths| home::apply_remedy(&paths, &remedy)),
        )?,
        None => None,
    };
    to_command_result(desk.set(start::open_desk().await))?;
    start::recover_in_background(&app);
    Ok(news)
}

/// The window can be used: its rows are painted. Said only where a bench asks for it.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn home_usable() {
    bench_marks::mark_usable();
}
