use adwright_desk::views::{PreferenceChange, Workspace};

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
