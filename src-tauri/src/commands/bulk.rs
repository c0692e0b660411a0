use adwright_views::{
    AppliedBulkEdit, BulkForm, BulkOutcome, BulkPreviewResult, BulkProgress, BulkQuery,
    BulkRequest, BulkScope, BulkUndoResult, BulkWindow,
};
use tauri::ipc::Channel;

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_form(desk: WorkspaceState<'_>, scope: BulkScope) -> CommandResult<BulkForm> {
    to_command_result(desk.get()?.bulk.bulk_form(&scope))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn bulk_preview(
    desk: WorkspaceState<'_>,
    request: BulkRequest,
    progress: Channel<BulkProgress>,
) -> CommandResult<BulkPreviewResult> {
    // A closed window no longer listens.
    to_command_result(
        desk.get()?
            .bulk
            .preview_bulk(&request, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_rows(desk: WorkspaceState<'_>, query: BulkQuery) -> CommandResult<BulkWindow> {
    to_command_result(desk.get()?.bulk.bulk_rows(&query))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn bulk_apply(
    desk: WorkspaceState<'_>,
    operation: String,
    progress: Channel<BulkProgress>,
) -> CommandResult<BulkOutcome> {
    // A closed window no longer listens. The change is still made in all drafts or in none.
    to_command_result(
        desk.get()?
            .bulk
            .apply_bulk(&operation, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_list(desk: WorkspaceState<'_>) -> CommandResult<Vec<AppliedBulkEdit>> {
    to_command_result(desk.get()?.bulk.bulk_edits())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_undo(desk: WorkspaceState<'_>, bulk: String) -> CommandResult<BulkUndoResult> {
    to_command_result(desk.get()?.bulk.undo_bulk(&bulk))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_redo(desk: WorkspaceState<'_>, bulk: String) -> CommandResult<BulkUndoResult> {
    to_command_result(desk.get()?.bulk.redo_bulk(&bulk))
}
