use adwright_desk::home;
use adwright_desk::views::{HomeTrouble, Remedy};
use tauri::AppHandle;

use super::{Answer, Shared, answer};
use crate::{marks, single, start};

/// Why the desk could not be opened; none where it is open.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn home_trouble(desk: Shared<'_>) -> Option<HomeTrouble> {
    desk.trouble()
}

/// Opens the desk once more, after doing what the person chose; what came of that where it is news.
#[tauri::command]
#[specta::specta]
pub(crate) async fn home_open(
    app: AppHandle,
    desk: Shared<'_>,
    remedy: Option<Remedy>,
) -> Answer<Option<String>> {
    if desk.trouble().is_none() {
        return Ok(None);
    }
    let news = match remedy {
        Some(remedy) => answer(single::home().and_then(|paths| home::remedy(&paths, &remedy)))?,
        None => None,
    };
    answer(desk.set(start::open_desk().await))?;
    start::recover_beside(&app);
    Ok(news)
}

/// The window can be used: its rows are painted. Said only where a bench asks for it.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn home_usable() {
    marks::usable();
}
