use adwright_desk::views::{ListId, SavedView, ViewState, Views};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_list(desk: Shared<'_>, list: ListId) -> Answer<Views> {
    answer(desk.get()?.views(list))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_keep(desk: Shared<'_>, list: ListId, state: ViewState) -> Answer<()> {
    answer(desk.get()?.keep_view(list, &state))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_save(desk: Shared<'_>, list: ListId, view: SavedView) -> Answer<Views> {
    answer(desk.get()?.save_view(list, &view))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_remove(desk: Shared<'_>, list: ListId, id: String) -> Answer<Views> {
    answer(desk.get()?.remove_view(list, &id))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_restore(desk: Shared<'_>, list: ListId, id: String) -> Answer<Views> {
    answer(desk.get()?.restore_view(list, &id))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_move(desk: Shared<'_>, list: ListId, id: String, to: u32) -> Answer<Views> {
    answer(desk.get()?.move_view(list, &id, to))
}
