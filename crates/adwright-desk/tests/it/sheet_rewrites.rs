//! Find and replace, and filling with tokens: over ranges, shown rows and all rows, as previewed.

use adwright_desk::{BatchError, Error};
use adwright_store::StoreError;
use adwright_testkit::TestApp;
use adwright_views::{
    BulkFormInput, BulkValue, CellFindReplace, CellRewrite, CellScope, CellTextChange, Collection,
    RewritePreview, RewritePreviewResult, RewriteQuery, SheetEdit, SheetFilter,
};

use crate::fetched;
use crate::sheets::{ADVERTISER, NAME, OpenSheet, VALUE, all, range, search, sorted};

const ROWS: &str =
    "Cart 1\tcart|1\t\t4401\t52024\nHome\thome\t\t4401\t52024\nCart 3\tCART|3\t\t\t52024";

fn replace(find: &str, with: &str) -> CellFindReplace {
    CellFindReplace {
        find: find.to_owned(),
        replace: with.to_owned(),
        regular: false,
        match_case: false,
        whole_cell: false,
    }
}

fn rewrite(scope: CellScope, change: CellTextChange) -> CellRewrite {
    CellRewrite { scope, change }
}

fn fill(text: &str) -> CellTextChange {
    CellTextChange::Fill(text.to_owned())
}

fn everywhere(request: CellFindReplace) -> CellRewrite {
    let columns = vec![NAME, VALUE, ADVERTISER];
    rewrite(
        CellScope::AllRows(columns),
        CellTextChange::Replace(request),
    )
}

impl OpenSheet<'_> {
    fn try_preview(
        &self,
        filter: &SheetFilter,
        rewrite: &CellRewrite,
    ) -> Result<RewritePreviewResult, Error> {
        let query = RewriteQuery {
            revision: self.batch.revision,
            filter: filter.clone(),
            rewrite: rewrite.clone(),
        };
        self.desk.sheets.preview_rewrite(&self.batch.id, &query)
    }

    fn preview(&self, filter: &SheetFilter, rewrite: &CellRewrite) -> RewritePreview {
        match self.try_preview(filter, rewrite).unwrap() {
            RewritePreviewResult::Ready(preview) => preview,
            RewritePreviewResult::Refused(problem) => panic!("{problem:?}"),
        }
    }

    /// Rewrites cells, and checks that the preview told the same. Returns the number of changed cells.
    fn rewrite(&mut self, filter: &SheetFilter, rewrite: &CellRewrite) -> u32 {
        let preview = self.preview(filter, rewrite);
        let before = self.batch.revision;
        self.edit_shown(filter, SheetEdit::Rewrite(rewrite.clone()));
        assert_eq!(self.batch.revision > before, preview.cells > 0);
        let lines = self.window(&all()).rows;
        for cell in &preview.first {
            let line = lines.iter().find(|line| line.number == cell.number);
            let text = &line.unwrap().cells[cell.column as usize];
            assert_eq!(plain(&cell.after), *text);
        }
        preview.cells
    }

    fn undo(&mut self) {
        self.desk.sheets.undo_sheet(&self.batch.id).unwrap();
        self.reload();
    }
}

fn plain(value: &BulkValue) -> String {
    value.parts.iter().map(|part| &*part.text).collect()
}

#[tokio::test]
async fn options_of_a_search_decide_its_matches() {
    let app = TestApp::first_start().await;
    let mut sheet = OpenSheet::of(&app, ROWS);
    let before = sheet.text(2);
    let case = |request| CellFindReplace {
        match_case: true,
        ..request
    };
    let whole = |request| CellFindReplace {
        whole_cell: true,
        ..request
    };
    let regular = |request| CellFindReplace {
        regular: true,
        ..request
    };
    for (request, cells, expected) in [
        (
            replace("cart", "Kart"),
            4,
            "Kart 1,Kart|1 / Home,home / Kart 3,Kart|3",
        ),
        (
            case(replace("cart", "Kart")),
            1,
            "Cart 1,Kart|1 / Home,home / Cart 3,CART|3",
        ),
        (
            whole(replace("home", "H")),
            2,
            "Cart 1,cart|1 / H,H / Cart 3,CART|3",
        ),
        (whole(replace("me", "H")), 0, &before),
        (
            replace("|", "{name}"),
            2,
            "Cart 1,cartCart 11 / Home,home / Cart 3,CARTCart 33",
        ),
        (
            regular(replace(r"(\w+) (\d)", "$2 $1 {row:00}")),
            2,
            "1 Cart 01,cart|1 / Home,home / 3 Cart 03,CART|3",
        ),
        (
            whole(regular(replace("c.*|h", "x"))),
            4,
            "x,x / Home,home / x,x",
        ),
        (replace("nowhere", ""), 0, &before),
    ] {
        let request = everywhere(request);
        assert_eq!(sheet.rewrite(&all(), &request), cells, "{request:?}");
        assert_eq!(sheet.text(2), expected, "{request:?}");
        if cells > 0 {
            let undo = sheet.batch.undo.clone();
            sheet.undo();
            assert_ne!(sheet.batch.undo, undo);
        }
        assert_eq!(sheet.text(2), before, "one undo step");
    }
}

