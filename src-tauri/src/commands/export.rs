use adwright_desk::Error;
use adwright_views::{ExportSource, ExportedList, TableFormat};

use super::{CommandResult, WorkspaceState, run_blocking, to_command_result};

#[tauri::command]
#[specta::specta]
pub(crate) async fn table_export(
    desk: WorkspaceState<'_>,
    source: ExportSource,
    operation: String,
    format: TableFormat,
) -> CommandResult<ExportedList> {
    run_blocking(desk, move |desk| {
        desk.exports.export(&source, &operation, format)
    })
    .await
}

/// Opens an exported page in the system's browser, which can print it. The page has no other way to open a file.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn export_open(desk: WorkspaceState<'_>, path: String) -> CommandResult<()> {
    let file = to_command_result(desk.get()?.exports.exported_page(&path))?;
    let opened = tauri_plugin_opener::open_path(file, None::<&str>);
    to_command_result(opened.map_err(|error| Error::NoBrowser(error.into())))
}
