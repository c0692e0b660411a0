//! Batches as the window shows them: shown rows, edits by shown position, and checks.

use adwright_checks::IdDamage;
use adwright_desk::{BatchError, Desk, Error, IdLoss};
use adwright_store::StoreError;
use adwright_testkit::TestApp;
use adwright_views::{
    Collection, FieldKind, RowSpan, Severity, SheetCell, SheetEdit, SheetEditRequest,
    SheetEditResult, SheetFilter, SheetPlace, SheetQuery, SheetRange, SheetRows, SheetView, SortBy,
};

use crate::fetched;

/// The columns of a new batch.
pub(crate) const NAME: u32 = 0;
pub(crate) const VALUE: u32 = 1;
pub(crate) const ADVERTISER: u32 = 3;
const ACTIVITY: u32 = 4;

const ALL: [u32; 5] = [0, 1, 2, 3, 4];

pub(crate) fn all() -> SheetFilter {
    SheetFilter::default()
}

pub(crate) fn search(text: &str) -> SheetFilter {
    SheetFilter {
        search: text.to_owned(),
        ..SheetFilter::default()
    }
}

pub(crate) fn sorted(path: &str, descending: bool) -> SheetFilter {
    SheetFilter {
        sort: Some(SortBy {
            path: path.to_owned(),
            descending,
        }),
        ..SheetFilter::default()
    }
}

pub(crate) fn range(top: u32, rows: u32, columns: &[u32]) -> SheetRange {
    SheetRange {
        top,
        rows,
        columns: columns.to_vec(),
    }
}

pub(crate) fn paste(range: SheetRange, text: &str) -> SheetEdit {
    SheetEdit::Paste {
        range,
        shown: ALL.into(),
        text: text.to_owned(),
        html: None,
        transposed: false,
    }
}

/// A batch in the window.
pub(crate) struct OpenSheet<'a> {
    pub(crate) desk: &'a Desk,
    pub(crate) batch: SheetView,
}

impl<'a> OpenSheet<'a> {
    /// Creates a batch with rows from lines of cells separated by tabs.
    pub(crate) fn of(desk: &'a Desk, rows: &str) -> Self {
        let batch = desk.sheets.create_batch("Spring").unwrap();
        let mut sheet = Self { desk, batch };
        if !rows.is_empty() {
            sheet.edit(paste(range(0, 1, &[0]), rows));
        }
        sheet
    }

    pub(crate) fn try_edit(
        &self,
        filter: &SheetFilter,
        edit: SheetEdit,
    ) -> Result<SheetEditResult, Error> {
        let request = SheetEditRequest {
            revision: self.batch.revision,
            filter: filter.clone(),
            edit,
        };
        self.desk.sheets.edit_sheet(&self.batch.id, &request)
    }

    pub(crate) fn edit_shown(&mut self, filter: &SheetFilter, edit: SheetEdit) -> SheetEditResult {
        let done = self.try_edit(filter, edit).unwrap();
        self.reload();
        done
    }

    pub(crate) fn reload(&mut self) {
        self.batch = self.desk.sheets.open_batch(&self.batch.id).unwrap();
    }

    pub(crate) fn edit(&mut self, edit: SheetEdit) -> SheetEditResult {
        self.edit_shown(&all(), edit)
    }

    pub(crate) fn window(&self, filter: &SheetFilter) -> SheetRows {
        let query = SheetQuery {
            filter: filter.clone(),
            offset: 0,
            limit: 300,
        };
        self.desk.sheets.sheet_rows(&self.batch.id, &query).unwrap()
    }

    /// Returns the numbers of the shown rows.
    fn shown(&self, filter: &SheetFilter) -> Vec<u32> {
        let rows = self.window(filter).rows;
        rows.iter().map(|line| line.number).collect()
    }

    /// Returns the cells of the first columns, rows separated by slashes.
    pub(crate) fn text(&self, columns: usize) -> String {
        let rows = self.window(&all()).rows;
        let lines = rows.iter().map(|line| line.cells[..columns].join(","));
        lines.collect::<Vec<_>>().join(" / ")
    }
}

