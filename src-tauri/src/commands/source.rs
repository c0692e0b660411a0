use adwright_desk::views::{Detail, SourceHelp, Target};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn source_write(desk: Shared<'_>, target: Target, text: String) -> Answer<Detail> {
    answer(desk.get()?.write_source(&target, &text))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn source_base(desk: Shared<'_>, target: Target) -> Answer<Option<String>> {
    answer(desk.get()?.source_base(&target))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn source_help(desk: Shared<'_>, target: Target, path: String) -> Answer<SourceHelp> {
    answer(desk.get()?.source_help(&target, &path))
}
