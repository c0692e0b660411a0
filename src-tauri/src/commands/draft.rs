use adwright_views::{
    ClashChoice, CreatedDraft, Detail, DocumentRef, DraftBatchResult, DraftQuery, DraftWindow,
    EditRequest, FieldView, ListId, MergedDraft,
};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_create(desk: WorkspaceState<'_>) -> CommandResult<Detail> {
    to_command_result(desk.get()?.drafts.create_draft())
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn draft_copy(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
) -> CommandResult<CreatedDraft> {
    to_command_result(desk.get()?.drafts.copy_draft(&target).await)
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn draft_copy_all(
    desk: WorkspaceState<'_>,
    list: ListId,
    ids: Vec<String>,
) -> CommandResult<DraftBatchResult> {
    to_command_result(desk.get()?.drafts.copy_drafts(list, &ids).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_edit(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    edit: EditRequest,
) -> CommandResult<Detail> {
    to_command_result(desk.get()?.drafts.edit_draft(&target, &edit))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_field(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    path: String,
) -> CommandResult<FieldView> {
    to_command_result(desk.get()?.details.field(&target, &path))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn draft_merge(
    desk: WorkspaceState<'_>,
    draft: String,
) -> CommandResult<MergedDraft> {
    to_command_result(desk.get()?.drafts.merge_draft(&draft, None).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_settle(
    desk: WorkspaceState<'_>,
    draft: String,
    place: String,
    choice: ClashChoice,
) -> CommandResult<Detail> {
    to_command_result(desk.get()?.drafts.settle_clash(&draft, &place, choice))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_settle_alike(
    desk: WorkspaceState<'_>,
    place: String,
    choice: ClashChoice,
) -> CommandResult<u32> {
    to_command_result(desk.get()?.drafts.settle_clashes_alike(&place, choice))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_undo(desk: WorkspaceState<'_>, draft: String) -> CommandResult<Detail> {
    to_command_result(desk.get()?.drafts.undo_draft(&draft))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_redo(desk: WorkspaceState<'_>, draft: String) -> CommandResult<Detail> {
    to_command_result(desk.get()?.drafts.redo_draft(&draft))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_go(
    desk: WorkspaceState<'_>,
    draft: String,
    position: u32,
) -> CommandResult<Detail> {
    to_command_result(desk.get()?.drafts.go_to_step(&draft, position))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_discard(desk: WorkspaceState<'_>, draft: String) -> CommandResult<()> {
    to_command_result(desk.get()?.drafts.discard_draft(&draft))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_restore(desk: WorkspaceState<'_>, draft: String) -> CommandResult<Detail> {
    to_command_result(desk.get()?.drafts.restore_draft(&draft))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_discard_all(
    desk: WorkspaceState<'_>,
    drafts: Vec<String>,
) -> CommandResult<DraftBatchResult> {
    to_command_result(desk.get()?.drafts.discard_drafts(&drafts))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_restore_all(
    desk: WorkspaceState<'_>,
    drafts: Vec<String>,
) -> CommandResult<DraftBatchResult> {
    to_command_result(desk.get()?.drafts.restore_drafts(&drafts))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_list(
    desk: WorkspaceState<'_>,
    query: DraftQuery,
) -> CommandResult<DraftWindow> {
    to_command_result(desk.get()?.drafts.draft_window(&query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_ids(desk: WorkspaceState<'_>, query: DraftQuery) -> CommandResult<Vec<String>> {
    to_command_result(desk.get()?.drafts.draft_ids(&query))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn draft_with_findings(
    desk: WorkspaceState<'_>,
    query: DraftQuery,
    after: u32,
    back: bool,
) -> CommandResult<Option<u32>> {
    to_command_result(desk.get()?.drafts.draft_with_findings(&query, after, back))
}