#[tokio::test]
async fn batches_are_listed_copied_and_discarded() {
    let app = TestApp::first_start().await;
    let sheet = OpenSheet::of(&app, "a\tb\nc");
    let id = &sheet.batch.id;
    let copy = app.sheets.duplicate_batch(id).unwrap();
    assert_eq!((&*copy.name, copy.rows), ("Copy of Spring", 2));
    assert_eq!((copy.undo, copy.redo), (None, None));
    let renamed = app.sheets.rename_batch(id, " Summer ").unwrap();
    assert_eq!(renamed.name, "Summer");
    let names = || -> Vec<_> {
        let batches = app.sheets.batches().unwrap().into_iter();
        batches.map(|batch| (batch.name, batch.rows)).collect()
    };
    assert_eq!(names().len(), 2);
    app.sheets.discard_batch(&copy.id).unwrap();
    assert_eq!(names(), [("Summer".to_owned(), 2)]);
    let discarded = app.sheets.discarded_batches().unwrap();
    assert_eq!(discarded[0].id, copy.id);
    app.sheets.restore_batch(&copy.id).unwrap();
    assert!(app.sheets.discarded_batches().unwrap().is_empty());
    assert_eq!(app.sheets.open_batch(&copy.id).unwrap().rows, 2);
}

#[tokio::test]
async fn columns_know_their_fields_and_choices() {
    let app = fetched().await;
    let mut sheet = OpenSheet::of(&app, "");
    let column = |sheet: &OpenSheet<'_>, at: u32| sheet.batch.columns[at as usize].clone();
    let advertiser = column(&sheet, ADVERTISER);
    assert_eq!(
        (advertiser.kind, advertiser.required),
        (FieldKind::Choice, true)
    );
    let known = advertiser
        .choices
        .iter()
        .any(|choice| choice.value == "4401");
    assert!(known, "{:?}", advertiser.choices);
    assert_eq!(column(&sheet, 2).kind, FieldKind::Instant);
    let addable = |sheet: &OpenSheet<'_>| -> Vec<_> {
        let fields = sheet.batch.addable.iter();
        fields.map(|field| field.value.clone()).collect()
    };
    assert_eq!(addable(&sheet), ["clientRefId", "retargetingData"]);
    let path = "clientRefId".to_owned();
    sheet.edit(SheetEdit::AddColumn { path });
    assert_eq!(sheet.batch.columns.len(), 6);
    assert_eq!(addable(&sheet), ["retargetingData"]);
    let undone = app.sheets.undo_sheet(&sheet.batch.id).unwrap().batch;
    assert_eq!(undone.columns.len(), 5);
}

#[tokio::test]
async fn rows_are_searched_and_sorted() {
    let app = TestApp::first_start().await;
    let sheet = OpenSheet::of(
        &app,
        "Ärger\t10\nbee\t9\n\t\nApfel\t9007199254740993\nzoo\tx",
    );
    let offset = SheetQuery {
        filter: all(),
        offset: 1,
        limit: 2,
    };
    let window = app.sheets.sheet_rows(&sheet.batch.id, &offset).unwrap();
    let numbers: Vec<_> = window.rows.iter().map(|line| line.number).collect();
    assert_eq!(
        (window.matched, window.offset, &numbers[..]),
        (5, 1, &[2, 3][..])
    );
    for (filter, expected) in [
        (all(), &[1, 2, 3, 4, 5][..]),
        (search(" äRG "), &[1]),
        (search("9"), &[2, 4]),
        (search("nothing"), &[]),
        (sorted("value", false), &[2, 1, 4, 5, 3]),
        (sorted("value", true), &[5, 4, 1, 2, 3]),
        (sorted("name", false), &[4, 2, 5, 1, 3]),
        (sorted("gone", true), &[1, 2, 3, 4, 5]),
    ] {
        assert_eq!(sheet.shown(&filter), expected, "{filter:?}");
        assert_eq!(sheet.window(&filter).matched as usize, expected.len());
    }
}

#[tokio::test]
async fn names_of_ids_are_searched_too() {
    let app = fetched().await;
    let sheet = OpenSheet::of(&app, "a\tb\t\t4401\nc\td\t\t4412");
    let choices = &sheet.batch.columns[ADVERTISER as usize].choices;
    let label = choices.iter().find(|choice| choice.value == "4412");
    let name = label.unwrap().label.to_uppercase();
    assert_eq!(sheet.shown(&search(&name)), [2]);
}

