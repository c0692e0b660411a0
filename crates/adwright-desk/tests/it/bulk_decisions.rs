//! Items that wait for a person: grouped by evidence, looked up again together, and decided together.

use std::sync::{Arc, Mutex};

use adwright_desk::{Clock as _, SENT_BEFORE};
use adwright_desk::{Desk, Error};
use adwright_service::Variant;
use adwright_store::{SendLock, SendLockHolder};
use adwright_testkit::{TestApp, canned_service, http_response};
use adwright_views::{
    DecideAllRequest, DecideAllSummary, Decision, EvidenceGroup, FailureCode, ItemState,
    LeftOpenReason, LoginKind, NamedItem, OpenGroup, RuleOverride, WorkspaceForm,
};
use serde_json::json;

use crate::rate_limits::all_of;
use crate::workspaces::form;
use crate::{
    SPRING, campaign, draft_of, edit, ended, fetched, id_of, live, new_campaign, newest, request,
    send, typed,
};

const LOST: &str = "drop-before-commit";
const ARRIVED: &str = "drop-after-commit";
const LATE: &str = "late-commit";

/// Returns a desk at a service that stores no references, so that only the content identifies a created object.
async fn without_references() -> TestApp {
    let desktop = TestApp::first_start_with_variants(&[Variant::ForgetsReference]).await;
    desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
    desktop
}

/// Sends a new campaign whose reply is lost, even if it repeats sent content. Returns the item, which waits for a
/// person.
async fn lost(desktop: &TestApp, fault: &str, name: &str) -> String {
    let draft = new_campaign(desktop, name);
    desktop.practice.arm_fault(fault).await;
    let mut request = request(desktop, &[&draft]);
    request.overrides.push(RuleOverride {
        draft,
        rule: SENT_BEFORE.to_owned(),
        path: String::new(),
    });
    desktop.outbox.send(&request, |_| {}).await.unwrap();
    ended(desktop, ItemState::NeedsYou).item
}

/// Sends an update that the service never stores. Returns the item and the campaign's id.
async fn lost_update(desktop: &TestApp, name: &str) -> (String, String) {
    let id = id_of(desktop, name);
    let target = campaign(&id);
    desktop.details.open_detail(&target).await.unwrap();
    let draft = draft_of(&edit(desktop, &target, "name", "Renamed"));
    desktop.practice.arm_fault(LOST).await;
    send(desktop, &draft).await;
    (ended(desktop, ItemState::NeedsYou).item, id)
}

fn open_items(desk: &Desk) -> Vec<OpenGroup> {
    desk.outbox.open_items().unwrap()
}

/// Returns the groups with the titles of their items.
fn names(desk: &Desk) -> Vec<(EvidenceGroup, Vec<String>)> {
    let groups = open_items(desk).into_iter();
    let named = groups.map(|group| {
        let titles = group.items.into_iter().map(|open| open.title);
        (group.evidence, titles.collect())
    });
    named.collect()
}

/// Returns a decision for every waiting item, as shown to the person now.
fn for_all(desk: &Desk, decision: Decision) -> DecideAllRequest {
    let items = open_items(desk).into_iter().flat_map(|group| group.items);
    let named = items.map(|open| NamedItem {
        item: open.item,
        match_id: open.match_id,
    });
    DecideAllRequest {
        operation: "all".to_owned(),
        decision,
        items: named.collect(),
    }
}

async fn decide(desktop: &TestApp, request: &DecideAllRequest) -> DecideAllSummary {
    let decided = desktop.outbox.decide_all(request, |_| {}).await;
    desktop.clock.advance_ms(1_000);
    decided.unwrap()
}

/// Returns how many items were decided, how many the look-up settled, and which are left open and why.
fn told(summary: &DecideAllSummary) -> (u32, u32, Vec<(&str, LeftOpenReason)>) {
    let left = summary.left_open.iter();
    let left = left.map(|left| (left.title.as_str(), left.reason));
    (summary.decided, summary.settled_by_look, left.collect())
}

fn state(desktop: &TestApp, item: &str) -> ItemState {
    desktop.outbox.receipt(item).unwrap().row.state
}

#[tokio::test]
async fn open_items_are_grouped_by_evidence() {
    let desktop = without_references().await;
    lost(&desktop, LOST, "Never came").await;
    lost(&desktop, ARRIVED, "Came").await;
    lost_update(&desktop, SPRING).await;
    let (_, id) = lost_update(&desktop, "Brand film, EMEA").await;
    desktop
        .practice
        .touch(&id, json!({ "name": "Theirs" }))
        .await;
    let request = for_all(&desktop.desk, Decision::LookAgain);
    decide(&desktop, &request).await;
    // Two items that could be the same object.
    lost(&desktop, ARRIVED, "Pair").await;
    lost(&desktop, LOST, "Pair").await;
    let text = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let expected: Vec<(_, Vec<String>)> = vec![
        (EvidenceGroup::Absent, text(&["Renamed", "Never came"])),
        (EvidenceGroup::Found, text(&["Came"])),
        (EvidenceGroup::Ambiguous, text(&["Pair", "Pair"])),
        (EvidenceGroup::ChangedMeanwhile, text(&["Renamed"])),
    ];
    assert_eq!(names(&desktop.desk), expected);
    let groups = open_items(&desktop.desk);
    let decisions: Vec<_> = groups.iter().map(|group| group.decision).collect();
    let both = [Some(Decision::BackToDraft), Some(Decision::WasSent)];
    assert_eq!(decisions, [both[0], both[1], None, None]);
    assert!(groups[1].items[0].match_id.is_some());
    assert!(groups[1].items[0].evidence.join(" ").contains("“Came”"));
}

