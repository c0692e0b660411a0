//! Workspaces from the terminal: made, used, tested and removed, their secrets in a real keyring.

use std::fs;
use std::process::Command;

use expect_test::{Expect, expect};
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::keyring::in_session;
use crate::listed::{added as added_to_list, without_keyring};
use crate::practice::{PASSWORD, Practice};
use crate::shown;

/// The program on a home of its own, without any keyring.
fn at_home(home: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adwright"));
    command
        .args(arguments)
        .env("ADWRIGHT_HOME", home.path().join("adwright"))
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
        .stdin(std::process::Stdio::null());
    command
}

/// The words of the line that adds a workspace of a service that nobody will ask.
fn add<'a>(name: &'a str, auth: &'a str) -> [&'a str; 7] {
    let address = "http://127.0.0.1:9/x";
    [
        "workspace",
        "add",
        name,
        "--base-url",
        address,
        "--auth",
        auth,
    ]
}

/// Adds it.
fn added(home: &TempDir, name: &str) {
    let added = at_home(home, &add(name, "none")).output().unwrap();
    assert_eq!(added.status.code(), Some(0), "{}", shown(&added));
}

fn check(home: &TempDir, arguments: &[&str], expected: &Expect) {
    let output = at_home(home, arguments).output().unwrap();
    let said = shown(&output).replace(&home.path().display().to_string(), "HOME");
    expected.assert_eq(&said);
}

