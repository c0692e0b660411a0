use adwright_desk::views::OwnRulesText;

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn rules_get(desk: Shared<'_>) -> Answer<OwnRulesText> {
    answer(desk.get()?.own_rules())
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn rules_set(desk: Shared<'_>, text: String) -> Answer<OwnRulesText> {
    answer(desk.get()?.set_own_rules(&text))
}
