use adwright_desk::views::{
    DecideAllRequest, DecideAllSummary, Decision, OpenGroup, Receipt, Review, ReviewItem,
    SendProgress, SendRequest, SendSummary, SentRow,
};
use tauri::ipc::Channel;

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn outbox_review(desk: Shared<'_>) -> Answer<Review> {
    answer(desk.get()?.review())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn outbox_review_item(desk: Shared<'_>, draft: String) -> Answer<Option<ReviewItem>> {
    answer(desk.get()?.review_item(&draft))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn outbox_send(
    desk: Shared<'_>,
    request: SendRequest,
    progress: Channel<SendProgress>,
) -> Answer<SendSummary> {
    // A window that is gone no longer listens; what was released is still brought to its end.
    answer(
        desk.get()?
            .send(&request, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn outbox_decide(
    desk: Shared<'_>,
    item: String,
    decision: Decision,
) -> Answer<Receipt> {
    answer(desk.get()?.decide(&item, decision).await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn outbox_decide_all(
    desk: Shared<'_>,
    request: DecideAllRequest,
    progress: Channel<SendProgress>,
) -> Answer<DecideAllSummary> {
    // A window that is gone no longer listens; what was decided stays so.
    answer(
        desk.get()?
            .decide_all(&request, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn outbox_open_items(desk: Shared<'_>) -> Answer<Vec<OpenGroup>> {
    answer(desk.get()?.open_items())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn sent_list(desk: Shared<'_>) -> Answer<Vec<SentRow>> {
    answer(desk.get()?.sent())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn receipt_get(desk: Shared<'_>, item: String) -> Answer<Receipt> {
    answer(desk.get()?.receipt(&item))
}
