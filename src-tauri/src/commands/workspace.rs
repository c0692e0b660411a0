use adwright_views::{PreferenceChange, WelcomeAction, WorkspaceView};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_get(desk: WorkspaceState<'_>) -> CommandResult<WorkspaceView> {
    to_command_result(desk.get()?.overview.workspace_view())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn preference_set(
    desk: WorkspaceState<'_>,
    change: PreferenceChange,
) -> CommandResult<WorkspaceView> {
    to_command_result(desk.get()?.overview.set_preference(change))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn operation_stop(desk: WorkspaceState<'_>, operation: String) -> CommandResult<()> {
    desk.get()?.stop(&operation);
    Ok(())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn welcome_change(
    desk: WorkspaceState<'_>,
    change: WelcomeAction,
) -> CommandResult<WorkspaceView> {
    to_command_result(desk.get()?.overview.change_welcome(change))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn connection_check(desk: WorkspaceState<'_>) -> CommandResult<WorkspaceView> {
    to_command_result(desk.get()?.overview.check_connection().await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn connection_probe(desk: WorkspaceState<'_>) -> CommandResult<WorkspaceView> {
    to_command_result(desk.get()?.overview.probe_if_offline().await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn practice_pause(desk: WorkspaceState<'_>) -> CommandResult<WorkspaceView> {
    to_command_result(desk.get()?.overview.pause_practice().await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn practice_resume(desk: WorkspaceState<'_>) -> CommandResult<WorkspaceView> {
    to_command_result(desk.get()?.overview.resume_practice().await)
}
