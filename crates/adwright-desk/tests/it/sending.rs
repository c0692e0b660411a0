use adwright_desk::Error;
use adwright_testkit::{PracticeClient, TestApp};
use adwright_views::{
    ChangeView, Decision, Detail, DocumentRef, FailureCode, ItemState, PreferenceChange,
    ReceiptView, RuleOverride, SendProgress, SendVerb,
};
use serde_json::json;

use crate::settings::{change, fetched_from};
use crate::{
    SPRING, campaign, draft_of, edit, ended, fetched, id_of, live, new_campaign, request, reviewed,
    send,
};

/// Returns the text of a campaign without the members that the service writes on every update.
fn without_record(text: &str) -> String {
    let mut campaign: serde_json::Value = serde_json::from_str(text).unwrap();
    let members = campaign["result"].as_object_mut().unwrap();
    members.retain(|name, _| name != "version" && !name.starts_with("lastUpdate"));
    campaign.to_string()
}

#[tokio::test]
async fn created_campaign_joins_the_list() {
    let desktop = fetched().await;
    let before = desktop.lists.campaigns(&crate::query("")).unwrap().total;
    let draft = new_campaign(&desktop, "First light");
    assert_eq!(send(&desktop, &draft).await.confirmed, 1);
    let all = desktop.lists.campaigns(&crate::query("")).unwrap();
    assert_eq!(all.total, before + 1);
    let found = desktop
        .lists
        .campaigns(&crate::query("First light"))
        .unwrap();
    assert_eq!(found.matched, 1);
}

#[tokio::test]
async fn valid_change_is_sent_and_changes_nothing_else() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let before = desktop.practice.get_campaign(&id).await;
    let draft = draft_of(&edit(
        &desktop,
        &campaign(&id),
        "name",
        "Spring launch, Germany",
    ));
    let item = reviewed(&desktop);
    assert_eq!(
        (item.row.verb, item.proof.changed, item.proof.dropped),
        (SendVerb::Update, 1, 0)
    );
    assert!(item.proof.carried > 10);

    let summary = send(&desktop, &draft).await;
    assert_eq!(
        (summary.confirmed, summary.message.as_str()),
        (1, "1 confirmed.")
    );
    let after = desktop.practice.get_campaign(&id).await;
    assert_eq!(
        without_record(&after),
        without_record(&before).replace(SPRING, "Spring launch, Germany")
    );
    assert!(live(&desktop.desk).is_empty());
    assert_eq!(
        desktop
            .lists
            .campaigns(&crate::query("Spring launch, Germany"))
            .unwrap()
            .matched,
        1
    );
}

