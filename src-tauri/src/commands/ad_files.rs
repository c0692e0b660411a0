use adwright_views::{AdImportProgress, AdImportResult, AdImportSource, ListId, RemovedAds};
use tauri::ipc::Channel;
use tauri::{Runtime, WebviewWindow};
use tauri_plugin_dialog::{DialogExt, FilePath};
use tokio::sync::oneshot;
use tokio::task::block_in_place;

use super::{CommandResult, WorkspaceState, to_command_result};

/// Asks the person for files or folders and returns the chosen paths.
#[tauri::command]
#[specta::specta]
pub(crate) async fn ad_files_choose<R: Runtime>(
    window: WebviewWindow<R>,
    folders: bool,
) -> CommandResult<Vec<String>> {
    let (chosen, choice) = oneshot::channel();
    // A closed window no longer waits for a choice.
    let choose = move |paths| drop(chosen.send(paths));
    let dialog = window.dialog().file().set_parent(&window);
    if folders {
        let dialog = dialog.set_title("Import ads from folders");
        dialog.pick_folders(choose);
    } else {
        let dialog = dialog.set_title("Import ads from files");
        dialog.add_filter("JSON", &["json"]).pick_files(choose);
    }
    let paths = choice.await.ok().flatten().unwrap_or_default();
    Ok(paths.iter().map(FilePath::to_string).collect())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn ad_import(
    desk: WorkspaceState<'_>,
    source: AdImportSource,
    operation: String,
    progress: Channel<AdImportProgress>,
) -> CommandResult<AdImportResult> {
    let desk = desk.get()?;
    // A closed window no longer listens. The imported files are kept nevertheless.
    let on_progress = |step| drop(progress.send(step));
    to_command_result(block_in_place(|| {
        desk.ad_files.import_ads(source, &operation, on_progress)
    }))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_import_undo(desk: WorkspaceState<'_>, id: String) -> CommandResult<RemovedAds> {
    to_command_result(desk.get()?.ad_files.undo_ad_import(&id))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_files_remove(
    desk: WorkspaceState<'_>,
    list: ListId,
    ids: Vec<String>,
) -> CommandResult<RemovedAds> {
    to_command_result(desk.get()?.ad_files.remove_file_ads(list, &ids))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_files_restore(desk: WorkspaceState<'_>, removal: String) -> CommandResult<u32> {
    to_command_result(desk.get()?.ad_files.restore_file_ads(&removal))
}
