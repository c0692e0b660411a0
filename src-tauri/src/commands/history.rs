use adwright_desk::views::{Comparison, Detail, History, Palette, Target};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn history_get(desk: Shared<'_>, target: Target) -> Answer<History> {
    answer(desk.get()?.history(&target))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn history_compare(
    desk: Shared<'_>,
    target: Target,
    before: String,
    after: String,
) -> Answer<Comparison> {
    answer(desk.get()?.compare(&target, &before, &after))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn history_compare_svg(
    desk: Shared<'_>,
    target: Target,
    before: String,
    after: String,
    palette: Palette,
) -> Answer<String> {
    answer(desk.get()?.compare_svg(&target, (&before, &after), palette))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn history_restore(
    desk: Shared<'_>,
    target: Target,
    entry: String,
    path: Option<String>,
) -> Answer<Detail> {
    answer(desk.get()?.restore_from(&target, &entry, path.as_deref()))
}
