use super::{Answer, Shared, answer, waiting};
use adwright_desk::views::{
    FormJudgement, Removal, Removed, Workspace, WorkspaceEdit, WorkspaceForm, WorkspaceLosses,
    WorkspaceRow, WorkspaceSaved, WrittenFile,
};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_list(desk: Shared<'_>) -> Answer<Vec<WorkspaceRow>> {
    answer(desk.get()?.workspaces())
}

/// Opens another workspace, or the same one anew, for the page that is to be loaded next.
#[tauri::command]
#[specta::specta]
pub(crate) async fn workspace_open(desk: Shared<'_>, workspace: String) -> Answer<()> {
    let next = answer(desk.get()?.switch(&workspace).await)?;
    desk.prepare(next);
    Ok(())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_form(desk: Shared<'_>, workspace: Option<String>) -> Answer<WorkspaceEdit> {
    answer(desk.get()?.workspace_form(workspace.as_deref()))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_judge(
    desk: Shared<'_>,
    workspace: Option<String>,
    form: WorkspaceForm,
) -> Answer<FormJudgement> {
    answer(desk.get()?.judge_workspace(workspace.as_deref(), &form))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn workspace_save(
    desk: Shared<'_>,
    workspace: Option<String>,
    form: WorkspaceForm,
) -> Answer<WorkspaceSaved> {
    waiting(desk, move |desk| {
        desk.save_workspace(workspace.as_deref(), &form)
    })
    .await
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_duplicate(desk: Shared<'_>, workspace: String) -> Answer<WorkspaceSaved> {
    answer(desk.get()?.duplicate_workspace(&workspace))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_read_only(desk: Shared<'_>, read_only: bool) -> Answer<Workspace> {
    answer(desk.get()?.set_read_only(read_only))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_losses(desk: Shared<'_>, workspace: String) -> Answer<WorkspaceLosses> {
    answer(desk.get()?.workspace_losses(&workspace))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn workspace_remove(
    desk: Shared<'_>,
    workspace: String,
    removal: Removal,
) -> Answer<Removed> {
    waiting(desk, move |desk| desk.remove_workspace(&workspace, removal)).await
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_export(desk: Shared<'_>, workspace: String) -> Answer<WrittenFile> {
    answer(desk.get()?.export_settings(&workspace))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn workspace_import(desk: Shared<'_>, text: String) -> Answer<WorkspaceSaved> {
    answer(desk.get()?.import_settings(&text))
}