#[tokio::test]
async fn confirmed_object_is_no_match_for_another_item() {
    let desktop = without_references().await;
    let first = new_campaign(&desktop, "Twin");
    send(&desktop, &first).await;
    ended(&desktop, ItemState::Confirmed);
    lost(&desktop, LOST, "Twin").await;
    let expected = vec![(EvidenceGroup::Ambiguous, vec!["Twin".to_owned()])];
    assert_eq!(names(&desktop.desk), expected);
}

#[tokio::test]
async fn only_items_still_absent_become_drafts() {
    let desktop = without_references().await;
    let absent = [
        lost(&desktop, LOST, "First").await,
        lost(&desktop, LOST, "Second").await,
    ];
    let late = lost(&desktop, LATE, "Late").await;
    let request = for_all(&desktop.desk, Decision::BackToDraft);
    // Between the question and the decision, the service stores the object after all.
    desktop.practice.release_held().await;
    let summary = decide(&desktop, &request).await;
    assert_eq!(
        told(&summary),
        (2, 0, vec![("Late", LeftOpenReason::Found)])
    );
    assert_eq!(state(&desktop, &late), ItemState::NeedsYou);
    let hashes = absent.each_ref().map(|item| {
        let receipt = desktop.outbox.receipt(item).unwrap();
        assert_eq!(receipt.row.state, ItemState::TakenBack);
        assert!(!receipt.evidence.is_empty());
        receipt.hash.expect("a receipt of its own")
    });
    assert_ne!(hashes[0], hashes[1]);
    let locked = live(&desktop.desk)
        .into_iter()
        .filter(|row| row.lock.is_some());
    assert_eq!(locked.count(), 1, "two are drafts again");
    assert_eq!(desktop.practice.count_named("Late").await, 1);
}

#[tokio::test]
async fn found_items_are_closed_under_their_own_object() {
    let desktop = without_references().await;
    let items = [
        lost(&desktop, ARRIVED, "First").await,
        lost(&desktop, ARRIVED, "Second").await,
    ];
    let absent = lost(&desktop, LOST, "Never came").await;
    let request = for_all(&desktop.desk, Decision::WasSent);
    let matches: Vec<_> = request
        .items
        .iter()
        .filter_map(|it| it.match_id.clone())
        .collect();
    assert_eq!(matches.len(), 2);
    let summary = decide(&desktop, &request).await;
    let left = vec![("Never came", LeftOpenReason::Absent)];
    assert_eq!(told(&summary), (2, 0, left));
    for item in &items {
        let receipt = desktop.outbox.receipt(item).unwrap();
        assert_eq!(receipt.row.state, ItemState::Confirmed);
        assert!(receipt.hash.is_some());
        assert!(receipt.row.id.is_some_and(|id| matches.contains(&id)));
    }
    assert_eq!(state(&desktop, &absent), ItemState::NeedsYou);
}

#[tokio::test]
async fn match_other_than_shown_stays_open() {
    let desktop = without_references().await;
    let item = lost(&desktop, ARRIVED, "Came").await;
    let mut request = for_all(&desktop.desk, Decision::WasSent);
    request.items[0].match_id = Some("1".to_owned());
    let summary = decide(&desktop, &request).await;
    let left = vec![("Came", LeftOpenReason::OtherMatch)];
    assert_eq!(told(&summary), (0, 0, left));
    assert_eq!(state(&desktop, &item), ItemState::NeedsYou);
}

#[tokio::test]
async fn update_changed_meanwhile_stays_open() {
    let desktop = fetched().await;
    let (item, id) = lost_update(&desktop, SPRING).await;
    let request = for_all(&desktop.desk, Decision::BackToDraft);
    desktop
        .practice
        .touch(&id, json!({ "name": "Theirs" }))
        .await;
    let summary = decide(&desktop, &request).await;
    let left = vec![("Renamed", LeftOpenReason::ChangedMeanwhile)];
    assert_eq!(told(&summary), (0, 0, left));
    assert_eq!(state(&desktop, &item), ItemState::NeedsYou);
}

#[tokio::test]
async fn looking_up_all_items_settles_arrived_ones() {
    let desktop = fetched().await;
    let absent = lost(&desktop, LOST, "Never came").await;
    let late = lost(&desktop, LATE, "Late").await;
    desktop.practice.release_held().await;
    let request = for_all(&desktop.desk, Decision::LookAgain);
    let summary = decide(&desktop, &request).await;
    let left = vec![("Never came", LeftOpenReason::Absent)];
    assert_eq!(told(&summary), (0, 1, left));
    assert_eq!(state(&desktop, &late), ItemState::Confirmed);
    assert_eq!(state(&desktop, &absent), ItemState::NeedsYou);
}

