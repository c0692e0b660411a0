//! Thousands of drafts: all are counted, drawn in windows, checked once, and discarded together.

use adwright_model::{Edit, Id, Kind, Path};
use adwright_store::{BulkDraft, BulkDraftEdit, Fullness, NewBulkEdit, Store};
use adwright_testkit::TestApp;
use adwright_views::{DraftColumn, DraftFilter, DraftQuery, DraftRow, DraftSort, DraftWindow};
use rusqlite::{Connection, params};

use crate::{
    SPRING, campaign, discarded, draft_of, drafts, edit, fetched, id_of, live, new_campaign,
    reviewed, send,
};

/// More than ten windows. Ten thousand drafts would test nothing more, and a debug build takes 45 seconds to create
/// them.
const MANY: u32 = 2_000;
/// Every fourth draft has an error.
const WITH_ERROR: u32 = 4;

fn window(desktop: &TestApp, query: &DraftQuery) -> DraftWindow {
    desktop.drafts.draft_window(query).unwrap()
}

fn titles(rows: &[DraftRow]) -> Vec<&str> {
    rows.iter().map(|row| row.title.as_str()).collect()
}

/// Returns the window's counts of drafts, of drafts that are ready to send, and of errors.
fn counts(desktop: &TestApp) -> (u32, u32, u32) {
    let counts = desktop.overview.workspace_view().unwrap().counts;
    (counts.drafts, counts.ready, counts.errors)
}

/// Creates drafts of this many campaigns, each with a new name. Every fourth has a budget that is not a number.
async fn with_drafts(many: u32) -> TestApp {
    let desktop = fetched().await;
    let spring = id_of(&desktop, SPRING);
    let base = desktop
        .details
        .open_detail(&campaign(&spring))
        .await
        .unwrap();
    let part = |number: u32| {
        let target = 2_000_000_000 + i64::from(number);
        let base_text = base.source.replace(&spring, &target.to_string());
        let set = |member: &str, json: String| Edit::Set {
            path: Path::root().child(member),
            json,
        };
        let mut edits = vec![set("name", format!("\"Draft {number}\""))];
        if number.is_multiple_of(WITH_ERROR) {
            edits.push(set("budget", "\"12,50\"".to_owned()));
        }
        // The text after the edits, without ten thousand parses.
        let name = format!("\"name\":\"{SPRING}\"");
        let mut text = base_text.replacen(&name, &format!("\"name\":\"Draft {number}\""), 1);
        if edits.len() > 1 {
            text = text.replacen("\"budget\":", "\"budget\":\"12,50\",\"was\":", 1);
        }
        BulkDraftEdit {
            draft: BulkDraft::New {
                target: Id(target),
                base_text,
                base_fullness: Fullness::Full,
            },
            edits,
            text,
        }
    };
    let parts: Vec<_> = (0..many).map(part).collect();
    let store = Store::open(&desktop.home().join("adwright.db")).unwrap();
    let new = NewBulkEdit {
        workspace: &desktop.overview.workspace_view().unwrap().id,
        label: "Many",
        kind: Kind::Campaign,
        parts: &parts,
    };
    store.bulk_apply(&new, 0).unwrap();
    desktop
}

/// Changes a draft's text without a new revision, which the program never does.
fn change_unseen(desktop: &TestApp, draft: &str) {
    let database = Connection::open(desktop.home().join("adwright.db")).unwrap();
    let sql = "UPDATE draft SET text = replace(text, '\"Draft ', '\"Unseen ') WHERE id = ?1";
    assert_eq!(database.execute(sql, params![draft]).unwrap(), 1);
}

#[tokio::test]
async fn one_change_among_thousands_is_one_check() {
    let desktop = with_drafts(MANY).await;
    assert_eq!(counts(&desktop), (MANY, MANY * 3 / 4, MANY / WITH_ERROR));
    let rows = live(&desktop.desk);
    assert_eq!((rows[1_996].errors, rows[1_997].errors), (1, 0));

    // A draft without a new revision is not checked again. The counts follow the changed draft.
    change_unseen(&desktop, &rows[1_998].draft);
    let mended = campaign(rows[800].id.as_deref().unwrap());
    edit(&desktop, &mended, "budget", "12.50");
    assert_eq!(
        counts(&desktop),
        (MANY, MANY * 3 / 4 + 1, MANY / WITH_ERROR - 1)
    );
    assert_eq!(live(&desktop.desk)[1_998].title, "Draft 1998");
    let unseen = campaign(rows[1_998].id.as_deref().unwrap());
    edit(&desktop, &unseen, "notes", "Now it is");
    assert_eq!(live(&desktop.desk)[1_998].title, "Unseen 1998");
}

