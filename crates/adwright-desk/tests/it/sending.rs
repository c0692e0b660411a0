use adwright_desk::views::{Decision, ItemState, Override, PreferenceChange, SendProgress, Verb};
use serde_json::json;

use crate::{SPRING, campaign, draft_of, edit, ended, fetched, id_of, new_campaign, request, send};

/// The text of a campaign without the members that the service writes on every update.
fn without_record(text: &str) -> String {
    let mut campaign: serde_json::Value = serde_json::from_str(text).unwrap();
    let members = campaign["result"].as_object_mut().unwrap();
    members.retain(|name, _| name != "version" && !name.starts_with("lastUpdate"));
    campaign.to_string()
}

#[tokio::test]
async fn a_good_change_reaches_the_service_and_nothing_else_changes() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let before = desktop.practice.campaign(&id).await;
    let draft = draft_of(&edit(
        &desktop,
        &campaign(&id),
        "name",
        "Spring launch, Germany",
    ));
    let item = desktop.desk.review().unwrap().items.remove(0);
    assert_eq!(
        (item.verb, item.proof.changed, item.proof.dropped),
        (Verb::Update, 1, 0)
    );
    assert!(item.proof.carried > 10);

    let summary = send(&desktop, &draft).await;
    assert_eq!(
        (summary.confirmed, summary.message.as_str()),
        (1, "1 confirmed.")
    );
    let after = desktop.practice.campaign(&id).await;
    assert_eq!(
        without_record(&after),
        without_record(&before).replace(SPRING, "Spring launch, Germany")
    );
    assert!(desktop.desk.drafts().unwrap().is_empty());
    assert_eq!(
        desktop
            .desk
            .campaigns(&crate::query("Spring launch, Germany"))
            .unwrap()
            .matched,
        1
    );
}

#[tokio::test]
async fn the_spelling_of_every_number_and_every_unknown_member_goes_back_as_it_came() {
    let desktop = fetched().await;
    let mut odd = 0;
    for row in &desktop.desk.campaigns(&crate::query("")).unwrap().rows {
        let before = desktop.practice.campaign(&row.id).await;
        if !before.contains("\"mediaPlanRef\"") {
            continue;
        }
        let target = campaign(&row.id);
        desktop.desk.open_campaign(&target).await.unwrap();
        let draft = draft_of(&edit(&desktop, &target, "name", "Seen"));
        send(&desktop, &draft).await;
        let item = ended(&desktop, ItemState::Confirmed).item;
        let body = desktop.desk.receipt(&item).unwrap().body.unwrap();
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
async fn a_created_campaign_is_there_once_with_its_receipt() {
    let desktop = fetched().await;
    desktop
        .desk
        .set_preference(PreferenceChange::Person("Maya".to_owned()))
        .unwrap();
    let draft = new_campaign(&desktop, "Harvest, AT");
    let item = desktop.desk.review().unwrap().items.remove(0);
    assert_eq!(item.proof.changed as usize, item.changes.len());
    send(&desktop, &draft).await;
    let row = ended(&desktop, ItemState::Confirmed);
    assert_eq!((row.verb, row.person.as_str()), (Verb::Create, "Maya"));
    assert_eq!(desktop.practice.count_named("Harvest, AT").await, 1);
    let receipt = desktop.desk.receipt(&row.item).unwrap();
    assert_eq!(receipt.attempts.len(), 1);
    assert_eq!(receipt.attempts[0].status, Some(200));
    assert!(receipt.hash.is_some());
    assert!(
        receipt
            .service_changes
            .iter()
            .any(|change| change.path == "id")
    );
    assert_eq!(id_of(&desktop, "Harvest, AT"), row.campaign.unwrap());
}

#[tokio::test]
async fn an_error_blocks_sending_until_it_is_overridden_and_the_refusal_is_kept() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let detail = edit(&desktop, &campaign(&id), "traffickingMode", "simple");
    let draft = draft_of(&detail);
    let error = desktop
        .desk
        .send(&request(&[&draft]), |_| {})
        .await
        .unwrap_err();
    assert!(
        error.failure().message.contains(SPRING),
        "{}",
        error.failure().message
    );
    assert!(desktop.desk.sent().unwrap().is_empty());

    let rule = detail
        .findings
        .iter()
        .find(|finding| finding.code == Some(62_000))
        .unwrap()
        .rule
        .clone();
    let mut anyway = request(&[&draft]);
    anyway.overrides.push(Override {
        draft: draft.clone(),
        rule: rule.clone(),
    });
    desktop.desk.send(&anyway, |_| {}).await.unwrap();
    let row = ended(&desktop, ItemState::Refused);
    assert_eq!(row.code, Some(62_000));
    assert_eq!(desktop.desk.receipt(&row.item).unwrap().overrides, [rule]);
    assert_eq!(
        desktop.desk.drafts().unwrap().len(),
        1,
        "a refused draft is still a draft"
    );
    assert!(
        desktop
            .practice
            .campaign(&id)
            .await
            .contains(r#""traffickingMode":"advanced""#)
    );
}

#[tokio::test]
async fn a_change_of_someone_else_stops_the_send_and_the_draft_can_be_put_on_top() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let draft = draft_of(&edit(&desktop, &campaign(&id), "name", "Mine"));
    desktop
        .practice
        .touch(&id, json!({ "notes": "theirs" }))
        .await;
    send(&desktop, &draft).await;
    let row = ended(&desktop, ItemState::NeedsYou);
    assert!(!desktop.practice.campaign(&id).await.contains("Mine"));
    let receipt = desktop.desk.receipt(&row.item).unwrap();
    assert_eq!(receipt.decisions, [Decision::Rebase, Decision::BackToDraft]);
    assert!(receipt.body.is_none() && receipt.attempts.is_empty());
    assert!(
        receipt.evidence.iter().any(|line| line.contains("notes")),
        "{:?}",
        receipt.evidence
    );

    desktop
        .desk
        .decide(&row.item, Decision::Rebase)
        .await
        .unwrap();
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
    let held = desktop.practice.campaign(&id).await;
    assert!(
        held.contains(r#""name":"Mine""#) && held.contains(r#""notes":"theirs""#),
        "{held}"
    );
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
            desktop.desk.stop("send");
        }
    };
    let summary = desktop
        .desk
        .send(&request(&[&drafts[0], &drafts[1]]), stop_after_one)
        .await
        .unwrap();
    assert_eq!((summary.confirmed, summary.stopped), (1, 1));
    assert_eq!(desktop.desk.drafts().unwrap().len(), 1);
    send(&desktop, &drafts[1]).await;
    assert_eq!(desktop.practice.count_named("Second").await, 1);
}
