use adwright_views::{OwnRulesText, RuleCount, RulesEdit, RulesForm};

use super::{CommandResult, WorkspaceState, run_blocking, to_command_result};

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

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn rules_form(desk: WorkspaceState<'_>, text: String) -> CommandResult<RulesForm> {
    Ok(desk.get()?.customization.rules_form(&text))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn rules_edit(
    desk: WorkspaceState<'_>,
    text: String,
    edit: RulesEdit,
) -> CommandResult<String> {
    to_command_result(desk.get()?.customization.edit_rules(&text, &edit))
}

/// All cached objects are checked, so this runs on a thread that may block.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rules_count(
    desk: WorkspaceState<'_>,
    text: String,
    operation: String,
) -> CommandResult<Vec<Option<RuleCount>>> {
    run_blocking(desk, move |desk| {
        desk.customization.count_rules(&text, &operation)
    })
    .await
}
