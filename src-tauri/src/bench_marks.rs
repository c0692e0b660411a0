//! For `cargo xtask bench`: says on standard output when the window can be used, and ends when standard input does.
//! Nothing of it is there unless `ADWRIGHT_MARKS` asks for it.

use std::io::{self, Read as _, Write as _};
use std::{env, thread};

use tauri::plugin::{Builder, TauriPlugin};
use tauri::{AppHandle, Wry};

const VARIABLE: &str = "ADWRIGHT_MARKS";

/// Tells the page that it is to say when it can be used; none where nobody asks.
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

/// The rows of the list are painted.
pub(crate) fn mark_usable() {
    // Without a reader there is nobody to tell.
    let _ = writeln!(io::stdout(), "MARK usable");
}

fn exit_with_stdin(app: AppHandle) {
    thread::spawn(move || {
        let ended = io::stdin().read_to_end(&mut Vec::new());
        app.exit(i32::from(ended.is_err()));
    });
}
