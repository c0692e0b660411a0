use adwright_desk::views::{PreferenceChange, WelcomeChange, Workspace};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_get(desk: Shared<'_>) -> Answer<Workspace> {
    answer(desk.get()?.workspace())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn preference_set(desk: Shared<'_>, change: PreferenceChange) -> Answer<Workspace> {
    answer(desk.get()?.set_preference(change))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn operation_stop(desk: Shared<'_>, operation: String) -> Answer<()> {
    desk.get()?.stop(&operation);
    Ok(())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn welcome_change(desk: Shared<'_>, change: WelcomeChange) -> Answer<Workspace> {
    answer(desk.get()?.change_welcome(change))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn connection_check(desk: Shared<'_>) -> Answer<Workspace> {
    answer(desk.get()?.check_connection().await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn connection_probe(desk: Shared<'_>) -> Answer<Workspace> {
    answer(desk.get()?.probe_connection().await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn practice_pause(desk: Shared<'_>) -> Answer<Workspace> {
    answer(desk.get()?.pause_practice().await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn practice_resume(desk: Shared<'_>) -> Answer<Workspace> {
    answer(desk.get()?.resume_practice().await)
}
