//! Sheets over existing objects: their edits are ordinary drafts, undone in one step.

use adwright_desk::{Desk, Error, ItemBlocker, ObjectSheetError, SkipReason};
use adwright_testkit::TestApp;
use adwright_views::{
    DocumentRef, DraftRow, ItemState, ListId, ObjectSheetRequest, RowSpan, Severity, SheetCell,
    SheetEdit, SheetFilter, SheetSource, SheetView,
};

use crate::finding_overviews::{alike, groups, shown};
use crate::sheets::{OpenSheet, all, range, search, sorted};
use crate::{
    SPRING, campaign, draft_of, edit, ended, fetched, first_ad, id_of, ids_of, live, new_campaign,
    send, with_ads,
};

/// The columns of the sheets of campaigns.
const PATHS: [&str; 8] = [
    "name",
    "budget",
    "startDate",
    "notes",
    "status",
    "endDate",
    "currency",
    "id",
];
const NAME: u32 = 0;
const BUDGET: u32 = 1;
const NOTES: u32 = 3;
const ID: u32 = 7;

async fn try_open(
    desk: &Desk,
    list: ListId,
    targets: Vec<DocumentRef>,
    columns: &[&str],
) -> Result<SheetView, Error> {
    let request = ObjectSheetRequest {
        operation: "open".to_owned(),
        list,
        targets,
        columns: columns.iter().map(|&path| path.to_owned()).collect(),
    };
    desk.sheets.open_objects(&request, |_| {}).await
}

/// Opens campaigns as a sheet.
async fn open(app: &TestApp, targets: Vec<DocumentRef>) -> OpenSheet<'_> {
    let desk = &app.desk;
    let batch = try_open(desk, ListId::Campaigns, targets, &PATHS).await;
    let batch = batch.unwrap();
    OpenSheet { desk, batch }
}

/// Opens the first campaigns as a sheet.
async fn first(app: &TestApp, rows: usize) -> OpenSheet<'_> {
    let ids = ids_of(&app.desk, ListId::Campaigns).into_iter().take(rows);
    open(app, ids.map(|id| campaign(&id)).collect()).await
}

fn paste(top: u32, column: u32, text: &str) -> SheetEdit {
    SheetEdit::Paste {
        range: range(top, 1, &[column]),
        shown: (0..=ID).collect(),
        text: text.to_owned(),
        html: None,
        transposed: false,
    }
}

fn set(row: u32, column: u32, text: &str) -> SheetEdit {
    SheetEdit::Set {
        ranges: vec![range(row, 1, &[column])],
        text: text.to_owned(),
    }
}

fn cell(sheet: &OpenSheet<'_>, row: usize, column: u32) -> String {
    sheet.window(&all()).rows[row].cells[column as usize].clone()
}

/// Returns the texts of a column.
fn column(sheet: &OpenSheet<'_>, column: u32) -> Vec<String> {
    let rows = sheet.window(&all()).rows.into_iter();
    rows.map(|line| line.cells[column as usize].clone())
        .collect()
}

fn changed_fields(drafts: &[DraftRow]) -> Vec<u32> {
    drafts.iter().map(|draft| draft.changed).collect()
}

async fn field(app: &TestApp, id: &str, path: &str) -> String {
    let detail = app.details.open_detail(&campaign(id)).await.unwrap();
    let mut fields = detail.groups.into_iter().flat_map(|group| group.fields);
    fields.find(|field| field.path == path).unwrap().text
}

#[tokio::test]
async fn cells_are_those_of_the_form() {
    let app = fetched().await;
    let sheet = first(&app, 3).await;
    assert_eq!(sheet.batch.source, SheetSource::Objects(ListId::Campaigns));
    assert_eq!((sheet.batch.rows, &*sheet.batch.name), (3, "3 campaigns"));
    let ids = ids_of(&app.desk, ListId::Campaigns);
    for (row, id) in ids.iter().take(3).enumerate() {
        for (path, column) in PATHS.into_iter().zip(0..) {
            assert_eq!(
                cell(&sheet, row, column),
                field(&app, id, path).await,
                "{path}"
            );
        }
    }
    let read_only = sheet.batch.columns.iter().map(|column| column.read_only);
    let expected = [false, false, false, false, false, false, false, true];
    assert_eq!(read_only.collect::<Vec<_>>(), expected);
    assert!(live(&app.desk).is_empty());
}

