//! The history of a campaign: listed, compared, restored.

use std::fmt::Write;

use adwright_desk::{Clock, Paths};
use adwright_model::Kind;
use adwright_store::{CachedColumns, FetchedObject, Fullness, Store};
use adwright_testkit::TestApp;
use adwright_views::{
    DocumentRef, FailureCode, History, HistoryComparison, HistoryKind, HistoryStatus, ItemState,
};
use serde_json::json;

use crate::{SPRING, campaign, draft_of, edit, ended, fetched, id_of, new_campaign, send};

fn history(desktop: &TestApp, target: &DocumentRef) -> History {
    desktop.history.history(target).unwrap()
}

/// Lists the kind, title and status of each entry, newest first.
fn told(history: &History) -> String {
    history
        .entries
        .iter()
        .fold(String::new(), |mut all, entry| {
            let mark = match entry.mark {
                HistoryStatus::None => "",
                HistoryStatus::OnService => " (on the service)",
                HistoryStatus::Here => " (here)",
                HistoryStatus::TakenBack => " (taken back)",
            };
            writeln!(all, "{:?}: {}{mark}", entry.kind, entry.title).unwrap();
            all
        })
}

fn compared(
    desktop: &TestApp,
    target: &DocumentRef,
    before: &str,
    after: &str,
) -> HistoryComparison {
    desktop
        .history
        .compare_history(target, before, after)
        .unwrap()
}

/// Compares the newest entry with its default counterpart.
fn newest(desktop: &TestApp, target: &DocumentRef) -> HistoryComparison {
    let history = history(desktop, target);
    let entry = &history.entries[0];
    compared(desktop, target, entry.before.as_deref().unwrap(), &entry.id)
}

fn fields(comparison: &HistoryComparison) -> Vec<&str> {
    comparison
        .fields
        .iter()
        .map(|field| field.label.as_str())
        .collect()
}

/// Changes a campaign as another person, and fetches it.
async fn changed_elsewhere(desktop: &TestApp, id: &str, members: serde_json::Value) {
    desktop.clock.advance_ms(60_000);
    desktop.practice.touch(id, members).await;
    desktop
        .fetches
        .fetch_campaigns("fetch", |_| {})
        .await
        .unwrap();
}

/// Stores a text as another service could have sent it.
fn keep(desktop: &TestApp, id: &str, text: &str, fullness: Fullness) {
    desktop.clock.advance_ms(60_000);
    let store = Store::open(&Paths::in_home(desktop.home()).store()).unwrap();
    let page = [FetchedObject {
        id: id.parse().unwrap(),
        text: text.to_owned(),
        fullness,
        columns: CachedColumns::default(),
    }];
    let workspace = desktop.overview.workspace_view().unwrap().id;
    let at = desktop.clock.now().as_millisecond();
    store
        .cache_put_page(&workspace, Kind::Campaign, &page, at)
        .unwrap();
}

#[tokio::test]
async fn history_of_one_fetch_explains_itself() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    desktop.details.open_detail(&target).await.unwrap();
    desktop
        .fetches
        .fetch_campaigns("again", |_| {})
        .await
        .unwrap();
    let history = history(&desktop, &target);
    assert_eq!(told(&history), "Fetched: First seen (on the service)\n");
    assert!(
        history
            .note
            .unwrap()
            .starts_with("It has been fetched once.")
    );
}

#[tokio::test]
async fn fetches_drafts_and_sends_are_listed_in_order() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    changed_elsewhere(&desktop, &id, json!({ "notes": "Theirs", "budget": 7 })).await;
    desktop.clock.advance_ms(60_000);
    let draft = draft_of(&edit(&desktop, &target, "name", "Mine"));
    desktop.clock.advance_ms(60_000);
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::Confirmed);
    desktop.clock.advance_ms(60_000);
    edit(&desktop, &target, "notes", "Ours");
    edit(&desktop, &target, "status", "PAUSED");
    desktop
        .drafts
        .undo_draft(&draft_of(
            &desktop.details.open_detail(&target).await.unwrap(),
        ))
        .unwrap();
    expect_test::expect![[r#"
        Step: Change of Status (taken back)
        Step: Change of Notes (here)
        Begun: From the service’s version
        Fetched: Only fields that the service writes itself (on the service)
        Sent: Name
        Fetched: Budget and Notes
        Fetched: First seen
    "#]]
    .assert_eq(&told(&history(&desktop, &target)));
}

#[tokio::test]
async fn refusals_and_discards_are_in_the_history() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    let draft = draft_of(&edit(&desktop, &target, "name", "Not wanted"));
    desktop.clock.advance_ms(1_000);
    desktop.drafts.discard_draft(&draft).unwrap();
    let history = history(&desktop, &target);
    assert_eq!(
        told(&history),
        "Discarded: Name\nFetched: First seen (on the service)\n"
    );
    let detail = desktop
        .history
        .restore_from(&target, &history.entries[0].id, Some("name"))
        .unwrap();
    assert_eq!(detail.title, "Not wanted");
}

