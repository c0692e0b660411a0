//! Confirmed updates are taken back by drafts, which keep what changed since.

use adwright_testkit::TestApp;
use adwright_views::{ItemState, SendUndo, SendUndoBlocker, SentScope, UndoRequest};
use serde_json::{Value, json};

use crate::refusals::{created, send_in_spite};
use crate::{
    SPRING, campaign, draft_of, edit, ended, fetched, id_of, live, new_campaign, newest, request,
    send,
};

async fn undo(desktop: &TestApp, items: &[&str]) -> SendUndo {
    let items = items.iter().map(|item| (*item).to_owned()).collect();
    undo_scope(desktop, SentScope::Items(items)).await
}

async fn undo_scope(desktop: &TestApp, scope: SentScope) -> SendUndo {
    let operation = "undo".to_owned();
    desktop
        .outbox
        .undo_items(&UndoRequest { operation, scope })
        .await
        .unwrap()
}

fn blockers(undone: &SendUndo) -> Vec<SendUndoBlocker> {
    undone
        .skipped
        .iter()
        .map(|skipped| skipped.blocker)
        .collect()
}

/// Sends another name and other notes of the spring campaign. Returns its id and the item.
async fn sent_change(desktop: &TestApp) -> (String, String) {
    let id = id_of(desktop, SPRING);
    edit(desktop, &campaign(&id), "name", "Renamed");
    let draft = draft_of(&edit(desktop, &campaign(&id), "notes", "Sent"));
    assert_eq!(send(desktop, &draft).await.confirmed, 1);
    (id, newest(desktop).item)
}

async fn refetch(desktop: &TestApp) {
    let fetched = desktop.fetches.fetch_campaigns("again", |_| {}).await;
    assert!(fetched.unwrap().complete);
}

/// Returns these members of a campaign on the service.
async fn members(desktop: &TestApp, id: &str, names: [&str; 3]) -> [Value; 3] {
    let campaign: Value = serde_json::from_str(&desktop.practice.get_campaign(id).await).unwrap();
    names.map(|name| campaign["result"][name].clone())
}

#[tokio::test]
async fn undone_update_restores_fields_and_keeps_later_changes() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let fields = ["name", "notes", "budget"];
    let [name, notes, _] = members(&desktop, &id, fields).await;
    let (id, item) = sent_change(&desktop).await;
    desktop.practice.touch(&id, json!({ "budget": 7 })).await;
    refetch(&desktop).await;

    let undone = undo(&desktop, &[&item]).await;
    assert_eq!((undone.drafts.len(), undone.skipped.len()), (1, 0));
    let review = desktop
        .outbox
        .review_item(&undone.drafts[0])
        .unwrap()
        .unwrap();
    let mut changed: Vec<_> = review.changes.iter().map(|change| &*change.path).collect();
    changed.sort_unstable();
    assert_eq!(changed, ["name", "notes"]);
    assert_eq!(send(&desktop, &undone.drafts[0]).await.confirmed, 1);
    assert_eq!(
        members(&desktop, &id, fields).await,
        [name, notes, json!(7)]
    );
    assert_eq!(
        blockers(&undo(&desktop, &[&item]).await),
        [SendUndoBlocker::NothingLeft]
    );
}

#[tokio::test]
async fn later_change_of_same_field_clashes() {
    let desktop = fetched().await;
    let (id, item) = sent_change(&desktop).await;
    desktop
        .practice
        .touch(&id, json!({ "notes": "Theirs" }))
        .await;
    refetch(&desktop).await;
    let undone = undo(&desktop, &[&item]).await;
    let row = desktop.outbox.review().unwrap().rows.remove(0);
    assert_eq!((&row.draft, row.clashes), (&undone.drafts[0], 1));
    let detail = desktop.details.open_detail(&campaign(&id)).await.unwrap();
    assert_eq!(draft_of(&detail), undone.drafts[0]);
    let clashes = detail.clashes.unwrap();
    let paths: Vec<_> = clashes
        .clashes
        .iter()
        .map(|clash| &*clash.values.path)
        .collect();
    assert_eq!((clashes.open, paths), (1, vec!["notes"]));
}

#[tokio::test]
async fn whole_send_is_undone_and_exceptions_are_named() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let update = draft_of(&edit(&desktop, &campaign(&id), "notes", "Sent"));
    let create = new_campaign(&desktop, "Harvest");
    let both = request(&desktop, &[&update, &create]);
    assert_eq!(
        desktop.outbox.send(&both, |_| {}).await.unwrap().confirmed,
        2
    );
    let whole = SentScope::SendOf(newest(&desktop).item);
    let undone = undo_scope(&desktop, whole.clone()).await;
    assert_eq!(undone.drafts.len(), 1);
    assert_eq!(blockers(&undone), [SendUndoBlocker::Created]);
    let again = undo_scope(&desktop, whole).await;
    assert_eq!(again.drafts, Vec::<String>::new());
    let mut reasons = blockers(&again);
    reasons.sort_by_key(|reason| *reason == SendUndoBlocker::Created);
    assert_eq!(
        reasons,
        [SendUndoBlocker::HasDraft, SendUndoBlocker::Created]
    );
}

#[tokio::test]
async fn refused_update_has_nothing_to_undo() {
    let desktop = fetched().await;
    let spring = campaign(&id_of(&desktop, SPRING));
    send_in_spite(
        &desktop,
        &edit(&desktop, &spring, "traffickingMode", "simple"),
    )
    .await;
    let item = ended(&desktop, ItemState::Refused).item;
    assert_eq!(
        blockers(&undo(&desktop, &[&item]).await),
        [SendUndoBlocker::NotConfirmed]
    );
}

#[tokio::test]
async fn only_failed_drafts_come_back() {
    let desktop = fetched().await;
    let refused = async || {
        let (target, detail) = created(&desktop, "4412", "88150");
        send_in_spite(&desktop, &detail).await;
        (
            target,
            draft_of(&detail),
            ended(&desktop, ItemState::Refused).item,
        )
    };
    let (_, kept, kept_item) = refused().await;
    let (_, discarded, discarded_item) = refused().await;
    desktop.drafts.discard_draft(&discarded).unwrap();
    let (target, fixed, fixed_item) = refused().await;
    edit(&desktop, &target, "advertiserId", "4401");
    edit(&desktop, &target, "brandId", "88120");
    assert_eq!(send(&desktop, &fixed).await.confirmed, 1);
    send(&desktop, &new_campaign(&desktop, "Accepted")).await;
    let accepted_item = ended(&desktop, ItemState::Confirmed).item;

    let items = vec![kept_item, discarded_item, fixed_item, accepted_item.clone()];
    let failed = desktop
        .outbox
        .failed_items(&SentScope::Items(items))
        .unwrap();
    assert_eq!(failed.drafts, [kept, discarded]);
    let live: Vec<_> = live(&desktop.desk)
        .into_iter()
        .map(|row| row.draft)
        .collect();
    assert_eq!(live, failed.drafts);
    let nothing = desktop
        .outbox
        .failed_items(&SentScope::SendOf(accepted_item));
    assert_eq!(nothing.unwrap().drafts, [""; 0]);
}
