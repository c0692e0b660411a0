use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const PART: &str = "ADWRIGHT_TEST_PART";

/// The configuration of a bus that can start no service: a desktop without a keyring.
const BARE_BUS: &str = r#"<busconfig>
    <type>session</type>
    <listen>unix:tmpdir=/tmp</listen>
    <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
    </policy>
</busconfig>"#;

/// The desktop session in which a part of a test runs. Each session has its own home.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Session {
    /// A bus with an unlocked keyring.
    Unlocked,
    /// A bus with a keyring that stays locked.
    Locked,
    /// A bus without a keyring.
    Bare,
    /// No bus.
    None,
}

/// Returns the part of the test that this process runs; `None` in the test itself.
pub(crate) fn part() -> Option<String> {
    std::env::var(PART).ok()
}

impl Session {
    /// Runs parts of the test `test` in such a session, one after the other, each in its own process.
    #[track_caller]
    pub(crate) fn play(self, test: &str, parts: &[&str]) {
        let home = TempDir::new().unwrap();
        let output = self
            .command(home.path(), &script(test, parts, self))
            .output()
            .expect("dbus-run-session is there: install dbus and gnome-keyring");
        let said = String::from_utf8_lossy(&output.stdout);
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}\n{complaints}");
        // A wrong test name would run nothing, and succeed.
        assert_eq!(said.matches("1 passed").count(), parts.len(), "{said}");
    }

    fn command(self, home: &Path, script: &str) -> Command {
        let mut command = match self {
            Self::None => Command::new("bash"),
            Self::Bare => bare_bus(home),
            Self::Unlocked | Self::Locked => bus(),
        };
        command.args(["-c", script]).env("HOME", home);
        // Each gets its own path. Without a display nothing can ask for a password.
        for (variable, folder) in [
            ("XDG_RUNTIME_DIR", "run"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
        ] {
            command.env(variable, private_folder(&home.join(folder)));
        }
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
            command.env_remove(variable);
        }
        command
    }
}

fn bus() -> Command {
    let mut command = Command::new("dbus-run-session");
    command.args(["--", "bash"]);
    command
}

fn bare_bus(home: &Path) -> Command {
    let config = home.join("bus.xml");
    std::fs::write(&config, BARE_BUS).unwrap();
    let mut command = Command::new("dbus-run-session");
    command
        .arg("--config-file")
        .arg(config)
        .args(["--", "bash"]);
    command
}

/// The keyring's daemon ends with its bus.
fn script(test: &str, parts: &[&str], session: Session) -> String {
    let program = std::env::current_exe().unwrap();
    let mut lines = vec!["set -eu".to_owned()];
    if matches!(session, Session::Unlocked) {
        lines.push(
            "printf password | gnome-keyring-daemon --unlock --components=secrets".to_owned(),
        );
    }
    for part in parts {
        lines.push(format!(
            "{PART}={part} '{}' {test} --exact",
            program.display()
        ));
    }
    lines.join("\n")
}

fn private_folder(path: &Path) -> &Path {
    use std::os::unix::fs::DirBuilderExt;

    std::fs::DirBuilder::new().mode(0o700).create(path).unwrap();
    path
}