#[tokio::test]
async fn any_two_versions_are_compared_by_field() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    changed_elsewhere(&desktop, &id, json!({ "notes": "One" })).await;
    changed_elsewhere(&desktop, &id, json!({ "notes": "Two", "budget": 7 })).await;
    let entries = history(&desktop, &target).entries;
    let [newest, middle, first] = &entries[..] else {
        panic!("{}", told(&history(&desktop, &target)))
    };
    assert_eq!(newest.before.as_ref(), Some(&middle.id));
    let comparison = compared(&desktop, &target, &first.id, &newest.id);
    let labels = fields(&comparison);
    assert!(
        labels.contains(&"Notes") && labels.contains(&"Budget"),
        "{labels:?}"
    );
    assert!(comparison.same > 10, "{}", comparison.same);
    assert_eq!(comparison.before, first.name);
    let notes = comparison
        .fields
        .iter()
        .find(|field| field.path == "notes")
        .unwrap();
    assert_eq!(notes.after.text.as_deref(), Some("Two"));
    assert!(notes.before.restorable && !notes.after.restorable);
    let version = comparison
        .fields
        .iter()
        .find(|field| field.path == "version")
        .unwrap();
    assert!(!version.before.restorable, "the service supplies it");
    let missing = desktop
        .history
        .compare_history(&target, "version:99", &newest.id);
    assert_eq!(missing.unwrap_err().failure().code, FailureCode::NotFound);
}

#[tokio::test]
async fn field_restore_is_an_undoable_edit() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    changed_elsewhere(
        &desktop,
        &id,
        json!({ "name": "Theirs", "notes": "Theirs" }),
    )
    .await;
    let first = history(&desktop, &target).entries.pop().unwrap();
    let detail = desktop
        .history
        .restore_from(&target, &first.id, Some("name"))
        .unwrap();
    assert_eq!((detail.title.as_str(), detail.changes.len()), (SPRING, 1));
    let draft = detail.draft.unwrap();
    assert_eq!(
        draft.undo.unwrap(),
        format!("restore of Name from “{}”", first.name)
    );
    let detail = desktop.drafts.undo_draft(&draft.id).unwrap();
    assert_eq!(detail.title, "Theirs");
}

#[tokio::test]
async fn restore_all_is_one_step_and_skips_unrestorable() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    changed_elsewhere(
        &desktop,
        &id,
        json!({ "name": "Theirs", "notes": "Theirs", "budget": 7 }),
    )
    .await;
    let first = history(&desktop, &target).entries.pop().unwrap();
    let detail = desktop
        .history
        .restore_from(&target, &first.id, None)
        .unwrap();
    let changed: Vec<&str> = detail
        .changes
        .iter()
        .map(|change| change.path.as_str())
        .collect();
    assert_eq!(changed, ["name", "budget", "notes"]);
    assert!(
        detail
            .findings
            .iter()
            .all(|finding| finding.rule != "read-only")
    );
    let steps = history(&desktop, &target).entries;
    let steps = steps.iter().filter(|entry| entry.kind == HistoryKind::Step);
    assert_eq!(steps.count(), 1);
    let draft = detail.draft.unwrap().id;
    assert!(
        desktop
            .drafts
            .undo_draft(&draft)
            .unwrap()
            .changes
            .is_empty()
    );
}

