//! The settings of a workspace: shown with their origins, changed, and restored.

use adwright_desk::{Desk, Error, PracticeRefusal, ResendPolicy, SENT_BEFORE, WorkspaceError};
use adwright_service::{RunningService, ServiceOptions, Variant};
use adwright_testkit::{PracticeClient, TestApp, canned_service, http_response};
use adwright_views::{
    BatchSendRequest, ConnectionSettings, ItemState, LoginKind, SecretText, SettingChange,
    SettingOriginKind, SettingRow, SettingsChangeResult, WorkspaceForm,
};
use adwright_wire::{DialectError, HeaderError, SettingError, SettingValueError};
use expect_test::expect;

use crate::endless_lookups::at;
use crate::open_items::new_one;
use crate::workspaces::{CANARY, elsewhere, form, make, real};
use crate::{batch_of_values, batch_sends, send};

pub(crate) fn row<'a>(settings: &'a ConnectionSettings, key: &str) -> &'a SettingRow {
    let mut rows = settings.groups.iter().flat_map(|group| &group.rows);
    rows.find(|row| row.key == key).unwrap()
}

pub(crate) fn change(
    desk: &Desk,
    id: &str,
    changes: &[(&str, &str)],
) -> Result<SettingsChangeResult, Error> {
    desk.settings.change_settings(id, &to(changes))
}

/// Returns changes to these values, as a person makes them.
pub(crate) fn to(values: &[(&str, &str)]) -> Vec<SettingChange> {
    let change = |(key, value): &(&str, &str)| SettingChange {
        key: (*key).to_owned(),
        value: (*value).to_owned(),
        suggested: None,
    };
    values.iter().map(change).collect()
}

#[tokio::test]
async fn changed_setting_is_marked_and_can_be_restored() {
    let real = real().await;
    let (desk, id) = (&real.desk, real.id.as_str());
    let before = desk.settings.connection_settings(id).unwrap();
    assert!(!before.pending && before.locked.is_none());
    assert_eq!(row(&before, "pageSize").mark, None);

    let changed = change(desk, id, &[("pageSize", " 100 ")]).unwrap();
    let now = row(&changed.settings, "pageSize");
    assert_eq!(
        (now.value.as_str(), now.default_shown.as_str(), now.changed),
        ("100", "250", true)
    );
    assert_eq!(now.mark.as_ref().unwrap().source, SettingOriginKind::Person);
    assert!(changed.settings.pending && changed.settings.changed == before.changed + 1);

    // A return to the default removes the origin, and undo restores the former origin.
    let back = change(desk, id, &[("pageSize", "250")]).unwrap();
    assert_eq!(row(&back.settings, "pageSize").mark, None);
    let restored = desk.settings.restore_settings(id, &back.before).unwrap();
    assert_eq!(restored, changed.settings);
    let restored = desk.settings.restore_settings(id, &changed.before).unwrap();
    assert_eq!(restored, before);
}

#[tokio::test]
async fn changed_settings_apply_after_reopening() {
    let real = real().await;
    change(&real.desk, &real.id, &[("pageSize", "7")]).unwrap();
    let again = real.desk.switch(&real.id).await.unwrap();
    let settings = again.settings.connection_settings(&real.id).unwrap();
    assert!(!settings.pending);
    assert_eq!(row(&settings, "pageSize").value, "7");
}

#[tokio::test]
async fn invalid_setting_is_reported_and_changes_nothing() {
    let real = real().await;
    let before = real.desk.settings.connection_settings(&real.id).unwrap();
    let wrong = change(
        &real.desk,
        &real.id,
        &[("trailingSlash", "true"), ("pageSize", "many")],
    );
    assert!(
        matches!(
            wrong,
            Err(Error::Workspace(WorkspaceError::Setting(
                SettingError::InvalidValue(SettingValueError::OutOfRange {
                    least: 1,
                    most: 10_000,
                    ..
                })
            )))
        ),
        "{wrong:?}"
    );
    assert_eq!(
        real.desk.settings.connection_settings(&real.id).unwrap(),
        before
    );
    let practice = &real.desktop.desk;
    let id = practice.overview.workspace_view().unwrap().id;
    let shown = practice.settings.connection_settings(&id).unwrap();
    assert!(shown.locked.is_some() && shown.changed == 0);
    let locked = change(practice, &id, &[("pageSize", "7")]).unwrap_err();
    assert!(
        matches!(
            locked,
            Error::Workspace(WorkspaceError::Practice(PracticeRefusal::Settings))
        ),
        "{locked:?}"
    );
}

