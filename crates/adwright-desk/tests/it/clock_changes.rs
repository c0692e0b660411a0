//! A clock that is set back. Nothing depends on its time.

use adwright_desk::{Clock as _, Paths};
use adwright_model::{Id, Kind};
use adwright_store::{CachedColumns, FetchedObject, Fullness, Store};
use adwright_views::ItemState;

use crate::{SPRING, campaign, draft_of, edit, ended, fetched, id_of, new_campaign, newest, send};

const HOUR: i64 = 3_600_000;

#[tokio::test]
async fn undo_reverts_typed_text_step_by_step() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &target, "name", "Before");
    desktop.clock.advance_ms(-HOUR);
    let draft = draft_of(&edit(&desktop, &target, "name", "After"));
    assert_eq!(desktop.drafts.undo_draft(&draft).unwrap().title, "Before");
    assert_eq!(desktop.drafts.undo_draft(&draft).unwrap().title, SPRING);
}

#[tokio::test]
async fn later_sends_come_first_and_receipts_chain() {
    let desktop = fetched().await;
    for name in ["First", "Second"] {
        let draft = new_campaign(&desktop, name);
        send(&desktop, &draft).await;
        ended(&desktop, ItemState::Confirmed);
        assert_eq!(newest(&desktop).title, name);
        desktop.clock.advance_ms(-HOUR);
    }
    let rows = desktop.outbox.sent_items().unwrap();
    let [second, first] =
        [0, 1].map(|place: usize| desktop.outbox.receipt(&rows[place].item).unwrap());
    assert!(first.hash.is_some());
    assert_eq!(second.previous_hash, first.hash);
}

#[tokio::test]
async fn fetch_removes_vanished_rows_and_keeps_received() {
    let desktop = fetched().await;
    let workspace = desktop.overview.workspace_view().unwrap();
    let gone = FetchedObject {
        id: Id(1),
        text: r#"{"id":1}"#.to_owned(),
        fullness: Fullness::Summary,
        columns: CachedColumns::default(),
    };
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let at = desktop.clock.now().as_millisecond();
    store
        .cache_put_page(&workspace.id, Kind::Campaign, &[gone], at)
        .unwrap();
    drop(store);
    desktop.clock.advance_ms(-HOUR);
    desktop
        .fetches
        .fetch_campaigns("again", |_| {})
        .await
        .unwrap();
    let counts = desktop.overview.workspace_view().unwrap().counts;
    assert_eq!(counts.campaigns, workspace.counts.campaigns);
}
