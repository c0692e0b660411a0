use adwright_views::{
    BudgetTotal, Collection, Detail, DocumentRef, FetchProgress, FetchSummary, FieldChoice,
    FilterDescription, ListColumns, ListId, OpenedList, RowFilters, RowsQuery, RowsWindow,
    ServiceAnswer,
};
use tauri::ipc::Channel;

use super::{CommandResult, WorkspaceState, to_command_result};

/// Returns a list as it was last shown, with so many of its first lines. One call, because each takes milliseconds of the
/// window's start.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_open(
    desk: WorkspaceState<'_>,
    list: ListId,
    limit: u32,
) -> CommandResult<OpenedList> {
    let desk = desk.get()?;
    let columns = desk.lists.list_columns(list);
    let views = to_command_result(desk.saved_views.saved_views(list))?;
    let query = views.current.first_query(&columns, limit);
    Ok(OpenedList {
        rows: desk.lists.list_rows(list, &query).ok(),
        columns,
        views,
    })
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_rows(
    desk: WorkspaceState<'_>,
    list: ListId,
    query: RowsQuery,
) -> CommandResult<RowsWindow> {
    to_command_result(desk.get()?.lists.list_rows(list, &query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_columns(desk: WorkspaceState<'_>, list: ListId) -> CommandResult<ListColumns> {
    Ok(desk.get()?.lists.list_columns(list))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_values(
    desk: WorkspaceState<'_>,
    list: ListId,
    path: String,
) -> CommandResult<Vec<FieldChoice>> {
    to_command_result(desk.get()?.lists.seen_values(list, &path))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn filter_describe(
    desk: WorkspaceState<'_>,
    list: ListId,
    filters: RowFilters,
) -> CommandResult<FilterDescription> {
    to_command_result(desk.get()?.lists.describe_filters(list, &filters))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_ids(
    desk: WorkspaceState<'_>,
    list: ListId,
    query: RowsQuery,
) -> CommandResult<Vec<String>> {
    to_command_result(desk.get()?.lists.row_ids(list, &query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_among(
    desk: WorkspaceState<'_>,
    list: ListId,
    query: RowsQuery,
    ids: Vec<String>,
) -> CommandResult<u32> {
    to_command_result(desk.get()?.lists.count_selected(list, &query, &ids))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn list_budgets(
    desk: WorkspaceState<'_>,
    list: ListId,
    ids: Vec<String>,
) -> CommandResult<Vec<BudgetTotal>> {
    to_command_result(desk.get()?.lists.budget_totals(list, &ids))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn detail_open(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
) -> CommandResult<Detail> {
    to_command_result(desk.get()?.details.open_detail(&target).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn detail_read(desk: WorkspaceState<'_>, target: DocumentRef) -> CommandResult<Detail> {
    to_command_result(desk.get()?.details.read_detail(&target))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn list_fetch(
    desk: WorkspaceState<'_>,
    collection: Collection,
    operation: String,
    progress: Channel<FetchProgress>,
) -> CommandResult<FetchSummary> {
    // A closed window no longer listens. The fetch continues into the cache.
    to_command_result(
        desk.get()?
            .fetches
            .fetch(collection, &operation, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn list_fetch_rest(
    desk: WorkspaceState<'_>,
    collection: Collection,
    operation: String,
    progress: Channel<FetchProgress>,
) -> CommandResult<FetchSummary> {
    to_command_result(
        desk.get()?
            .fetches
            .resume_fetch(collection, &operation, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn list_ask(
    desk: WorkspaceState<'_>,
    list: ListId,
    operation: String,
    query: RowsQuery,
    progress: Channel<FetchProgress>,
) -> CommandResult<ServiceAnswer> {
    // A closed window no longer listens. The query continues into the cache.
    to_command_result(
        desk.get()?
            .fetches
            .query_service(list, &operation, &query, |step| drop(progress.send(step)))
            .await,
    )
}
