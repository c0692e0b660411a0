//! What replies of the service teach, and what a person enters.

use adwright_desk::ItemVerdict;
use adwright_service::DemoUser;
use adwright_testkit::TestApp;
use adwright_views::{Detail, FactKey, FactView, RehearsalSubject};

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

/// Returns the codes that the findings foretell.
fn codes(detail: &Detail) -> Vec<u32> {
    let codes = detail.findings.iter().filter_map(|finding| finding.code);
    codes.collect()
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
async fn practice_knows_the_privileges_of_its_login() {
    for (person, code) in [
        (DemoUser::Planner, None),
        (DemoUser::Reader, Some(62_004)),
        (DemoUser::Specialist, Some(62_004)),
    ] {
        let desktop = TestApp::first_start_as(person).await;
        if person == DemoUser::Specialist {
            // The specialist sees no campaign of this account.
            let target = desktop.drafts.create_draft().unwrap().target;
            let detail = edit(&desktop, &target, "advertiserId", "4401");
            assert_eq!(codes(&detail), Vec::from_iter(code));
            continue;
        }
        let fetch = desktop.fetches.fetch_campaigns("fetch", |_| {});
        fetch.await.unwrap();
        // The service's own answer outweighs what a person enters.
        let login = format!("account/3310/login/{}", person.username());
        let contrary = desktop
            .checker
            .known_facts
            .set(&key(&login, "mayWrite"), code.is_some());
        contrary.unwrap();
        let spring = campaign(&id_of(&desktop, SPRING));
        desktop.details.open_detail(&spring).await.unwrap();
        let detail = edit(&desktop, &spring, "name", "Mine");
        assert_eq!(codes(&detail), Vec::from_iter(code));
        let subject = RehearsalSubject::Drafts {
            drafts: vec![draft_of(&detail)],
        };
        let rehearsed = desktop.rehearsals.verdicts(&subject).unwrap().remove(0);
        let is_right = match (&rehearsed.verdict, code) {
            (ItemVerdict::Accepted, None) => true,
            (ItemVerdict::Refused { code, .. }, Some(expected)) => *code == Some(expected),
            _ => false,
        };
        assert!(is_right, "{rehearsed:?}");
    }
}
