use adwright_desk::views::{
    DoctorProgress, DoctorReport, SettingBefore, SettingChange, Settings, SettingsChanged,
};
use tauri::ipc::Channel;

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn settings_get(desk: Shared<'_>, workspace: String) -> Answer<Settings> {
    answer(desk.get()?.connection_settings(&workspace))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn settings_change(
    desk: Shared<'_>,
    workspace: String,
    changes: Vec<SettingChange>,
) -> Answer<SettingsChanged> {
    answer(desk.get()?.change_settings(&workspace, &changes))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn settings_restore(
    desk: Shared<'_>,
    workspace: String,
    before: Vec<SettingBefore>,
) -> Answer<Settings> {
    answer(desk.get()?.restore_settings(&workspace, &before))
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
