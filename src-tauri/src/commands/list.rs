use adwright_desk::Collection;
use adwright_desk::views::{
    Choice, Detail, FetchProgress, FetchSummary, FilterDescription, ListColumns, ListId,
    RowFilters, RowsQuery, RowsWindow, ServiceAnswer, Target,
};
use tauri::ipc::Channel;

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_rows(desk: Shared<'_>, list: ListId, query: RowsQuery) -> Answer<RowsWindow> {
    answer(desk.get()?.rows(list, &query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_columns(desk: Shared<'_>, list: ListId) -> Answer<ListColumns> {
    Ok(desk.get()?.columns(list))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_values(desk: Shared<'_>, list: ListId, path: String) -> Answer<Vec<Choice>> {
    answer(desk.get()?.seen_values(list, &path))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn filter_describe(
    desk: Shared<'_>,
    list: ListId,
    filters: RowFilters,
) -> Answer<FilterDescription> {
    answer(desk.get()?.describe_filters(list, &filters))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_ids(desk: Shared<'_>, list: ListId, query: RowsQuery) -> Answer<Vec<String>> {
    answer(desk.get()?.row_ids(list, &query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_among(
    desk: Shared<'_>,
    list: ListId,
    query: RowsQuery,
    ids: Vec<String>,
) -> Answer<u32> {
    answer(desk.get()?.rows_among(list, &query, &ids))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn detail_open(desk: Shared<'_>, target: Target) -> Answer<Detail> {
    answer(desk.get()?.open_detail(&target).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn detail_read(desk: Shared<'_>, target: Target) -> Answer<Detail> {
    answer(desk.get()?.read_detail(&target))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn list_fetch(
    desk: Shared<'_>,
    collection: Collection,
    operation: String,
    progress: Channel<FetchProgress>,
) -> Answer<FetchSummary> {
    // A window that is gone no longer listens; the fetch goes on into the cache.
    answer(
        desk.get()?
            .fetch(collection, &operation, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn list_fetch_rest(
    desk: Shared<'_>,
    collection: Collection,
    operation: String,
    progress: Channel<FetchProgress>,
) -> Answer<FetchSummary> {
    answer(
        desk.get()?
            .fetch_rest_of(collection, &operation, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn list_ask(
    desk: Shared<'_>,
    operation: String,
    query: RowsQuery,
    progress: Channel<FetchProgress>,
) -> Answer<ServiceAnswer> {
    // As for a fetch.
    answer(
        desk.get()?
            .ask_rows(&operation, &query, |step| drop(progress.send(step)))
            .await,
    )
}
