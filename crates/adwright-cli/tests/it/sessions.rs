//! The number of sessions that commands open with a given password.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_testkit::{canned_service, http_response};
use expect_test::expect;

use crate::canned_replies::{json, page};
use crate::keyring::in_session;
use crate::live_workspace::{in_live, without_keyring};
use crate::practice::PASSWORD;
use crate::shown;

/// Starts a service that accepts one session and counts its logins.
fn counting() -> (String, Arc<AtomicUsize>) {
    let logins = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&logins);
    let address = canned_service(move |asked| {
        if asked.line.contains("login/login") {
            count.fetch_add(1, Ordering::SeqCst);
            return json(r#"{"result":{"sessionId":"the-token"}}"#);
        }
        let is_known = asked.head.iter().any(|line| line.ends_with(" the-token"));
        let status = if is_known { 200 } else { 401 };
        http_response(status, "application/json", page(asked, 1, 1))
    });
    (address, logins)
}

/// Runs commands with a keyring and the password of a new workspace. Returns their output and the number of logins.
fn said_in_acme(commands: &str) -> (String, usize) {
    let (address, logins) = counting();
    let home = tempfile::tempdir().unwrap();
    let add = "$A workspace add Acme --base-url \"$URL\" --auth session --username mara.lindgaard --no-secret";
    let variables = [("URL", address.as_str()), ("SERVICE_PASSWORD", PASSWORD)];
    let said = in_session(&home, &format!("{add}\n{commands}"), &variables);
    (said, logins.load(Ordering::SeqCst))
}

#[test]
fn given_password_opens_one_session_with_a_keyring() {
    let (said, logins) = said_in_acme(
        "for each in 1 2 3; do $A campaign list --secret-env SERVICE_PASSWORD | tail -1; done
        $A campaign list",
    );
    expect![[r#"
        Added Acme. To test it: adwright workspace test Acme --secret-env VARIABLE
        1   N1
        1   N1
        1   N1
        A password or token of this workspace is not stored. Enter it in the workspace’s settings. Or pass it with --secret-env or --secret-stdin.
    "#]].assert_eq(&said);
    assert_eq!(logins, 1);
}

#[test]
fn commands_that_begin_together_open_one_session_together() {
    let (said, logins) = said_in_acme(
        "for each in 1 2 3 4 5 6; do $A campaign list --secret-env SERVICE_PASSWORD | tail -1 & done
        wait",
    );
    assert_eq!(said.matches("1   N1").count(), 6, "{said}");
    assert_eq!(logins, 1);
}

#[test]
fn commands_without_keyring_open_their_own_sessions() {
    let (address, logins) = counting();
    let home = tempfile::tempdir().unwrap();
    let add = "workspace add Live --auth session --username mara.lindgaard --no-secret --base-url";
    let add: Vec<_> = add.split(' ').chain([address.as_str()]).collect();
    without_keyring(&home, &add);
    for logged_in in 1..3 {
        let listed = in_live(&home, &["campaign", "list", "--max", "1"]);
        assert_eq!(listed.status.code(), Some(0), "{}", shown(&listed));
        assert_eq!(logins.load(Ordering::SeqCst), logged_in);
    }
}
