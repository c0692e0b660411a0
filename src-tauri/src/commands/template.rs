use adwright_desk::views::{
    Begun, SavedTemplate, Target, TemplateForm, TemplateRequest, TemplateRow,
};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_list(desk: Shared<'_>) -> Answer<Vec<TemplateRow>> {
    answer(desk.get()?.templates())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn template_form(desk: Shared<'_>, target: Target) -> Answer<TemplateForm> {
    answer(desk.get()?.template_form(&target).await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn template_save(
    desk: Shared<'_>,
    request: TemplateRequest,
) -> Answer<SavedTemplate> {
    answer(desk.get()?.save_template(&request).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_use(desk: Shared<'_>, template: String) -> Answer<Begun> {
    answer(desk.get()?.use_template(&template))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_describe(
    desk: Shared<'_>,
    template: String,
    name: String,
    description: String,
) -> Answer<TemplateRow> {
    answer(
        desk.get()?
            .describe_template(&template, &name, &description),
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_duplicate(desk: Shared<'_>, template: String) -> Answer<TemplateRow> {
    answer(desk.get()?.duplicate_template(&template))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_delete(desk: Shared<'_>, template: String) -> Answer<()> {
    answer(desk.get()?.delete_template(&template))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn template_restore(
    desk: Shared<'_>,
    template: String,
    in_place_of: Option<String>,
) -> Answer<TemplateRow> {
    answer(
        desk.get()?
            .restore_template(&template, in_place_of.as_deref()),
    )
}
