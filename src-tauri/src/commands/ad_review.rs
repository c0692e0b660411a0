use adwright_desk::views::{AdReview, Drawing, Palette, Shown};

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
