//! Workspace settings as files, and secrets, which are in none of our files.

use std::fs;
use std::path::Path;

use adwright_desk::{Error, FormError, SettingsFileError, WorkspaceError};
use adwright_testkit::TestApp;
use adwright_views::{FailureCode, WorkspaceFormField};
use adwright_wire::{DialectError, SettingValueError};
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
    assert!(saved.note.is_some());
    let edit = colleague
        .desk
        .workspaces
        .workspace_form(Some(&saved.id))
        .unwrap();
    assert_eq!(edit.form, acme);
    let state = colleague
        .desk
        .workspaces
        .test_secret_storage(Some(&saved.id))
        .unwrap();
    assert!(state.stored_slots.is_empty());
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
    let workspaces = &desktop.workspaces;
    let imported = workspaces.workspace_form(Some(&saved.id)).unwrap().form;
    assert!(!imported.plain_http);
    let judged = workspaces.validate_workspace(Some(&saved.id), &imported);
    assert_eq!(
        judged.unwrap().problems[0].field,
        WorkspaceFormField::PlainHttp
    );
}

/// Returns why settings are refused.
fn refused(desktop: &TestApp, text: &str) -> WorkspaceError {
    let error = desktop.workspaces.import_settings(text).unwrap_err();
    let count = desktop.workspaces.workspaces().unwrap().len();
    assert_eq!(count, 2, "nothing was made");
    assert_eq!(error.failure().code, FailureCode::Invalid);
    match error {
        Error::Workspace(error) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn invisible_characters_in_imported_name_are_refused() {
    let desktop = TestApp::first_start().await;
    let id = make(&desktop.desk, &form("Acme live", ACME, "mara")).id;
    let text = exported(&desktop, &id).replace("Acme live", r"Acme\u202elive");
    let error = refused(&desktop, &text);
    assert!(
        matches!(error, WorkspaceError::Form(FormError::InvisibleInName)),
        "{error:?}"
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
    let headers = json!([{ "X-Functions-Key": "opensesame" }]);
    for (text, name) in [
        (with("", "password", json!("opensesame")), "password"),
        (
            with("/dialect", "headers", headers),
            "dialect.headers.X-Functions-Key",
        ),
    ] {
        let error = refused(&desktop, &text);
        assert!(
            matches!(&error, WorkspaceError::File(SettingsFileError::ContainsSecret(found)) if found == name),
            "{error:?}"
        );
    }
    let file_error = |text: &str| match refused(&desktop, text) {
        WorkspaceError::File(error) => error,
        other => panic!("{other:?}"),
    };
    assert!(matches!(
        file_error(&with("", "version", json!(2))),
        SettingsFileError::OtherVersion
    ));
    assert!(matches!(file_error("{}"), SettingsFileError::OtherFormat));
    assert!(matches!(file_error("hello"), SettingsFileError::NotJson(_)));
    assert!(matches!(
        file_error(&with("", "shoeSize", json!(43))),
        SettingsFileError::Unreadable(error) if error.to_string().contains("`shoeSize`")
    ));
    assert!(matches!(
        refused(&desktop, &with("", "address", json!("ftp://ads.example"))),
        WorkspaceError::Form(FormError::NotAnAddress)
    ));
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
        real.desk
            .workspaces
            .test_secret_storage(Some(&real.id))
            .unwrap(),
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
    for (member, wrong, most) in [
        ("replyLimitBytes", u64::MAX, 1 << 30),
        ("connectTimeoutMs", 0, 600_000),
    ] {
        let refusal = refused(&desktop, &with(member, json!(wrong)));
        let WorkspaceError::Dialect(DialectError::Setting { value, error, .. }) = refusal else {
            panic!("{refusal:?}");
        };
        assert_eq!(value, wrong.to_string());
        assert!(
            matches!(error, SettingValueError::OutOfRange { least: 1, most: limit, .. } if limit == most),
            "{error:?}"
        );
    }
}
