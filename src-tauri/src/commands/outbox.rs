use adwright_views::{
    ChangeGroup, DecideAllRequest, DecideAllSummary, Decision, FailedItems, OpenGroup,
    ReceiptAudit, ReceiptView, Rehearsal, RehearsalProgress, RehearsalSubject, ReviewItem,
    SendProgress, SendRequest, SendReview, SendSummary, SendUndo, SentQuery, SentScope, SentWindow,
    UndoRequest,
};
use tauri::ipc::Channel;

use super::{CommandResult, WorkspaceState, run_blocking, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn outbox_review(desk: WorkspaceState<'_>) -> CommandResult<SendReview> {
    to_command_result(desk.get()?.outbox.review())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn outbox_review_groups(desk: WorkspaceState<'_>) -> CommandResult<Vec<ChangeGroup>> {
    to_command_result(desk.get()?.outbox.review_groups())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn outbox_review_item(
    desk: WorkspaceState<'_>,
    draft: String,
) -> CommandResult<Option<ReviewItem>> {
    to_command_result(desk.get()?.outbox.review_item(&draft))
}

/// Many drafts are checked, so this runs on a thread that may block.
#[tauri::command]
#[specta::specta]
pub(crate) async fn outbox_rehearse(
    desk: WorkspaceState<'_>,
    subject: RehearsalSubject,
    operation: String,
    progress: Channel<RehearsalProgress>,
) -> CommandResult<Rehearsal> {
    run_blocking(desk, move |desk| {
        // A closed window no longer listens.
        let listen = |step| drop(progress.send(step));
        desk.rehearsals.rehearse(&subject, &operation, listen)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn outbox_send(
    desk: WorkspaceState<'_>,
    request: SendRequest,
    progress: Channel<SendProgress>,
) -> CommandResult<SendSummary> {
    // A closed window no longer listens. The released items are still sent to the end.
    to_command_result(
        desk.get()?
            .outbox
            .send(&request, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn outbox_decide(
    desk: WorkspaceState<'_>,
    item: String,
    decision: Decision,
) -> CommandResult<ReceiptView> {
    to_command_result(desk.get()?.outbox.decide(&item, decision).await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn outbox_decide_all(
    desk: WorkspaceState<'_>,
    request: DecideAllRequest,
    progress: Channel<SendProgress>,
) -> CommandResult<DecideAllSummary> {
    // A closed window no longer listens. The decisions remain.
    to_command_result(
        desk.get()?
            .outbox
            .decide_all(&request, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn outbox_open_items(desk: WorkspaceState<'_>) -> CommandResult<Vec<OpenGroup>> {
    to_command_result(desk.get()?.outbox.open_items())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn sent_window(desk: WorkspaceState<'_>, query: SentQuery) -> CommandResult<SentWindow> {
    to_command_result(desk.get()?.outbox.sent_window(&query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn receipt_get(desk: WorkspaceState<'_>, item: String) -> CommandResult<ReceiptView> {
    to_command_result(desk.get()?.outbox.receipt(&item))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn receipts_verify(desk: WorkspaceState<'_>) -> CommandResult<ReceiptAudit> {
    to_command_result(desk.get()?.outbox.verify_receipts())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sent_undo(
    desk: WorkspaceState<'_>,
    request: UndoRequest,
) -> CommandResult<SendUndo> {
    let desk = desk.get()?;
    to_command_result(Box::pin(desk.outbox.undo_items(&request)).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn sent_failed(
    desk: WorkspaceState<'_>,
    scope: SentScope,
) -> CommandResult<FailedItems> {
    to_command_result(desk.get()?.outbox.failed_items(&scope))
}
