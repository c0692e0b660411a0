//! All rows of a table are read and checked, so these run on a thread that may block.

use adwright_views::{RowImportPreview, RowImportRequest, SheetView};
use tauri::{Runtime, WebviewWindow};
use tauri_plugin_dialog::DialogExt;
use tokio::sync::oneshot;

use super::{CommandResult, WorkspaceState, run_blocking};

/// The endings of tables.
const TABLES: &[&str] = &["csv", "tsv", "tab", "txt", "xlsx", "xlsm", "ods"];

/// Asks the person for a table and returns its path; none if the person chose none.
#[tauri::command]
#[specta::specta]
pub(crate) async fn row_import_choose<R: Runtime>(
    window: WebviewWindow<R>,
) -> CommandResult<Option<String>> {
    let (chosen, choice) = oneshot::channel();
    let dialog = window.dialog().file().set_parent(&window);
    let dialog = dialog.set_title("Import rows from a file");
    // A closed window no longer waits for a choice.
    let choose = move |path| drop(chosen.send(path));
    dialog.add_filter("Tables", TABLES).pick_file(choose);
    let path = choice.await.ok().flatten();
    Ok(path.map(|path| path.to_string()))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn row_import_preview(
    desk: WorkspaceState<'_>,
    request: RowImportRequest,
    operation: String,
) -> CommandResult<RowImportPreview> {
    run_blocking(desk, move |desk| {
        desk.sheets.preview_import(&request, &operation)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn row_import_run(
    desk: WorkspaceState<'_>,
    request: RowImportRequest,
    digest: String,
    operation: String,
) -> CommandResult<SheetView> {
    run_blocking(desk, move |desk| {
        desk.sheets.import(&request, &digest, &operation)
    })
    .await
}
