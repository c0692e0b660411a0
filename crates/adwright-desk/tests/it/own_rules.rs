//! A workspace's own rules: in the form, in the lists, and as blockers of a send.

use adwright_desk::Error;
use adwright_desk::OwnRulesError;
use adwright_store::Store;
use adwright_testkit::TestApp;
use adwright_views::{FindingView, Severity};

use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, live, request};

/// Returns a rule that campaign names begin with their country.
fn country_first(severity: &str) -> String {
    format!(
        r#"{{"rules": [{{
            "name": "country-first", "title": "The country comes first", "kind": "Campaign", "field": "name",
            "must": {{"match": "^[A-Z]{{2}} "}}, "severity": "{severity}", "says": "Put the country in front."
        }}]}}"#
    )
}

async fn own_finding(desktop: &TestApp) -> Option<FindingView> {
    let target = campaign(&id_of(desktop, SPRING));
    let detail = desktop.details.open_detail(&target).await.unwrap();
    let mut findings = detail.findings.into_iter();
    findings.find(|finding| finding.rule == "country-first")
}

#[tokio::test]
async fn own_rules_apply_at_once_and_after_restart() {
    let desktop = fetched().await;
    assert_eq!(own_finding(&desktop).await, None);
    let text = country_first("warning");
    let kept = desktop.customization.set_own_rules(&text).unwrap();
    assert_eq!(
        (kept.text.as_str(), kept.rules, kept.problem),
        (text.as_str(), 1, None)
    );

    let found = own_finding(&desktop).await.unwrap();
    assert_eq!(found.severity, Severity::Warning);
    assert_eq!(found.message, "Put the country in front.");

    let desktop = desktop.restart().await;
    assert_eq!(desktop.customization.own_rules().unwrap().text, text);
    assert!(own_finding(&desktop).await.is_some());

    assert_eq!(desktop.customization.set_own_rules(" \n").unwrap().rules, 0);
    assert_eq!(own_finding(&desktop).await, None);
}

#[tokio::test]
async fn own_error_is_counted_and_blocks_sending() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let draft = draft_of(&edit(&desktop, &target, "notes", "x"));
    assert_eq!(live(&desktop.desk)[0].errors, 0);
    let sending = request(&desktop, &[&draft]);

    desktop
        .customization
        .set_own_rules(&country_first("error"))
        .unwrap();
    assert_eq!(live(&desktop.desk)[0].errors, 1);
    assert_eq!(desktop.overview.workspace_view().unwrap().counts.errors, 1);
    let refused = desktop.outbox.send(&sending, |_| {}).await;
    assert!(
        matches!(refused, Err(Error::UnresolvedErrors { .. })),
        "{refused:?}"
    );

    desktop.customization.set_own_rules("").unwrap();
    assert_eq!(live(&desktop.desk)[0].errors, 0);
}

#[tokio::test]
async fn invalid_own_rules_are_refused_and_old_kept() {
    let desktop = fetched().await;
    let text = country_first("note");
    desktop.customization.set_own_rules(&text).unwrap();
    let refused = desktop
        .customization
        .set_own_rules("{\n  \"rules\": 1\n}")
        .unwrap_err();
    let Error::OwnRules(OwnRulesError::Form { line, column, .. }) = refused else {
        panic!("{refused}")
    };
    assert_eq!((line, column), (2, 12));
    assert_eq!(desktop.customization.own_rules().unwrap().text, text);
    assert!(own_finding(&desktop).await.is_some());
}

#[tokio::test]
async fn own_rules_of_later_version_stay_unused() {
    let desktop = fetched().await;
    desktop
        .customization
        .set_own_rules(&country_first("error"))
        .unwrap();
    let later = r#"{"rules": [], "since": 2}"#;
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let store = Store::open(&adwright_desk::Paths::in_home(desktop.home()).store()).unwrap();
    store
        .preference_set(&format!("own-rules.{workspace}"), later)
        .unwrap();
    drop(store);
    let desktop = desktop.restart().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let detail = desktop.details.open_detail(&target).await.unwrap();
    let said = detail.findings.iter().find(|one| one.rule == "own-rules");
    let said = said.unwrap();
    assert_eq!(said.severity, Severity::Warning);
    assert!(said.message.contains("since"), "{}", said.message);
    assert_eq!(desktop.customization.own_rules().unwrap().text, later);
    desktop.customization.set_own_rules("").unwrap();
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert!(detail.findings.iter().all(|one| one.rule != "own-rules"));
}
