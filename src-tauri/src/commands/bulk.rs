use adwright_desk::views::{
    BulkAnswer, BulkEdit, BulkForm, BulkMoved, BulkOutcome, BulkProgress, BulkQuery, BulkRequest,
    BulkScope, BulkWindow,
};
use tauri::ipc::Channel;

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_form(desk: Shared<'_>, scope: BulkScope) -> Answer<BulkForm> {
    answer(desk.get()?.bulk_form(&scope))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn bulk_preview(
    desk: Shared<'_>,
    request: BulkRequest,
    progress: Channel<BulkProgress>,
) -> Answer<BulkAnswer> {
    // A window that is gone no longer listens.
    answer(
        desk.get()?
            .preview_bulk(&request, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_rows(desk: Shared<'_>, query: BulkQuery) -> Answer<BulkWindow> {
    answer(desk.get()?.bulk_rows(&query))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn bulk_apply(
    desk: Shared<'_>,
    operation: String,
    progress: Channel<BulkProgress>,
) -> Answer<BulkOutcome> {
    // A window that is gone no longer listens; the change is still made in all drafts or in none.
    answer(
        desk.get()?
            .apply_bulk(&operation, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_list(desk: Shared<'_>) -> Answer<Vec<BulkEdit>> {
    answer(desk.get()?.bulk_edits())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_undo(desk: Shared<'_>, bulk: String) -> Answer<BulkMoved> {
    answer(desk.get()?.undo_bulk(&bulk))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn bulk_redo(desk: Shared<'_>, bulk: String) -> Answer<BulkMoved> {
    answer(desk.get()?.redo_bulk(&bulk))
}
