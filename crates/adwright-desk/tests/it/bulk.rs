use std::sync::Mutex;

use adwright_desk::Desk;
use adwright_testkit::TestApp;
use adwright_views::{
    AppliedBulkEdit, BulkChange, BulkFormInput, BulkList, BulkOutcome, BulkPreview,
    BulkPreviewResult, BulkQuery, BulkRequest, BulkRow, BulkScope, BulkStep, BulkValue,
    DocumentRef, EditRequest, FieldInput, FindReplace, ListId, Presence, Severity,
};
use expect_test::{Expect, expect};

use crate::{
    SPRING, campaign, draft_of, edit, fetched, id_of, ids_of, live, new_campaign, send, typed,
};

pub(crate) fn set(path: &str, text: &str) -> BulkChange {
    BulkChange::Set(vec![typed(path, text)])
}

fn replace(find: &str, replace: &str, fields: &[&str]) -> FindReplace {
    FindReplace {
        find: find.to_owned(),
        replace: replace.to_owned(),
        regular: false,
        match_case: false,
        whole_word: false,
        fields: fields.iter().map(|&path| path.to_owned()).collect(),
    }
}

pub(crate) fn every(desk: &Desk) -> BulkScope {
    these(ids_of(desk, ListId::Campaigns))
}

fn some(desktop: &TestApp, names: &[&str]) -> BulkScope {
    these(names.iter().map(|name| id_of(desktop, name)).collect())
}

fn these(ids: Vec<String>) -> BulkScope {
    BulkScope::Campaigns { ids }
}

async fn preview(desktop: &TestApp, scope: &BulkScope, change: BulkChange) -> BulkPreview {
    match answer(desktop, scope, change).await {
        BulkPreviewResult::Ready(preview) => preview,
        BulkPreviewResult::Refused(problem) => panic!("{problem:?}"),
    }
}

async fn answer(desktop: &TestApp, scope: &BulkScope, change: BulkChange) -> BulkPreviewResult {
    let request = BulkRequest {
        operation: "preview".to_owned(),
        scope: scope.clone(),
        change,
    };
    desktop.bulk.preview_bulk(&request, |_| {}).await.unwrap()
}

async fn apply(desktop: &TestApp) -> AppliedBulkEdit {
    match desktop.bulk.apply_bulk("preview", |_| {}).await.unwrap() {
        BulkOutcome::Applied(edit) => edit,
        BulkOutcome::OutOfDate(sentence) => panic!("{sentence}"),
    }
}

/// Previews and applies a change.
async fn changed(desktop: &TestApp, scope: &BulkScope, change: BulkChange) -> AppliedBulkEdit {
    preview(desktop, scope, change).await;
    apply(desktop).await
}

fn rows(desktop: &TestApp, list: BulkList) -> Vec<BulkRow> {
    let query = BulkQuery {
        operation: "preview".to_owned(),
        list,
        offset: 0,
        limit: 1000,
    };
    desktop.bulk.bulk_rows(&query).unwrap().rows
}

fn shown(value: Option<&BulkValue>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if value.presence == Presence::Absent => "absent".to_owned(),
        Some(value) if value.presence == Presence::Null => "null".to_owned(),
        Some(value) => {
            let parts = value.parts.iter().map(|part| {
                if part.marked {
                    format!("[{}]", part.text)
                } else {
                    part.text.clone()
                }
            });
            parts.collect()
        }
    }
}

#[track_caller]
fn check(rows: &[BulkRow], expected: &Expect) {
    let line = |row: &BulkRow| {
        let (before, after) = (shown(row.before.as_ref()), shown(row.after.as_ref()));
        let note = row.note.as_ref().map_or("", |_| " (note)");
        let BulkRow { title, label, .. } = row;
        format!("{title} | {label}: {before} -> {after}{note}\n")
    };
    expected.assert_eq(&rows.iter().map(line).collect::<String>());
}

