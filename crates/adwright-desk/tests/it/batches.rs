//! Batches: their use cases, their cost, and what two programs do to each other.

use adwright_desk::{
    BatchBlock, BatchCell, BatchError, BatchImport, BatchLabel, BatchState, BatchVersion,
    CellRange, Desk, Error,
};
use adwright_model::Path;
use adwright_sheet::CHUNK_ROWS;
use adwright_store::{StoreError, rows_read, rows_written};
use adwright_testkit::TestApp;

const COLUMNS: u32 = 5;

fn cell(position: u32, column: u32, text: &str) -> BatchCell {
    BatchCell {
        position,
        column,
        text: text.to_owned(),
    }
}

fn import(desk: &Desk, at: &BatchVersion, rows: u32) -> Result<BatchState, Error> {
    let columns = desk.batches.batch(&at.batch).unwrap().columns;
    let rows = (0..rows).map(|row| Ok(vec![format!("row {row:06}"); COLUMNS as usize]));
    let import = BatchImport {
        file: "values.csv",
        fields: &columns,
        operation: "import",
    };
    desk.batches.import_rows(at, &import, rows)
}

/// Returns a new batch with this many rows.
fn batch_of(desk: &Desk, rows: u32) -> BatchVersion {
    let created = desk.batches.create_batch("Spring").unwrap();
    assert_eq!(created.columns.len(), COLUMNS as usize);
    import(desk, &created.version, rows).unwrap().version
}

/// Returns the cells of the first column.
fn first_column(desk: &Desk, batch: &str) -> Vec<String> {
    let rows = desk.batches.rows(batch, 0..u32::MAX).unwrap().rows;
    rows.into_iter().map(|row| row.cells[0].clone()).collect()
}

fn is_conflict(error: &Error) -> bool {
    matches!(error, Error::Store(StoreError::BatchConflict { .. }))
}

#[tokio::test]
async fn pasted_block_adds_missing_rows() {
    let app = TestApp::first_start().await;
    let at = batch_of(&app, 2);
    let block = BatchBlock {
        position: 1,
        columns: vec![2, 0],
        rows: [&["a", "b"][..], &["c"], &[]]
            .map(|row| row.iter().map(ToString::to_string).collect())
            .to_vec(),
    };
    let pasted = app.batches.paste_block(&at, &block).unwrap();
    let label = BatchLabel::Paste {
        rows: 3,
        columns: 2,
    };
    assert_eq!((pasted.row_count, pasted.undo), (4, Some(label)));
    let rows = app.batches.rows(&at.batch, 1..4).unwrap();
    assert_eq!(rows.version, pasted.version);
    let cells = |index: usize| rows.rows[index].cells.clone();
    assert_eq!(
        cells(0),
        ["b", "row 000001", "a", "row 000001", "row 000001"]
    );
    assert_eq!(cells(1), ["", "", "c", "", ""]);
    assert_eq!(cells(2), [""; 5]);
    let undone = app.batches.undo(&pasted.version).unwrap();
    assert_eq!(undone.row_count, 2);
    assert_eq!(first_column(&app, &at.batch), ["row 000000", "row 000001"]);
    app.batches.redo(&undone.version).unwrap();
    assert_eq!(app.batches.rows(&at.batch, 1..4).unwrap().rows, rows.rows);
}

#[tokio::test]
async fn edit_outside_the_batch_is_refused() {
    let app = TestApp::first_start().await;
    let at = batch_of(&app, 2);
    let wide = BatchBlock {
        position: 0,
        columns: vec![0],
        rows: vec![vec![], vec![String::new(); 2]],
    };
    let range = CellRange {
        rows: 1..3,
        columns: vec![0],
    };
    let batches = &app.batches;
    let no_row = |position| BatchError::NoRow { position, rows: 2 };
    let no_column = BatchError::NoColumn {
        column: 5,
        columns: 5,
    };
    let too_wide = BatchError::TooManyCells { row: 1, columns: 1 };
    for (refused, expected) in [
        (batches.set_cell(&at, &cell(2, 0, "x")), no_row(2)),
        (batches.set_cell(&at, &cell(0, 5, "x")), no_column),
        (batches.paste_block(&at, &wide), too_wide),
        (batches.clear_ranges(&at, &[range]), no_row(2)),
        (batches.insert_rows(&at, 3, 1), no_row(3)),
        (
            batches.insert_rows(&at, 0, u32::MAX),
            BatchError::TooManyRows,
        ),
        (batches.delete_rows(&at, &[0..1, 1..9]), no_row(8)),
        (batches.move_rows(&at, &[0..1, 1..2], 3), no_row(3)),
        (batches.rename_batch(&at.batch, " "), BatchError::NoName),
    ] {
        let error = refused.unwrap_err();
        assert!(
            matches!(&error, Error::Batch(found) if *found == expected),
            "{error:?}"
        );
    }
    assert_eq!(batches.batch(&at.batch).unwrap().version, at);
}

