use adwright_views::PaletteResults;

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn palette_find(
    desk: WorkspaceState<'_>,
    text: String,
) -> CommandResult<PaletteResults> {
    to_command_result(desk.get()?.palette.search_palette(&text))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn palette_note(desk: WorkspaceState<'_>, key: String) -> CommandResult<()> {
    to_command_result(desk.get()?.palette.record_palette_choice(&key))
}