/// Looks up this many items again. Returns how often the list is read, and how long the pauses are.
async fn cost(items: usize) -> (usize, i64) {
    let asked = Arc::new(Mutex::new(0));
    let log = Arc::clone(&asked);
    let address = canned_service(move |asked| {
        *log.lock().unwrap() += 1;
        // The reply to a write says nothing, and the list is empty.
        let list = r#"{"metadata":{"total":0},"result":[]}"#;
        let body = if asked.is_write() { "" } else { list };
        http_response(200, "application/json", body)
    });
    let desktop = TestApp::first_start().await;
    let elsewhere = WorkspaceForm {
        login: LoginKind::None,
        ..form("Elsewhere", &address, "")
    };
    let saved = desktop.workspaces.save_workspace(None, &elsewhere).unwrap();
    let desk = desktop.switch(&saved.id).await.unwrap();
    for number in 0..items {
        let target = desk.drafts.create_draft().unwrap().target;
        let name = typed("name", &format!("New {number}"));
        desk.drafts.edit_draft(&target, &name).unwrap();
    }
    desk.outbox.send(&all_of(&desk), |_| {}).await.unwrap();
    let before = (*asked.lock().unwrap(), desktop.clock.now().as_millisecond());
    let request = for_all(&desk, Decision::LookAgain);
    let summary = desk.outbox.decide_all(&request, |_| {}).await.unwrap();
    let reasons: Vec<_> = summary.left_open.iter().map(|left| left.reason).collect();
    assert_eq!(reasons, vec![LeftOpenReason::Absent; items]);
    let passes = *asked.lock().unwrap() - before.0;
    (passes, desktop.clock.now().as_millisecond() - before.1)
}

#[tokio::test]
async fn many_items_cost_as_many_passes_as_one() {
    let (passes, pause_ms) = cost(1).await;
    assert!(
        passes >= 2 && pause_ms > 0,
        "two looks, a quiet period apart"
    );
    assert_eq!(cost(6).await, (passes, pause_ms));
}

#[tokio::test]
async fn a_stop_leaves_every_item_open() {
    let desktop = fetched().await;
    let items = [
        lost(&desktop, LOST, "First").await,
        lost(&desktop, LOST, "Second").await,
    ];
    let request = for_all(&desktop.desk, Decision::BackToDraft);
    desktop.practice.arm_fault("hold-read").await;
    let stop = async {
        desktop.practice.wait_until_held().await;
        desktop.stop("all");
        std::future::pending::<()>().await;
    };
    let summary = tokio::select! {
        summary = decide(&desktop, &request) => summary,
        () = stop => unreachable!("it waits for ever"),
    };
    let stopped = LeftOpenReason::Stopped;
    let left = vec![("First", stopped), ("Second", stopped)];
    assert_eq!(told(&summary), (0, 0, left));
    for item in &items {
        assert_eq!(state(&desktop, item), ItemState::NeedsYou);
    }
    let group = &open_items(&desktop.desk)[0];
    assert_eq!(group.evidence, EvidenceGroup::NotLookedUp);
}

#[tokio::test]
async fn nothing_is_decided_while_another_program_sends() {
    let desktop = fetched().await;
    let item = lost(&desktop, LOST, "Lost").await;
    let request = for_all(&desktop.desk, Decision::BackToDraft);
    let holder = SendLockHolder {
        person: "Noor".to_owned(),
        pid: 1,
        since: 0,
    };
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let lock = SendLock::acquire(desktop.home(), &workspace, &holder).unwrap();
    let refused = desktop.outbox.decide_all(&request, |_| {}).await;
    assert_eq!(refused.unwrap_err().failure().code, FailureCode::Conflict);
    drop(lock);
    assert_eq!(state(&desktop, &item), ItemState::NeedsYou);
    assert_eq!(told(&decide(&desktop, &request).await), (1, 0, Vec::new()));
}

#[tokio::test]
async fn an_item_decided_before_is_only_counted() {
    let desktop = fetched().await;
    let item = lost(&desktop, LOST, "Lost").await;
    let request = for_all(&desktop.desk, Decision::BackToDraft);
    let decided = desktop.outbox.decide(&item, Decision::WasSent).await;
    assert!(decided.is_ok());
    let summary = decide(&desktop, &request).await;
    assert_eq!(summary.settled_before, 1);
    assert_eq!(told(&summary), (0, 0, Vec::new()));
    assert_eq!(newest(&desktop).state, ItemState::Confirmed);
}

#[tokio::test]
async fn rebase_cannot_be_decided_in_bulk() {
    let desktop = fetched().await;
    lost(&desktop, LOST, "Lost").await;
    let request = for_all(&desktop.desk, Decision::Rebase);
    let refused = desktop.outbox.decide_all(&request, |_| {}).await;
    assert!(matches!(refused, Err(Error::AlreadyDecided)), "{refused:?}");
}