#[test]
fn practice_is_there_at_once() {
    let home = tempfile::tempdir().unwrap();
    check(
        &home,
        &["campaign", "list", "--max", "2"],
        &expect![[r#"
            ID          NAME              STATUS    MODE      ADVERTISER         BRAND
            1072226018  Spring range, DE  ACTIVE    advanced  Northwind Outdoor  Outdoor
            1072226188  Clearance, DE     ARCHIVED  simple    Calderby Dairy     Little Churn
            ended with 0
        "#]],
    );
    check(
        &home,
        &["workspace", "list"],
        &expect![[r#"
        Practice  on this computer
        ended with 0
    "#]],
    );
}

#[test]
fn a_workspace_that_is_not_there_is_told_with_those_that_are() {
    let home = tempfile::tempdir().unwrap();
    added(&home, "One");
    added(&home, "Two");
    check(
        &home,
        &["campaign", "list", "--workspace", "Three"],
        &expect![[r#"
            There is no workspace “Three”. There are “Practice”, “One” and “Two”.
            ended with 2
        "#]],
    );
    // Nobody ever chose between the two.
    check(
        &home,
        &["campaign", "list"],
        &expect![[r#"
        Nothing says which workspace is meant: there are “Practice”, “One” and “Two”. Say it with --workspace NAME.
        ended with 2
    "#]],
    );
    check(
        &home,
        &add("one", "none"),
        &expect![[r#"
            There is a workspace “one” already.
            ended with 2
        "#]],
    );
    check(
        &home,
        &["campaign", "list", "--workspace", "TWO"],
        &expect![[r#"
            The service cannot be reached: connection refused. Check the service’s address and the network.
            ended with 5
        "#]],
    );
}

#[test]
fn removing_says_first_what_is_lost() {
    let home = tempfile::tempdir().unwrap();
    added(&home, "Two");
    check(
        &home,
        &["workspace", "remove", "Two"],
        &expect![[r#"
        With Two this computer would lose:
          its settings
        The service keeps everything that it has. Only this computer forgets. Nothing was removed: say --yes to remove it.
        ended with 2
    "#]],
    );
    check(
        &home,
        &["workspace", "remove", "Two", "--yes"],
        &expect![[r#"
        Removed Two. The service keeps everything that it has. Only this computer forgets.
        Its drafts and receipts are in HOME/adwright/exports/two-drafts-and-receipts.jsonl.
        ended with 0
    "#]],
    );
    check(
        &home,
        &["workspace", "remove", "Practice", "--yes"],
        &expect![[r#"
        Practice is always there, and cannot be removed.
        ended with 2
    "#]],
    );
    check(
        &home,
        &["workspace", "list"],
        &expect![[r#"
            Practice  on this computer
            ended with 0
        "#]],
    );
}

#[test]
fn without_a_keyring_nothing_is_added_that_needs_one() {
    let home = tempfile::tempdir().unwrap();
    let add = add("Acme", "bearer");
    check(
        &home,
        &add,
        &expect![[r#"
        There is no keyring to keep secrets in. Start Adwright from a desktop session that has one (GNOME Keyring, KWallet or KeePassXC), or inside “dbus-run-session” with such a keyring unlocked. Nothing was changed. A workspace can do without: add it with --no-secret.
        ended with 6
    "#]],
    );
    check(
        &home,
        &["workspace", "list"],
        &expect![[r#"
        Practice  on this computer
        ended with 0
    "#]],
    );
    let without = [&add[..], &["--no-secret"]].concat();
    check(
        &home,
        &without,
        &expect![[r#"
            Added Acme. See that it answers: adwright workspace test Acme --secret-env VARIABLE
            ended with 0
        "#]],
    );
    check(
        &home,
        &["campaign", "list", "--workspace", "Acme"],
        &expect![[r#"
        There is no keyring to keep secrets in. Start Adwright from a desktop session that has one (GNOME Keyring, KWallet or KeePassXC), or inside “dbus-run-session” with such a keyring unlocked. Or give it with --secret-env or --secret-stdin.
        ended with 6
    "#]],
    );
    let mut given = at_home(&home, &["campaign", "list", "--workspace", "Acme"]);
    given.args(["--secret-env", "TOKEN"]).env("TOKEN", PASSWORD);
    expect![[r#"
        The service cannot be reached: connection refused. Check the service’s address and the network.
        ended with 5
    "#]].assert_eq(&shown(&given.output().unwrap()));
}

#[test]
fn a_workspace_without_a_secret_is_tested_with_one_that_is_given() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    added_to_list(&home, &service, &[]);
    let test = ["workspace", "test", "Live", "--json"];
    assert_eq!(without_keyring(&home, &test).status.code(), Some(6));
    let given = [&test[..], &["--secret-env", "SERVICE_PASSWORD"]].concat();
    let tested = without_keyring(&home, &given);
    assert_eq!(tested.status.code(), Some(0), "{}", shown(&tested));
}

#[test]
fn a_workspace_lives_on_its_keyring() {
    let service = Practice::start(&[]);
    let home = tempfile::tempdir().unwrap();
    let script = r#"
        $A workspace add 'Acme, DE' --base-url "$URL" --auth session --username mara.lindgaard \
            --set dialect.adsPath=/ads --secret-env SERVICE_PASSWORD
        unset SERVICE_PASSWORD
        $A workspace test 'acme, de' --json
        $A ad list --max 1
        $A workspace list --json | sed 's/"id":"[^"]*"/"id":"ID"/g; s/127.0.0.1:[0-9]*/PLACE/'
        $A workspace remove 'Acme, DE' --yes --without-export
        $A ad list --workspace 'Acme, DE'
    "#;
    let variables = [
        ("URL", service.running.base_url.as_str()),
        ("SERVICE_PASSWORD", PASSWORD),
    ];
    let said = in_session(&home, script, &variables);
    expect![[r#"
        Added Acme, DE. See that it answers: adwright workspace test 'Acme, DE'
        [{"step":"address","passed":true,"message":"The service answers, and wants to know who asks.","advice":null},{"step":"encryption","passed":true,"message":"The service is on this computer, so that nothing has to be encrypted.","advice":null},{"step":"login","passed":true,"message":"The service accepted the login and opened a session.","advice":null},{"step":"campaigns","passed":true,"message":"The list works: 250 of 434 campaigns came.","advice":null},{"step":"campaign","passed":true,"message":"The service gives campaign 1072226018, with 36 fields.","advice":null},{"step":"values","passed":true,"message":"The list works: 250 of 275 retargeting values came.","advice":null},{"step":"ads","passed":true,"message":"The list works: 42 of 42 ads came.","advice":null}]
        ID          NAME                          STATUS    TYPE                   SIZE       ADVERTISER
        1073410555  Spring launch, DE, hero, VID  ASSIGNED  InStreamInteractiveAd  1920x1080  Northwind Outdoor
        [{"id":"ID","name":"Practice","place":"on this computer","practice":true,"readOnly":false,"production":false},{"id":"ID","name":"Acme, DE","place":"PLACE","practice":false,"readOnly":false,"production":false}]
        Removed Acme, DE. The service keeps everything that it has. Only this computer forgets.
        There is no workspace “Acme, DE”. There is only “Practice”.
    "#]].assert_eq(&said);
    for file in WalkDir::new(home.path().join("adwright")) {
        let file = file.unwrap();
        if file.file_type().is_file() {
            let bytes = fs::read(file.path()).unwrap();
            let password = PASSWORD.as_bytes();
            let is_there = bytes.windows(password.len()).any(|part| part == password);
            assert!(!is_there, "{}", file.path().display());
        }
    }
}

#[test]
fn a_password_that_is_typed_is_not_shown() {
    let service = Practice::start(&[]);
    let home = tempfile::tempdir().unwrap();
    let script = r#"
        cd "$HOME" && mkfifo typed && : > seen
        script -qfec "tty > terminal; exec env -u SERVICE_PASSWORD $A workspace add Acme --base-url $URL \
            --auth session --username mara.lindgaard" /dev/null < typed > seen &
        exec 3> typed
        # Whoever types waits until it is not shown any more.
        until [ -s terminal ] && stty -F "$(cat terminal)" -a 2>/dev/null | grep -q -- '-echo '; do :; done
        printf '%s\n' "$SERVICE_PASSWORD" >&3
        wait %1
        cat seen
        unset SERVICE_PASSWORD
        $A value list --max 1 --json >/dev/null && echo it logs in
    "#;
    let variables = [
        ("URL", service.running.base_url.as_str()),
        ("SERVICE_PASSWORD", PASSWORD),
    ];
    let said = in_session(&home, script, &variables);
    assert!(said.contains("it logs in"), "{said}");
    assert!(
        said.contains("Password: ") && !said.contains("canary"),
        "{said}"
    );
}
