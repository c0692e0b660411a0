use adwright_views::{ExportedFile, FormSection};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn layout_get(desk: WorkspaceState<'_>) -> CommandResult<Vec<FormSection>> {
    Ok(desk.get()?.customization.form_layout())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn layout_usual(desk: WorkspaceState<'_>) -> CommandResult<Vec<FormSection>> {
    to_command_result(desk.get()?.customization.usual_form_layout())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn layout_save(
    desk: WorkspaceState<'_>,
    sections: Vec<FormSection>,
) -> CommandResult<Vec<FormSection>> {
    to_command_result(desk.get()?.customization.save_form_layout(&sections))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn layout_export(desk: WorkspaceState<'_>) -> CommandResult<ExportedFile> {
    to_command_result(desk.get()?.customization.export_form_layout())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn layout_read(
    desk: WorkspaceState<'_>,
    text: String,
) -> CommandResult<Vec<FormSection>> {
    to_command_result(desk.get()?.customization.read_form_layout(&text))
}
