use adwright_views::{
    BackupItem, BackupItemId, BackupPreview, LocalDataView, RestoredItem, RetentionPreview,
};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn local_data_get(desk: WorkspaceState<'_>) -> CommandResult<LocalDataView> {
    to_command_result(desk.get()?.local_data.view())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn retention_preview(
    desk: WorkspaceState<'_>,
    months: Option<u32>,
) -> CommandResult<RetentionPreview> {
    to_command_result(desk.get()?.local_data.preview_retention(months))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn retention_set(
    desk: WorkspaceState<'_>,
    months: Option<u32>,
) -> CommandResult<String> {
    to_command_result(desk.get()?.local_data.set_retention(months))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn backup_items(
    desk: WorkspaceState<'_>,
    backup: String,
) -> CommandResult<Vec<BackupItem>> {
    to_command_result(desk.get()?.local_data.backup_items(&backup))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn backup_preview(
    desk: WorkspaceState<'_>,
    backup: String,
    draft: String,
) -> CommandResult<BackupPreview> {
    to_command_result(desk.get()?.local_data.preview_backup(&backup, &draft))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn backup_restore(
    desk: WorkspaceState<'_>,
    backup: String,
    item: BackupItemId,
) -> CommandResult<RestoredItem> {
    to_command_result(desk.get()?.local_data.restore_backup_item(&backup, &item))
}
