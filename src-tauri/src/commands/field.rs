use adwright_desk::views::{Learning, LocalField, TakenField};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn field_learn(desk: Shared<'_>, sample: Option<String>) -> Answer<Learning> {
    answer(desk.get()?.learn_fields(sample.as_deref()))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn field_keep(desk: Shared<'_>, taken: Vec<TakenField>) -> Answer<Vec<LocalField>> {
    answer(desk.get()?.keep_fields(&taken))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn field_forget(desk: Shared<'_>, path: String) -> Answer<Vec<LocalField>> {
    answer(desk.get()?.forget_field(&path))
}
