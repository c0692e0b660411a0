//! For `cargo xtask bench`: reports on standard output when the window is usable, and ends the program when standard
//! input ends. Only active if `ADWRIGHT_MARKS` is set.

use std::io::{self, Read as _, Write as _};
use std::{env, thread};

use tauri::plugin::{Builder, TauriPlugin};
use tauri::{AppHandle, Wry};

const VARIABLE: &str = "ADWRIGHT_MARKS";

/// Returns the plugin that makes the page report when it is usable; `None` without `ADWRIGHT_MARKS`.
pub(crate) fn plugin() -> Option<TauriPlugin<Wry>> {
    env::var_os(VARIABLE)?;
    let plugin = Builder::new("marks")
        .js_init_script("window.adwrightMarks = true;".to_owned())
        .setup(|app, _| {
            exit_with_stdin(app.clone());
            Ok(())
        });
    Some(plugin.build())
}

/// Reports that the rows of the list are painted.
pub(crate) fn mark_usable() {
    // A closed standard output has no reader.
    let _ = writeln!(io::stdout(), "MARK usable");
}

fn exit_with_stdin(app: AppHandle) {
    thread::spawn(move || {
        let ended = io::stdin().read_to_end(&mut Vec::new());
        app.exit(i32::from(ended.is_err()));
    });
}