#[tokio::test]
async fn numbers_and_unknown_members_keep_their_spelling() {
    let desktop = fetched().await;
    let mut odd = 0;
    for row in &desktop.lists.campaigns(&crate::query("")).unwrap().rows {
        let before = desktop.practice.get_campaign(&row.id).await;
        if !before.contains("\"mediaPlanRef\"") {
            continue;
        }
        let target = campaign(&row.id);
        desktop.details.open_detail(&target).await.unwrap();
        let draft = draft_of(&edit(&desktop, &target, "name", "Seen"));
        send(&desktop, &draft).await;
        let item = ended(&desktop, ItemState::Confirmed).item;
        let body = desktop.outbox.receipt(&item).unwrap().body.unwrap();
        let sent = before.replacen(&format!(r#""name":"{}""#, row.name), r#""name":"Seen""#, 1);
        assert!(
            sent.contains(&body),
            "sent {body}\nbut the service had {before}"
        );
        odd += 1;
    }
    assert!(
        odd > 0,
        "the demo data has campaigns with members that no schema knows"
    );
}

#[tokio::test]
async fn created_campaign_exists_once_with_its_receipt() {
    let desktop = fetched().await;
    desktop
        .overview
        .set_preference(PreferenceChange::Person("Maya".to_owned()))
        .unwrap();
    let draft = new_campaign(&desktop, "Harvest, AT");
    let item = reviewed(&desktop);
    assert_eq!(item.proof.changed as usize, item.changes.len());
    send(&desktop, &draft).await;
    let row = ended(&desktop, ItemState::Confirmed);
    assert_eq!((row.verb, row.person.as_str()), (SendVerb::Create, "Maya"));
    assert_eq!(desktop.practice.count_named("Harvest, AT").await, 1);
    let receipt = desktop.outbox.receipt(&row.item).unwrap();
    assert_eq!(receipt.attempts.len(), 1);
    assert_eq!(receipt.attempts[0].status, Some(200));
    assert!(receipt.hash.is_some());
    assert!(
        receipt
            .service_changes
            .iter()
            .any(|change| change.path == "id")
    );
    assert_eq!(id_of(&desktop, "Harvest, AT"), row.id.unwrap());
}

#[tokio::test]
async fn error_blocks_until_overridden_and_refusal_stays() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let detail = edit(&desktop, &campaign(&id), "traffickingMode", "simple");
    let draft = draft_of(&detail);
    let error = desktop
        .outbox
        .send(&request(&desktop, &[&draft]), |_| {})
        .await
        .unwrap_err();
    let Error::UnresolvedErrors { title } = error else {
        panic!("{error}")
    };
    assert_eq!(title, SPRING);
    assert!(desktop.outbox.sent_items().unwrap().is_empty());

    let rule = rule_of(&detail, 62_000);
    let mut anyway = request(&desktop, &[&draft]);
    anyway.overrides.push(RuleOverride {
        draft: draft.clone(),
        rule: rule.clone(),
        path: "traffickingMode".to_owned(),
    });
    desktop.outbox.send(&anyway, |_| {}).await.unwrap();
    let row = ended(&desktop, ItemState::Refused);
    assert_eq!(row.code, Some(62_000));
    let overrides = desktop.outbox.receipt(&row.item).unwrap().overrides;
    assert!(overrides[0].contains("(traffickingMode)"), "{overrides:?}");
    assert_eq!(
        live(&desktop.desk).len(),
        1,
        "a refused draft is still a draft"
    );
    assert!(
        desktop
            .practice
            .get_campaign(&id)
            .await
            .contains(r#""traffickingMode":"advanced""#)
    );
}

/// Sends a new name after someone else changed other fields. Returns the receipt.
async fn send_after_touch(desktop: &TestApp, members: serde_json::Value) -> ReceiptView {
    let id = id_of(desktop, SPRING);
    desktop.details.open_detail(&campaign(&id)).await.unwrap();
    let draft = draft_of(&edit(desktop, &campaign(&id), "name", "Mine"));
    desktop.practice.touch(&id, members).await;
    send(desktop, &draft).await;
    let row = desktop.outbox.sent_items().unwrap().remove(0);
    desktop.outbox.receipt(&row.item).unwrap()
}

fn labels(changes: &[ChangeView]) -> Vec<&str> {
    changes.iter().map(|change| change.label.as_str()).collect()
}

#[tokio::test]
async fn concurrent_change_of_another_field_is_included() {
    let desktop = fetched().await;
    let theirs = json!({ "notes": "theirs" });
    let receipt = send_after_touch(&desktop, theirs).await;
    assert_eq!(receipt.row.state, ItemState::Confirmed);
    assert_eq!(labels(&receipt.changes), ["Name"]);
    let included = labels(&receipt.concurrent_changes);
    assert_eq!(included[0], "Notes", "fields that people edit come first");
    assert!(receipt.row.outcome.contains("someone else"));
    let held = desktop
        .practice
        .get_campaign(&id_of(&desktop, "Mine"))
        .await;
    let has_both = held.contains(r#""name":"Mine""#) && held.contains(r#""notes":"theirs""#);
    assert!(has_both, "{held}");
}

#[tokio::test(flavor = "multi_thread")]
async fn workspace_can_stop_at_any_foreign_change() {
    let (mut desktop, desk, service) = fetched_from(&[]).await;
    (desktop.desk, desktop.practice) = (desk, PracticeClient::new(&service));
    let id = desktop.overview.workspace_view().unwrap().id;
    change(&desktop.desk, &id, &[("foreignChanges", "stop")]).unwrap();
    desktop.desk = desktop.switch(&id).await.unwrap();
    let receipt = send_after_touch(&desktop, json!({ "notes": "theirs" })).await;
    assert_eq!(receipt.row.state, ItemState::NeedsYou);
    assert_eq!(receipt.clashes, []);
    let mut stopping = receipt.concurrent_changes.iter();
    assert!(stopping.any(|change| change.path == "notes"));
}

#[tokio::test]
async fn concurrent_change_of_same_field_stops_send() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let theirs = json!({ "name": "Theirs", "notes": "theirs" });
    let receipt = send_after_touch(&desktop, theirs).await;
    assert_eq!(receipt.row.state, ItemState::NeedsYou);
    assert!(!desktop.practice.get_campaign(&id).await.contains("Mine"));
    assert_eq!(receipt.decisions, [Decision::Rebase, Decision::BackToDraft]);
    assert!(receipt.body.is_none() && receipt.attempts.is_empty());
    let clash = &receipt.clashes[0];
    let values = [&clash.base, &clash.mine, &clash.theirs].map(|value| value.as_deref().unwrap());
    assert_eq!(values, [SPRING, "Mine", "Theirs"]);
    assert_eq!(labels(&receipt.concurrent_changes)[0], "Notes");
    let decided = desktop.outbox.decide(&receipt.row.item, Decision::Rebase);
    let taken_back = decided.await.unwrap().row;
    assert_eq!(taken_back.state, ItemState::TakenBack);
}

#[tokio::test]
async fn stopping_a_send_leaves_the_rest_as_drafts() {
    let desktop = fetched().await;
    let drafts = [
        new_campaign(&desktop, "First"),
        new_campaign(&desktop, "Second"),
    ];
    let stop_after_one = |step| {
        if matches!(
            step,
            SendProgress::Advanced {
                state: ItemState::Confirmed,
                ..
            }
        ) {
            desktop.stop("send");
        }
    };
    let summary = desktop
        .outbox
        .send(
            &request(&desktop, &[&drafts[0], &drafts[1]]),
            stop_after_one,
        )
        .await
        .unwrap();
    assert_eq!((summary.confirmed, summary.stopped), (1, 1));
    assert_eq!(live(&desktop.desk).len(), 1);
    send(&desktop, &drafts[1]).await;
    assert_eq!(desktop.practice.count_named("Second").await, 1);
}

fn rule_of(detail: &Detail, code: u32) -> String {
    let mut findings = detail.findings.iter();
    let finding = findings.find(|finding| finding.code == Some(code));
    finding.expect("it is found before sending").rule.clone()
}

#[tokio::test]
async fn an_override_is_for_one_finding_only() {
    let desktop = fetched().await;
    let detail = desktop.drafts.create_draft().unwrap();
    let draft = draft_of(&detail);
    let mut anyway = request(&desktop, &[&draft]);
    anyway.overrides.push(RuleOverride {
        draft: draft.clone(),
        rule: "required".to_owned(),
        path: "name".to_owned(),
    });
    let error = desktop.outbox.send(&anyway, |_| {}).await.unwrap_err();
    assert!(matches!(error, Error::UnresolvedErrors { .. }), "{error}");
}

#[tokio::test]
async fn changes_after_the_review_are_not_sent() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let draft = draft_of(&edit(&desktop, &target, "name", "Reviewed"));
    let reviewed = request(&desktop, &[&draft]);
    edit(&desktop, &target, "notes", "changed since");
    let error = desktop.outbox.send(&reviewed, |_| {}).await.unwrap_err();
    assert_eq!(error.failure().code, FailureCode::Conflict);
    assert!(desktop.outbox.sent_items().unwrap().is_empty());
}

#[tokio::test]
async fn multi_status_refusal_teaches_a_fact() {
    let desktop = fetched().await;
    let id = id_of(&desktop, "Brand film, EMEA");
    let path = "adminSettings.campaignSettings.verification";
    let detail = edit(&desktop, &campaign(&id), path, "None");
    let draft = draft_of(&detail);
    let mut anyway = request(&desktop, &[&draft]);
    anyway.overrides.push(RuleOverride {
        draft,
        rule: rule_of(&detail, 62_001),
        path: path.to_owned(),
    });
    desktop.outbox.send(&anyway, |_| {}).await.unwrap();
    let row = ended(&desktop, ItemState::Refused);
    assert_eq!(row.code, Some(62_001));
    assert!(
        row.outcome.contains("verification tracking"),
        "{}",
        row.outcome
    );
    assert_eq!(
        desktop.outbox.receipt(&row.item).unwrap().attempts[0].status,
        Some(207)
    );
}

#[tokio::test]
async fn sent_draft_opens_as_its_campaign() {
    let desktop = fetched().await;
    let draft = new_campaign(&desktop, "Became real");
    send(&desktop, &draft).await;
    let campaign_id = ended(&desktop, ItemState::Confirmed).id;
    let target = DocumentRef::Draft(draft);
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!((detail.id, detail.draft), (campaign_id, None));
}

#[tokio::test]
async fn draft_needing_a_person_cannot_be_discarded() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let draft = draft_of(&edit(&desktop, &campaign(&id), "name", "Mine"));
    desktop
        .practice
        .touch(&id, json!({ "name": "Theirs" }))
        .await;
    send(&desktop, &draft).await;
    let failure = desktop.drafts.discard_draft(&draft).unwrap_err().failure();
    assert_eq!(failure.code, FailureCode::Conflict);
    let row = live(&desktop.desk).remove(0);
    assert_eq!(row.lock.unwrap().label, "needs you");
    assert_eq!(desktop.overview.workspace_view().unwrap().counts.ready, 0);
}