fn import_of(fields: &[Path]) -> BatchImport<'_> {
    BatchImport {
        file: "values.csv",
        fields,
        operation: "import",
    }
}

#[tokio::test]
async fn new_batch_comes_with_its_rows() {
    let app = TestApp::first_start().await;
    let fields = ["name", "orderId"].map(|path| path.parse().unwrap());
    let import = import_of(&fields);
    let row = || Ok(vec!["a".to_owned(), "7".to_owned()]);
    let create = |rows| app.batches.create_with_rows("Spring", &import, rows);
    let broken = create(vec![row(), Err(Error::NotAWebAddress)]);
    assert!(matches!(broken.unwrap_err(), Error::NotAWebAddress));
    assert_eq!(app.batches.batches().unwrap(), []);
    assert_eq!(app.batches.discarded_batches().unwrap(), []);
    let created = create((0..=CHUNK_ROWS).map(|_| row()).collect()).unwrap();
    // One commit: no revision of this batch is without rows.
    assert_eq!(created.version.revision, 1);
    assert_eq!(
        (created.row_count, created.columns.len()),
        (CHUNK_ROWS + 1, 6)
    );
    let batch = created.version.batch.clone();
    let last = app.batches.rows(&batch, CHUNK_ROWS..u32::MAX).unwrap().rows;
    assert_eq!(last[0].cells, ["a", "", "", "", "", "7"]);
    let undone = app.batches.undo(&created.version).unwrap();
    assert_eq!((undone.row_count, undone.columns.len()), (0, 5));
    let redone = app.batches.redo(&undone.version).unwrap();
    assert_eq!(
        (redone.row_count, redone.columns.len()),
        (CHUNK_ROWS + 1, 6)
    );
    assert_eq!(first_column(&app, &batch).len(), CHUNK_ROWS as usize + 1);
}

#[tokio::test]
async fn stopped_or_broken_import_adds_no_row() {
    let app = TestApp::first_start().await;
    let at = batch_of(&app, 1);
    let fields = ["name", "orderId"].map(|path| path.parse().unwrap());
    let import = import_of(&fields);
    let row = || Ok(vec!["a".to_owned(), "7".to_owned()]);
    let broken = [row(), Err(Error::NotAWebAddress), row()];
    let refused = app.batches.import_rows(&at, &import, broken).unwrap_err();
    assert!(matches!(refused, Error::NotAWebAddress));
    let rows = (0..5_000).map(|index| {
        if index == 2_500 {
            app.stop("import");
        }
        row()
    });
    let refused = app.batches.import_rows(&at, &import, rows).unwrap_err();
    assert!(matches!(refused, Error::Stopped));
    assert_eq!(app.batches.batch(&at.batch).unwrap().version, at);
    let done = app.batches.import_rows(&at, &import, [row()]).unwrap();
    assert_eq!((done.row_count, done.columns.len()), (2, 6));
    let rows = app.batches.rows(&at.batch, 1..2).unwrap().rows;
    assert_eq!(rows[0].cells, ["a", "", "", "", "", "7"]);
    let undone = app.batches.undo(&done.version).unwrap();
    assert_eq!((undone.row_count, undone.columns.len()), (1, 5));
}

#[tokio::test]
async fn discarded_batch_is_restored_with_its_steps() {
    let app = TestApp::first_start().await;
    let at = batch_of(&app, 3);
    app.batches.discard_batch(&at.batch).unwrap();
    assert_eq!(app.batches.batches().unwrap(), []);
    let refused = app.batches.set_cell(&at, &cell(0, 0, "x")).unwrap_err();
    assert!(matches!(
        refused,
        Error::Store(StoreError::BatchDiscarded { .. })
    ));
    assert_eq!(first_column(&app, &at.batch).len(), 3);
    let discarded = app.batches.discarded_batches().unwrap();
    assert_eq!(discarded.len(), 1);
    let restored = app.batches.restore_batch(&at.batch).unwrap();
    assert_eq!(restored.version, at);
    let undone = app.batches.undo(&restored.version).unwrap();
    assert_eq!((undone.row_count, undone.undo), (0, None));
}

#[tokio::test]
async fn duplicate_and_original_change_separately() {
    let app = TestApp::first_start().await;
    let at = batch_of(&app, 3);
    let moved = app.batches.move_rows(&at, &[0..1, 0..1], 3).unwrap();
    let copy = app.batches.duplicate_batch(&at.batch, "Copy").unwrap();
    assert_eq!((&*copy.name, copy.row_count, copy.undo), ("Copy", 3, None));
    let changed = app.batches.set_cell(&copy.version, &cell(2, 0, "x"));
    app.batches
        .insert_rows(&changed.unwrap().version, 0, 1)
        .unwrap();
    let order = ["row 000001", "row 000002", "row 000000"];
    assert_eq!(first_column(&app, &at.batch), order);
    let copied = ["", "row 000001", "row 000002", "x"];
    assert_eq!(first_column(&app, &copy.version.batch), copied);
    app.batches.undo(&moved.version).unwrap();
    assert_eq!(first_column(&app, &copy.version.batch), copied);
}

