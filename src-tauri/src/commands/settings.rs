use adwright_views::{
    ConnectionSettings, DoctorProgress, DoctorReport, PreviousSetting, SettingChange,
    SettingsChangeResult,
};
use tauri::ipc::Channel;

use super::{CommandResult, WorkspaceState, run_blocking, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn settings_get(
    desk: WorkspaceState<'_>,
    workspace: String,
) -> CommandResult<ConnectionSettings> {
    to_command_result(desk.get()?.settings.connection_settings(&workspace))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn settings_change(
    desk: WorkspaceState<'_>,
    workspace: String,
    changes: Vec<SettingChange>,
) -> CommandResult<SettingsChangeResult> {
    run_blocking(desk, move |desk| {
        desk.settings.change_settings(&workspace, &changes)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn settings_restore(
    desk: WorkspaceState<'_>,
    workspace: String,
    before: Vec<PreviousSetting>,
) -> CommandResult<ConnectionSettings> {
    run_blocking(desk, move |desk| {
        desk.settings.restore_settings(&workspace, &before)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn connection_examine(
    desk: WorkspaceState<'_>,
    workspace: String,
    operation: String,
    progress: Channel<DoctorProgress>,
) -> CommandResult<DoctorReport> {
    // A closed view does not need the progress.
    let on_progress = move |step| drop(progress.send(step));
    let desk = desk.get()?;
    to_command_result(
        desk.doctor
            .examine_connection(&workspace, &operation, on_progress)
            .await,
    )
}