#[tokio::test]
async fn draft_window_has_its_rows_and_all_counts() {
    let desktop = with_drafts(MANY).await;
    let part = |shown, offset, limit| DraftQuery {
        offset,
        limit,
        ..drafts(shown)
    };
    let last = window(&desktop, &part(DraftFilter::All, MANY - 2, 200));
    assert_eq!(titles(&last.rows), ["Draft 1998", "Draft 1999"]);
    assert_eq!((last.offset, last.matched), (MANY - 2, MANY));
    let counts = last.counts;
    assert_eq!(
        (counts.all, counts.ready, counts.errors, counts.discarded),
        (MANY, MANY * 3 / 4, MANY / WITH_ERROR, 0)
    );
    let bad = window(&desktop, &part(DraftFilter::Errors, 400, 3));
    assert_eq!(
        titles(&bad.rows),
        ["Draft 1600", "Draft 1604", "Draft 1608"]
    );
    assert_eq!((bad.matched, bad.counts), (MANY / WITH_ERROR, counts));
    let ids = desktop.drafts.draft_ids(&part(DraftFilter::Errors, 400, 1));
    assert_eq!(ids.unwrap(), [bad.rows[0].draft.as_str()]);
    assert_eq!(
        desktop
            .drafts
            .draft_ids(&drafts(DraftFilter::Ready))
            .unwrap()
            .len(),
        1_500
    );
}

#[tokio::test]
async fn drafts_can_be_searched_and_sorted() {
    let desktop = with_drafts(12).await;
    let found = |search: &str, sort| {
        let query = DraftQuery {
            search: search.to_owned(),
            sort,
            ..drafts(DraftFilter::All)
        };
        window(&desktop, &query).rows
    };
    let by = |column, descending| Some(DraftSort { column, descending });
    assert_eq!(titles(&found("dRaFt 11", None)), ["Draft 11"]);
    assert_eq!(titles(&found(" 2000000007 ", None)), ["Draft 7"]);
    assert!(found("draft nowhere", None).is_empty());
    let advertiser = found("", None).remove(0).advertiser;
    assert_eq!(found(&advertiser, None).len(), 12);

    let by_title = found("", by(DraftColumn::Title, true));
    assert_eq!(
        titles(&by_title[..3]),
        ["Draft 9", "Draft 8", "Draft 7"],
        "as texts"
    );
    let by_findings = found("", by(DraftColumn::Findings, true));
    assert_eq!(
        titles(&by_findings[..4]),
        ["Draft 0", "Draft 4", "Draft 8", "Draft 1"],
        "equal ones as they were begun"
    );
    let by_changed = found("", by(DraftColumn::Changed, false));
    assert_eq!(by_changed[0].title, "Draft 1");
}

#[tokio::test]
async fn next_draft_with_findings_wraps_around() {
    let desktop = with_drafts(9).await;
    let next = |shown, after, back| {
        let query = drafts(shown);
        desktop.drafts.draft_with_findings(&query, after, back)
    };
    let all = |after, back| next(DraftFilter::All, after, back).unwrap();
    assert_eq!(
        [all(0, false), all(4, false), all(8, false)],
        [4, 8, 0].map(Some)
    );
    assert_eq!(
        [all(8, true), all(3, true), all(0, true)],
        [4, 0, 8].map(Some)
    );
    assert_eq!(next(DraftFilter::Ready, 0, false).unwrap(), None);
    assert_eq!(next(DraftFilter::Discarded, 0, true).unwrap(), None);
}

