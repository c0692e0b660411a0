//! The workspaces “Live” and “Acme”, without a keyring and with the service's password in a variable.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use adwright_desk::{Desk, Paths, Ports, SystemClock, WorkspaceSelector};
use adwright_secrets::MemorySecrets;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::practice::{PASSWORD, Practice};
use crate::shown;

/// Runs the program on this home, without a keyring and with the service's password in a variable.
pub(crate) fn without_keyring(home: &TempDir, arguments: &[&str]) -> Output {
    command(home, arguments).output().unwrap()
}

fn command(home: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adwright"));
    command
        .args(arguments)
        .env("ADWRIGHT_HOME", home.path().join("adwright"))
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
        .env("SERVICE_PASSWORD", PASSWORD)
        .stdin(Stdio::null());
    command
}

/// Returns the program in the workspace “Acme” of this service. Adds the workspace with these options if the home does
/// not have it yet.
pub(crate) fn in_acme(
    home: &TempDir,
    (base_url, options): (&str, &[&str]),
    arguments: &[&str],
) -> Command {
    let is_added = home.path().join("acme");
    if !is_added.exists() {
        let add = [
            "workspace",
            "add",
            "Acme",
            "--no-secret",
            "--base-url",
            base_url,
        ];
        let added = without_keyring(home, &[&add, options].concat());
        assert_eq!(added.status.code(), Some(0), "{}", shown(&added));
        fs::write(is_added, "").unwrap();
    }
    let mut command = command(home, arguments);
    command.args(["--workspace", "Acme"]);
    command
}

/// Returns the doctor's report on the added workspace, without the password in the environment.
pub(crate) fn tested(home: &TempDir, more: &[&str]) -> Output {
    let test = [
        "workspace",
        "test",
        "Live",
        "--secret-env",
        "SERVICE_PASSWORD",
    ];
    without_keyring(home, &[&test[..], more].concat())
}

/// Adds the workspace “Live” for this service.
pub(crate) fn added(home: &TempDir, service: &Practice, more: &[&str]) {
    added_as("Live", home, service, more);
}

/// Adds a workspace for this service.
pub(crate) fn added_as(name: &str, home: &TempDir, service: &Practice, more: &[&str]) {
    let add = "--auth session --username mara.lindgaard --no-secret --base-url";
    let add = ["workspace", "add", name].into_iter().chain(add.split(' '));
    let add: Vec<_> = add
        .chain([service.running.base_url.as_str()])
        .chain(more.iter().copied())
        .collect();
    let added = without_keyring(home, &add);
    assert_eq!(added.status.code(), Some(0), "{}", shown(&added));
}

/// Runs the program in the workspace “Live”.
pub(crate) fn in_live(home: &TempDir, arguments: &[&str]) -> Output {
    let live = ["--workspace", "Live", "--secret-env", "SERVICE_PASSWORD"];
    without_keyring(home, &[arguments, &live].concat())
}

/// Opens the desk of the workspace “Live”, as the window does.
pub(crate) fn desk_of(home: &TempDir) -> Desk {
    let which = WorkspaceSelector::Named("Live".to_owned());
    Runtime::new().unwrap().block_on(opened(home, &which))
}

/// Creates a home whose workspace Practice has fetched its campaigns, as the window does.
pub(crate) fn fetched_practice() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    Runtime::new().unwrap().block_on(async {
        let desk = opened(&home, &WorkspaceSelector::Practice).await;
        desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
    });
    home
}

/// Opens the desk of a workspace, as the window does.
pub(crate) async fn opened(home: &TempDir, which: &WorkspaceSelector) -> Desk {
    let ports = Ports {
        clock: Arc::new(SystemClock),
        secrets: Arc::new(MemorySecrets::default()),
    };
    let paths = Paths::in_home(home.path().join("adwright"));
    Desk::open_selected(&paths, ports, which).await.unwrap()
}
