use adwright_desk::home;
use adwright_views::{HomeFailure, RecoveryAction};
use tauri::{AppHandle, Runtime};

use super::{CommandResult, WorkspaceState, to_command_result};
use crate::bench_marks::{self, PagePhase};
use crate::{single_instance, start};

/// Returns the reason why the desk could not be opened; none if it is open.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn home_failure(desk: WorkspaceState<'_>) -> Option<HomeFailure> {
    desk.trouble()
}

/// Performs the person's choice and opens the desk again. Returns a message if the result is worth one.
#[tauri::command]
#[specta::specta]
pub(crate) async fn home_open<R: Runtime>(
    app: AppHandle<R>,
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

/// Notes that the window has painted its rows, and how long ago its earlier phases ended. Only benches call it.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn rows_painted(phases: Vec<PagePhase>) {
    bench_marks::mark_usable(phases);
}
