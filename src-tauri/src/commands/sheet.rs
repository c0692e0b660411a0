//! Many rows may have to be read or checked, so most of these run on a thread that may block.

use adwright_views::{
    BulkProgress, CopiedCells, FindingOverview, ObjectSheetRequest, RewritePreviewResult,
    RewriteQuery, SelectionSummary, SheetCell, SheetEditRequest, SheetEditResult, SheetFilter,
    SheetPlace, SheetQuery, SheetRange, SheetRows, SheetView,
};

use tauri::ipc::Channel;

use super::{CommandResult, WorkspaceState, run_blocking, to_command_result};

/// Opens existing objects as a sheet.
#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_open_objects(
    desk: WorkspaceState<'_>,
    request: ObjectSheetRequest,
    progress: Channel<BulkProgress>,
) -> CommandResult<SheetView> {
    // A closed window no longer listens.
    to_command_result(
        desk.get()?
            .sheets
            .open_objects(&request, |step| drop(progress.send(step)))
            .await,
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_rows(
    desk: WorkspaceState<'_>,
    batch: String,
    query: SheetQuery,
) -> CommandResult<SheetRows> {
    run_blocking(desk, move |desk| desk.sheets.sheet_rows(&batch, &query)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_edit(
    desk: WorkspaceState<'_>,
    batch: String,
    request: SheetEditRequest,
) -> CommandResult<SheetEditResult> {
    run_blocking(desk, move |desk| desk.sheets.edit_sheet(&batch, &request)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_undo(
    desk: WorkspaceState<'_>,
    batch: String,
) -> CommandResult<SheetEditResult> {
    run_blocking(desk, move |desk| desk.sheets.undo_sheet(&batch)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_redo(
    desk: WorkspaceState<'_>,
    batch: String,
) -> CommandResult<SheetEditResult> {
    run_blocking(desk, move |desk| desk.sheets.redo_sheet(&batch)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_copy(
    desk: WorkspaceState<'_>,
    batch: String,
    filter: SheetFilter,
    ranges: Vec<SheetRange>,
    transposed: bool,
) -> CommandResult<CopiedCells> {
    run_blocking(desk, move |desk| {
        desk.sheets.copy_cells(&batch, &filter, &ranges, transposed)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_summarize(
    desk: WorkspaceState<'_>,
    batch: String,
    filter: SheetFilter,
    ranges: Vec<SheetRange>,
) -> CommandResult<SelectionSummary> {
    run_blocking(desk, move |desk| {
        desk.sheets.summarize_selection(&batch, &filter, &ranges)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_next_finding(
    desk: WorkspaceState<'_>,
    batch: String,
    filter: SheetFilter,
    from: SheetCell,
    backwards: bool,
) -> CommandResult<Option<SheetPlace>> {
    run_blocking(desk, move |desk| {
        desk.sheets.next_finding(&batch, &filter, from, backwards)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_finding_overview(
    desk: WorkspaceState<'_>,
    batch: String,
) -> CommandResult<FindingOverview> {
    run_blocking(desk, move |desk| desk.sheets.finding_overview(&batch)).await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_data_edge(
    desk: WorkspaceState<'_>,
    batch: String,
    filter: SheetFilter,
    from: SheetCell,
    backwards: bool,
) -> CommandResult<u32> {
    run_blocking(desk, move |desk| {
        desk.sheets.data_edge(&batch, &filter, from, backwards)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn sheet_preview_rewrite(
    desk: WorkspaceState<'_>,
    batch: String,
    query: RewriteQuery,
) -> CommandResult<RewritePreviewResult> {
    run_blocking(desk, move |desk| {
        desk.sheets.preview_rewrite(&batch, &query)
    })
    .await
}
