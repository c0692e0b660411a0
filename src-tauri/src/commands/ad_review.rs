use adwright_desk::views::{AdComparison, AdReview, Drawing, Palette, Shown, Thumbnail};

use super::{Answer, Shared, answer};

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_review(desk: Shared<'_>, id: String) -> Answer<AdReview> {
    answer(desk.get()?.ad_review(&id))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_drawing(desk: Shared<'_>, id: String, shown: Shown) -> Answer<Drawing> {
    answer(desk.get()?.ad_drawing(&id, shown))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_svg(
    desk: Shared<'_>,
    id: String,
    shown: Option<Shown>,
    palette: Palette,
) -> Answer<String> {
    answer(desk.get()?.ad_svg(&id, shown, palette))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_compare(desk: Shared<'_>, ids: Vec<String>) -> Answer<AdComparison> {
    answer(desk.get()?.ad_compare(&ids))
}

#[tauri::command(async)]
#[specta::specta]
pub(crate) fn ad_compare_svg(
    desk: Shared<'_>,
    ids: Vec<String>,
    palette: Palette,
) -> Answer<String> {
    answer(desk.get()?.ad_compare_svg(&ids, palette))
}

#[tauri::command]
#[specta::specta]
pub(crate) async fn ad_thumbnail(desk: Shared<'_>, id: String, path: String) -> Answer<Thumbnail> {
    answer(desk.get()?.ad_thumbnail(&id, &path).await)
}
