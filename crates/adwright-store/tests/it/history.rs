use adwright_model::Id;
use adwright_store::{CachedColumns, FetchedObject, Fullness, ItemTransition, OutboxState, Store};
use expect_test::expect;

use crate::home::{Home, KIND, check, new_item, to};

fn entry(text: &str, fullness: Fullness) -> FetchedObject {
    FetchedObject {
        id: Id(1),
        text: text.to_owned(),
        fullness,
        columns: CachedColumns::default(),
    }
}

fn put(home: &Home, text: &str, fullness: Fullness, at: i64) {
    let page = [entry(text, fullness)];
    home.store
        .cache_put_page(&home.workspace, KIND, &page, at)
        .unwrap();
}

fn versions(store: &Store, workspace: &str) -> String {
    let all = store.cache_versions(workspace, KIND, Id(1)).unwrap();
    let shown = all
        .iter()
        .map(|version| format!("{} {}@{}", version.fullness, version.text, version.seen_at));
    shown.collect::<Vec<_>>().join(", ")
}

#[test]
fn version_seen_in_full_stays_full() {
    let home = Home::new();
    put(&home, "a", Fullness::Summary, 1);
    put(&home, "b", Fullness::Summary, 2);
    put(&home, "a", Fullness::Full, 3);
    put(&home, "a", Fullness::Summary, 4);
    check(
        versions(&home.store, &home.workspace),
        expect!["full a@1, summary b@2"],
    );
}

#[test]
fn single_text_is_stored_once_as_a_version() {
    let home = Home::new();
    let written = || -> i64 {
        let count = "SELECT COUNT(*) FROM object_version";
        home.raw().query_row(count, [], |row| row.get(0)).unwrap()
    };
    let shown_versions = || versions(&home.store, &home.workspace);
    put(&home, "a", Fullness::Full, 1);
    put(&home, "a", Fullness::Full, 2);
    assert_eq!((shown_versions().as_str(), written()), ("full a@1", 0));
    // A stale mark or a removal does not change the version, which stays full.
    home.store
        .cache_mark_stale(&home.workspace, KIND, Id(1))
        .unwrap();
    assert_eq!(shown_versions(), "full a@1");
    let delete = |since| {
        home.store
            .cache_remove_unseen(&home.workspace, KIND, since)
            .unwrap()
    };
    assert_eq!((delete(9), shown_versions().as_str()), (1, "full a@1"));
    put(&home, "b", Fullness::Summary, 10);
    assert_eq!(shown_versions(), "full a@1, summary b@10");
    assert_eq!((delete(11), written()), (1, 2));
    put(&home, "a", Fullness::Summary, 12);
    assert_eq!(shown_versions(), "full a@1, summary b@10");
}

#[test]
fn sent_history_includes_the_time_before_an_id() {
    let home = Home::new();
    let draft = home.draft_of(None).unwrap();
    let first = home.send(&[new_item(&draft)]).unwrap().remove(0);
    let settle = |id: &str, state: OutboxState, target: Option<i64>, at: i64| {
        let transition = ItemTransition {
            target: target.map(Id),
            ..to(OutboxState::Planned, state)
        };
        home.settle(id, &transition, "{}", at).unwrap();
    };
    settle(&first.id, OutboxState::Refused, None, 30);
    let draft = home.store.draft_get(&draft.id).unwrap();
    let second = home.send(&[new_item(&draft)]).unwrap().remove(0);
    settle(&second.id, OutboxState::Confirmed, Some(7), 40);
    let of_object = home
        .store
        .item_list_by_object(&home.workspace, KIND, Id(7))
        .unwrap();
    let of_draft = home.store.item_list_by_draft(&draft.id).unwrap();
    let states = |items: &[adwright_store::Item]| -> Vec<OutboxState> {
        items.iter().map(|item| item.state).collect()
    };
    assert_eq!(
        states(&of_object),
        [OutboxState::Refused, OutboxState::Confirmed]
    );
    assert_eq!(of_draft, of_object);
    check(
        home.store
            .cache_versions(&home.workspace, KIND, Id(7))
            .unwrap()
            .len(),
        expect!["1"],
    );
}

#[test]
fn the_discarded_drafts_of_an_object_are_found() {
    let home = Home::new();
    for at in [11, 12] {
        let draft = home.draft_of(Some(1)).unwrap();
        home.store.draft_discard(&draft.id, at).unwrap();
    }
    home.draft_of(Some(1)).unwrap();
    let found = home
        .store
        .draft_list_discarded_by_object(&home.workspace, KIND, Id(1))
        .unwrap();
    let times: Vec<_> = found.iter().map(|draft| draft.discarded_at).collect();
    assert_eq!(times, [Some(11), Some(12)]);
}

#[test]
fn origin_of_a_new_object_is_kept() {
    let home = Home::new();
    let new = adwright_store::NewDraft {
        workspace: &home.workspace,
        kind: KIND,
        target: None,
        base_text: None,
        base_fullness: Fullness::Full,
        text: "{}",
    };
    let draft = home
        .store
        .draft_create_from(&new, "the template “Q”", 1)
        .unwrap();
    let again = home.again().draft_get(&draft.id).unwrap();
    assert_eq!(again.origin.as_deref(), Some("the template “Q”"));
}
