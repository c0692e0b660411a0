//! Drafts whose objects someone else changed.

use adwright_desk::Error;
use adwright_testkit::TestApp;
use adwright_views::{
    ClashChoice, ClashState, Decision, Detail, DocumentRef, DraftClashes, ItemState, SentRow,
};
use serde_json::{Value, json};

use crate::{SPRING, campaign, draft_of, edit, ended, fetched, id_of, live, query, request, send};

/// Fetches the list again, after someone else changed the campaign.
async fn fetch_after_touch(desktop: &TestApp, id: &str, members: Value) -> Detail {
    desktop.practice.touch(id, members).await;
    let fetch = desktop.fetches.fetch_campaigns("again", |_| {}).await;
    fetch.unwrap();
    desktop.details.open_detail(&campaign(id)).await.unwrap()
}

fn clashes(detail: &Detail) -> &DraftClashes {
    detail.clashes.as_ref().expect("there are clashes")
}

fn changed_paths(detail: &Detail) -> Vec<&str> {
    let changes = detail.changes.iter();
    changes.map(|change| change.path.as_str()).collect()
}

fn flight_names(detail: &Detail) -> Vec<String> {
    let source: Value = serde_json::from_str(&detail.source).unwrap();
    let flights = source["flights"].as_array().unwrap().iter();
    flights
        .map(|flight| flight["name"].as_str().unwrap().to_owned())
        .collect()
}

fn text_of<'a>(detail: &'a Detail, path: &str) -> &'a str {
    &detail.field(path).unwrap().text
}

/// Returns a draft of the name that clashes, its detail and its campaign.
async fn with_clash(desktop: &TestApp) -> (String, Detail, String) {
    let id = id_of(desktop, SPRING);
    let draft = draft_of(&edit(desktop, &campaign(&id), "name", "Mine"));
    let theirs = json!({ "name": "Theirs", "notes": "theirs" });
    let detail = fetch_after_touch(desktop, &id, theirs).await;
    (draft, detail, id)
}

/// Confirms the draft's value of its only clash.
pub(crate) fn keep_mine(desktop: &TestApp, draft: &str) {
    let target = DocumentRef::Draft(draft.to_owned());
    let detail = desktop.details.read_detail(&target).unwrap();
    let place = &clashes(&detail).clashes[0].place;
    let settled = desktop.drafts.settle_clash(draft, place, ClashChoice::Mine);
    assert_eq!(clashes(&settled.unwrap()).open, 0);
}

#[tokio::test]
async fn fetch_moves_a_draft_to_the_new_base() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let draft = draft_of(&edit(&desktop, &campaign(&id), "name", "Mine"));
    let detail = fetch_after_touch(&desktop, &id, json!({ "notes": "theirs" })).await;
    assert_eq!(detail.clashes, None);
    assert_eq!(changed_paths(&detail), ["name"]);
    assert_eq!(text_of(&detail, "notes"), "theirs");
    let undone = desktop.drafts.undo_draft(&draft).unwrap();
    let values = [text_of(&undone, "name"), text_of(&undone, "notes")];
    assert_eq!(values, [SPRING, "theirs"]);
    desktop.drafts.redo_draft(&draft).unwrap();
    send(&desktop, &draft).await;
    assert_eq!(ended(&desktop, ItemState::Confirmed).outcome, "Updated.");
}