#[tokio::test]
async fn editable_columns_come_first() {
    let app = fetched().await;
    let targets = vec![campaign(&ids_of(&app.desk, ListId::Campaigns)[0])];
    let requested = ["name", "advertiserName", "notes", "nonsense", "id"];
    let opened = try_open(&app.desk, ListId::Campaigns, targets, &requested).await;
    let columns = opened
        .unwrap()
        .columns
        .into_iter()
        .map(|column| column.path);
    let expected = [
        "name",
        "notes",
        "status",
        "startDate",
        "endDate",
        "budget",
        "currency",
        "advertiserName",
        "id",
    ];
    assert_eq!(columns.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn findings_of_objects_are_grouped() {
    let app = fetched().await;
    let mut sheet = first(&app, 3).await;
    sheet.edit(set(0, NAME, " A"));
    sheet.edit(set(2, NAME, "C "));
    sheet.edit(set(1, BUDGET, "much"));
    // A field without a column.
    let id = ids_of(&app.desk, ListId::Campaigns)[1].clone();
    edit(&app, &campaign(&id), "approvedOn", "soon");
    sheet.reload();
    let groups = groups(&sheet).into_iter().map(|group| {
        let counts = [group.rows, group.fixable, group.distinct];
        (group.alike.rule, group.alike.column, counts)
    });
    let expected = [
        ("typed-date".to_owned(), None, [1, 0, 1]),
        ("type".to_owned(), Some(BUDGET), [1, 0, 1]),
        ("tidy-name".to_owned(), Some(NAME), [2, 2, 2]),
    ];
    assert_eq!(groups.collect::<Vec<_>>(), expected);
    assert_eq!(shown(&sheet, alike("tidy-name", NAME, None)), [1, 3]);
    assert_eq!(shown(&sheet, alike("tidy-name", NAME, Some("C "))), [3]);
}

#[tokio::test]
async fn one_fix_changes_all_alike_objects() {
    let app = fetched().await;
    let mut sheet = first(&app, 3).await;
    let before = column(&sheet, NAME);
    sheet.edit(set(0, NAME, " A"));
    sheet.edit(set(2, NAME, "C "));
    sheet.edit(SheetEdit::FixFindings(alike("tidy-name", NAME, None)));
    assert_eq!(column(&sheet, NAME), ["A", &before[1], "C"]);
    assert_eq!(sheet.batch.undo.as_deref(), Some("fix of 2 cells"));
    assert_eq!(live(&app.desk).len(), 2);
    app.sheets.undo_sheet(&sheet.batch.id).unwrap();
    assert_eq!(column(&sheet, NAME), [" A", &before[1], "C "]);
    sheet.reload();
    assert_eq!(groups(&sheet).len(), 1);
}

#[tokio::test]
async fn paste_over_objects_is_undone_at_once() {
    let app = fetched().await;
    let mut sheet = first(&app, 100).await;
    let before = column(&sheet, NOTES);
    let rows = before.len();
    let lines: Vec<_> = (0..rows).map(|row| format!("Note {row}")).collect();
    sheet.edit(paste(0, NOTES, &lines.join("\n")));
    assert_eq!(column(&sheet, NOTES), lines);
    let drafts = live(&app.desk);
    assert_eq!(changed_fields(&drafts), vec![1; rows]);
    // Each draft is an ordinary one with its own history.
    let id = ids_of(&app.desk, ListId::Campaigns)[0].clone();
    let detail = app.details.open_detail(&campaign(&id)).await.unwrap();
    assert!(detail.draft.unwrap().undo.is_some());
    let undone = app.sheets.undo_sheet(&sheet.batch.id).unwrap();
    assert_eq!((undone.batch.undo, undone.message), (None, None));
    assert!(undone.batch.redo.is_some());
    assert_eq!(column(&sheet, NOTES), before);
    assert!(live(&app.desk).is_empty());
    app.sheets.redo_sheet(&sheet.batch.id).unwrap();
    assert_eq!(column(&sheet, NOTES), lines);
    assert_eq!(live(&app.desk).len(), rows);
}

#[tokio::test]
async fn equal_texts_begin_no_draft() {
    let app = fetched().await;
    let mut sheet = first(&app, 4).await;
    let copied = app
        .sheets
        .copy_cells(
            &sheet.batch.id,
            &all(),
            &[range(0, 4, &[0, 1, 2, 3, 4, 5, 6, 7])],
            false,
        )
        .unwrap();
    sheet.edit(paste(0, NAME, &copied.text));
    assert!(live(&app.desk).is_empty());
    assert_eq!((sheet.batch.revision, &sheet.batch.undo), (1, &None));
}

#[tokio::test]
async fn sheet_follows_edits_made_elsewhere() {
    let app = fetched().await;
    let sheet = first(&app, 3).await;
    let id = ids_of(&app.desk, ListId::Campaigns)[1].clone();
    let draft = draft_of(&edit(&app, &campaign(&id), "notes", "From the form"));
    assert_eq!(cell(&sheet, 1, NOTES), "From the form");
    let stale = sheet.try_edit(&all(), set(0, NOTES, "x")).unwrap_err();
    assert!(matches!(stale, Error::Store(_)), "{stale:?}");
    assert_eq!(sheet.window(&all()).rows[1].changed, [NOTES]);
    app.drafts.discard_draft(&draft).unwrap();
    assert_ne!(cell(&sheet, 1, NOTES), "From the form");
}

#[tokio::test]
async fn later_edits_of_a_draft_survive_undo() {
    let app = fetched().await;
    let mut sheet = first(&app, 2).await;
    sheet.edit(paste(0, NOTES, "a\nb"));
    let id = ids_of(&app.desk, ListId::Campaigns)[0].clone();
    edit(&app, &campaign(&id), "name", "Renamed in the form");
    app.sheets.undo_sheet(&sheet.batch.id).unwrap();
    assert_eq!(cell(&sheet, 0, NAME), "Renamed in the form");
    assert_ne!(cell(&sheet, 0, NOTES), "a");
    assert_eq!(live(&app.desk).len(), 1);
}

#[tokio::test]
async fn rows_of_objects_are_fixed() {
    let app = fetched().await;
    let sheet = first(&app, 2).await;
    let span = RowSpan { top: 0, rows: 1 };
    let edits = [
        SheetEdit::InsertRows { at: 0, rows: 1 },
        SheetEdit::DeleteRows { spans: vec![span] },
        SheetEdit::MoveRows {
            spans: vec![span],
            to: 2,
        },
        set(2, NAME, "a new row"),
        paste(1, NAME, "a\nb"),
    ];
    for edit in edits {
        let refused = sheet.try_edit(&all(), edit.clone());
        let is_fixed = matches!(
            refused,
            Err(Error::ObjectSheet(ObjectSheetError::FixedRows))
        );
        assert!(is_fixed, "{edit:?}");
    }
    assert!(app.sheets.rename_batch(&sheet.batch.id, "x").is_err());
    assert!(app.outbox.plan_batch(&sheet.batch.id).is_err());
    assert!(live(&app.desk).is_empty());
}

#[tokio::test]
async fn fixed_cells_are_named() {
    let app = fetched().await;
    let sheet = first(&app, 3).await;
    let fixed = sheet.try_edit(&all(), paste(1, ID, "7")).unwrap_err();
    let Error::ObjectSheet(ObjectSheetError::FixedCell { position, reason }) = fixed else {
        panic!("{fixed:?}");
    };
    let expected = SkipReason::SuppliedByService("Campaign ID".to_owned());
    assert_eq!((position, reason), (1, expected));
}

#[tokio::test]
async fn row_with_open_outcome_is_locked() {
    let app = fetched().await;
    let mut sheet = first(&app, 3).await;
    sheet.edit(set(1, NOTES, "a"));
    app.practice.arm_fault("drop-before-commit").await;
    let draft = live(&app.desk)[0].draft.clone();
    send(&app, &draft).await;
    ended(&app, ItemState::NeedsYou);
    let locked = sheet.try_edit(&all(), paste(0, NOTES, "b\nb\nb"));
    let Err(Error::ObjectSheet(ObjectSheetError::RowBlocked { position, blocker })) = locked else {
        panic!("{locked:?}");
    };
    assert_eq!(position, 1);
    assert!(matches!(blocker, ItemBlocker::Locked(_)));
    assert_eq!(live(&app.desk).len(), 1, "no other row was changed");
}

#[tokio::test]
async fn undo_names_drafts_sent_since() {
    let app = fetched().await;
    let mut sheet = first(&app, 2).await;
    sheet.edit(paste(0, NOTES, "a\nb"));
    let sent = live(&app.desk)[1].draft.clone();
    send(&app, &sent).await;
    assert_eq!(column(&sheet, NOTES), ["a", "b"]);
    let undone = app.sheets.undo_sheet(&sheet.batch.id).unwrap();
    assert!(undone.message.is_some());
    assert!(live(&app.desk).is_empty());
    assert_eq!(cell(&sheet, 1, NOTES), "b");
}

#[tokio::test]
async fn findings_are_those_of_the_object() {
    let app = fetched().await;
    let mut sheet = first(&app, 4).await;
    let errors = |sheet: &OpenSheet<'_>| sheet.window(&all()).check.unwrap().errors;
    let before = errors(&sheet);
    sheet.edit(set(2, BUDGET, "much"));
    assert!(errors(&sheet) > before);
    let window = sheet.window(&all());
    let found = window.rows[2].findings.iter();
    let found: Vec<_> = found
        .filter(|finding| finding.column == Some(BUDGET))
        .map(|finding| finding.severity)
        .collect();
    assert_eq!(found, [Severity::Error]);
    let findings = SheetFilter {
        findings_only: true,
        ..all()
    };
    let shown = sheet.window(&findings).rows;
    assert!(shown.iter().any(|line| line.number == 3));
    let from = SheetCell { row: 1, column: ID };
    let next = app
        .sheets
        .next_finding(&sheet.batch.id, &all(), from, false);
    assert_eq!(next.unwrap().unwrap().row, 2);
    let draft = live(&app.desk)[0].clone();
    assert_eq!(draft.errors, 1);
}

#[tokio::test]
async fn shown_rows_and_fills_work_as_in_batches() {
    let app = fetched().await;
    let mut sheet = first(&app, 5).await;
    let names = column(&sheet, NAME);
    let found = sheet.window(&search(&names[3])).rows;
    assert!(found.iter().any(|line| line.number == 4));
    assert!(found.len() < 5);
    let last_first = sorted("name", true);
    let top = sheet.window(&last_first).rows[0].number;
    sheet.edit_shown(&last_first, set(0, NOTES, "last"));
    assert_eq!(cell(&sheet, top as usize - 1, NOTES), "last");
    sheet.edit(set(0, NOTES, "Note 1"));
    sheet.edit(SheetEdit::FillSeries {
        source: range(0, 1, &[NOTES]),
        target: RowSpan { top: 1, rows: 4 },
    });
    let series = ["Note 1", "Note 2", "Note 3", "Note 4", "Note 5"];
    assert_eq!(column(&sheet, NOTES), series);
    let from = SheetCell {
        row: 0,
        column: NAME,
    };
    let edge = app.sheets.data_edge(&sheet.batch.id, &all(), from, false);
    assert_eq!(edge.unwrap(), 4, "no row follows the last object");
}

#[tokio::test]
async fn columns_can_be_added() {
    let app = fetched().await;
    let mut sheet = first(&app, 2).await;
    let path = "adminSettings.privacy.disableCookies".to_owned();
    let is_addable = |sheet: &OpenSheet<'_>| {
        let mut addable = sheet.batch.addable.iter();
        addable.any(|field| field.value == "adminSettings.privacy.disableCookies")
    };
    assert!(is_addable(&sheet));
    sheet.edit(SheetEdit::AddColumn { path });
    let new = ID + 1;
    assert_eq!(sheet.batch.columns.len(), PATHS.len() + 1);
    assert!(!is_addable(&sheet));
    sheet.edit(set(0, new, "true"));
    assert_eq!(cell(&sheet, 0, new), "true");
    assert_eq!(changed_fields(&live(&app.desk)), [1]);
}

#[tokio::test]
async fn new_drafts_and_ads_can_be_rows() {
    let app = with_ads().await;
    app.fetches
        .fetch(adwright_views::Collection::Campaigns, "get", |_| {})
        .await
        .unwrap();
    let draft = new_campaign(&app, "New one");
    let spring = campaign(&id_of(&app, SPRING));
    let targets = vec![DocumentRef::Draft(draft), spring.clone(), spring];
    let mut sheet = open(&app, targets).await;
    assert_eq!(column(&sheet, NAME), ["New one", SPRING]);
    sheet.edit(paste(0, NOTES, "a\nb"));
    assert_eq!(live(&app.desk).len(), 2);
    let ad = first_ad(&app, ListId::InStream);
    let opened = try_open(
        &app.desk,
        ListId::InStream,
        vec![ad],
        &["name", "figures.adSize"],
    )
    .await;
    let batch = opened.unwrap();
    let paths: Vec<_> = batch.columns.iter().map(|column| &*column.path).collect();
    assert_eq!(
        paths,
        ["name", "adStatus", "enabled", "mainClickthrough.url"]
    );
    let desk = &app.desk;
    let mut ads = OpenSheet { desk, batch };
    ads.edit(set(0, NAME, "Renamed ad"));
    assert_eq!(cell(&ads, 0, NAME), "Renamed ad");
    assert_eq!(live(desk).len(), 3);
}

#[tokio::test]
async fn nothing_to_open_is_refused() {
    let app = fetched().await;
    let gone = vec![campaign("1")];
    let refused = try_open(&app.desk, ListId::Campaigns, gone, &PATHS).await;
    let is_empty = matches!(
        refused,
        Err(Error::ObjectSheet(ObjectSheetError::NoObjects))
    );
    assert!(is_empty);
}
