use adwright_desk::views::{
    DoctorProgress, DoctorReport, SettingBefore, SettingChange, Settings, SettingsChanged,
};
use tauri::ipc::Channel;

use super::{Answer, Shared, answer, waiting};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn settings_get(desk: Shared<'_>, workspace: String) -> Answer<Settings> {
    answer(desk.get()?.connection_settings(&workspace))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn settings_change(
    desk: Shared<'_>,
    workspace: String,
    changes: Vec<SettingChange>,
) -> Answer<SettingsChanged> {
    waiting(desk, move |desk| desk.change_settings(&workspace, &changes)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn settings_restore(
    desk: Shared<'_>,
    workspace: String,
    before: Vec<SettingBefore>,
) -> Answer<Settings> {
    waiting(desk, move |desk| desk.restore_settings(&workspace, &before)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn connection_examine(
    desk: Shared<'_>,
    workspace: String,
    operation: String,
    progress: Channel<DoctorProgress>,
) -> Answer<DoctorReport> {
    // Whoever closed the view does not need to know how far it is.
    let tell = move |step| drop(progress.send(step));
    let desk = desk.get()?;
    answer(desk.examine_connection(&workspace, &operation, tell).await)
}
