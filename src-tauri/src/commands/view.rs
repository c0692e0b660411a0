use adwright_views::{ListId, SavedView, SavedViews, ViewState};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_keep(
    desk: WorkspaceState<'_>,
    list: ListId,
    state: ViewState,
) -> CommandResult<()> {
    to_command_result(desk.get()?.saved_views.save_current_view(list, &state))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_save(
    desk: WorkspaceState<'_>,
    list: ListId,
    view: SavedView,
) -> CommandResult<SavedViews> {
    to_command_result(desk.get()?.saved_views.save_view(list, &view))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_remove(
    desk: WorkspaceState<'_>,
    list: ListId,
    id: String,
) -> CommandResult<SavedViews> {
    to_command_result(desk.get()?.saved_views.remove_view(list, &id))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_restore(
    desk: WorkspaceState<'_>,
    list: ListId,
    id: String,
) -> CommandResult<SavedViews> {
    to_command_result(desk.get()?.saved_views.restore_view(list, &id))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn view_move(
    desk: WorkspaceState<'_>,
    list: ListId,
    id: String,
    to: u32,
) -> CommandResult<SavedViews> {
    to_command_result(desk.get()?.saved_views.move_view(list, &id, to))
}
