use adwright_views::OwnRulesText;

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn rules_get(desk: WorkspaceState<'_>) -> CommandResult<OwnRulesText> {
    to_command_result(desk.get()?.customization.own_rules())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn rules_set(desk: WorkspaceState<'_>, text: String) -> CommandResult<OwnRulesText> {
    to_command_result(desk.get()?.customization.set_own_rules(&text))
}