#[tokio::test]
async fn open_clash_is_marked_and_blocks_the_send() {
    let desktop = fetched().await;
    let (draft, detail, _) = with_clash(&desktop).await;
    let shown = clashes(&detail);
    assert_eq!((shown.open, shown.clashes.len()), (1, 1));
    assert!(shown.by.is_some() && shown.at.is_some());
    let values = &shown.clashes[0].values;
    let values = [&values.base, &values.mine, &values.theirs];
    let values = values.map(|value| value.as_deref().unwrap());
    assert_eq!(values, [SPRING, "Mine", "Theirs"]);
    assert_eq!(live(&desktop.desk)[0].clashes, 1);
    let listed = desktop.lists.campaigns(&query("Theirs")).unwrap().rows;
    assert_eq!(listed[0].clashes, 1);
    let review = desktop.outbox.review().unwrap();
    assert!(review.rows[0].blocked.as_ref().unwrap().contains("Settle"));
    let sending = request(&desktop, &[&draft]);
    let error = desktop.outbox.send(&sending, |_| {}).await.unwrap_err();
    assert!(
        matches!(error, Error::OpenClashes { count: 1, .. }),
        "{error}"
    );
}

#[tokio::test]
async fn clash_is_settled_by_mine_theirs_or_typing() {
    let desktop = fetched().await;
    let (draft, detail, id) = with_clash(&desktop).await;
    let place = &clashes(&detail).clashes[0].place;
    let settle = |choice| desktop.drafts.settle_clash(&draft, place, choice).unwrap();
    let state = |detail: &Detail| clashes(detail).clashes[0].state;

    let theirs = settle(ClashChoice::Theirs);
    assert_eq!(
        (state(&theirs), changed_paths(&theirs)),
        (ClashState::Theirs, vec![])
    );
    let undone = desktop.drafts.undo_draft(&draft).unwrap();
    assert_eq!(state(&undone), ClashState::Open);
    let typed = edit(&desktop, &campaign(&id), "name", "Ours");
    assert_eq!(
        (state(&typed), clashes(&typed).open),
        (ClashState::Other, 0)
    );
    desktop.drafts.undo_draft(&draft).unwrap();
    let mine = settle(ClashChoice::Mine);
    assert_eq!((state(&mine), clashes(&mine).open), (ClashState::Mine, 0));
    assert_eq!(live(&desktop.desk)[0].clashes, 0);
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
    let held = desktop.practice.get_campaign(&id).await;
    assert!(held.contains(r#""name":"Mine""#), "{held}");
}

#[tokio::test]
async fn settled_clash_opens_at_the_next_foreign_change() {
    let desktop = fetched().await;
    let (draft, detail, id) = with_clash(&desktop).await;
    let place = clashes(&detail).clashes[0].place.clone();
    desktop
        .drafts
        .settle_clash(&draft, &place, ClashChoice::Mine)
        .unwrap();
    let same = fetch_after_touch(&desktop, &id, json!({ "notes": "more" })).await;
    assert_eq!(clashes(&same).clashes[0].state, ClashState::Mine);
    let other = fetch_after_touch(&desktop, &id, json!({ "name": "Else" })).await;
    let clash = &clashes(&other).clashes[0];
    assert_eq!(clash.state, ClashState::Open);
    assert_eq!(clash.values.theirs.as_deref(), Some("Else"));
    let restored = fetch_after_touch(&desktop, &id, json!({ "name": "Mine" })).await;
    assert_eq!(restored.clashes, None);
}

#[tokio::test]
async fn clash_in_a_list_is_one_step() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    desktop.details.open_detail(&target).await.unwrap();
    let before = edit(&desktop, &target, "flights[1].budget", "9");
    let draft = draft_of(&before);
    let name = flight_names(&before).remove(1);
    let newest = json!({ "flights": [{ "type": "Flight", "name": "New" }] });
    desktop.practice.touch(&id, newest).await;
    send(&desktop, &draft).await;
    let item = ended(&desktop, ItemState::NeedsYou).item;
    let taken_back = desktop.outbox.decide(&item, Decision::Rebase).await;
    let row: SentRow = taken_back.unwrap().row;
    assert_eq!(row.state, ItemState::TakenBack);

    let merged = desktop.details.read_detail(&target).unwrap();
    let mut names = vec!["New".to_owned(), name];
    assert_eq!(flight_names(&merged), names, "mine wins");
    assert_eq!(clashes(&merged).open, 1);
    let place = &clashes(&merged).clashes[0].place;
    let theirs = desktop
        .drafts
        .settle_clash(&draft, place, ClashChoice::Theirs)
        .unwrap();
    names.pop();
    assert_eq!(
        (changed_paths(&theirs), flight_names(&theirs)),
        (vec![], names)
    );
    desktop.drafts.undo_draft(&draft).unwrap();
    let undone = desktop.drafts.undo_draft(&draft).unwrap();
    assert!(undone.changes.is_empty(), "{:?}", undone.changes);
}

#[tokio::test]
async fn both_lists_are_taken_together() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    fetch_after_touch(&desktop, &id, json!({ "labels": ["a", "b"] })).await;
    let draft = draft_of(&edit(&desktop, &target, "labels[0]", "mine"));
    let theirs = json!({ "labels": ["a", "theirs"] });
    let detail = fetch_after_touch(&desktop, &id, theirs).await;
    let clash = &clashes(&detail).clashes[0];
    assert!(clash.is_list);
    let settled = desktop
        .drafts
        .settle_clash(&draft, &clash.place, ClashChoice::Both)
        .unwrap();
    let source: Value = serde_json::from_str(&settled.source).unwrap();
    assert_eq!(source["labels"], json!(["a", "theirs", "mine", "b"]));
    assert_eq!(clashes(&settled).open, 0);
}

