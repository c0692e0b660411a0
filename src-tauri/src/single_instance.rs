//! One window for each home folder.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use adwright_desk::{Error, HOME_VARIABLE, Paths};
use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Wry};

/// The name by which a second start finds the window.
const NAME: &str = "dev.adwright.desktop";

/// The variable that marks the second try of a start.
#[cfg(unix)]
const STARTED_ANEW: &str = "ADWRIGHT_STARTED_ANEW";

/// Returns the paths of the current user's files.
pub(crate) fn home_paths() -> Result<Paths, Error> {
    Paths::for_current_user().map_err(Error::NoUserHome)
}

/// Notifies the first window of a second start, which then ends at once.
pub(crate) fn plugin(started_again: fn(&AppHandle)) -> TauriPlugin<Wry> {
    tauri_plugin_single_instance::Builder::new()
        .callback(move |app, _, _| started_again(app))
        .dbus_id(instance_name())
        .build()
}

/// Ends the program after a failed build, with one exception: the first window closed while this start asked it to come
/// forward. Then no window is left, and the program restarts, once.
///
/// # Panics
/// If the system has no web view to draw with.
pub(crate) fn restart_or_panic(error: &tauri::Error) -> ! {
    #[cfg(unix)]
    if is_first_instance_gone(error) && std::env::var_os(STARTED_ANEW).is_none() {
        use std::os::unix::process::CommandExt as _;

        let program = std::env::current_exe().expect("the program has a file");
        let again = std::process::Command::new(program)
            .args(std::env::args_os().skip(1))
            .env(STARTED_ANEW, "1")
            .exec();
        panic!("the program cannot be restarted: {again}");
    }
    panic!("the system has a web view: {error}");
}

/// Whether the first window closed when this start asked it to come forward.
#[cfg(unix)]
fn is_first_instance_gone(error: &tauri::Error) -> bool {
    matches!(error, tauri::Error::PluginInitialization(plugin, _) if plugin == "single-instance")
}

/// Returns the instance name. A separate home counts as another person's desk, and may have its own window.
fn instance_name() -> String {
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