#[tokio::test]
async fn set_changes_the_shown_rows() {
    let app = TestApp::first_start().await;
    let mut sheet = OpenSheet::of(&app, "a\t3\nb\t1\nc\t2");
    let set = |ranges: &[SheetRange], text: &str| SheetEdit::Set {
        ranges: ranges.to_vec(),
        text: text.to_owned(),
    };
    sheet.edit_shown(&sorted("value", false), set(&[range(0, 1, &[NAME])], "one"));
    assert_eq!(sheet.text(2), "a,3 / one,1 / c,2");
    sheet.edit(set(&[range(3, 1, &[VALUE])], "4"));
    assert_eq!(sheet.text(2), "a,3 / one,1 / c,2 / ,4");
    sheet.edit(set(&[range(0, 2, &[0, 1]), range(3, 9, &[1])], ""));
    assert_eq!(sheet.text(2), ", / , / c,2 / ,");
    assert_eq!(sheet.batch.undo.as_deref(), Some("clearing of 5 cells"));
    let no_column = sheet.try_edit(&all(), set(&[range(0, 1, &[9])], "x"));
    assert!(matches!(
        no_column,
        Err(Error::Batch(BatchError::NoColumn { column: 9, .. }))
    ));
}

#[tokio::test]
async fn edit_of_an_older_revision_is_refused() {
    let app = TestApp::first_start().await;
    let mut sheet = OpenSheet::of(&app, "a");
    let mut other = OpenSheet {
        desk: &app,
        batch: sheet.batch.clone(),
    };
    let insert = || SheetEdit::InsertRows { at: 0, rows: 1 };
    sheet.edit(insert());
    let refused = other.try_edit(&all(), insert()).unwrap_err();
    assert!(matches!(
        refused,
        Error::Store(StoreError::BatchConflict { .. })
    ));
    other.batch = app.sheets.open_batch(&other.batch.id).unwrap();
    other.edit(insert());
    assert_eq!(other.text(1), " /  / a");
}

#[tokio::test]
async fn clipboard_block_fits_the_selection() {
    let app = TestApp::first_start().await;
    for (selected, block, expected) in [
        // One cell fills the range, also if all rows and the new one are selected.
        (range(0, 2, &[0, 1]), "x", "x,x / x,x / c,3"),
        (range(0, 4, &[0]), "x", "x,1 / x,2 / x,3"),
        // A block repeats a whole number of times, otherwise it is pasted once.
        (range(0, 2, &[0]), "x\ny", "x,1 / y,2 / c,3"),
        (range(0, 2, &[0, 1]), "x\ty", "x,y / x,y / c,3"),
        (range(0, 3, &[0]), "x\ny", "x,1 / y,2 / c,3"),
        (
            range(2, 1, &[0]),
            "x\ty\nz\t\"a\nb\"",
            "a,1 / b,2 / x,y / z,a\nb",
        ),
        (range(3, 1, &[1]), "x", "a,1 / b,2 / c,3 / ,x"),
        // An empty cell clears.
        (range(0, 1, &[0]), "\t7", ",7 / b,2 / c,3"),
    ] {
        let mut sheet = OpenSheet::of(&app, "a\t1\nb\t2\nc\t3");
        let done = sheet.edit(paste(selected.clone(), block));
        assert_eq!(sheet.text(2), expected, "{selected:?} {block}");
        assert!(done.selected.is_some());
        let undone = app.sheets.undo_sheet(&sheet.batch.id).unwrap();
        assert_eq!(undone.batch.rows, 3, "{selected:?}");
        assert_eq!(sheet.text(2), "a,1 / b,2 / c,3");
        app.sheets.redo_sheet(&sheet.batch.id).unwrap();
        assert_eq!(sheet.text(2), expected);
    }
}

#[tokio::test]
async fn paste_follows_the_shown_columns() {
    let app = TestApp::first_start().await;
    let mut sheet = OpenSheet::of(&app, "a");
    let edit = |transposed| SheetEdit::Paste {
        range: range(0, 1, &[VALUE]),
        shown: vec![1, 0],
        text: "x\ty".to_owned(),
        html: Some("<table><tr><td>x</td><td>y</td></tr></table>".to_owned()),
        transposed,
    };
    let done = sheet.edit(edit(false));
    assert_eq!(done.selected, Some(range(0, 1, &[1, 0])));
    assert_eq!(sheet.text(2), "y,x");
    sheet.edit(edit(true));
    assert_eq!(sheet.text(2), "y,x / ,y");
    let wide = paste(range(0, 1, &[ACTIVITY]), "1\t2");
    let refused = sheet.try_edit(&all(), wide).unwrap_err();
    let too_wide = BatchError::PasteTooWide {
        columns: 2,
        free: 1,
    };
    assert!(matches!(refused, Error::Batch(error) if error == too_wide));
}

