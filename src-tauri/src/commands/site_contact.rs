use adwright_desk::views::{ContactQuestion, SiteContact};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn site_contact_get(
    desk: Shared<'_>,
    campaign: String,
    shown: Option<ContactQuestion>,
) -> Answer<SiteContact> {
    answer(desk.get()?.site_contact(&campaign, shown.as_ref()))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn site_contact_ask(
    desk: Shared<'_>,
    operation: String,
    question: ContactQuestion,
) -> Answer<SiteContact> {
    answer(desk.get()?.ask_site_contact(&operation, &question).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn site_contact_forget(
    desk: Shared<'_>,
    question: ContactQuestion,
) -> Answer<SiteContact> {
    answer(desk.get()?.forget_site_contact(&question))
}