#[tokio::test]
async fn draft_can_return_to_any_step() {
    let desktop = fetched().await;
    let target = desktop.drafts.create_draft().unwrap().target;
    for name in ["One", "Two", "Three"] {
        desktop.clock.advance_ms(5_000);
        edit(&desktop, &target, "name", name);
    }
    let told_now = told(&history(&desktop, &target));
    assert_eq!(
        told_now,
        "Step: Change of Name (here)\nStep: Change of Name\nStep: Change of Name\nBegun: From nothing\n"
    );
    let DocumentRef::Draft(draft) = &target else {
        panic!("{target:?}")
    };
    let first = history(&desktop, &target).entries[2].position.unwrap();
    assert_eq!(
        desktop.drafts.go_to_step(draft, first).unwrap().title,
        "One"
    );
    let entries = history(&desktop, &target).entries;
    assert_eq!(entries[0].mark, HistoryStatus::TakenBack);
    let last = entries[0].position.unwrap();
    assert_eq!(
        desktop.drafts.go_to_step(draft, last).unwrap().title,
        "Three"
    );
    let comparison = newest(&desktop, &target);
    assert_eq!(comparison.fields[0].before.text.as_deref(), Some("Two"));
    assert!(desktop.drafts.go_to_step(draft, 9).is_err());
}

#[tokio::test]
async fn new_draft_and_campaign_show_their_origin() {
    let desktop = fetched().await;
    let draft = new_campaign(&desktop, "First light");
    let target = DocumentRef::Draft(draft.clone());
    assert_eq!(
        history(&desktop, &target).entries.last().unwrap().title,
        "From nothing"
    );
    send(&desktop, &draft).await;
    let id = ended(&desktop, ItemState::Confirmed).id.unwrap();
    let history = history(&desktop, &campaign(&id));
    let kinds: Vec<_> = history.entries.iter().map(|entry| entry.kind).collect();
    assert_eq!(kinds, [HistoryKind::Fetched, HistoryKind::Sent]);
    assert_eq!(history.entries[1].state, Some(ItemState::Confirmed));
}

#[tokio::test]
async fn summary_is_not_a_removal() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    desktop.details.open_detail(&target).await.unwrap();
    let brief = format!(r#"{{"type":"Campaign","id":{id},"name":"Brief","lastUpdateOn":1}}"#);
    keep(&desktop, &id, &brief, Fullness::Summary);
    let desktop = desktop.restart_offline().await;
    let comparison = newest(&desktop, &target);
    let notes = comparison
        .fields
        .iter()
        .find(|field| field.path == "budget")
        .unwrap();
    assert!(notes.after.unknown && !notes.after.restorable && notes.before.restorable);
    assert!(comparison.note.unwrap().contains("summary"));
    let entry = history(&desktop, &target).entries.remove(0);
    assert_eq!(entry.title, "Name");
    assert!(entry.about.contains("summary"), "{}", entry.about);
}

#[tokio::test]
async fn redundant_summary_is_not_a_version() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    desktop.details.open_detail(&target).await.unwrap();
    let brief = format!(r#"{{"type":"Campaign","id":{id},"name":"{SPRING}"}}"#);
    keep(&desktop, &id, &brief, Fullness::Summary);
    assert_eq!(
        told(&history(&desktop, &target)),
        "Fetched: First seen (on the service)\n"
    );
}

#[tokio::test]
async fn text_only_entries_are_compared_as_text() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    let twice = format!(r#"{{"id":{id},"name":"A","name":"B"}}"#);
    keep(&desktop, &id, &twice, Fullness::Full);
    let comparison = newest(&desktop, &target);
    let texts = comparison.texts.unwrap();
    assert_eq!(texts.after, twice);
    assert!(texts.reason.contains("Line 1"), "{}", texts.reason);
    let entry = history(&desktop, &target).entries.remove(0);
    assert_eq!(
        (entry.title.as_str(), entry.mark),
        ("The text", HistoryStatus::OnService)
    );
}

#[tokio::test]
async fn nothing_is_restored_while_draft_is_being_sent() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let target = campaign(&id);
    changed_elsewhere(&desktop, &id, json!({ "notes": "Theirs" })).await;
    let draft = draft_of(&edit(&desktop, &target, "name", "Mine"));
    let theirs = json!({ "name": "Theirs" });
    desktop.practice.touch(&id, theirs).await;
    send(&desktop, &draft).await;
    ended(&desktop, ItemState::NeedsYou);
    let first = history(&desktop, &target).entries.pop().unwrap();
    let error = desktop
        .history
        .restore_from(&target, &first.id, Some("name"));
    assert_eq!(error.unwrap_err().failure().code, FailureCode::Conflict);
    let entries = history(&desktop, &target).entries;
    let comparison = compared(&desktop, &target, &first.id, &entries[0].id);
    assert!(
        comparison
            .fields
            .iter()
            .all(|field| !field.before.restorable)
    );
}
