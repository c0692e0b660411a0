//! The program as people start it.

#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

#[cfg(target_os = "linux")]
mod ad_imports;
mod audit;
mod base_url;
mod canned_replies;
mod checking;
#[cfg(target_os = "linux")]
mod clock_jumps;
mod completion;
mod decisions;
#[cfg(target_os = "linux")]
mod differing_services;
mod drafts;
mod existing_drafts;
mod explain;
mod exports;
mod facts;
mod history;
mod hostile_files;
mod json_shapes;
#[cfg(target_os = "linux")]
mod keyring;
mod kills;
mod learning;
mod live_workspace;
mod local_data;
mod manual;
mod overrides;
mod pauses;
mod practice;
mod reading;
mod repair;
mod retry;
mod reviewing;
mod rules;
mod secret_leaks;
mod secrets;
mod sending;
mod service_errors;
mod sessions;
mod show_reply;
#[cfg(target_os = "linux")]
mod stop;
mod templates;
mod values;
#[cfg(target_os = "linux")]
mod workspaces;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use expect_test::Expect;
use serde_json::Value;
use tempfile::TempDir;

/// Creates a folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// Starts the program inside a folder, with a separate home there.
fn adwright(inside: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_adwright"))
        .args(arguments)
        .current_dir(inside)
        .env("ADWRIGHT_HOME", inside.join("adwright"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that reads nothing may have ended already.
    let _written = program.stdin.take().unwrap().write_all(input);
    program.wait_with_output().unwrap()
}

/// Returns the output and the exit code as text.
fn shown(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    format!(
        "{}{}ended with {}\n",
        text(&output.stdout),
        text(&output.stderr),
        output.status.code().unwrap()
    )
}

fn check(files: &[(&str, &[u8])], arguments: &[&str], expected: &Expect) {
    let folder = folder(files);
    expected.assert_eq(&shown(&adwright(folder.path(), arguments, b"")));
}

/// Returns the elements of `--json`.
fn elements(output: &Output) -> Vec<Value> {
    serde_json::from_slice(&output.stdout).unwrap()
}
