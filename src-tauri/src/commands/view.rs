use adwright_desk::views::{SavedView, ViewState, Views};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_list(desk: Shared<'_>) -> Answer<Views> {
    answer(desk.get()?.views())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_keep(desk: Shared<'_>, state: ViewState) -> Answer<()> {
    answer(desk.get()?.keep_view(&state))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_save(desk: Shared<'_>, view: SavedView) -> Answer<Views> {
    answer(desk.get()?.save_view(&view))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_remove(desk: Shared<'_>, id: String) -> Answer<Views> {
    answer(desk.get()?.remove_view(&id))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_restore(desk: Shared<'_>, id: String) -> Answer<Views> {
    answer(desk.get()?.restore_view(&id))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_move(desk: Shared<'_>, id: String, to: u32) -> Answer<Views> {
    answer(desk.get()?.move_view(&id, to))
}
