//! A separate desktop session for a test, with a real Secret Service.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// Runs a script in a session with an unlocked, empty keyring, and returns its output. `$A` is the program with a
/// separate home.
pub(crate) fn in_session(home: &TempDir, script: &str, variables: &[(&str, &str)]) -> String {
    let unlocked =
        "printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null";
    let mut command = session(home.path());
    command
        .args(["-c", &format!("set -u\n{unlocked}\nexec 2>&1\n{script}")])
        .envs(variables.iter().copied());
    let output = command
        .output()
        .expect("dbus-run-session is there: install dbus and gnome-keyring");
    // The bus writes its messages to standard error.
    String::from_utf8(output.stdout).unwrap()
}

fn session(home: &Path) -> Command {
    let mut command = Command::new("dbus-run-session");
    command
        .args(["--", "bash"])
        .env("A", env!("CARGO_BIN_EXE_adwright"))
        .env("ADWRIGHT_HOME", home.join("adwright"))
        .env("HOME", home);
    for (variable, folder) in [
        ("XDG_RUNTIME_DIR", "run"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_CACHE_HOME", "cache"),
    ] {
        let folder = home.join(folder);
        let made = DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&folder);
        made.unwrap();
        command.env(variable, folder);
    }
    for variable in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
        command.env_remove(variable);
    }
    command
}
