use adwright_desk::views::{
    AdComparison, AdOpened, AdReview, Drawing, Palette, Shown, Target, ThumbnailReply,
};

use super::{Answer, Shared, answer};

#[tauri::command]
#[specta::specta]
pub(crate) async fn ad_open(desk: Shared<'_>, target: Target) -> Answer<AdOpened> {
    answer(desk.get()?.open_ad(&target).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_review(desk: Shared<'_>, target: Target) -> Answer<AdReview> {
    answer(desk.get()?.ad_review(&target))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_drawing(desk: Shared<'_>, target: Target, shown: Shown) -> Answer<Drawing> {
    answer(desk.get()?.ad_drawing(&target, shown))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_svg(
    desk: Shared<'_>,
    target: Target,
    shown: Option<Shown>,
    palette: Palette,
) -> Answer<String> {
    answer(desk.get()?.ad_svg(&target, shown, palette))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn ad_compare(desk: Shared<'_>, targets: Vec<Target>) -> Answer<AdComparison> {
    answer(desk.get()?.ad_compare(&targets).await)
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_compare_svg(
    desk: Shared<'_>,
    targets: Vec<Target>,
    palette: Palette,
) -> Answer<String> {
    answer(desk.get()?.ad_compare_svg(&targets, palette))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn ad_thumbnail(
    desk: Shared<'_>,
    target: Target,
    path: String,
    agreed_host: Option<String>,
) -> Answer<ThumbnailReply> {
    let agreed_host = agreed_host.as_deref();
    answer(desk.get()?.ad_thumbnail(&target, &path, agreed_host).await)
}
