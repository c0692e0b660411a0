//! An empty Tauri window, which says on standard output when its page is painted and ends when standard input does.

use std::io::{self, Read as _, Write as _};
use std::thread;

#[tauri::command]
fn mark_usable(page: f64) {
    mark(&format!("page {page:.1}"));
    mark("usable");
}

/// Reports a phase of the start, and how long ago it ended.
fn mark(phase: &str) {
    // Without a reader there is nobody to tell.
    let _ = writeln!(io::stdout(), "MARK {phase}");
}

fn main() {
    mark("process");
    tauri::Builder::default()
        .invoke_handler(tauri::generate_handler![mark_usable])
        .setup(|app| {
            mark("toolkit");
            let app = app.handle().clone();
            thread::spawn(move || {
                let ended = io::stdin().read_to_end(&mut Vec::new());
                app.exit(i32::from(ended.is_err()));
            });
            Ok(())
        })
        .run(tauri::generate_context!())
        .expect("the system has a web view");
}