#[tokio::test]
async fn alike_clashes_are_settled_together() {
    let desktop = fetched().await;
    let mut detail = None;
    for name in [SPRING, "Brand film, EMEA"] {
        let id = id_of(&desktop, name);
        edit(&desktop, &campaign(&id), "notes", "mine");
        detail = Some(fetch_after_touch(&desktop, &id, json!({ "notes": "theirs" })).await);
    }
    let detail = detail.unwrap();
    let clash = &clashes(&detail).clashes[0];
    assert_eq!(clash.alike, 1);
    let settled = desktop
        .drafts
        .settle_clashes_alike(&clash.place, ClashChoice::Theirs);
    assert_eq!(settled.unwrap(), 2);
    assert_eq!(live(&desktop.desk), []);
}

#[tokio::test]
async fn one_draft_is_merged_on_request() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let draft = draft_of(&edit(&desktop, &campaign(&id), "name", "Mine"));
    let same = desktop.drafts.merge_draft(&draft, None).await.unwrap();
    assert!(!same.moved);
    desktop
        .practice
        .touch(&id, json!({ "name": "Theirs" }))
        .await;
    let merged = desktop.drafts.merge_draft(&draft, None).await.unwrap();
    assert_eq!((merged.moved, merged.clashes.unwrap().open), (true, 1));
    let taken = desktop
        .drafts
        .merge_draft(&draft, Some(ClashChoice::Mine))
        .await
        .unwrap();
    assert_eq!((taken.moved, taken.clashes.unwrap().open), (false, 0));
}

#[tokio::test]
async fn change_follows_a_moved_list_item() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    desktop.details.open_detail(&target).await.unwrap();
    let before = edit(&desktop, &target, "flights[1].budget", "9");
    let name = flight_names(&before).remove(1);
    let mut flights: Value =
        serde_json::from_str::<Value>(&before.source).unwrap()["flights"].take();
    let flights = flights.as_array_mut().unwrap();
    flights.rotate_left(1);
    flights[0]["budget"] = json!(2500);
    let detail = fetch_after_touch(&desktop, &id, json!({ "flights": flights })).await;
    assert_eq!(
        (flight_names(&detail).remove(0), &detail.clashes),
        (name, &None)
    );
    assert_eq!(changed_paths(&detail), ["flights[0].budget"]);
    let undone = desktop.drafts.undo_draft(&draft_of(&detail)).unwrap();
    assert_eq!(changed_paths(&undone), Vec::<&str>::new());
}
