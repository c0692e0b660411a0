//! One window for each home folder.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use adwright_desk::{Error, HOME_VARIABLE, Paths};
use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Wry};

/// The name by which the window is found by a second start.
const NAME: &str = "dev.adwright.desktop";

/// Where this person's files are.
pub(crate) fn home() -> Result<Paths, Error> {
    Paths::of_this_person().map_err(Error::no_home)
}

/// Lets the first window know of a second start, which then ends at once.
pub(crate) fn plugin(started_again: fn(&AppHandle)) -> TauriPlugin<Wry> {
    tauri_plugin_single_instance::Builder::new()
        .callback(move |app, _, _| started_again(app))
        .dbus_id(name())
        .build()
}

/// A home of its own is another person's desk, as far as we can tell, and may have a window of its own.
fn name() -> String {
    std::env::var_os(HOME_VARIABLE)
        .filter(|home| !home.is_empty())
        .map_or_else(
            || NAME.to_owned(),
            |home| {
                let mut hasher = DefaultHasher::new();
                home.hash(&mut hasher);
                format!("{NAME}.home{:016x}", hasher.finish())
            },
        )
}
