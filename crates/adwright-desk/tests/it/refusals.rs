//! Every refusal of the interface, from the real service: the code, and the draft that stays.

use adwright_service::DemoUser;
use adwright_testkit::TestApp;
use adwright_views::{Detail, DocumentRef, ItemState, RuleOverride};

use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, live, newest, request};

/// Sends a draft and overrides its findings.
pub(crate) async fn send_in_spite(desktop: &TestApp, detail: &Detail) {
    let draft = draft_of(detail);
    let mut asked = request(desktop, &[&draft]);
    let in_the_way = detail
        .findings
        .iter()
        .filter(|finding| finding.code.is_some());
    asked.overrides = in_the_way
        .map(|finding| RuleOverride {
            draft: draft.clone(),
            rule: finding.rule.clone(),
            path: finding.path.clone(),
        })
        .collect();
    desktop.outbox.send(&asked, |_| {}).await.unwrap();
}

/// Sends a draft, overrides its findings, and checks the refusal.
async fn check(desktop: &TestApp, detail: &Detail, code: u32) {
    send_in_spite(desktop, detail).await;
    let (draft, row) = (draft_of(detail), newest(desktop));
    assert_eq!(
        (row.state, row.code),
        (ItemState::Refused, Some(code)),
        "{}",
        row.outcome
    );
    let live = live(&desktop.desk);
    assert_eq!(live[0].draft, draft, "what was typed is still a draft");
    assert_eq!(live[0].lock, None);
}

/// Changes one field of a campaign.
fn changed(desktop: &TestApp, name: &str, path: &str, text: &str) -> Detail {
    edit(desktop, &campaign(&id_of(desktop, name)), path, text)
}

/// Creates the draft of a new campaign with an advertiser and a brand.
pub(crate) fn created(desktop: &TestApp, advertiser: &str, brand: &str) -> (DocumentRef, Detail) {
    let target = desktop.drafts.create_draft().unwrap().target;
    edit(desktop, &target, "name", "Refused");
    edit(desktop, &target, "advertiserId", advertiser);
    let detail = edit(desktop, &target, "brandId", brand);
    (target, detail)
}

#[tokio::test]
async fn refusal_62000_concerns_the_mode() {
    let desktop = fetched().await;
    let detail = changed(&desktop, SPRING, "traffickingMode", "simple");
    check(&desktop, &detail, 62_000).await;
}

#[tokio::test]
async fn refusal_62001_concerns_verification_with_placements() {
    let desktop = fetched().await;
    let path = "adminSettings.campaignSettings.verification";
    let detail = changed(&desktop, "Brand film, EMEA", path, "None");
    check(&desktop, &detail, 62_001).await;
}

#[tokio::test]
async fn refusal_62002_concerns_the_privacy_section() {
    let desktop = fetched().await;
    let (_, detail) = created(&desktop, "4412", "88150");
    check(&desktop, &detail, 62_002).await;
}

#[tokio::test]
async fn refusal_62003_concerns_the_cookies() {
    let desktop = fetched().await;
    let (target, _) = created(&desktop, "4431", "88190");
    let detail = edit(
        &desktop,
        &target,
        "adminSettings.privacy.disableCookies",
        "false",
    );
    check(&desktop, &detail, 62_003).await;
}

#[tokio::test]
async fn refusal_62004_concerns_the_login() {
    let desktop = TestApp::first_start_as(DemoUser::Reader).await;
    desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    let detail = changed(&desktop, SPRING, "name", "Not mine to change");
    check(&desktop, &detail, 62_004).await;
}