#[tokio::test]
async fn paste_into_a_filter_adds_rows_below() {
    let app = TestApp::first_start().await;
    let mut sheet = OpenSheet::of(&app, "x1\nb\nx2");
    let done = sheet.edit_shown(&search("x"), paste(range(1, 1, &[0]), "x5\nx6"));
    assert_eq!(done.selected, None);
    assert_eq!(sheet.text(1), "x1 / b / x5 / x6");
}

#[tokio::test]
async fn damaged_ids_are_not_pasted() {
    let app = TestApp::first_start().await;
    let sheet = OpenSheet::of(&app, "a");
    let dated =
        r#"<table><tr><td sdnum="1033;0;YYYY-MM-DD" sdval="46000">2025-12-09</td></tr></table>"#;
    let damage = |damage| IdLoss::Damage(damage);
    for (text, html, row, loss) in [
        ("44\n1.23E+18", None, 3, damage(IdDamage::Reformatted)),
        ("4401.0", None, 2, damage(IdDamage::Reformatted)),
        ("900719925474099000", None, 2, damage(IdDamage::Rounded)),
        (
            "7\n9007199254740990\n9007199254741010\n9007199254741120",
            None,
            3,
            damage(IdDamage::Rounded),
        ),
        ("2025-12-09", Some(dated), 2, IdLoss::Date),
    ] {
        let edit = SheetEdit::Paste {
            range: range(1, 1, &[ADVERTISER]),
            shown: ALL.into(),
            text: text.to_owned(),
            html: html.map(str::to_owned),
            transposed: false,
        };
        let refused = sheet.try_edit(&all(), edit).unwrap_err();
        let Error::Batch(BatchError::DamagedId {
            row: at,
            loss: found,
            ..
        }) = refused
        else {
            panic!("{text}: {refused:?}")
        };
        assert_eq!((at, found), (row, loss), "{text}");
        assert_eq!(sheet.window(&all()).revision, sheet.batch.revision);
    }
    let mut sheet = sheet;
    sheet.edit(paste(range(0, 1, &[VALUE]), "1.23E+18"));
}

#[tokio::test]
async fn cells_are_filled_from_their_neighbours() {
    let app = TestApp::first_start().await;
    let rows = "a\t1\t2026-01-30\nb\t2\t\nc\t\t";
    let series = |source, top, rows| SheetEdit::FillSeries {
        source,
        target: RowSpan { top, rows },
    };
    let down = |range| SheetEdit::FillDown { range };
    let right = |range| SheetEdit::FillRight { range };
    for (edit, expected) in [
        (down(range(0, 3, &[0, 1])), "a,1,2026-01-30 / a,1, / a,1,"),
        (
            right(range(1, 2, &[0, 1, 2])),
            "a,1,2026-01-30 / b,b,b / c,c,c",
        ),
        (
            series(range(0, 2, &[1]), 2, 2),
            "a,1,2026-01-30 / b,2, / c,3, / ,4,",
        ),
        (
            series(range(0, 1, &[2]), 1, 2),
            "a,1,2026-01-30 / b,2,2026-01-31 / c,,2026-02-01",
        ),
        (
            series(range(1, 1, &[0]), 0, 1),
            "b,1,2026-01-30 / b,2, / c,,",
        ),
        (
            series(range(0, 2, &[0]), 2, 1),
            "a,1,2026-01-30 / b,2, / a,,",
        ),
    ] {
        let mut sheet = OpenSheet::of(&app, rows);
        sheet.edit(edit.clone());
        assert_eq!(sheet.text(3), expected, "{edit:?}");
    }
}

