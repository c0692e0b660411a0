use adwright_views::{DocumentRef, FactKey, FactView};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn fact_list_of(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
) -> CommandResult<Vec<FactView>> {
    to_command_result(desk.get()?.rehearsals.facts_of(&target))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn fact_set(
    desk: WorkspaceState<'_>,
    key: FactKey,
    value: bool,
) -> CommandResult<FactView> {
    to_command_result(desk.get()?.checker.known_facts.set(&key, value))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn fact_remove(desk: WorkspaceState<'_>, key: FactKey) -> CommandResult<bool> {
    to_command_result(desk.get()?.checker.known_facts.remove(&key))
}
