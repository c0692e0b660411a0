use adwright_views::{
    AdComparison, AdReview, DocumentRef, Drawing, LayoutView, OpenedAd, Palette, ThumbnailResult,
};

use super::{CommandResult, WorkspaceState, to_command_result};

#[tauri::command]
#[specta::specta]
pub(crate) async fn ad_open(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
) -> CommandResult<OpenedAd> {
    to_command_result(desk.get()?.ad_reviews.open_ad(&target).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_review(desk: WorkspaceState<'_>, target: DocumentRef) -> CommandResult<AdReview> {
    to_command_result(desk.get()?.ad_reviews.ad_review(&target))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_drawing(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    shown: LayoutView,
) -> CommandResult<Drawing> {
    to_command_result(desk.get()?.ad_reviews.ad_drawing(&target, shown))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_svg(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    shown: Option<LayoutView>,
    palette: Palette,
) -> CommandResult<String> {
    to_command_result(desk.get()?.ad_reviews.ad_svg(&target, shown, palette))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn ad_compare(
    desk: WorkspaceState<'_>,
    targets: Vec<DocumentRef>,
) -> CommandResult<AdComparison> {
    to_command_result(desk.get()?.ad_reviews.compare_ads(&targets).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_compare_svg(
    desk: WorkspaceState<'_>,
    targets: Vec<DocumentRef>,
    palette: Palette,
) -> CommandResult<String> {
    to_command_result(desk.get()?.ad_reviews.compare_ads_svg(&targets, palette))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn ad_thumbnail(
    desk: WorkspaceState<'_>,
    target: DocumentRef,
    path: String,
    agreed_host: Option<String>,
) -> CommandResult<ThumbnailResult> {
    let agreed_host = agreed_host.as_deref();
    to_command_result(
        desk.get()?
            .ad_reviews
            .fetch_ad_thumbnail(&target, &path, agreed_host)
            .await,
    )
}