#[tokio::test]
async fn rows_are_inserted_deleted_and_moved() {
    let app = TestApp::first_start().await;
    let span = |top, rows| RowSpan { top, rows };
    let sorted = sorted("name", true);
    for (filter, edit, expected) in [
        (
            all(),
            SheetEdit::InsertRows { at: 1, rows: 2 },
            "a /  /  / b / c / d",
        ),
        (
            all(),
            SheetEdit::InsertRows { at: 9, rows: 1 },
            "a / b / c / d / ",
        ),
        (
            all(),
            SheetEdit::DeleteRows {
                spans: vec![span(0, 1), span(2, 9)],
            },
            "b",
        ),
        (
            sorted,
            SheetEdit::DeleteRows {
                spans: vec![span(0, 2)],
            },
            "a / b",
        ),
        (
            all(),
            SheetEdit::MoveRows {
                spans: vec![span(0, 1), span(2, 1)],
                to: 4,
            },
            "b / d / a / c",
        ),
        (
            all(),
            SheetEdit::MoveRows {
                spans: vec![span(3, 1)],
                to: 0,
            },
            "d / a / b / c",
        ),
    ] {
        let mut sheet = OpenSheet::of(&app, "a\nb\nc\nd");
        sheet.edit_shown(&filter, edit.clone());
        assert_eq!(sheet.text(1), expected, "{edit:?}");
    }
}

#[tokio::test]
async fn selection_is_copied_in_both_flavours() {
    let app = TestApp::first_start().await;
    let sheet = OpenSheet::of(&app, "a\t1\nb\t\"x\ty\"\nc\t3");
    for (ranges, transposed, expected) in [
        (vec![range(0, 2, &[0, 1])], false, "a\t1\nb\t\"x\ty\""),
        (vec![range(0, 2, &[0])], true, "a\tb"),
        (
            vec![range(0, 2, &[1]), range(0, 2, &[0])],
            false,
            "1\ta\n\"x\ty\"\tb",
        ),
        (vec![range(2, 1, &[0]), range(0, 1, &[0])], false, "c\na"),
        (vec![range(2, 9, &[1])], false, "3"),
    ] {
        let copied = app
            .sheets
            .copy_cells(&sheet.batch.id, &all(), &ranges, transposed)
            .unwrap();
        let text = copied.text.replace("\r\n", "\n");
        assert_eq!(text.trim_end_matches('\n'), expected, "{ranges:?}");
        assert!(copied.html.contains("<table"), "{}", copied.html);
    }
}

#[tokio::test]
async fn selection_is_summarized_exactly() {
    let app = TestApp::first_start().await;
    let sheet = OpenSheet::of(&app, "a\t0.1\na\t0.2\n\t9007199254740993");
    for (ranges, count, distinct, sum) in [
        (
            vec![range(0, 3, &[VALUE])],
            3,
            3,
            Some("9007199254740993.3"),
        ),
        (vec![range(0, 3, &[NAME])], 2, 1, None),
        (
            vec![range(0, 2, &[0, 1]), range(1, 2, &[1])],
            5,
            4,
            Some("9007199254740993.3"),
        ),
        (vec![range(5, 1, &[0])], 0, 0, None),
    ] {
        let summary = app
            .sheets
            .summarize_selection(&sheet.batch.id, &all(), &ranges)
            .unwrap();
        let found = (summary.count, summary.distinct, summary.sum.as_deref());
        assert_eq!(found, (count, distinct, sum), "{ranges:?}");
    }
}

#[tokio::test]
async fn data_edge_follows_filled_cells() {
    let app = TestApp::first_start().await;
    let sheet = OpenSheet::of(&app, "a\nb\n\n\nc\nd");
    for (filter, row, backwards, expected) in [
        (all(), 0, false, 1),
        (all(), 1, false, 4),
        (all(), 4, false, 5),
        (all(), 5, false, 6),
        (all(), 6, false, 6),
        (all(), 5, true, 4),
        (all(), 4, true, 1),
        (all(), 3, true, 1),
        (all(), 1, true, 0),
        (all(), 0, true, 0),
        (sorted("name", true), 0, false, 3),
        (sorted("name", true), 4, false, 5),
    ] {
        let from = SheetCell { row, column: NAME };
        let edge = app
            .sheets
            .data_edge(&sheet.batch.id, &filter, from, backwards)
            .unwrap();
        assert_eq!(edge, expected, "{row} {backwards}");
    }
}

