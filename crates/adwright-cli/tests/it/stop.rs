//! Ctrl-C during a send, and the visibility of a sending program to others on the computer.

use std::fs;
use std::io::Read as _;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;

use adwright_service::Fault;

use crate::live_workspace::without_keyring;
use crate::pauses::{busy_at_first, command};
use crate::practice::{PASSWORD, Practice};
use crate::sending::{at, begun, outcomes};
use crate::values::{all, file, named, table, tally};

fn interrupt(program: &Child) {
    let mut kill = Command::new("kill");
    kill.args(["-INT", &program.id().to_string()]);
    assert!(kill.status().unwrap().success());
}

/// Starts the program so that Ctrl-C reaches it. A program started in the background of a script would inherit that it
/// ignores Ctrl-C.
fn start_in_foreground(program: &Command) -> Child {
    let mut command = Command::new("env");
    command.arg("--default-signal=INT");
    command.arg(program.get_program()).args(program.get_args());
    for (name, value) in program.get_envs() {
        command.env(name, value.unwrap());
    }
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Reads the program's messages until this one.
fn until(program: &mut Child, said: &str) {
    let mut heard = Vec::new();
    let errors = program.stderr.as_mut().unwrap();
    while !String::from_utf8_lossy(&heard).contains(said) {
        let mut byte = [0];
        assert_eq!(errors.read(&mut byte).unwrap(), 1, "{heard:?}");
        heard.push(byte[0]);
    }
}

#[test]
fn stopped_items_end_with_known_state() {
    let service = Practice::with_faults(&[], &[Fault::HoldAfterCommit]);
    let home = tempfile::tempdir().unwrap();
    let path = file(&home, "values.csv", &table("Halt", 4));
    let command = service.command_at(&home, &["value", "create", &path, "--go", "--json"]);
    let set = ["dialect.batchCap=2", "dialect.readTimeoutMs=1500"];
    let set = [&["workspace", "set", "Acme"], &set[..]].concat();
    assert_eq!(without_keyring(&home, &set).status.code(), Some(0));
    let mut sending = begun(command);
    while named(&service, "Halt").is_empty() {}
    interrupt(&sending);
    until(&mut sending, "Stopping: the current call");
    let ended = sending.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(4));
    // The reply never came, and nobody waited for a second look-up, so a person decides. The others were never sent.
    let words: Vec<_> = outcomes(&ended)
        .into_iter()
        .map(|(word, ..)| word)
        .collect();
    assert_eq!(words, ["needs-you", "needs-you", "not-sent", "not-sent"]);
    assert_eq!(named(&service, "Halt").len(), 2);
    let rest = at(
        &service,
        &home,
        &["value", "create", &path, "--go", "--json"],
    );
    assert_eq!(tally(&rest), all("confirmed", 2));
    assert_eq!(named(&service, "Halt").len(), 4);
}

#[test]
fn second_stop_aborts_and_next_send_looks_up() {
    let service = Practice::with_faults(&[], &[Fault::HoldAfterCommit]);
    let home = tempfile::tempdir().unwrap();
    let path = file(&home, "values.csv", &table("Twice", 3));
    let mut sending = begun(service.command_at(&home, &["value", "create", &path, "--go"]));
    while named(&service, "Twice").is_empty() {}
    interrupt(&sending);
    until(&mut sending, "Stopping:");
    interrupt(&sending);
    assert_eq!(sending.wait().unwrap().code(), Some(4));
    at(&service, &home, &["value", "create", &path, "--go"]);
    assert_eq!(named(&service, "Twice").len(), 3);
}

#[test]
fn command_line_of_sender_contains_no_secret() {
    let service = Practice::with_faults(&[], &[Fault::HoldAfterCommit]);
    let home = tempfile::tempdir().unwrap();
    let path = file(&home, "values.csv", &table("Seen", 1));
    let mut sending = begun(service.command_at(&home, &["value", "create", &path, "--go"]));
    while named(&service, "Seen").is_empty() {}
    let line = fs::read(format!("/proc/{}/cmdline", sending.id())).unwrap();
    let line = String::from_utf8_lossy(&line).into_owned();
    sending.kill().unwrap();
    sending.wait().unwrap();
    assert!(line.contains("SERVICE_PASSWORD"), "{line}");
    assert!(
        !line.contains(PASSWORD) && !line.contains("canary"),
        "{line}"
    );
}

#[test]
fn stop_ends_the_pause_before_an_object() {
    for arguments in [
        &["campaign", "get", "7"][..],
        &["campaign", "update", "7", "--set", "name=1"],
    ] {
        let home = tempfile::tempdir().unwrap();
        let (address, asked) = busy_at_first(60, |_| true);
        let mut running = start_in_foreground(&command(&address, &home, arguments));
        until(&mut running, "Adwright continues in 60 s.");
        interrupt(&running);
        assert!(!running.wait().unwrap().success());
        assert_eq!(asked.load(Ordering::SeqCst), 1);
    }
}