#[tokio::test]
async fn slower_program_gets_a_conflict() {
    let app = TestApp::first_start().await;
    let at = batch_of(&app, 2);
    let other = TestApp::open(app.home()).await.unwrap();
    assert_eq!(first_column(&other, &at.batch).len(), 2);
    app.batches.set_cell(&at, &cell(0, 0, "first")).unwrap();
    for refused in [
        other.batches.set_cell(&at, &cell(0, 0, "second")),
        other.batches.delete_rows(&at, &[0..1, 0..1]),
        other.batches.undo(&at),
        import(&other, &at, 1),
    ] {
        assert!(refused.as_ref().is_err_and(is_conflict), "{refused:?}");
    }
    let rows = other.batches.rows(&at.batch, 0..2).unwrap();
    assert_eq!(rows.rows[0].cells[0], "first");
    other
        .batches
        .set_cell(&rows.version, &cell(1, 0, "second"))
        .unwrap();
    assert_eq!(first_column(&app, &at.batch), ["first", "second"]);
}

#[tokio::test]
async fn undone_and_repeated_head_is_a_conflict() {
    let app = TestApp::first_start().await;
    let at = batch_of(&app, 2);
    let seen = app.batches.set_cell(&at, &cell(0, 0, "a")).unwrap();
    let other = TestApp::open(app.home()).await.unwrap();
    let undone = other.batches.undo(&seen.version).unwrap();
    let repeated = other.batches.set_cell(&undone.version, &cell(0, 0, "b"));
    for refused in [
        app.batches.undo(&seen.version),
        app.batches.set_cell(&seen.version, &cell(1, 0, "c")),
    ] {
        assert!(refused.as_ref().is_err_and(is_conflict), "{refused:?}");
    }
    assert_eq!(app.batches.batch(&at.batch).unwrap(), repeated.unwrap());
}

/// Returns how many pages an edit of a cell writes, how many rows it reads, and how many rows it writes.
fn cost_of_edit(app: &TestApp, at: BatchVersion, position: u32) -> (i64, u64, u64) {
    let log = rusqlite::Connection::open(app.home().join("adwright.db")).unwrap();
    let pages_in_log = || {
        let pragma = "PRAGMA wal_checkpoint(PASSIVE)";
        log.query_row(pragma, [], |row| row.get(1)).unwrap()
    };
    let mut at = at;
    for number in 0.. {
        // After a checkpoint the log begins again.
        let _: i64 = pages_in_log();
        let (read, written) = (rows_read(), rows_written());
        let text = format!("new {number:06}");
        at = app
            .batches
            .set_cell(&at, &cell(position, 1, &text))
            .unwrap()
            .version;
        let rows = (rows_read() - read, rows_written() - written);
        let pages = pages_in_log();
        // The store empties the log after a pause.
        if number > 0 && pages > 0 {
            return (pages, rows.0, rows.1);
        }
    }
    unreachable!("the range is endless")
}

#[tokio::test]
async fn cell_edit_costs_the_same_at_any_size() {
    let app = TestApp::first_start().await;
    let costs = [100, 100_000].map(|rows| cost_of_edit(&app, batch_of(&app, rows), rows / 2));
    assert_eq!(costs[0], costs[1]);
    assert_eq!(costs[0].2, 4, "operation, changed cells, chunk and batch");
}

#[tokio::test]
async fn first_rows_cost_the_same_at_any_size() {
    let app = TestApp::first_start().await;
    let batches = [100, 100_000].map(|rows| batch_of(&app, rows).batch);
    let app = app.restart().await;
    let costs = batches.map(|batch| {
        let before = rows_read();
        assert_eq!(app.batches.rows(&batch, 0..50).unwrap().rows.len(), 50);
        rows_read() - before
    });
    assert_eq!(costs[0], costs[1]);
}

#[tokio::test]
async fn long_history_of_moves_loads_quickly() {
    let app = TestApp::first_start().await;
    let mut at = batch_of(&app, 200);
    for step in 0..300 {
        let span = [step % 190..step % 190 + 2, 5..6];
        at = app
            .batches
            .move_rows(&at, &span, 200 - step % 100)
            .unwrap()
            .version;
    }
    let expected = first_column(&app, &at.batch);
    let app = app.restart().await;
    let before = rows_read();
    assert_eq!(first_column(&app, &at.batch), expected);
    let read = rows_read() - before;
    assert!(read < 100, "{read} rows are read to open the batch");
}