#[tokio::test]
async fn scope_limits_the_rewritten_cells() {
    let app = TestApp::first_start().await;
    let mut sheet = OpenSheet::of(&app, ROWS);
    let change = || CellTextChange::Replace(replace("cart", "x"));
    let ranges = vec![range(0, 1, &[NAME, VALUE]), range(0, 9, &[NAME])];
    for (filter, scope, expected) in [
        (
            all(),
            CellScope::Ranges(ranges),
            "x 1,x|1 / Home,home / x 3,CART|3",
        ),
        (
            all(),
            CellScope::Ranges(Vec::new()),
            "Cart 1,cart|1 / Home,home / Cart 3,CART|3",
        ),
        (
            search("cart 3"),
            CellScope::ShownRows(vec![NAME, VALUE]),
            "Cart 1,cart|1 / Home,home / x 3,x|3",
        ),
        (
            search("cart 3"),
            CellScope::AllRows(vec![VALUE]),
            "Cart 1,x|1 / Home,home / Cart 3,x|3",
        ),
        (
            sorted("name", true),
            CellScope::Ranges(vec![range(1, 1, &[NAME])]),
            "Cart 1,cart|1 / Home,home / x 3,CART|3",
        ),
    ] {
        let request = rewrite(scope, change());
        let cells = sheet.rewrite(&filter, &request);
        assert_eq!(sheet.text(2), expected, "{filter:?} {request:?}");
        if cells > 0 {
            sheet.undo();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn column_is_filled_with_tokens() {
    let app = fetched().await;
    app.fetches
        .fetch(Collection::Values, "values", |_| {})
        .await
        .unwrap();
    let mut sheet = OpenSheet::of(&app, ROWS);
    let tokens: Vec<_> = sheet
        .batch
        .tokens
        .iter()
        .map(|token| &*token.value)
        .collect();
    assert!(tokens.contains(&"{advertiserName}") && tokens.contains(&"{retargetingActivityName}"));
    let name_of = |column: u32, id: &str| {
        let choices = &sheet.batch.columns[column as usize].choices;
        choices
            .iter()
            .find(|choice| choice.value == id)
            .unwrap()
            .label
            .clone()
    };
    let (advertiser, activity) = (name_of(3, "4401"), name_of(4, "52024"));
    let column = rewrite(
        CellScope::AllRows(vec![NAME]),
        fill("{advertiserName} {retargetingActivityName} {row:000}"),
    );
    let preview = sheet.preview(&all(), &column);
    assert_eq!((preview.cells, preview.rows), (2, 2));
    assert_eq!(preview.skipped.len(), 1);
    assert_eq!(preview.skipped[0].cells, 1);
    assert_eq!(plain(&preview.first[0].before), "Cart 1");
    sheet.rewrite(&all(), &column);
    let expected = format!("{advertiser} {activity} 001 / {advertiser} {activity} 002 / Cart 3");
    assert_eq!(sheet.text(1), expected);
    sheet.undo();
    assert_eq!(sheet.text(1), "Cart 1 / Home / Cart 3");
}

#[tokio::test]
async fn invalid_input_is_refused_with_its_place() {
    let app = TestApp::first_start().await;
    let sheet = OpenSheet::of(&app, ROWS);
    let regular = |find: &str, with: &str| {
        let request = replace(find, with);
        CellTextChange::Replace(CellFindReplace {
            regular: true,
            ..request
        })
    };
    for (change, part, at) in [
        (regular("a(b", ""), BulkFormInput::Find, Some(2)),
        (regular("", ""), BulkFormInput::Find, None),
        (regular("a", "x $1"), BulkFormInput::Replace, Some(3)),
        (fill("x {nothing}"), BulkFormInput::Replace, Some(3)),
        (fill("{row:1}"), BulkFormInput::Replace, Some(1)),
        (fill("{row"), BulkFormInput::Replace, Some(1)),
        (fill(""), BulkFormInput::Replace, None),
    ] {
        let request = rewrite(CellScope::AllRows(vec![NAME]), change);
        match sheet.try_preview(&all(), &request).unwrap() {
            RewritePreviewResult::Refused(problem) => {
                assert_eq!((problem.part, problem.at), (part, at), "{request:?}");
            }
            RewritePreviewResult::Ready(_) => panic!("{request:?}"),
        }
        let applied = sheet.try_edit(&all(), SheetEdit::Rewrite(request));
        let is_refused = matches!(applied, Err(Error::Batch(BatchError::InvalidRewrite(_))));
        assert!(is_refused);
    }
}

#[tokio::test]
async fn preview_of_an_older_revision_is_refused() {
    let app = TestApp::first_start().await;
    let mut sheet = OpenSheet::of(&app, ROWS);
    sheet.batch.revision -= 1;
    let refused = sheet.try_preview(&all(), &everywhere(replace("a", "b")));
    assert!(matches!(
        refused,
        Err(Error::Store(StoreError::BatchConflict { .. }))
    ));
}

#[tokio::test]
async fn preview_shows_only_the_first_changes() {
    let app = TestApp::first_start().await;
    let rows: Vec<_> = (0..150).map(|row| format!("Cart {row}")).collect();
    let mut sheet = OpenSheet::of(&app, &rows.join("\n"));
    let request = everywhere(replace("cart", "x"));
    let preview = sheet.preview(&all(), &request);
    assert_eq!(
        (preview.cells, preview.rows, preview.first.len()),
        (150, 150, 100)
    );
    assert_eq!(sheet.rewrite(&all(), &request), 150);
}