#[tokio::test]
async fn setting_shows_where_a_field_was_found() {
    let real = real().await;
    let settings = real.desk.settings.connection_settings(&real.id).unwrap();
    let found = |key: &str| row(&settings, key).observed_place.clone().unwrap();
    let bindings = [
        found("bindings.traffickingMode"),
        found("bindings.disableCookies"),
        found("bindings.name"),
    ];
    expect![[r#"
        found at traffickingMode
        found at adminSettings.privacy.disableCookies
        found at name"#]]
    .assert_eq(
        &bindings
            .map(|place| place.split(':').next().unwrap().to_owned())
            .join("\n"),
    );
    assert_eq!(row(&settings, "pageSize").observed_place, None);
    let changed = change(&real.desk, &real.id, &[("bindings.name", "no.such")]).unwrap();
    assert_eq!(
        row(&changed.settings, "bindings.name")
            .observed_place
            .as_deref(),
        Some("not found: rules that need it cannot be applied")
    );
}

#[tokio::test]
async fn login_change_replaces_rows_and_deletes_secrets() {
    let (service, login) = elsewhere().await;
    let desktop = TestApp::first_start().await;
    let desk = &desktop.desk;
    let id = make(desk, &form("Acme live", &service.base_url, &login)).id;
    assert_eq!(
        desk.workspaces
            .test_secret_storage(Some(&id))
            .unwrap()
            .stored_slots,
        ["password"]
    );
    let settings = change(
        desk,
        &id,
        &[
            ("authentication.headers", "X-Key"),
            ("authentication", "headers"),
        ],
    )
    .unwrap()
    .settings;
    assert_eq!(row(&settings, "authentication.headers").value, "X-Key");
    let edit = desk.workspaces.workspace_form(Some(&id)).unwrap();
    assert_eq!(
        (
            edit.form.login,
            desk.workspaces
                .test_secret_storage(Some(&id))
                .unwrap()
                .stored_slots
                .len()
        ),
        (LoginKind::Headers, 0)
    );
    let wrong = change(desk, &id, &[("authentication.session.path", "login")]).unwrap_err();
    assert!(
        matches!(
            wrong,
            Error::Workspace(WorkspaceError::Setting(SettingError::OtherLogin { .. }))
        ),
        "{wrong:?}"
    );
}

#[tokio::test]
async fn login_change_can_be_undone_completely() {
    let (service, login) = elsewhere().await;
    let desktop = TestApp::first_start().await;
    let desk = &desktop.desk;
    let id = make(desk, &form("Acme live", &service.base_url, &login)).id;
    change(desk, &id, &[("authentication.session.path", "sign/in")]).unwrap();
    let before = desk.settings.connection_settings(&id).unwrap();
    let changes = [
        ("authentication.headers", "X-Key"),
        ("authentication", "headers"),
    ];
    let done = change(desk, &id, &changes).unwrap();
    let after = desk.settings.restore_settings(&id, &done.before).unwrap();
    assert_eq!(row(&after, "authentication.session.path").value, "sign/in");
    assert_eq!(after.groups, before.groups);
}

#[tokio::test]
async fn header_without_secret_moves_to_plain_and_back() {
    let (service, login) = elsewhere().await;
    let desktop = TestApp::first_start().await;
    let desk = &desktop.desk;
    let form = WorkspaceForm {
        headers: "X-Account-Id, X-Key".to_owned(),
        ..form("Acme live", &service.base_url, &login)
    };
    let id = make(desk, &form).id;
    let secret = SecretText::new("account-1021".into());
    desk.workspaces
        .save_secret(&id, "header/x-account-id", &secret)
        .unwrap();
    let plain = ("plainHeaders", "X-Account-Id: account-1021");
    let both = change(desk, &id, &[plain]).unwrap_err();
    assert!(
        matches!(
            &both,
            Error::Workspace(WorkspaceError::Dialect(DialectError::Header(
                HeaderError::PlainAndSecret(name)
            ))) if name == "X-Account-Id"
        ),
        "{both:?}"
    );
    let moved = change(
        desk,
        &id,
        &[plain, ("authentication.session.headers", "X-Key")],
    );
    let moved = moved.unwrap();
    assert_eq!(row(&moved.settings, "plainHeaders").value, plain.1);
    // The secret value of the header is deleted. The password is still in use and stays.
    let kept = desk
        .workspaces
        .test_secret_storage(Some(&id))
        .unwrap()
        .stored_slots;
    assert_eq!(kept, ["password"]);
    let back = desk.settings.restore_settings(&id, &moved.before).unwrap();
    assert_eq!(row(&back, "plainHeaders").value, "");
    assert_eq!(
        row(&back, "authentication.session.headers").value,
        "X-Account-Id, X-Key"
    );
}

#[tokio::test]
async fn accepted_suggestion_equals_the_shown_one() {
    let (service, login) = elsewhere().await;
    let desktop = TestApp::first_start().await;
    let desk = &desktop.desk;
    let id = make(desk, &form("Acme live", &service.base_url, &login)).id;
    let report = desk
        .doctor
        .examine_connection(&id, "doctor", |_| {})
        .await
        .unwrap();
    let changes = report.suggestions.iter().flat_map(|suggestion| {
        suggestion.changes.iter().map(|change| SettingChange {
            key: change.key.clone(),
            value: change.value.clone(),
            suggested: Some(suggestion.why.clone()),
        })
    });
    let changes: Vec<_> = changes.collect();
    let settings = desk
        .settings
        .change_settings(&id, &changes)
        .unwrap()
        .settings;
    let ads = row(&settings, "adsPath");
    assert_eq!(
        (ads.value.as_str(), ads.mark.as_ref().unwrap().source),
        ("/ads", SettingOriginKind::Doctor)
    );
    let why = ads.mark.as_ref().unwrap().why.as_ref();
    assert_eq!(
        why,
        changes
            .iter()
            .find(|change| change.key == "adsPath")
            .unwrap()
            .suggested
            .as_ref()
    );
    let again = desk
        .doctor
        .examine_connection(&id, "doctor", |_| {})
        .await
        .unwrap();
    assert!(
        again.works && again.suggestions.is_empty(),
        "{:?}",
        again.suggestions
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn batch_size_is_learned_once_and_shown() {
    let (_desktop, desk, _service) = fetched_from(&[Variant::SmallBatches]).await;
    let id = desk.overview.workspace_view().unwrap().id;
    assert_eq!(send_values(&desk, 120).await, 120);
    let settings = desk.settings.connection_settings(&id).unwrap();
    let cap = row(&settings, "batchCap");
    let mark = cap.mark.clone().unwrap();
    assert_eq!(
        (cap.value.as_str(), mark.source),
        ("30", SettingOriginKind::Learned)
    );
    let why = mark.why.unwrap();
    for number in ["30", "60", "66109"] {
        assert!(why.contains(number), "{why}");
    }
    assert!(mark.at.is_some() && !settings.pending);

    // The next send uses the learned cap and is not refused again. The person can undo it.
    assert_eq!(send_values(&desk, 31).await, 31);
    let calls = desk.outbox.sent_items().unwrap();
    let attempts = calls
        .iter()
        .take(31)
        .map(|row| desk.outbox.receipt(&row.item).unwrap().attempts.len());
    assert_eq!(attempts.max(), Some(1));
    let back = change(&desk, &id, &[("batchCap", "500")]).unwrap();
    assert_eq!(row(&back.settings, "batchCap").mark, None);
}

/// Sends this many new values, even if they were sent before. Returns how many the service has.
pub(crate) async fn send_values(desk: &Desk, count: usize) -> u32 {
    let batch = batch_of_values(desk, "V", count, ResendPolicy::CreateAgain);
    let request = BatchSendRequest {
        overrides: vec![SENT_BEFORE.to_owned()],
        ..batch_sends::request(desk, &batch).unwrap()
    };
    let sent = desk.outbox.send_batch(&request, |_| {}).await;
    sent.unwrap().confirmed
}

/// Opens a workspace on a service with these variants, and fetches its campaigns.
pub(crate) async fn fetched_from(variants: &[Variant]) -> (TestApp, Desk, RunningService) {
    let opened = opened_on(variants).await;
    opened
        .1
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    opened
}

/// Opens a workspace on a service with these variants, and sends no request yet.
pub(crate) async fn opened_on(variants: &[Variant]) -> (TestApp, Desk, RunningService) {
    let service = adwright_service::start(ServiceOptions {
        password: Some(CANARY.to_owned()),
        variants: variants.to_vec(),
        ..ServiceOptions::default()
    });
    let service = service.await.unwrap();
    let (login, _) = service.practice_login();
    let desktop = TestApp::first_start().await;
    let id = make(&desktop.desk, &form("Acme", &service.base_url, &login)).id;
    let desk = desktop.switch(&id).await.unwrap();
    (desktop, desk, service)
}

#[tokio::test(flavor = "multi_thread")]
async fn reference_format_is_learned_from_campaigns() {
    let learned = Some(SettingOriginKind::Learned);
    for (reference, form, source) in [("\"ours-1\"", "text", None), ("81", "integer", learned)] {
        let address = canned_service(move |asked| {
            let rows =
                format!(r#"{{"type":"Campaign","id":7,"name":"A","clientRefId":{reference}}}"#);
            let rows = if asked.query_number("from") == 0 {
                rows
            } else {
                String::new()
            };
            http_response(
                200,
                "application/json",
                format!(r#"{{"result":[{rows}],"total":1}}"#),
            )
        });
        let (desk, _desktop) = at(&address).await;
        desk.fetches.fetch_campaigns("fetch", |_| {}).await.unwrap();
        let settings = desk
            .settings
            .connection_settings(&desk.overview.workspace_view().unwrap().id)
            .unwrap();
        let kept = row(&settings, "clientRefId.Campaign");
        assert_eq!(kept.value, form);
        assert_eq!(kept.mark.as_ref().map(|mark| mark.source), source);
    }
}

/// Returns the setting of our reference for new objects of a kind, and its origin.
fn reference_set(desk: &Desk, kind: &str) -> (String, Option<SettingOriginKind>) {
    let settings = desk
        .settings
        .connection_settings(&desk.overview.workspace_view().unwrap().id);
    let settings = settings.unwrap();
    let row = row(&settings, &format!("clientRefId.{kind}"));
    let source = row.mark.as_ref().map(|mark| mark.source);
    (row.value.clone(), source)
}

/// Returns the body of the last sent item.
fn last_body(desk: &Desk) -> serde_json::Value {
    let sent = desk.outbox.sent_items().unwrap().remove(0);
    let receipt = desk.outbox.receipt(&sent.item).unwrap();
    serde_json::from_str(&receipt.body.unwrap()).unwrap()
}

const VALUES: &str = "RetargetingDataValue";

#[tokio::test(flavor = "multi_thread")]
async fn reference_is_text_by_default() {
    let (_desktop, desk, _service) = fetched_from(&[]).await;
    assert_eq!(send_values(&desk, 1).await, 1);
    assert!(last_body(&desk)["clientRefId"].is_string());
    assert_eq!(reference_set(&desk, VALUES), ("text".to_owned(), None));
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_reference_is_not_sent_again() {
    let (_desktop, desk, _service) = fetched_from(&[Variant::RefusesReference]).await;
    assert_eq!(send_values(&desk, 1).await, 0);
    let refused = desk.outbox.sent_items().unwrap().remove(0);
    assert_eq!(refused.state, ItemState::Refused, "{}", refused.outcome);
    let learned = ("off".to_owned(), Some(SettingOriginKind::Learned));
    assert_eq!(reference_set(&desk, VALUES), learned);
    assert_eq!(reference_set(&desk, "Campaign"), ("text".to_owned(), None));

    assert_eq!(send_values(&desk, 1).await, 1);
    assert_eq!(last_body(&desk).get("clientRefId"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn references_of_others_do_not_switch_ours_on() {
    let (mut desktop, desk, service) = fetched_from(&[Variant::RefusesReference]).await;
    desktop.desk = desk;
    let draft = new_one(&desktop, "Refused");
    send(&desktop, &draft).await;
    let learned = ("off".to_owned(), Some(SettingOriginKind::Learned));
    assert_eq!(reference_set(&desktop.desk, "Campaign"), learned);
    let practice = PracticeClient::new(&service);
    let theirs = serde_json::json!({ "clientRefId": "theirs-1" });
    practice.touch("1072226018", theirs).await;
    let fetched = desktop.fetches.fetch_campaigns("campaigns", |_| {}).await;
    fetched.unwrap();
    assert_eq!(reference_set(&desktop.desk, "Campaign"), learned);
    send(&desktop, &draft).await;
    assert_eq!(practice.count_named("Refused").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn dropped_reference_is_not_sent_again() {
    for variant in [Variant::DropsReference, Variant::ForgetsReference] {
        let (_desktop, desk, _service) = fetched_from(&[variant]).await;
        assert_eq!(send_values(&desk, 1).await, 1, "{variant}");
        assert!(last_body(&desk)["clientRefId"].is_string());
        let learned = ("off".to_owned(), Some(SettingOriginKind::Learned));
        assert_eq!(reference_set(&desk, VALUES), learned, "{variant}");
        assert_eq!(send_values(&desk, 1).await, 1, "{variant}");
        assert_eq!(last_body(&desk).get("clientRefId"), None, "{variant}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn persons_reference_is_sent_regardless_of_service() {
    let (_desktop, desk, _service) = fetched_from(&[Variant::ForgetsReference]).await;
    let id = desk.overview.workspace_view().unwrap().id;
    let by_hand = ("text".to_owned(), Some(SettingOriginKind::Person));
    let key = format!("clientRefId.{VALUES}");
    assert_eq!(send_values(&desk, 1).await, 1);
    assert_eq!(reference_set(&desk, VALUES).0, "off");
    change(&desk, &id, &[(&key, "text")]).unwrap();
    let desk = desk.switch(&id).await.unwrap();
    for _ in 0..2 {
        assert_eq!(send_values(&desk, 1).await, 1);
        assert!(last_body(&desk)["clientRefId"].is_string());
        assert_eq!(reference_set(&desk, VALUES), by_hand);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn setting_of_a_person_is_not_learned() {
    let (_desktop, desk, _service) = fetched_from(&[]).await;
    let id = desk.overview.workspace_view().unwrap().id;
    change(&desk, &id, &[("clientRefId.Campaign", "integer")]).unwrap();
    desk.fetches.fetch_campaigns("again", |_| {}).await.unwrap();
    let settings = desk.settings.connection_settings(&id).unwrap();
    let mark = row(&settings, "clientRefId.Campaign").mark.clone();
    assert_eq!(mark.unwrap().source, SettingOriginKind::Person);
}

#[tokio::test(flavor = "multi_thread")]
async fn numeric_reference_finds_the_created_object() {
    let (_desktop, desk, service) = fetched_from(&[]).await;
    let id = desk.overview.workspace_view().unwrap().id;
    change(
        &desk,
        &id,
        &[
            ("clientRefId.RetargetingDataValue", "integer"),
            ("quietPeriodMs", "1"),
        ],
    )
    .unwrap();
    let desk = desk.switch(&id).await.unwrap();
    PracticeClient::new(&service)
        .arm_fault("drop-after-commit")
        .await;
    assert_eq!(
        send_values(&desk, 1).await,
        1,
        "the answer was lost, and it was found"
    );
    let body = last_body(&desk);
    assert!(body["clientRefId"].is_i64(), "{body}");
}
