use adwright_views::{AcceptedField, CustomFieldView, FieldDiscovery};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn field_learn(
    desk: WorkspaceState<'_>,
    sample: Option<String>,
) -> CommandResult<FieldDiscovery> {
    to_command_result(desk.get()?.customization.discover_fields(sample.as_deref()))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn field_keep(
    desk: WorkspaceState<'_>,
    taken: Vec<AcceptedField>,
) -> CommandResult<Vec<CustomFieldView>> {
    to_command_result(desk.get()?.customization.save_custom_fields(&taken))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn field_forget(
    desk: WorkspaceState<'_>,
    paths: Vec<String>,
) -> CommandResult<Vec<CustomFieldView>> {
    to_command_result(desk.get()?.customization.remove_custom_fields(&paths))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn field_decline(desk: WorkspaceState<'_>) -> CommandResult<()> {
    to_command_result(desk.get()?.customization.decline_fields())
}
