//! Workspace settings as files, and secrets, which are in none of our files.

use std::fs;
use std::path::Path;

use adwright_testkit::TestApp;
use adwright_views::FailureCode;
use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::SPRING;
use crate::workspaces::{CANARY, form, make, real};

const ACME: &str = "https://ads.acme.example/api";

fn exported(desktop: &TestApp, id: &str) -> String {
    fs::read_to_string(desktop.workspaces.export_settings(id).unwrap().path).unwrap()
}

#[tokio::test]
async fn settings_travel_without_a_secret() {
    let desktop = TestApp::first_start().await;
    let mut acme = form("Acme live", ACME, "mara");
    (acme.production, acme.confirm_above) = (true, "3".to_owned());
    acme.plain_headers = "X-Account-Id: 1021\nX-Region: eu".to_owned();
    let id = make(&desktop.desk, &acme).id;
    let text = exported(&desktop, &id);
    assert!(!text.contains(CANARY));

    let colleague = TestApp::first_start().await;
    let saved = colleague.desk.workspaces.import_settings(&text).unwrap();
    assert_eq!(saved.name, "Acme live");
    assert!(saved.note.unwrap().contains("Enter its password"));
    let edit = colleague
        .desk
        .workspaces
        .workspace_form(Some(&saved.id))
        .unwrap();
    assert_eq!(edit.form, acme);
    let state = colleague
        .desk
        .workspaces
        .test_secrets(Some(&saved.id))
        .unwrap();
    assert!(state.kept.is_empty());
    assert_eq!(exported(&colleague, &saved.id), text);
    assert_eq!(
        colleague
            .desk
            .workspaces
            .import_settings(&text)
            .unwrap()
            .name,
        "Acme live 2"
    );
}

#[tokio::test]
async fn import_needs_new_consent_to_plain_http() {
    let desktop = TestApp::first_start().await;
    let mut open = form("Acme", "http://ads.acme.example", "mara");
    open.plain_http = true;
    let id = make(&desktop.desk, &open).id;
    let text = exported(&desktop, &id);
    let saved = desktop.workspaces.import_settings(&text).unwrap();
    assert!(saved.note.unwrap().contains("not encrypted"));
    assert!(
        !desktop
            .workspaces
            .workspace_form(Some(&saved.id))
            .unwrap()
            .form
            .plain_http
    );
}

/// Checks the message about rejected settings.
#[expect(
    clippy::needless_pass_by_value,
    reason = "so that a call reads `check(…, expect![…])`"
)]
fn check(desktop: &TestApp, text: &str, expected: Expect) {
    let failure = desktop
        .workspaces
        .import_settings(text)
        .unwrap_err()
        .failure();
    assert_eq!(failure.code, FailureCode::Invalid);
    expected.assert_eq(&failure.message);
    assert_eq!(
        desktop.workspaces.workspaces().unwrap().len(),
        2,
        "nothing was made"
    );
}

#[tokio::test]
async fn invisible_characters_in_imported_name_are_refused() {
    let desktop = TestApp::first_start().await;
    let id = make(&desktop.desk, &form("Acme live", ACME, "mara")).id;
    let text = exported(&desktop, &id).replace("Acme live", r"Acme\u202elive");
    check(
        &desktop,
        &text,
        expect![
            "The name has a line end or a character in it that cannot be seen. Type it anew without it."
        ],
    );
}

#[tokio::test]
async fn file_with_secret_or_other_kind_is_refused() {
    let desktop = TestApp::first_start().await;
    let id = make(&desktop.desk, &form("Acme live", ACME, "mara")).id;
    let text = exported(&desktop, &id);
    let with = |pointer: &str, member: &str, value: Value| {
        let mut file: Value = serde_json::from_str(&text).unwrap();
        file.pointer_mut(pointer).unwrap()[member] = value;
        file.to_string()
    };
    check(
        &desktop,
        &with("", "password", json!("opensesame")),
        expect![
            "This file has “password” in it, which looks like a secret. Take it out; you enter the password in Adwright, and it is kept in the keyring."
        ],
    );
    let nested = with(
        "/dialect",
        "headers",
        json!([{ "X-Functions-Key": "opensesame" }]),
    );
    check(
        &desktop,
        &nested,
        expect![
            "This file has “dialect.headers.X-Functions-Key” in it, which looks like a secret. Take it out; you enter the password in Adwright, and it is kept in the keyring."
        ],
    );
    check(
        &desktop,
        &with("", "version", json!(2)),
        expect!["These settings are of another version of Adwright. Install the newest one."],
    );
    check(
        &desktop,
        "{}",
        expect!["These are no settings of a workspace. Choose a file that Adwright exported."],
    );
    check(
        &desktop,
        "hello",
        expect!["These are no settings of a workspace: expected value at line 1 column 1."],
    );
    check(
        &desktop,
        &with("", "address", json!("ftp://ads.example")),
        expect!["Enter the service’s web address, such as https://ads.example.com/api."],
    );
    check(
        &desktop,
        &with("", "shoeSize", json!(43)),
        expect![
            "These settings cannot be read: unknown field `shoeSize`, expected one of `format`, `version`, `name`, `colour`, `address`, `login`, `readOnly`, `production`, `confirmAbove`, `dialect`, `fields`."
        ],
    );
    let practice = desktop.workspaces.workspaces().unwrap().remove(0).id;
    assert!(desktop.workspaces.export_settings(&practice).is_err());
}

#[tokio::test]
async fn password_is_in_no_file_or_view() {
    let real = real().await;
    real.change(SPRING, "Sent");
    real.desk
        .outbox
        .send(&real.request(""), |_| {})
        .await
        .unwrap();
    real.desk.workspaces.export_settings(&real.id).unwrap();
    real.desk.workspaces.export_data(&real.id).unwrap();
    let views = format!(
        "{:?}{:?}{:?}{:?}",
        real.desk.overview.workspace_view().unwrap(),
        real.desk.workspaces.workspace_form(Some(&real.id)).unwrap(),
        real.desk.workspaces.workspaces().unwrap(),
        real.desk.workspaces.test_secrets(Some(&real.id)).unwrap(),
    );
    assert!(!views.contains(CANARY));
    assert!(searched(real.desktop.home()) > 3);
}

/// Searches every file below a folder for the password. Returns the number of files.
fn searched(folder: &Path) -> usize {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let count = entries.map(|path| {
        if path.is_dir() {
            return searched(&path);
        }
        let bytes = fs::read(&path).unwrap();
        let found = bytes
            .windows(CANARY.len())
            .any(|window| window == CANARY.as_bytes());
        assert!(!found, "{}", path.display());
        1
    });
    count.sum()
}

#[tokio::test]
async fn imported_setting_that_prevents_opening_is_refused() {
    let desktop = TestApp::first_start().await;
    let id = make(&desktop.desk, &form("Acme", ACME, "mara")).id;
    let with = |member: &str, value: Value| {
        let mut file: Value = serde_json::from_str(&exported(&desktop, &id)).unwrap();
        file["dialect"][member] = value;
        file.to_string()
    };
    check(
        &desktop,
        &with("replyLimitBytes", json!(u64::MAX)),
        expect![
            "“Largest reply” cannot be “18446744073709551615”. Enter a whole number of bytes from 1 to 1073741824."
        ],
    );
    check(
        &desktop,
        &with("connectTimeoutMs", json!(0)),
        expect![
            "“Longest time to connect” cannot be “0”. Enter a whole number of milliseconds from 1 to 600000."
        ],
    );
}