/// Two right rows, one with an activity of another advertiser, and a duplicate of the first.
const MIXED: &str =
    "A\ta\t\t4401\t52024\nB\tb\t\tx\t52024\n\nC\tc\t\t4412\t52024\nA2\ta\t\t4401\t52024";

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_checked_alone_and_together() {
    let app = fetched().await;
    let sheet = OpenSheet::of(&app, MIXED);
    let rows = sheet.window(&all());
    let found: Vec<_> = rows
        .rows
        .iter()
        .flat_map(|line| line.findings.iter().map(|one| (line.number, one)))
        .filter(|(_, one)| one.severity != Severity::Note)
        .map(|(number, one)| (number, one.column, &*one.rule))
        .collect();
    let expected = [
        (2, Some(ADVERTISER), "type"),
        (4, Some(ACTIVITY), "activity-of-advertiser"),
        (5, Some(VALUE), "same-value"),
    ];
    assert_eq!(found, expected);
    let check = rows.check.unwrap();
    assert_eq!(
        (check.errors, check.warnings, check.rows_with_findings),
        (2, 1, 3)
    );
    let findings_only = SheetFilter {
        findings_only: true,
        ..all()
    };
    assert_eq!(sheet.shown(&findings_only), [2, 4, 5]);
}

#[tokio::test(flavor = "multi_thread")]
async fn next_finding_visits_every_red_cell() {
    let app = fetched().await;
    let sheet = OpenSheet::of(&app, MIXED);
    let next = |filter: &SheetFilter, row, column, backwards| {
        let from = SheetCell { row, column };
        let found = app
            .sheets
            .next_finding(&sheet.batch.id, filter, from, backwards);
        found
            .unwrap()
            .map(|SheetPlace { row, column }| (row, column))
    };
    for (row, column, backwards, expected) in [
        (0, 0, false, Some((1, Some(ADVERTISER)))),
        (1, ADVERTISER, false, Some((3, Some(ACTIVITY)))),
        (3, ACTIVITY, false, Some((4, Some(VALUE)))),
        (4, VALUE, false, None),
        (4, VALUE, true, Some((3, Some(ACTIVITY)))),
        (1, ADVERTISER, true, None),
    ] {
        assert_eq!(
            next(&all(), row, column, backwards),
            expected,
            "{row} {column}"
        );
    }
    let descending = sorted("name", true);
    assert_eq!(next(&descending, 0, 0, false), Some((0, Some(ACTIVITY))));
}

#[tokio::test(flavor = "multi_thread")]
async fn large_batch_is_checked_in_the_background() {
    let app = fetched().await;
    let rows: Vec<_> = (0..3_000)
        .map(|row| format!("N{row}\tv{row}\t\t4401\t52024"))
        .collect();
    let mut sheet = OpenSheet::of(&app, &rows.join("\n"));
    // The check of the whole batch is not waited for, but the visible rows are checked.
    let ranges = vec![range(2_999, 1, &[ADVERTISER])];
    let text = "wrong".to_owned();
    sheet.edit(SheetEdit::Set { ranges, text });
    let query = SheetQuery {
        filter: all(),
        offset: 2_990,
        limit: 10,
    };
    let rows = app.sheets.sheet_rows(&sheet.batch.id, &query).unwrap();
    assert_eq!(rows.rows[9].findings[0].rule, "type");
    // The next finding needs the whole check.
    let from = SheetCell { row: 0, column: 0 };
    let found = app
        .sheets
        .next_finding(&sheet.batch.id, &all(), from, false)
        .unwrap();
    let place = SheetPlace {
        row: 2_999,
        column: Some(ADVERTISER),
    };
    assert_eq!(found, Some(place));
    let check = sheet.window(&all()).check.unwrap();
    assert_eq!((check.errors, check.rows_with_findings), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn cached_values_say_whose_activity_it_is() {
    let app = fetched().await;
    let rows = "A\ta\t\t4412\t52024";
    let sheet = OpenSheet::of(&app, rows);
    let rules = |sheet: &OpenSheet<'_>| -> Vec<_> {
        let findings = sheet.window(&all()).rows.remove(0).findings.into_iter();
        findings.map(|finding| finding.rule).collect()
    };
    assert!(rules(&sheet).is_empty());
    app.fetches
        .fetch(Collection::Values, "values", |_| {})
        .await
        .unwrap();
    assert_eq!(rules(&sheet), ["activity-of-advertiser"]);
    // The check of the whole batch is made again with the new facts.
    let check = sheet.window(&all()).check.unwrap();
    assert_eq!(check.errors, 1);
    let activity = &app.sheets.open_batch(&sheet.batch.id).unwrap().columns[ACTIVITY as usize];
    let known = activity
        .choices
        .iter()
        .find(|choice| choice.value == "52024");
    assert!(known.is_some_and(|choice| choice.label != choice.value));
}