#[tokio::test]
async fn bulk_discard_and_restore_skip_locked_drafts() {
    let desktop = with_drafts(3).await;
    let desk = &desktop.desk;
    let spring = campaign(&id_of(&desktop, SPRING));
    edit(&desktop, &spring, "name", "Spring launch, Germany");
    let held = new_campaign(&desktop, "Not yet decided");
    desktop.practice.arm_fault("drop-before-commit").await;
    send(&desktop, &held).await;
    let ids: Vec<String> = live(desk).into_iter().map(|row| row.draft).collect();
    assert_eq!(ids[4], held);

    let moved = desk.drafts.discard_drafts(&ids[1..]).unwrap();
    assert_eq!(moved.drafts, ids[1..4]);
    assert_eq!(titles(&live(desk)), ["Draft 0", "Not yet decided"]);
    assert_eq!(discarded(desk).len(), 3);

    // One of the campaigns has another draft meanwhile.
    edit(&desktop, &spring, "notes", "Begun anew");
    let moved = desk.drafts.restore_drafts(&ids[1..4]).unwrap();
    assert_eq!(moved.drafts, ids[1..3]);
    assert_eq!(titles(&discarded(desk)), ["Spring launch, Germany"]);
}

#[tokio::test]
async fn review_lists_rows_and_opens_one_draft() {
    let desktop = with_drafts(6).await;
    let review = desktop.outbox.review().unwrap();
    let errors: Vec<usize> = review.rows.iter().map(|row| row.errors.len()).collect();
    assert_eq!(errors, [1, 0, 0, 0, 1, 0]);
    assert_eq!(review.rows[4].errors[0].path, "budget");
    let item = desktop.outbox.review_item(&review.rows[4].draft);
    let item = item.unwrap().unwrap();
    assert_eq!(item.row, review.rows[4]);
    assert_eq!((item.changes.len(), item.proof.dropped), (3, 0));
    assert_eq!(item.findings[0].path, "budget");

    assert_eq!(reviewed(&desktop).row, review.rows[0]);
    desktop.drafts.discard_draft(&review.rows[0].draft).unwrap();
    let gone = desktop.outbox.review_item(&review.rows[0].draft).unwrap();
    assert!(gone.is_none());
}

#[tokio::test]
async fn draft_is_rechecked_when_facts_change() {
    let desktop = with_drafts(2).await;
    let spring = id_of(&desktop, SPRING);
    edit(&desktop, &campaign(&spring), "traffickingMode", "simple");
    let errors = || live(&desktop.desk)[2].errors;
    assert_eq!(errors(), 1, "placements are attached");

    // The service changed only one campaign, so the other draft is not checked again.
    change_unseen(&desktop, &live(&desktop.desk)[1].draft);
    let touched = serde_json::json!({ "notes": "Seen by someone else" });
    desktop.practice.touch(&spring, touched).await;
    assert_eq!(
        (live(&desktop.desk)[1].title.as_str(), errors()),
        ("Draft 1", 1)
    );

    desktop.overview.pause_practice().await.unwrap();
    assert_eq!(errors(), 0, "nobody can tell while the service is paused");
    desktop.overview.resume_practice().await.unwrap();
    assert_eq!(errors(), 1);
}

#[tokio::test]
async fn undone_discarded_and_sent_drafts_change_lists() {
    let desktop = with_drafts(4).await;
    let rows = live(&desktop.desk);
    desktop.drafts.discard_draft(&rows[1].draft).unwrap();
    desktop.drafts.undo_draft(&rows[2].draft).unwrap();
    assert_eq!(titles(&live(&desktop.desk)), ["Draft 0", "Draft 3"]);
    let gone = discarded(&desktop.desk);
    assert_eq!(titles(&gone), ["Draft 1"]);
    assert!(gone[0].lock.is_some());
    desktop.drafts.restore_draft(&rows[1].draft).unwrap();
    let target = campaign(&id_of(&desktop, SPRING));
    let draft = draft_of(&edit(&desktop, &target, "name", "Spring launch, Germany"));
    assert_eq!(live(&desktop.desk).len(), 4);
    send(&desktop, &draft).await;
    assert_eq!(
        titles(&live(&desktop.desk)),
        ["Draft 0", "Draft 1", "Draft 3"]
    );
    assert!(discarded(&desktop.desk).is_empty());
}
