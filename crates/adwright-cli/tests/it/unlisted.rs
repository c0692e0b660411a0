//! Services that the command line names. A different login does not see the drafts of this one.

use std::process::Output;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_testkit::canned_service;
use serde_json::json;
use tempfile::TempDir;

use crate::practice::program;
use crate::sending::written;
use crate::values::file;
use crate::{elements, shown};

/// Runs the program on a service that is never contacted, with a secret if the login needs one.
fn at(home: &TempDir, (address, login): (&str, &str), secret: &str, arguments: &[&str]) -> Output {
    let mut command = program(arguments, address);
    command.args(login.split_whitespace());
    if !login.starts_with("--auth none") {
        command.args(["--secret-env", "SECRET"]);
    }
    command
        .env("SECRET", secret)
        .env("ADWRIGHT_HOME", home.path().join("adwright"))
        .output()
        .unwrap()
}

/// Returns the number of drafts under this login.
fn drafts(home: &TempDir, place: (&str, &str), secret: &str) -> usize {
    elements(&at(home, place, secret, &["send", "--json"])).len()
}

#[test]
fn each_login_of_an_address_has_drafts_of_its_own() {
    let home = tempfile::tempdir().unwrap();
    let logins = [
        ("--auth none", ""),
        ("--auth bearer", "token of one"),
        ("--auth header:X-Key", "token of one"),
        ("--auth header:X-Other", "token of one"),
        ("--auth basic --username ann", "password"),
        ("--auth basic --username bob", "password"),
        ("--auth session --username ann", "password"),
        ("--auth none --set dialect.plainHeaders=X-Account:7", ""),
        ("--auth none --set dialect.plainHeaders=X-Account:8", ""),
    ];
    let address = "http://127.0.0.1:9/api";
    for (at_all, (login, secret)) in logins.iter().enumerate() {
        let campaign = json!({"type": "Campaign", "name": format!("Of login {at_all}")});
        let file = written(&home, "c.json", &campaign);
        assert_eq!(drafts(&home, (address, login), secret), 0, "{login}");
        at(
            &home,
            (address, login),
            secret,
            &["campaign", "create", &file],
        );
        assert_eq!(drafts(&home, (address, login), secret), 1, "{login}");
    }
    // A login with a new password or token is the same login.
    for login in [
        "--auth basic --username ann",
        "--auth bearer",
        "--auth header:x-key",
    ] {
        assert_eq!(drafts(&home, (address, login), "new"), 1, "{login}");
    }
}

#[test]
fn a_new_token_sends_nothing_once_more_that_may_be_there() {
    for login in ["--auth bearer", "--auth header:X-Key"] {
        let home = tempfile::tempdir().unwrap();
        let writes = Arc::<AtomicUsize>::default();
        let count = Arc::clone(&writes);
        let address = canned_service(move |asked| {
            if asked.line.starts_with("GET") {
                return crate::canned::json(r#"{"metadata":{"total":0},"result":[]}"#);
            }
            count.fetch_add(1, Ordering::SeqCst);
            // The reply is lost.
            Vec::new()
        });
        let table = "name,value,advertiserId,retargetingActivityId\nOnce,o|1,4401,52024\n";
        let table = file(&home, "t.csv", table);
        for (token, why) in [
            ("monday", "needs-you"),
            ("tuesday", "the outcome needs you"),
        ] {
            let create = ["value", "create", &table, "--go", "--json"];
            let quiet = ["--set", "dialect.quietPeriodMs=1"];
            let sent = at(
                &home,
                (&address, login),
                token,
                &[&create[..], &quiet].concat(),
            );
            let said = shown(&sent);
            assert_eq!(sent.status.code(), Some(4), "{login}, {token}: {said}");
            assert!(said.contains(why), "{login}, {token}: {said}");
            assert_eq!(writes.load(Ordering::SeqCst), 1, "{login}, {token}");
        }
    }
}

#[test]
fn an_address_is_the_same_however_it_is_written() {
    let home = tempfile::tempdir().unwrap();
    let file = written(&home, "c.json", &json!({"type": "Campaign", "name": "One"}));
    let login = "--auth bearer";
    let first = ("http://localhost/api", login);
    at(&home, first, "token", &["campaign", "create", &file]);
    for address in [
        "http://LOCALHOST/api",
        "http://localhost:80/api",
        "http://localhost/api/",
        "HTTP://localhost/api//",
    ] {
        assert_eq!(drafts(&home, (address, login), "token"), 1, "{address}");
    }
    for address in ["http://localhost:81/api", "http://localhost/API"] {
        assert_eq!(drafts(&home, (address, login), "token"), 0, "{address}");
    }
}
