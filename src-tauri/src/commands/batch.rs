use adwright_views::{
    BatchSendPlan, BatchSendRequest, BatchSummary, SendProgress, SendSummary, SentRow, SheetView,
};
use tauri::ipc::Channel;

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
pub(crate) fn batch_create(desk: WorkspaceState<'_>, name: String) -> CommandResult<SheetView> {
    to_command_result(desk.get()?.sheets.create_batch(&name))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn batch_rename(
    desk: WorkspaceState<'_>,
    batch: String,
    name: String,
) -> CommandResult<SheetView> {
    to_command_result(desk.get()?.sheets.rename_batch(&batch, &name))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn batch_duplicate(
    desk: WorkspaceState<'_>,
    batch: String,
) -> CommandResult<SheetView> {
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
pub(crate) fn batch_open(desk: WorkspaceState<'_>, batch: String) -> CommandResult<SheetView> {
    to_command_result(desk.get()?.sheets.open_batch(&batch))
}

/// Waits for the check of all rows.
#[tauri::command]
#[specta::specta]
pub(crate) async fn batch_plan_send(
    desk: WorkspaceState<'_>,
    batch: String,
) -> CommandResult<BatchSendPlan> {
    run_blocking(desk, move |desk| desk.outbox.plan_batch(&batch)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn batch_send(
    desk: WorkspaceState<'_>,
    request: BatchSendRequest,
    progress: Channel<SendProgress>,
) -> CommandResult<SendSummary> {
    // A closed window no longer listens. The released rows are still sent to the end.
    to_command_result(
        desk.get()?
            .outbox
            .send_batch(&request, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn batch_row_outcome(
    desk: WorkspaceState<'_>,
    batch: String,
    row: u32,
) -> CommandResult<Option<SentRow>> {
    to_command_result(desk.get()?.outbox.row_outcome(&batch, row))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn batch_copy_refused(
    desk: WorkspaceState<'_>,
    batch: String,
) -> CommandResult<SheetView> {
    run_blocking(desk, move |desk| desk.sheets.copy_refused_rows(&batch)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn batch_of_values(
    desk: WorkspaceState<'_>,
    name: String,
    values: Vec<String>,
) -> CommandResult<SheetView> {
    run_blocking(desk, move |desk| {
        desk.sheets.create_batch_of_values(&name, &values)
    })
    .await
}