async fn value(desktop: &TestApp, target: &DocumentRef, path: &str) -> String {
    let detail = desktop.details.open_detail(target).await.unwrap();
    let mut fields = detail.groups.into_iter().flat_map(|group| group.fields);
    fields.find(|field| field.path == path).unwrap().text
}

#[tokio::test]
async fn bulk_edit_applies_everything_at_once() {
    let desktop = fetched().await;
    let preview = preview(&desktop, &every(&desktop.desk), set("notes", "Checked.")).await;
    assert_eq!(preview.label, "Set Notes to Checked.");
    assert_eq!((preview.skipped, preview.unchanged), (0, 0));
    assert!(live(&desktop.desk).is_empty());
    let made = apply(&desktop).await;
    assert_eq!(made.applied, preview.changed);
    let desktop = desktop.restart().await;
    let drafts = live(&desktop.desk);
    assert_eq!(drafts.len(), preview.changed as usize);
    assert!(drafts.iter().all(|row| row.changed == 1));
    assert_eq!(desktop.bulk.bulk_edits().unwrap(), [made]);
}

#[tokio::test]
async fn preview_marks_differences_and_explains_skips() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    let scope = these(vec![spring.clone(), "12".to_owned()]);
    let find = replace("launch", "start", &["name", "notes", "advertiserName"]);
    preview(&desktop, &scope, BulkChange::Replace(find)).await;
    check(
        &rows(&desktop, BulkList::Changed),
        &expect![[r#"
            Spring launch, DE | Name: Spring [launch], DE -> Spring [start], DE
        "#]],
    );
    check(
        &rows(&desktop, BulkList::Unchanged),
        &expect![[r#"
            Spring launch, DE | Notes: Creative arrives a week before the start. -> -
        "#]],
    );
    check(
        &rows(&desktop, BulkList::Skipped),
        &expect![[r#"
            Spring launch, DE | Advertiser: - -> - (note)
            Campaign 12 | : - -> - (note)
        "#]],
    );
}

#[tokio::test]
async fn each_unsettable_field_is_skipped_separately() {
    let desktop = fetched().await;
    let fresh = new_campaign(&desktop, "First light");
    let DocumentRef::Campaign(spring) = campaign(&id_of(&desktop, SPRING)) else {
        unreachable!("a campaign's target names it")
    };
    let spring = draft_of(&edit(&desktop, &campaign(&spring), "notes", "x"));
    let change = BulkChange::Set(vec![
        typed("status", "PAUSED"),
        typed("accountId", "9001"),
        EditRequest {
            path: "notes".to_owned(),
            input: FieldInput::Revert,
        },
        EditRequest {
            path: "currency".to_owned(),
            input: FieldInput::Null,
        },
    ]);
    preview(
        &desktop,
        &BulkScope::Drafts {
            ids: vec![spring, fresh],
        },
        change,
    )
    .await;
    check(
        &rows(&desktop, BulkList::Changed),
        &expect![[r#"
            Spring launch, DE | Status: [ACTIVE] -> [PAUSED]
            Spring launch, DE | Notes: [x] -> [Creative arrives a week before the start.]
            Spring launch, DE | Currency: [EUR] -> null
            First light | Status: absent -> [PAUSED]
            First light | Account ID: absent -> [9001]
            First light | Currency: absent -> null
        "#]],
    );
    check(
        &rows(&desktop, BulkList::Skipped),
        &expect![[r#"
            Spring launch, DE | Account ID: - -> - (note)
            First light | Notes: - -> - (note)
        "#]],
    );
}

#[tokio::test]
async fn predicted_refusals_are_reported_once_before_applying() {
    let desktop = fetched().await;
    let scope = every(&desktop.desk);
    let preview = preview(&desktop, &scope, set("traffickingMode", "simple")).await;
    let first = &preview.findings[0];
    assert_eq!(
        (first.code, first.severity),
        (Some(62_000), Severity::Error)
    );
    assert_eq!(first.label, "Trafficking mode");
    assert!(first.count > 1 && first.count < preview.changed);
    let campaigns = rows(&desktop, BulkList::Finding(0));
    assert_eq!(campaigns.len(), first.count as usize);
    let spring = campaigns.iter().find(|row| row.title == SPRING).unwrap();
    assert!(spring.note.as_ref().unwrap().contains("4 placements"));
    assert!(live(&desktop.desk).is_empty());
}

#[tokio::test]
async fn existing_finding_is_not_attributed_to_the_change() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &target, "traffickingMode", "simple");
    let preview = preview(&desktop, &some(&desktop, &[SPRING]), set("notes", "x")).await;
    assert_eq!(preview.findings, []);
}

#[tokio::test]
async fn replacement_can_use_fields_and_groups() {
    let desktop = fetched().await;
    let find = FindReplace {
        regular: true,
        ..replace(
            r"^(\w+) .*$",
            "{advertiserName} $1 {startDate:YYYY}",
            &["name"],
        )
    };
    preview(
        &desktop,
        &some(&desktop, &[SPRING]),
        BulkChange::Replace(find),
    )
    .await;
    check(
        &rows(&desktop, BulkList::Changed),
        &expect![[r#"
            Spring launch, DE | Name: [Spring launch, DE] -> [Northwind Outdoor Spring 2026]
        "#]],
    );
}

#[tokio::test]
async fn invalid_request_is_refused_with_its_place() {
    let desktop = fetched().await;
    let scope = some(&desktop, &[SPRING]);
    let unknown = replace("a", "b {nothing}", &["name"]);
    let BulkPreviewResult::Refused(problem) =
        answer(&desktop, &scope, BulkChange::Replace(unknown)).await
    else {
        panic!("a token that stands for nothing was taken")
    };
    assert_eq!(
        (problem.part, problem.at),
        (BulkFormInput::Replace, Some(3))
    );
    let json = set("labels", "{\"a\":");
    let BulkPreviewResult::Refused(problem) = answer(&desktop, &scope, json).await else {
        panic!("broken JSON was taken")
    };
    assert_eq!(problem.part, BulkFormInput::Value("labels".to_owned()));
    let missing = answer(&desktop, &scope, set("nothing", "x")).await;
    assert!(matches!(missing, BulkPreviewResult::Refused(_)));
}

#[tokio::test]
async fn bulk_undo_and_redo_survive_a_restart() {
    let desktop = fetched().await;
    let made = changed(&desktop, &every(&desktop.desk), set("status", "ARCHIVED")).await;
    let desktop = desktop.restart().await;
    let undone = desktop.bulk.undo_bulk(&made.id).unwrap();
    assert_eq!((undone.drafts, undone.left.len()), (made.applied, 0));
    assert!(live(&desktop.desk).is_empty());
    let desktop = desktop.restart().await;
    let [kept] = desktop.bulk.bulk_edits().unwrap().try_into().unwrap();
    assert_eq!((kept.applied, kept.undone), (0, made.applied));
    let redone = desktop.bulk.redo_bulk(&made.id).unwrap();
    assert_eq!(redone.drafts, made.applied);
    let drafts = live(&desktop.desk);
    assert_eq!(drafts.len(), made.applied as usize);
}

#[tokio::test]
async fn undoing_a_bulk_edit_leaves_no_draft() {
    let desktop = fetched().await;
    let names = [SPRING, "Brand film, EMEA"];
    let made = changed(&desktop, &some(&desktop, &names), set("notes", "bulk")).await;
    let [first, second] = names.map(|name| campaign(&id_of(&desktop, name)));
    desktop.bulk.undo_bulk(&made.id).unwrap();
    for target in [&first, &second] {
        let detail = desktop.details.open_detail(target).await.unwrap();
        assert_eq!(detail.draft, None);
        let told = desktop.history.history(target).unwrap().entries;
        assert!(told.iter().all(|entry| !entry.id.starts_with("discarded")));
    }
    // A draft that was started meanwhile stays as it is.
    edit(&desktop, &first, "notes", "mine");
    let redone = desktop.bulk.redo_bulk(&made.id).unwrap();
    assert_eq!((redone.drafts, redone.left.len()), (1, 1));
    assert_eq!(redone.left[0].target, first);
    assert_eq!(value(&desktop, &first, "notes").await, "mine");
    assert_eq!(value(&desktop, &second, "notes").await, "bulk");
}

#[tokio::test]
async fn undoing_bulk_edit_keeps_later_edits() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &target, "budget", "10");
    let two = BulkChange::Set(vec![typed("status", "ARCHIVED"), typed("notes", "bulk")]);
    let made = changed(&desktop, &some(&desktop, &[SPRING]), two).await;
    let draft = draft_of(&edit(&desktop, &target, "budget", "20"));
    desktop.bulk.undo_bulk(&made.id).unwrap();
    let detail = desktop.details.open_detail(&target).await.unwrap();
    assert_eq!(detail.changes.len(), 1, "{:?}", detail.changes);
    assert_eq!(value(&desktop, &target, "budget").await, "20");
    desktop.drafts.undo_draft(&draft).unwrap();
    desktop.bulk.redo_bulk(&made.id).unwrap();
    assert_eq!(value(&desktop, &target, "notes").await, "bulk");
    assert_eq!(value(&desktop, &target, "budget").await, "10");
    desktop.drafts.redo_draft(&draft).unwrap();
    assert_eq!(value(&desktop, &target, "budget").await, "20");
}

#[tokio::test]
async fn bulk_edit_is_one_undo_step_per_draft() {
    let desktop = fetched().await;
    let target = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &target, "budget", "10");
    let two = BulkChange::Set(vec![typed("status", "ARCHIVED"), typed("notes", "bulk")]);
    let made = changed(
        &desktop,
        &some(&desktop, &[SPRING, "Brand film, EMEA"]),
        two,
    )
    .await;
    assert_eq!(made.applied, 2);
    // More typing in a field of the bulk edit is a separate step.
    let detail = edit(&desktop, &target, "notes", "bulk and more");
    let draft = draft_of(&detail);
    let detail = desktop.drafts.undo_draft(&draft).unwrap();
    assert_eq!(
        detail.draft.unwrap().undo.as_deref(),
        Some("Set Status to ARCHIVED and 1 more field, part of a bulk edit")
    );
    let detail = desktop.drafts.undo_draft(&draft).unwrap();
    assert_eq!(detail.changes.len(), 1);
    let detail = desktop.drafts.redo_draft(&draft).unwrap();
    assert_eq!(detail.changes.len(), 3);
    desktop.drafts.undo_draft(&draft).unwrap();
    // The count excludes the draft where a person undid the bulk edit.
    assert_eq!(desktop.bulk.bulk_edits().unwrap()[0].applied, 1);
}

#[tokio::test]
async fn sent_or_dependent_draft_is_left_and_named() {
    let desktop = fetched().await;
    let sent = "Brand film, EMEA";
    let without_notes = EditRequest {
        path: "notes".to_owned(),
        input: FieldInput::Absent,
    };
    let target = campaign(&id_of(&desktop, SPRING));
    desktop.drafts.edit_draft(&target, &without_notes).unwrap();
    let scope = some(&desktop, &[SPRING, sent]);
    let made = changed(&desktop, &scope, set("notes", "bulk")).await;
    desktop.drafts.edit_draft(&target, &without_notes).unwrap();
    let target = campaign(&id_of(&desktop, sent));
    let draft = draft_of(&desktop.details.open_detail(&target).await.unwrap());
    send(&desktop, &draft).await;
    let undone = desktop.bulk.undo_bulk(&made.id).unwrap();
    assert_eq!((undone.drafts, undone.left.len()), (0, 2));
    let left: Vec<_> = undone.left.iter().map(|row| &*row.title).collect();
    assert_eq!(left, [SPRING, sent]);
}

#[tokio::test]
async fn concurrent_changes_are_rechecked_before_applying() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    let scope = some(&desktop, &[SPRING]);
    let find = || BulkChange::Replace(replace("Spring", "Autumn", &["name"]));
    assert_eq!(preview(&desktop, &scope, find()).await.summaries, 1);
    let others = serde_json::json!({ "name": "Spring sale" });
    desktop.practice.touch(&spring, others).await;
    let outcome = desktop.bulk.apply_bulk("preview", |_| {}).await.unwrap();
    assert!(matches!(outcome, BulkOutcome::OutOfDate(_)));
    assert!(live(&desktop.desk).is_empty());
    let again = preview(&desktop, &scope, find()).await;
    assert_eq!((again.changed, again.summaries), (1, 0));
    apply(&desktop).await;
    let detail = desktop
        .details
        .open_detail(&campaign(&spring))
        .await
        .unwrap();
    assert_eq!(detail.title, "Autumn sale");
}

#[tokio::test]
async fn offline_preview_uses_the_list_rows() {
    let desktop = fetched().await.restart_offline().await;
    let made = changed(&desktop, &every(&desktop.desk), set("notes", "Offline.")).await;
    let drafts = live(&desktop.desk);
    assert_eq!(drafts.len(), made.applied as usize);
}

#[tokio::test]
async fn newer_preview_replaces_older_and_stop_changes_nothing() {
    let desktop = fetched().await;
    let request = |operation: &str| BulkRequest {
        operation: operation.to_owned(),
        scope: every(&desktop.desk),
        change: set("notes", "x"),
    };
    let (older, newer) = (request("older"), request("newer"));
    let (first, second) = tokio::join!(
        desktop.bulk.preview_bulk(&older, |_| {}),
        desktop.bulk.preview_bulk(&newer, |_| {})
    );
    assert!(first.is_err() && second.is_ok());
    let stopped = desktop.bulk.apply_bulk("newer", |progress| {
        if progress.step == BulkStep::Getting {
            desktop.stop("newer");
        }
    });
    assert!(stopped.await.is_err());
    assert!(live(&desktop.desk).is_empty());
}

#[tokio::test]
async fn progress_is_reported_step_by_step() {
    let desktop = fetched().await;
    preview(&desktop, &every(&desktop.desk), set("notes", "x")).await;
    let steps = Mutex::new(Vec::new());
    let listen = |progress: adwright_views::BulkProgress| {
        assert!(progress.finished <= progress.total);
        steps.lock().unwrap().push(progress.step);
    };
    desktop.bulk.apply_bulk("preview", listen).await.unwrap();
    let mut steps = steps.into_inner().unwrap();
    steps.dedup();
    assert_eq!(steps, [BulkStep::Getting, BulkStep::Saving]);
}

#[tokio::test]
async fn draft_awaiting_decision_is_skipped_with_reason() {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    let target = campaign(&spring);
    let draft = draft_of(&edit(&desktop, &target, "notes", "mine"));
    desktop
        .practice
        .touch(&spring, serde_json::json!({ "notes": "theirs" }))
        .await;
    send(&desktop, &draft).await;
    let preview = preview(
        &desktop,
        &some(&desktop, &[SPRING]),
        set("status", "PAUSED"),
    )
    .await;
    assert_eq!((preview.changed, preview.skipped), (0, 1));
    assert_eq!(preview.reasons.len(), 1);
}

#[tokio::test]
async fn pane_offers_settable_fields_and_tokens() {
    let desktop = fetched().await;
    let form = desktop.bulk.bulk_form(&some(&desktop, &[SPRING])).unwrap();
    assert_eq!(form.count, 1);
    let paths: Vec<&str> = form
        .fields
        .iter()
        .map(|field| field.path.as_str())
        .collect();
    assert!(paths.contains(&"status") && paths.contains(&"adminSettings.privacy.disableCookies"));
    assert!(!paths.contains(&"id") && !paths.contains(&"type"));
    let tokens: Vec<&str> = form
        .tokens
        .iter()
        .map(|token| token.value.as_str())
        .collect();
    assert!(tokens.contains(&"{advertiserName}") && tokens.contains(&"{startDate:YYYY-MM-DD}"));
}
