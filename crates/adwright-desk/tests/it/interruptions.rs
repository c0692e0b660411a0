//! Real trouble: connections cut before and after the commit, half a reply, a killed program, a second sender.

use adwright_testkit::TestApp;
use adwright_views::{Collection, Decision, ItemState, ListId};

use crate::line_drops::assert_guide_says;
use crate::{
    SENT_ONE_BY_ONE, SPRING, campaign, draft_of, edit, ended, fetched, first_ad, id_of, live,
    new_campaign, new_one, request, send, with_ads,
};

/// Sends a create under one fault.
async fn create_under(fault: &str, collection: Collection) -> TestApp {
    let desktop = fetched().await;
    let draft = new_one(&desktop, collection, "Only once").await;
    desktop.practice.arm_fault(fault).await;
    send(&desktop, &draft).await;
    desktop
}

#[tokio::test]
async fn lost_create_is_found_and_not_repeated() {
    for (fault, collection) in each(&["drop-after-commit", "half-reply", "empty-reply"]) {
        let desktop = create_under(fault, collection).await;
        ended(&desktop, ItemState::Confirmed);
        let count = desktop.practice.count_named("Only once").await;
        assert_eq!(count, 1, "{fault}, {collection:?}");
    }
}

#[tokio::test]
async fn uncommitted_create_needs_person_and_is_repeatable() {
    for (fault, collection) in each(&["drop-before-commit", "status-503"]) {
        let desktop = create_under(fault, collection).await;
        let row = ended(&desktop, ItemState::NeedsYou);
        let count = desktop.practice.count_named("Only once").await;
        assert_eq!(count, 0, "{fault}, {collection:?}");
        let receipt = desktop
            .outbox
            .decide(&row.item, Decision::BackToDraft)
            .await
            .unwrap();
        assert!(receipt.hash.is_some() && receipt.decisions.is_empty());
        let draft = live(&desktop.desk).remove(0).draft;
        send(&desktop, &draft).await;
        let count = desktop.practice.count_named("Only once").await;
        assert_eq!(count, 1, "{fault}, {collection:?}");
    }
}

#[tokio::test]
async fn late_create_is_found_before_a_repeat() {
    for collection in SENT_ONE_BY_ONE {
        let desktop = create_under("late-commit", collection).await;
        let row = ended(&desktop, ItemState::NeedsYou);
        desktop.practice.release_held().await;
        let back = desktop
            .outbox
            .decide(&row.item, Decision::BackToDraft)
            .await;
        assert!(back.unwrap().hash.is_some());
        let draft = live(&desktop.desk).remove(0).draft;
        send(&desktop, &draft).await;
        let row = ended(&desktop, ItemState::Confirmed);
        assert!(row.outcome.contains("saved late"), "{}", row.outcome);
        let count = desktop.practice.count_named("Only once").await;
        assert_eq!(count, 1, "{collection:?}");
    }
}

/// Returns every fault with every collection that is sent one by one.
fn each<'a>(faults: &'a [&'a str]) -> impl Iterator<Item = (&'a str, Collection)> {
    let with_each = |fault| SENT_ONE_BY_ONE.map(|collection| (fault, collection));
    faults.iter().copied().flat_map(with_each)
}

#[tokio::test]
async fn lost_update_is_settled_by_a_lookup() {
    let desktop = with_ads().await;
    let spring = campaign(&id_of(&desktop, SPRING));
    for target in [spring, first_ad(&desktop, ListId::InStream)] {
        desktop.details.open_detail(&target).await.unwrap();
        let draft = draft_of(&edit(&desktop, &target, "name", "Arrived"));
        desktop.practice.arm_fault("drop-after-commit").await;
        send(&desktop, &draft).await;
        let row = ended(&desktop, ItemState::Confirmed);
        let attempts = desktop.outbox.receipt(&row.item).unwrap().attempts;
        assert_eq!(attempts.len(), 1);
        assert_eq!(attempts[0].status, None);
    }
}

#[tokio::test]
async fn restarted_program_settles_its_interrupted_send() {
    for collection in SENT_ONE_BY_ONE {
        ended_in_the_middle(collection).await;
    }
}

async fn ended_in_the_middle(collection: Collection) {
    let desktop = fetched().await;
    let draft = new_one(&desktop, collection, "In the middle").await;
    desktop.practice.arm_fault("hold-after-commit").await;
    end_once_the_service_has_it(&desktop, &[&draft]).await;
    let desktop = desktop.restart().await;
    assert!(desktop.outbox.recover().await.unwrap());
    ended(&desktop, ItemState::Confirmed);
    assert_eq!(desktop.practice.count_named("In the middle").await, 1);
    let recovered = desktop.overview.workspace_view().unwrap().recovered;
    assert!(recovered.is_some_and(|sentence| sentence.contains("looked up")));
    // A second look-up has nothing to do, and the window receives no event.
    assert!(!desktop.outbox.recover().await.unwrap());
}

