//! Workspaces from the terminal: add, use, test and remove, with their secrets in a real keyring.

use std::fs;
use std::process::Command;

use expect_test::{Expect, expect};
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::keyring::in_session;
use crate::live_workspace::{added as added_to_list, desk_of, tested, without_keyring};
use crate::practice::{PASSWORD, Practice};
use crate::{elements, shown};

/// Returns the program on a separate home, without a keyring.
fn at_home(home: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adwright"));
    command
        .args(arguments)
        .env("ADWRIGHT_HOME", home.path().join("adwright"))
        .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
        .stdin(std::process::Stdio::null());
    command
}

/// Returns the words of the command that adds a workspace. Nobody contacts its service.
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
fn practice_exists_at_first_start() {
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
fn missing_workspace_lists_existing_ones() {
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
    // No workspace was chosen.
    check(
        &home,
        &["campaign", "list"],
        &expect![[r#"
        Choose a workspace with --workspace NAME: there are “Practice”, “One” and “Two”.
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
fn workspace_settings_can_be_changed() {
    let home = tempfile::tempdir().unwrap();
    added(&home, "Acme");
    check(
        &home,
        &[
            "workspace",
            "set",
            "acme",
            "dialect.pageSize=100",
            "dialect.plainHeaders=X-Account-Id: 7; X-Region: eu",
            "name=Live",
            "colour=red",
            "read-only=true",
            "production=yes",
        ],
        &expect![[r#"
            2 settings were changed. “Live” was changed.
            ended with 0
        "#]],
    );
    check(
        &home,
        &["workspace", "list"],
        &expect![[r#"
        Practice  on this computer
        Live      127.0.0.1:9, read-only, production
        ended with 0
    "#]],
    );
    let set = ["plainHeaders=X-Account-Id: 7; X-Region: eu", "pageSize=100"];
    assert_eq!(held(&home), set);
}

/// Returns the settings that differ from their defaults in the workspace “Live”.
fn held(home: &TempDir) -> Vec<String> {
    let desk = desk_of(home);
    let id = desk.overview.workspace_view().unwrap().id;
    let settings = desk.settings.connection_settings(&id).unwrap();
    let rows = settings.groups.into_iter().flat_map(|group| group.rows);
    let rows = rows.filter(|row| row.changed);
    rows.map(|row| format!("{}={}", row.key, row.value))
        .collect()
}

#[test]
fn workspace_settings_change_all_or_none() {
    let home = tempfile::tempdir().unwrap();
    added(&home, "Live");
    for wrong in [
        &["dialect.pageSize=7", "name=Practice"][..],
        &["name=Other", "dialect.pageSize=0"],
        &["name=Other", "dialect.pageSze=7"],
        &["dialect.pageSize=7", "size=7"],
        &["dialect.pageSize=7", "colour=orange"],
        &["dialect.pageSize=7", "production=maybe"],
        &["dialect.pageSize=7", "base-url=ftp://a"],
        &["dialect.plainHeaders=Cookie: a"],
        &["name"],
    ] {
        let set = [&["workspace", "set", "Live"], wrong].concat();
        let output = at_home(&home, &set).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
    }
    assert_eq!(held(&home), [""; 0]);
    check(
        &home,
        &["workspace", "set", "Practice", "base-url=https://a.example"],
        &expect![[r#"
            base-url=https://a.example: the service and login of Practice are fixed. Add a workspace for your own service.
            ended with 2
        "#]],
    );
}

#[test]
fn suggested_command_works_for_the_current_workspace() {
    let home = tempfile::tempdir().unwrap();
    added(&home, "Acme, DE");
    check(
        &home,
        &["ad", "list"],
        &expect![[r#"
            The path of this service’s ads is not set. Set it, such as: `adwright workspace set 'Acme, DE' dialect.adsPath=/ads`.
            ended with 2
        "#]],
    );
    let set = ["workspace", "set", "Acme, DE", "dialect.adsPath=/ads"];
    check(
        &home,
        &set,
        &expect![[r#"
        “Path of ads” was changed.
        ended with 0
    "#]],
    );
    check(
        &home,
        &["ad", "list"],
        &expect![[r#"
        The service cannot be reached: connection refused. Check the service’s address and the network.
        ended with 5
    "#]],
    );
    check(
        &home,
        &["campaign", "update", "abc", "--set", "name=1"],
        &expect![[r#"
            error: invalid value 'abc' for '<ID>': an id is a whole number, such as 1072226018

            For more information, try '--help'.
            ended with 2
        "#]],
    );
}

#[test]
fn doctor_suggestions_are_accepted_only_on_request() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    added_to_list(&home, &service, &[]);
    let test = |more: &[&str]| shown(&tested(&home, more));
    let line = "adwright workspace set Live dialect.adsPath=/ads\n";
    let (first, second) = (test(&[]), test(&["--accept"]));
    for said in [&first, &second] {
        assert!(
            said.contains(line) && said.contains("  tried GET http"),
            "{said}"
        );
        // The test also found the place of fields.
        assert!(said.contains("found at traffickingMode"), "{said}");
    }
    assert!(
        !first.contains("Accepted.") && second.contains("Accepted. “Path of ads” was changed.")
    );
    assert!(!test(&[]).contains(line));
}

#[test]
fn doctor_works_without_a_keyring() {
    for form in [&[][..], &["--json"]] {
        let service = Practice::start(&["login-redirects"]);
        let home = tempfile::tempdir().unwrap();
        added_to_list(&home, &service, &[]);
        let first = tested(&home, &[&["--accept"][..], form].concat());
        let said = String::from_utf8(first.stdout.clone()).unwrap();
        let is_accepted = match form {
            [] => {
                said.contains("Login: ") && said.contains("\nAccepted. 2 settings were changed.\n")
            }
            _ => elements(&first).iter().any(|one| one["accepted"] == true),
        };
        assert!(is_accepted && first.stderr.is_empty(), "{}", shown(&first));
        let second = tested(&home, &[]);
        assert_eq!(second.status.code(), Some(0), "{}", shown(&second));
    }
}

#[test]
fn removal_lists_losses_first() {
    let home = tempfile::tempdir().unwrap();
    added(&home, "Two");
    check(
        &home,
        &["workspace", "remove", "Two"],
        &expect![[r#"
            Removing Two would delete from this computer:
              its settings
            Only the data on this computer is removed. The service keeps everything. Nothing was removed. Add --yes to remove it.
            ended with 2
        "#]],
    );
    check(
        &home,
        &["workspace", "remove", "Two", "--yes"],
        &expect![[r#"
        Removed Two. Only the data on this computer is removed. The service keeps everything.
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
fn workspace_with_stored_secret_requires_a_keyring() {
    let home = tempfile::tempdir().unwrap();
    let add = add("Acme", "bearer");
    check(
        &home,
        &add,
        &expect![[r#"
            This computer has no running keyring for secrets. Start Adwright from a desktop session that has one (GNOME Keyring, KWallet or KeePassXC), or inside “dbus-run-session” with such a keyring unlocked. Nothing was changed. To add the workspace without a secret, use --no-secret.
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
            Added Acme. To test it: adwright workspace test Acme --secret-env VARIABLE
            ended with 0
        "#]],
    );
    check(
        &home,
        &["campaign", "list", "--workspace", "Acme"],
        &expect![[r#"
            This computer has no running keyring for secrets. Start Adwright from a desktop session that has one (GNOME Keyring, KWallet or KeePassXC), or inside “dbus-run-session” with such a keyring unlocked. Or pass it with --secret-env or --secret-stdin.
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
fn workspace_test_accepts_a_given_secret() {
    let (service, home) = (Practice::start(&[]), tempfile::tempdir().unwrap());
    added_to_list(&home, &service, &[]);
    let test = ["workspace", "test", "Live", "--json"];
    assert_eq!(without_keyring(&home, &test).status.code(), Some(6));
    let given = [&test[..], &["--secret-env", "SERVICE_PASSWORD"]].concat();
    let tested = without_keyring(&home, &given);
    assert_eq!(tested.status.code(), Some(0), "{}", shown(&tested));
}

#[test]
fn workspace_uses_the_keyring_until_removed() {
    let service = Practice::start(&[]);
    let home = tempfile::tempdir().unwrap();
    let script = r#"
        $A workspace add 'Acme, DE' --base-url "$URL" --auth session --username mara.lindgaard \
            --set dialect.adsPath=/ads --secret-env SERVICE_PASSWORD
        unset SERVICE_PASSWORD
        $A workspace test 'acme, de' | grep -v '^  '
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
        Added Acme, DE. To test it: adwright workspace test 'Acme, DE'
        Address: works. The service answers, and asks for a login.
        Encryption: works. The service is on this computer, so the connection needs no encryption.
        Login: works. The service accepted the login and opened a session.
        List of campaigns: works. The list works: the service returned 250 of 434 campaigns.
        One campaign: works. The service returned campaign 1072226018 with 36 fields.
        List of retargeting values: works. The list works: the service returned 250 of 275 retargeting values.
        List of ads: works. The list works: the service returned 42 of 42 ads.
        ID          NAME                          STATUS    TYPE                   SIZE       ADVERTISER
        1073410555  Spring launch, DE, hero, VID  ASSIGNED  InStreamInteractiveAd  1920x1080  Northwind Outdoor
        [{"id":"ID","name":"Practice","place":"on this computer","practice":true,"readOnly":false,"production":false},{"id":"ID","name":"Acme, DE","place":"PLACE","practice":false,"readOnly":false,"production":false}]
        Removed Acme, DE. Only the data on this computer is removed. The service keeps everything.
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
fn unchanged_settings_keep_the_password() {
    let service = Practice::start(&[]);
    let home = tempfile::tempdir().unwrap();
    let script = r#"
        $A workspace add Acme --base-url "$URL" --auth session --username mara.lindgaard --secret-env SERVICE_PASSWORD \
            >/dev/null
        unset SERVICE_PASSWORD
        for beside in name=practice confirm-above=ten; do
            $A workspace set Acme dialect.authentication=bearer $beside
            $A value list --max 1 --json >/dev/null && echo it logs in
        done
    "#;
    let variables = [
        ("URL", service.running.base_url.as_str()),
        ("SERVICE_PASSWORD", PASSWORD),
    ];
    let said = in_session(&home, script, &variables);
    expect![[r"
        There is a workspace “practice” already.
        it logs in
        Enter a whole number, such as 10.
        it logs in
    "]]
    .assert_eq(&said);
}

#[test]
fn typed_password_is_not_echoed() {
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

#[test]
fn layout_is_printed_previewed_and_used() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("layout.json");
    let layout = r#"{"format":"adwright-form-layout","version":1,"sections":[{"title":"Money","fields":[
        {"name":"budget","label":"Spend","hidden":false},{"name":"currency","label":"","hidden":true}]}]}"#;
    fs::write(&file, layout).unwrap();
    let file = file.to_str().unwrap();
    let output = |arguments: &[&str]| {
        let output = at_home(&home, arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", shown(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    let print = ["workspace", "layout", "Practice"];
    let import = ["workspace", "layout", "Practice", "--import", file];
    let usual = output(&print);
    let preview = output(&import);
    let lines = "Money\n  Spend (budget)\n  Currency (currency), hidden\n";
    assert!(preview.starts_with(lines), "{preview}");
    assert_eq!(output(&print), usual, "only a preview");
    output(&[&import[..], &["--yes"]].concat());
    let printed: serde_json::Value = serde_json::from_str(&output(&print)).unwrap();
    assert_eq!(printed["sections"][0]["fields"][0]["label"], "Spend");
}
