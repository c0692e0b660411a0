//! What replies of the service teach, and what a person enters.

use adwright_service::DemoUser;
use adwright_testkit::TestApp;
use adwright_views::{FactKey, FactView};

use crate::refusals::send_in_spite;
use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, send};

/// Returns the known facts as one line each.
fn known(desktop: &TestApp) -> Vec<String> {
    let line = |fact: FactView| {
        let FactKey {
            subject,
            fact: name,
        } = fact.key;
        format!("{subject} {name} {}: {}", fact.value, fact.source)
    };
    let facts = desktop.checker.known_facts.list().unwrap();
    facts.into_iter().map(line).collect()
}

fn key(subject: &str, fact: &str) -> FactKey {
    FactKey {
        subject: subject.to_owned(),
        fact: fact.to_owned(),
    }
}

#[tokio::test]
async fn accepted_campaign_teaches_its_facts() {
    let desktop = fetched().await;
    let target = desktop.drafts.create_draft().unwrap().target;
    for (path, text) in [
        ("name", "Accepted"),
        ("advertiserId", "4401"),
        ("brandId", "88120"),
        ("accountId", "3310"),
        ("adminSettings.privacy.disableCookies", "false"),
    ] {
        edit(&desktop, &target, path, text);
    }
    let detail = edit(&desktop, &target, "traffickingMode", "advanced");
    send(&desktop, &draft_of(&detail)).await;
    let expected = [
        "account/3310/login/mara.lindgaard mayWrite true",
        "advertiser/4401 advertiserDisablesCookies false",
        "advertiser/4401 advertiserHasPrivacySection true",
        "service/Campaign acceptsReference true",
    ];
    let expected = expected.map(|fact| format!("{fact}: The service accepted a change."));
    assert_eq!(known(&desktop), expected);

    let created = id_of(&desktop, "Accepted");
    let detail = edit(&desktop, &campaign(&created), "traffickingMode", "simple");
    send(&desktop, &draft_of(&detail)).await;
    let placement =
        format!("campaign/{created} placementAttached false: The service accepted a change.");
    assert!(
        known(&desktop).contains(&placement),
        "{:?}",
        known(&desktop)
    );
}

#[tokio::test]
async fn refusal_replaces_a_wrong_entry() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    let subject = format!("campaign/{spring}");
    let fact = key(&subject, "placementAttached");
    let entered = desktop.checker.known_facts.set(&fact, false).unwrap();
    assert!(entered.is_from_person);
    let detail = edit(&desktop, &campaign(&spring), "traffickingMode", "simple");
    send_in_spite(&desktop, &detail).await;
    let learned = format!("{subject} placementAttached true: The service answered 62000.");
    assert_eq!(known(&desktop), [learned]);
    assert!(desktop.checker.known_facts.remove(&fact).unwrap());
    assert!(known(&desktop).is_empty());
}

#[tokio::test]
async fn missing_privilege_is_learned_and_taken_back() {
    let desktop = TestApp::first_start_as(DemoUser::Reader).await;
    desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    let spring = campaign(&id_of(&desktop, SPRING));
    let detail = edit(&desktop, &spring, "name", "Not mine");
    send_in_spite(&desktop, &detail).await;
    let codes = |detail: &adwright_views::Detail| {
        let codes = detail.findings.iter().filter_map(|finding| finding.code);
        codes.collect::<Vec<_>>()
    };
    let detail = edit(&desktop, &spring, "name", "Still not mine");
    assert_eq!(codes(&detail), [62_004]);
    let fact = key("account/3310/login/idris.vale", "mayWrite");
    desktop.checker.known_facts.set(&fact, true).unwrap();
    let detail = edit(&desktop, &spring, "name", "Mine now");
    assert!(codes(&detail).is_empty());
}
