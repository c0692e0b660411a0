use adwright_views::{BatchSummary, BatchView};

use super::{CommandResult, WorkspaceState, run_blocking, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn batch_list(desk: WorkspaceState<'_>) -> CommandResult<Vec<BatchSummary>> {
    to_command_result(desk.get()?.sheets.batches())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn batch_list_discarded(desk: WorkspaceState<'_>) -> CommandResult<Vec<BatchSummary>> {
    to_command_result(desk.get()?.sheets.discarded_batches())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn batch_create(desk: WorkspaceState<'_>, name: String) -> CommandResult<BatchView> {
    to_command_result(desk.get()?.sheets.create_batch(&name))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn batch_rename(
    desk: WorkspaceState<'_>,
    batch: String,
    name: String,
) -> CommandResult<BatchView> {
    to_command_result(desk.get()?.sheets.rename_batch(&batch, &name))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn batch_duplicate(
    desk: WorkspaceState<'_>,
    batch: String,
) -> CommandResult<BatchView> {
    run_blocking(desk, move |desk| desk.sheets.duplicate_batch(&batch)).await
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn batch_discard(desk: WorkspaceState<'_>, batch: String) -> CommandResult<()> {
    to_command_result(desk.get()?.sheets.discard_batch(&batch))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn batch_restore(desk: WorkspaceState<'_>, batch: String) -> CommandResult<()> {
    to_command_result(desk.get()?.sheets.restore_batch(&batch))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn batch_open(desk: WorkspaceState<'_>, batch: String) -> CommandResult<BatchView> {
    to_command_result(desk.get()?.sheets.open_batch(&batch))
}
