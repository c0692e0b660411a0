use adwright_desk::views::{
    Begun, Detail, DraftQuery, DraftWindow, DraftsMoved, EditRequest, Field, ListId, Target,
};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_create(desk: Shared<'_>) -> Answer<Detail> {
    answer(desk.get()?.create_draft())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn draft_copy(desk: Shared<'_>, target: Target) -> Answer<Begun> {
    answer(desk.get()?.copy_draft(&target).await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn draft_copy_all(
    desk: Shared<'_>,
    list: ListId,
    ids: Vec<String>,
) -> Answer<DraftsMoved> {
    answer(desk.get()?.copy_drafts(list, &ids).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_edit(desk: Shared<'_>, target: Target, edit: EditRequest) -> Answer<Detail> {
    answer(desk.get()?.edit_draft(&target, &edit))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_field(desk: Shared<'_>, target: Target, path: String) -> Answer<Field> {
    answer(desk.get()?.field(&target, &path))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_undo(desk: Shared<'_>, draft: String) -> Answer<Detail> {
    answer(desk.get()?.undo_draft(&draft))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_redo(desk: Shared<'_>, draft: String) -> Answer<Detail> {
    answer(desk.get()?.redo_draft(&draft))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_go(desk: Shared<'_>, draft: String, position: u32) -> Answer<Detail> {
    answer(desk.get()?.go_to_step(&draft, position))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_discard(desk: Shared<'_>, draft: String) -> Answer<()> {
    answer(desk.get()?.discard_draft(&draft))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_restore(desk: Shared<'_>, draft: String) -> Answer<Detail> {
    answer(desk.get()?.restore_draft(&draft))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_discard_all(desk: Shared<'_>, drafts: Vec<String>) -> Answer<DraftsMoved> {
    answer(desk.get()?.discard_drafts(&drafts))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_restore_all(desk: Shared<'_>, drafts: Vec<String>) -> Answer<DraftsMoved> {
    answer(desk.get()?.restore_drafts(&drafts))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_list(desk: Shared<'_>, query: DraftQuery) -> Answer<DraftWindow> {
    answer(desk.get()?.draft_window(&query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_ids(desk: Shared<'_>, query: DraftQuery) -> Answer<Vec<String>> {
    answer(desk.get()?.draft_ids(&query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_with_findings(
    desk: Shared<'_>,
    query: DraftQuery,
    after: u32,
    back: bool,
) -> Answer<Option<u32>> {
    answer(desk.get()?.draft_with_findings(&query, after, back))
}
