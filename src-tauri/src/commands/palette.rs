use adwright_desk::views::PaletteFound;

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn palette_find(desk: Shared<'_>, text: String) -> Answer<PaletteFound> {
    answer(desk.get()?.palette_find(&text))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn palette_note(desk: Shared<'_>, key: String) -> Answer<()> {
    answer(desk.get()?.palette_note(&key))
}
