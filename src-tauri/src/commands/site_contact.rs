use adwright_views::{ContactQuestionView, SiteContact};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn site_contact_get(
    desk: WorkspaceState<'_>,
    campaign: String,
    shown: Option<ContactQuestionView>,
) -> CommandResult<SiteContact> {
    to_command_result(
        desk.get()?
            .site_contacts
            .site_contact(&campaign, shown.as_ref()),
    )
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn site_contact_ask(
    desk: WorkspaceState<'_>,
    operation: String,
    question: ContactQuestionView,
) -> CommandResult<SiteContact> {
    to_command_result(
        desk.get()?
            .site_contacts
            .fetch_site_contact(&operation, &question)
            .await,
    )
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn site_contact_delete(
    desk: WorkspaceState<'_>,
    question: ContactQuestionView,
) -> CommandResult<SiteContact> {
    to_command_result(desk.get()?.site_contacts.remove_contact_answer(&question))
}