/// Drops the send while it waits for a reply, like a kill. The service has committed and never replies.
async fn end_once_the_service_has_it(desktop: &TestApp, drafts: &[&str]) {
    let sending = request(desktop, drafts);
    let service_has_it = async {
        while desktop.practice.count_named("In the middle").await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = service_has_it => {}
        ended = desktop.outbox.send(&sending, |_| {}) => panic!("it was answered: {ended:?}"),
    }
}

#[tokio::test]
async fn unstarted_items_become_drafts_after_a_restart() {
    let desktop = fetched().await;
    let drafts = [
        new_campaign(&desktop, "In the middle"),
        new_campaign(&desktop, "Not begun"),
    ];
    desktop.practice.arm_fault("hold-after-commit").await;
    end_once_the_service_has_it(&desktop, &[&drafts[0], &drafts[1]]).await;
    let desktop = desktop.restart().await;
    assert!(desktop.outbox.recover().await.unwrap());
    let live = live(&desktop.desk);
    assert_eq!(live.len(), 1);
    assert_eq!(
        (live[0].title.as_str(), &live[0].lock),
        ("Not begun", &None)
    );
}

#[tokio::test]
async fn create_with_own_reference_is_not_repeated() {
    let desktop = fetched().await;
    let draft = new_campaign(&desktop, "Own reference");
    edit(
        &desktop,
        &adwright_views::DocumentRef::Draft(draft.clone()),
        "clientRefId",
        "\"mine-1\"",
    );
    desktop.practice.arm_fault("drop-after-commit").await;
    send(&desktop, &draft).await;
    // The match could be an older object with the same content. Only a person can decide.
    let row = ended(&desktop, ItemState::NeedsYou);
    desktop
        .outbox
        .decide(&row.item, Decision::BackToDraft)
        .await
        .unwrap();
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::NeedsYou);
    assert_eq!(desktop.practice.count_named("Own reference").await, 1);
}

#[tokio::test]
async fn offline_fetch_reports_and_send_keeps_draft() {
    let desktop = fetched().await;
    let draft = draft_of(&edit(
        &desktop,
        &campaign(&id_of(&desktop, SPRING)),
        "name",
        "Offline",
    ));
    let before = desktop
        .overview
        .workspace_view()
        .unwrap()
        .fetched
        .campaigns
        .at;
    desktop.clock.advance_ms(60_000);
    let desktop = desktop.restart_offline().await;
    let request = request(&desktop, &[&draft]);
    let failure = desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap_err()
        .failure();
    assert_eq!(failure.code, adwright_views::FailureCode::Offline);
    assert_eq!(
        desktop
            .overview
            .workspace_view()
            .unwrap()
            .fetched
            .campaigns
            .at,
        before,
        "nothing newer came"
    );
    let summary = desktop.outbox.send(&request, |_| {}).await.unwrap();
    assert_eq!((summary.stopped, summary.confirmed), (1, 0));
    let row = live(&desktop.desk).remove(0);
    assert_eq!((row.title.as_str(), row.lock), ("Offline", None));
}

#[tokio::test]
async fn second_sender_learns_who_sends() {
    let desktop = fetched().await;
    let draft = new_campaign(&desktop, "Mine first");
    let holder = adwright_store::SendLockHolder {
        person: "Noor".to_owned(),
        pid: 1,
        since: 0,
    };
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let lock = adwright_store::SendLock::acquire(desktop.home(), &workspace, &holder).unwrap();
    let error = desktop
        .outbox
        .send(&request(&desktop, &[&draft]), |_| {})
        .await
        .unwrap_err();
    assert_guide_says("Noor is sending in a terminal", &error.failure().message);
    drop(lock);
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
}

#[tokio::test]
async fn other_reference_in_second_send_finds_the_first() {
    let desktop = fetched().await;
    let draft = new_campaign(&desktop, "Two references");
    let target = adwright_views::DocumentRef::Draft(draft.clone());
    edit(&desktop, &target, "clientRefId", "\"mine-1\"");
    desktop.practice.arm_fault("drop-after-commit").await;
    send(&desktop, &draft).await;
    let row = ended(&desktop, ItemState::NeedsYou);
    desktop
        .outbox
        .decide(&row.item, Decision::BackToDraft)
        .await
        .unwrap();
    edit(&desktop, &target, "clientRefId", "");
    desktop.clock.advance_ms(1_000);
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::NeedsYou);
    assert_eq!(desktop.practice.count_named("Two references").await, 1);
}
