use adwright_views::{
    BatchTemplateRequest, CreatedDraft, DocumentRef, SavedTemplate, SheetView, TemplateForm,
    TemplateRequest, TemplateRow,
};

use super::{CommandResult, WorkspaceState, run_blocking, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_list(desk: WorkspaceState<'_>) -> CommandResult<Vec<TemplateRow>> {
    to_command_result(desk.get()?.templates.templates())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn template_form(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
) -> CommandResult<TemplateForm> {
    to_command_result(desk.get()?.templates.template_form(&target).await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn template_save(
    desk: WorkspaceState<'_>,
    request: TemplateRequest,
) -> CommandResult<SavedTemplate> {
    to_command_result(desk.get()?.templates.save_template(&request).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_use(
    desk: WorkspaceState<'_>,
    template: String,
) -> CommandResult<CreatedDraft> {
    to_command_result(desk.get()?.templates.use_template(&template))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_rename(
    desk: WorkspaceState<'_>,
    template: String,
    name: String,
    description: String,
) -> CommandResult<TemplateRow> {
    to_command_result(
        desk.get()?
            .templates
            .rename_template(&template, &name, &description),
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_duplicate(
    desk: WorkspaceState<'_>,
    template: String,
) -> CommandResult<TemplateRow> {
    to_command_result(desk.get()?.templates.duplicate_template(&template))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_delete(desk: WorkspaceState<'_>, template: String) -> CommandResult<()> {
    to_command_result(desk.get()?.templates.delete_template(&template))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_restore(
    desk: WorkspaceState<'_>,
    template: String,
    in_place_of: Option<String>,
) -> CommandResult<TemplateRow> {
    to_command_result(
        desk.get()?
            .templates
            .restore_template(&template, in_place_of.as_deref()),
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn template_save_batch(
    desk: WorkspaceState<'_>,
    request: BatchTemplateRequest,
) -> CommandResult<SavedTemplate> {
    run_blocking(desk, move |desk| {
        desk.templates.save_batch_template(&request)
    })
    .await
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn template_create_batch(
    desk: WorkspaceState<'_>,
    template: String,
) -> CommandResult<SheetView> {
    run_blocking(desk, move |desk| desk.templates.create_batch(&template)).await
}
