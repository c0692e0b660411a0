use adwright_desk::views::{
    CampaignFilters, CampaignQuery, CampaignWindow, Choice, ColumnInfo, Detail, FetchProgress,
    FetchSummary, FilterDescription, Selection, SelectionCount, ServiceAnswer, Target,
};
use tauri::ipc::Channel;

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn campaign_list(desk: Shared<'_>, query: CampaignQuery) -> Answer<CampaignWindow> {
    answer(desk.get()?.campaigns(&query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn campaign_columns(desk: Shared<'_>) -> Answer<Vec<ColumnInfo>> {
    Ok(desk.get()?.campaign_columns())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn campaign_values(desk: Shared<'_>, path: String) -> Answer<Vec<Choice>> {
    answer(desk.get()?.campaign_values(&path))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn filter_describe(
    desk: Shared<'_>,
    filters: CampaignFilters,
) -> Answer<FilterDescription> {
    answer(desk.get()?.describe_filters(&filters))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn selection_count(desk: Shared<'_>, selection: Selection) -> Answer<SelectionCount> {
    answer(desk.get()?.selection_count(&selection))
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

#[tauri::command]
#[specta::specta]
pub(crate) async fn campaign_ask(
    desk: Shared<'_>,
    operation: String,
    query: CampaignQuery,
    progress: Channel<FetchProgress>,
) -> Answer<ServiceAnswer> {
    // As for a fetch.
    answer(
        desk.get()?
            .ask_campaigns(&operation, &query, |step| drop(progress.send(step)))
            .await,
    )
}
