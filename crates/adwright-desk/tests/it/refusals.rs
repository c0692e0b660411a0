//! Every refusal of the interface, from the real service: the message, and the draft that stays.

use adwright_service::DemoUser;
use adwright_testkit::TestApp;
use adwright_views::{Detail, DocumentRef, ItemState, RuleOverride};
use expect_test::{Expect, expect};

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
async fn check(desktop: &TestApp, detail: &Detail, code: u32, expected: &Expect) {
    send_in_spite(desktop, detail).await;
    let (draft, row) = (draft_of(detail), newest(desktop));
    assert_eq!(
        (row.state, row.code),
        (ItemState::Refused, Some(code)),
        "{}",
        row.outcome
    );
    expected.assert_eq(&row.outcome);
    let live = live(&desktop.desk);
    assert_eq!(live[0].draft, draft, "what was typed is still a draft");
    assert_eq!(live[0].lock, None);
}

/// Changes one field of a campaign.
fn changed(desktop: &TestApp, name: &str, path: &str, text: &str) -> Detail {
    edit(desktop, &campaign(&id_of(desktop, name)), path, text)
}

/// Creates the draft of a new campaign with an advertiser and a brand.
fn created(desktop: &TestApp, advertiser: &str, brand: &str) -> (DocumentRef, Detail) {
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
    check(&desktop, &detail, 62_000, &expect!["The service refused it (62000): Campaign 1072288341: The trafficking mode cannot change from advanced to simple while a placement is attached to the campaign. Set it back to advanced, or have the placements detached first. Your draft is kept."]).await;
}

#[tokio::test]
async fn refusal_62001_concerns_verification_with_placements() {
    let desktop = fetched().await;
    let path = "adminSettings.campaignSettings.verification";
    let detail = changed(&desktop, "Brand film, EMEA", path, "None");
    check(&desktop, &detail, 62_001, &expect!["The service refused it (62001): Campaign 1072281404: The campaign has verification tracking placements although its verification is set to None. Set the verification back, or have those placements removed first. Your draft is kept."]).await;
}

#[tokio::test]
async fn refusal_62002_concerns_the_privacy_section() {
    let desktop = fetched().await;
    let (_, detail) = created(&desktop, "4412", "88150");
    check(&desktop, &detail, 62_002, &expect!["The service refused it (62002): The campaign cannot be created because its advertiser has no privacy section. Choose another advertiser, or have the privacy section added first. Your draft is kept."]).await;
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
    check(&desktop, &detail, 62_003, &expect!["The service refused it (62003): The campaign cannot be saved with cookies enabled while its advertiser disables them. Disable cookies in the campaign, or have the advertiser allow them first. Your draft is kept."]).await;
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
    check(&desktop, &detail, 62_004, &expect!["The service refused it (62004): Campaign 1072288341: This login lacks the privileges for the action. Ask for the privilege, or connect with another login. Your draft is kept."]).await;
}
