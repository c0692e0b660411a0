use adwright_views::{Detail, DocumentRef, History, HistoryComparison, Palette};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn history_get(desk: WorkspaceState<'_>, target: DocumentRef) -> CommandResult<History> {
    to_command_result(desk.get()?.history.history(&target))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn history_compare(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    before: String,
    after: String,
) -> CommandResult<HistoryComparison> {
    to_command_result(
        desk.get()?
            .history
            .compare_history(&target, &before, &after),
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn history_compare_svg(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    before: String,
    after: String,
    palette: Palette,
) -> CommandResult<String> {
    to_command_result(
        desk.get()?
            .history
            .compare_history_svg(&target, (&before, &after), palette),
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn history_restore(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    entry: String,
    path: Option<String>,
) -> CommandResult<Detail> {
    to_command_result(
        desk.get()?
            .history
            .restore_from(&target, &entry, path.as_deref()),
    )
}
