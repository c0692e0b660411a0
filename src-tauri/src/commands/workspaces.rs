use adwright_views::{
    ExportedFile, FormValidation, RemovalMode, RemovalPreview, RemovalResult, SavedWorkspace,
    WorkspaceEdit, WorkspaceForm, WorkspaceRow, WorkspaceView,
};

use super::{CommandResult, WorkspaceState, run_blocking, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_list(desk: WorkspaceState<'_>) -> CommandResult<Vec<WorkspaceRow>> {
    to_command_result(desk.get()?.workspaces.workspaces())
}

/// Opens another workspace, or reopens the current one, for the next page load.
#[tauri::command]
#[specta::specta]
pub(crate) async fn workspace_open(
    desk: WorkspaceState<'_>,
    workspace: String,
) -> CommandResult<()> {
    let next = to_command_result(desk.get()?.switch(&workspace).await)?;
    desk.prepare_next(next);
    Ok(())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_form(
    desk: WorkspaceState<'_>,
    workspace: Option<String>,
) -> CommandResult<WorkspaceEdit> {
    to_command_result(desk.get()?.workspaces.workspace_form(workspace.as_deref()))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_judge(
    desk: WorkspaceState<'_>,
    workspace: Option<String>,
    form: WorkspaceForm,
) -> CommandResult<FormValidation> {
    to_command_result(
        desk.get()?
            .workspaces
            .validate_workspace(workspace.as_deref(), &form),
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn workspace_save(
    desk: WorkspaceState<'_>,
    workspace: Option<String>,
    form: WorkspaceForm,
) -> CommandResult<SavedWorkspace> {
    run_blocking(desk, move |desk| {
        desk.workspaces.save_workspace(workspace.as_deref(), &form)
    })
    .await
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_duplicate(
    desk: WorkspaceState<'_>,
    workspace: String,
) -> CommandResult<SavedWorkspace> {
    to_command_result(desk.get()?.workspaces.duplicate_workspace(&workspace))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_read_only(
    desk: WorkspaceState<'_>,
    read_only: bool,
) -> CommandResult<WorkspaceView> {
    to_command_result(desk.get()?.overview.set_read_only(read_only))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_losses(
    desk: WorkspaceState<'_>,
    workspace: String,
) -> CommandResult<RemovalPreview> {
    to_command_result(desk.get()?.workspaces.removal_preview(&workspace))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn workspace_remove(
    desk: WorkspaceState<'_>,
    workspace: String,
    removal: RemovalMode,
) -> CommandResult<RemovalResult> {
    run_blocking(desk, move |desk| {
        desk.workspaces.remove_workspace(&workspace, removal)
    })
    .await
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_export(
    desk: WorkspaceState<'_>,
    workspace: String,
) -> CommandResult<ExportedFile> {
    to_command_result(desk.get()?.workspaces.export_settings(&workspace))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_import(
    desk: WorkspaceState<'_>,
    text: String,
) -> CommandResult<SavedWorkspace> {
    to_command_result(desk.get()?.workspaces.import_settings(&text))
}
