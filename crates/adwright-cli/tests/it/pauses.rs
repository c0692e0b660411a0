//! Pauses that a service asks for at single reads and writes. They are reported, and short ones are waited for.

use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_testkit::{CannedRequest, canned_service};
use expect_test::expect;
use tempfile::TempDir;

use crate::canned_replies::{json, page};
use crate::live_workspace::in_acme;
use crate::sending::{campaign, written};
use crate::shown;

/// Returns the reply of a service that is busy for this many seconds.
fn busy(seconds: u64) -> Vec<u8> {
    let head = format!("HTTP/1.1 429 -\r\nRetry-After: {seconds}\r\nContent-Length: 0\r\n");
    format!("{head}Connection: close\r\n\r\n").into_bytes()
}

/// Starts a service with one object, which is busy at first for certain requests.
pub(crate) fn busy_at_first(
    seconds: u64,
    is_meant: fn(&CannedRequest) -> bool,
) -> (String, Arc<AtomicUsize>) {
    let asked = Arc::<AtomicUsize>::default();
    let count = Arc::clone(&asked);
    let address = canned_service(move |asked: &CannedRequest| {
        if is_meant(asked) && count.fetch_add(1, Ordering::SeqCst) == 0 {
            return busy(seconds);
        }
        let is_list = asked.line.contains("?from=");
        if is_list {
            return json(page(asked, 0, 2));
        }
        json(r#"{"result":{"id":7,"type":"Campaign","name":"Seven"}}"#)
    });
    (address, asked)
}

pub(crate) fn command(address: &str, home: &TempDir, arguments: &[&str]) -> Command {
    in_acme(home, (address, &["--auth", "none"]), arguments)
}

fn run(address: &str, arguments: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    command(address, &home, arguments).output().unwrap()
}

#[test]
fn read_waits_as_requested_and_reports_it() {
    for noun in ["campaign", "value"] {
        let (address, asked) = busy_at_first(1, |_| true);
        let got = run(&address, &[noun, "get", "7"]);
        expect![[r#"
            id    7
            type  Campaign
            name  Seven
            The service asks for a pause. Adwright continues in 1 s.
            ended with 0
        "#]]
        .assert_eq(&shown(&got));
        assert_eq!(asked.load(Ordering::SeqCst), 2);
    }
}

#[test]
fn update_waits_for_its_preceding_read() {
    let (address, asked) = busy_at_first(1, |_| true);
    let planned = run(
        &address,
        &["campaign", "update", "7", "--set", "name=\"Other\""],
    );
    let said = shown(&planned);
    assert_eq!(planned.status.code(), Some(0), "{said}");
    assert!(said.contains("Adwright continues in 1 s."), "{said}");
    assert!(said.contains("Seven → Other"), "{said}");
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[test]
fn pause_over_a_minute_is_not_waited_for() {
    for arguments in [
        &["campaign", "get", "7"][..],
        &["campaign", "update", "7", "--set", "name=1"],
    ] {
        let (address, asked) = busy_at_first(61, |_| true);
        let ended = run(&address, arguments);
        assert_eq!(ended.status.code(), Some(5), "{}", shown(&ended));
        assert_eq!(asked.load(Ordering::SeqCst), 1);
    }
}

#[test]
fn pause_in_a_send_omits_the_draft() {
    let (address, _) = busy_at_first(1, CannedRequest::is_write);
    let home = tempfile::tempdir().unwrap();
    let file = written(&home, "c.json", &campaign("Seven"));
    let arguments = ["campaign", "create", &file, "--go"];
    let sent = command(&address, &home, &arguments).output().unwrap();
    let said = String::from_utf8_lossy(&sent.stderr);
    let during = |line: &&str| line.starts_with("Sending") || line.contains("pause");
    let during: Vec<_> = said.lines().filter(during).collect();
    expect![[r#"
        Sending 1 of 1: “Seven”
        The service asks for a pause. Adwright continues in 1 s."#]]
    .assert_eq(&during.join("\n"));
}
