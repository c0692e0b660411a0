//! For `cargo xtask bench`: reports the phases of a start on standard output, and ends the program when standard input
//! ends. Only active if `ADWRIGHT_MARKS` is set.

use std::io::{self, Read as _, Write as _};
use std::{env, thread};

use serde::Deserialize;
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

/// A phase of a start that the page measured.
#[derive(Deserialize, specta::Type)]
pub(crate) struct PagePhase {
    name: String,
    /// The time from the end of the phase to the report, in milliseconds.
    ago: f64,
}

/// Reports that a phase of the start has ended.
pub(crate) fn mark(phase: &str) {
    if env::var_os(VARIABLE).is_some() {
        report(phase, 0.0);
    }
}

/// Reports that the rows of the list are painted, and the phases of the page before.
pub(crate) fn mark_usable(phases: Vec<PagePhase>) {
    for PagePhase { name, ago } in phases {
        report(&name, ago);
    }
    report("usable", 0.0);
}

fn report(phase: &str, ago: f64) {
    // A closed standard output has no reader.
    let _ = writeln!(io::stdout(), "MARK {phase} {ago:.1}");
}

fn exit_with_stdin(app: AppHandle) {
    thread::spawn(move || {
        let ended = io::stdin().read_to_end(&mut Vec::new());
        app.exit(i32::from(ended.is_err()));
    });
}
