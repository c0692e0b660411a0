use adwright_desk::views::{
    CampaignQuery, CampaignWindow, Detail, FetchProgress, FetchSummary, Target,
};
use tauri::ipc::Channel;

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn campaign_list(desk: Shared<'_>, query: CampaignQuery) -> Answer<CampaignWindow> {
    answer(desk.get()?.campaigns(&query))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn campaign_open(desk: Shared<'_>, target: Target) -> Answer<Detail> {
    answer(desk.get()?.open_campaign(&target).await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn campaign_fetch(
    desk: Shared<'_>,
    operation: String,
    progress: Channel<FetchProgress>,
) -> Answer<FetchSummary> {
    // A window that is gone no longer listens; the fetch goes on into the cache.
    answer(
        desk.get()?
            .fetch_campaigns(&operation, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn campaign_fetch_rest(
    desk: Shared<'_>,
    operation: String,
    progress: Channel<FetchProgress>,
) -> Answer<FetchSummary> {
    answer(
        desk.get()?
            .fetch_rest(&operation, |step| drop(progress.send(step)))
            .await,
    )
}
