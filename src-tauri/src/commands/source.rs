use adwright_views::{Detail, DocumentRef, SourceCompletion};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn source_write(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    text: String,
) -> CommandResult<Detail> {
    to_command_result(desk.get()?.source.write_source(&target, &text))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn source_base(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
) -> CommandResult<Option<String>> {
    to_command_result(desk.get()?.source.source_base(&target))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn source_help(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    path: String,
) -> CommandResult<SourceCompletion> {
    to_command_result(desk.get()?.source.source_completion(&target, &path))
}
