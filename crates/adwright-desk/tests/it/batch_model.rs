//! Random operations on a batch, compared with a plain reference model.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use std::thread;

use adwright_desk::{
    BatchBlock, BatchCell, BatchImport, BatchLabel, BatchRowId, BatchState, BatchVersion,
    CellRange, Desk, Error,
};
use adwright_store::StoreError;
use adwright_testkit::TestApp;
use tokio::runtime::Runtime;

use crate::random::Random;

/// More rows than this are deleted again, so that each comparison stays fast.
const MANY_ROWS: u32 = 200;

impl Random {
    fn text(&mut self) -> String {
        let number = self.below(5);
        match self.below(4) {
            0 => String::new(),
            1 => "ä€😀\t\n\"".chars().take(number as usize).collect(),
            2 => "long ".repeat(number as usize * 20),
            _ => format!("v{number}"),
        }
    }

    fn span(&mut self, end: u32) -> Range<u32> {
        let start = self.below(end + 1);
        start..(start + self.below(12)).min(end)
    }

    fn spans(&mut self, end: u32) -> Vec<Range<u32>> {
        (0..=self.below(3)).map(|_| self.span(end)).collect()
    }

    fn columns(&mut self, count: u32) -> Vec<u32> {
        (0..=self.below(3)).map(|_| self.below(count)).collect()
    }
}

/// A row of the model: its own number and its cells.
type ModelRow = Rc<(u32, Vec<String>)>;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Content {
    columns: Vec<String>,
    rows: Vec<ModelRow>,
}

impl Content {
    /// Returns whether the cell changed.
    fn set(&mut self, cell: &BatchCell) -> bool {
        let row = Rc::make_mut(&mut self.rows[cell.position as usize]);
        let column = cell.column as usize;
        if row.1.len() <= column {
            row.1.resize(column + 1, String::new());
        }
        let is_changed = row.1[column] != cell.text;
        row.1[column].clone_from(&cell.text);
        is_changed
    }
}

/// The plain reference: the content after each operation.
#[derive(Default)]
struct Model {
    now: Content,
    done: Vec<Content>,
    undone: Vec<Content>,
    next: u32,
    /// The id of each row of the model in the batch.
    ids: HashMap<u32, BatchRowId>,
    used_ids: HashSet<BatchRowId>,
}

impl Model {
    fn rows(&self) -> u32 {
        u32::try_from(self.now.rows.len()).unwrap()
    }

    fn columns(&self) -> u32 {
        u32::try_from(self.now.columns.len()).unwrap()
    }

    fn new_row(&mut self) -> ModelRow {
        self.next += 1;
        Rc::new((self.next, Vec::new()))
    }

    /// Records an operation that leads to this content.
    fn record(&mut self, after: Content) {
        self.done.push(std::mem::replace(&mut self.now, after));
        self.undone.clear();
    }

    fn set_cells(&mut self, cells: &[BatchCell]) {
        let mut after = self.now.clone();
        let changed = cells.iter().filter(|cell| after.set(cell)).count();
        if changed > 0 {
            self.record(after);
        }
    }

    fn undo(&mut self) {
        if let Some(before) = self.done.pop() {
            self.undone.push(std::mem::replace(&mut self.now, before));
        }
    }

    fn redo(&mut self) {
        if let Some(after) = self.undone.pop() {
            self.done.push(std::mem::replace(&mut self.now, after));
        }
    }

    /// Compares the whole batch with the model.
    fn check(&mut self, desk: &Desk, state: &BatchState, context: &str) {
        let found = desk
            .batches
            .rows(&state.version.batch, 0..u32::MAX)
            .unwrap();
        assert_eq!(found.version, state.version, "{context}");
        let columns: Vec<_> = state.columns.iter().map(ToString::to_string).collect();
        assert_eq!(columns, self.now.columns, "{context}");
        assert_eq!(state.undo.is_some(), !self.done.is_empty(), "{context}");
        assert_eq!(state.redo.is_some(), !self.undone.is_empty(), "{context}");
        assert_eq!(state.row_count, self.rows(), "{context}");
        assert_eq!(found.rows.len(), self.now.rows.len(), "{context}");
        for (found, expected) in found.rows.iter().zip(&self.now.rows) {
            let cells = expected
                .1
                .iter()
                .map(String::as_str)
                .chain(std::iter::repeat(""));
            let cells: Vec<_> = cells.take(columns.len()).collect();
            assert_eq!(found.cells, cells, "{context}");
            let known = self.ids.insert(expected.0, found.id);
            match known {
                Some(id) => assert_eq!(found.id, id, "{context}: a row keeps its id"),
                None => assert!(self.used_ids.insert(found.id), "{context}: an id is reused"),
            }
        }
    }
}

fn insert(model: &mut Model, position: u32, rows: u32) {
    if rows == 0 {
        return;
    }
    let mut after = model.now.clone();
    let new: Vec<_> = (0..rows).map(|_| model.new_row()).collect();
    let position = position as usize;
    after.rows.splice(position..position, new);
    model.record(after);
}

fn is_in(spans: &[Range<u32>], position: usize) -> bool {
    spans
        .iter()
        .any(|span| span.contains(&u32::try_from(position).unwrap()))
}

fn delete(model: &mut Model, spans: &[Range<u32>]) {
    let rows = model.now.rows.iter().enumerate();
    let kept = rows.filter(|(at, _)| !is_in(spans, *at));
    let after = Content {
        rows: kept.map(|(_, row)| Rc::clone(row)).collect(),
        ..model.now.clone()
    };
    if after != model.now {
        model.record(after);
    }
}

fn move_rows(model: &mut Model, spans: &[Range<u32>], to: usize) {
    let part = |is_moved: bool, places: Range<usize>| {
        let rows = model.now.rows.iter().enumerate();
        let rows = rows.filter(|(at, _)| places.contains(at) && is_in(spans, *at) == is_moved);
        rows.map(|(_, row)| Rc::clone(row)).collect::<Vec<_>>()
    };
    let end = model.now.rows.len();
    let after = Content {
        rows: [part(false, 0..to), part(true, 0..end), part(false, to..end)].concat(),
        ..model.now.clone()
    };
    if after != model.now {
        model.record(after);
    }
}

fn cells_of(ranges: &[CellRange], text: &str) -> Vec<BatchCell> {
    let places = ranges.iter().flat_map(|range| {
        let rows = range.rows.clone();
        rows.flat_map(|row| range.columns.iter().map(move |column| (row, *column)))
    });
    let cell = |(position, column)| BatchCell {
        position,
        column,
        text: text.to_owned(),
    };
    places.map(cell).collect()
}

fn paste(model: &mut Model, block: &BatchBlock) {
    let mut after = model.now.clone();
    let end = block.position as usize + block.rows.len();
    let is_longer = end > after.rows.len();
    while after.rows.len() < end {
        after.rows.push(model.new_row());
    }
    let rows = (block.position..).zip(&block.rows);
    let cells = rows.flat_map(|(position, texts)| {
        block
            .columns
            .iter()
            .zip(texts)
            .map(move |(column, text)| BatchCell {
                position,
                column: *column,
                text: text.clone(),
            })
    });
    let changed = cells.filter(|cell| after.set(cell)).count();
    if changed > 0 || is_longer {
        model.record(after);
    }
}

fn import(model: &mut Model, fields: &[String], rows: &[Vec<String>]) {
    if rows.is_empty() {
        return;
    }
    let mut after = model.now.clone();
    for field in fields {
        if !after.columns.contains(field) {
            after.columns.push(field.clone());
        }
    }
    for texts in rows {
        after.rows.push(model.new_row());
        let position = u32::try_from(after.rows.len() - 1).unwrap();
        for (field, text) in fields.iter().zip(texts) {
            let column = after.columns.iter().position(|column| column == field);
            after.set(&BatchCell {
                position,
                column: u32::try_from(column.unwrap()).unwrap(),
                text: text.clone(),
            });
        }
    }
    model.record(after);
}

/// Makes a random edit of cells.
fn edit_cells(
    desk: &Desk,
    at: &BatchVersion,
    model: &mut Model,
    random: &mut Random,
) -> Result<BatchState, Error> {
    let (rows, columns) = (model.rows(), model.columns());
    let cell = |random: &mut Random| BatchCell {
        position: random.below(rows),
        column: random.below(columns),
        text: random.text(),
    };
    let ranges = |random: &mut Random| -> Vec<_> {
        let spans = random.spans(rows).into_iter();
        spans
            .map(|rows| CellRange {
                rows,
                columns: random.columns(columns),
            })
            .collect()
    };
    match random.below(5) {
        0 if rows > 0 => {
            let cell = cell(random);
            let done = desk.batches.set_cell(at, &cell)?;
            model.set_cells(&[cell]);
            Ok(done)
        }
        1 if rows > 0 => {
            let cells: Vec<_> = (0..random.below(20)).map(|_| cell(random)).collect();
            let label = |cells| BatchLabel::Replace { cells };
            let done = desk.batches.replace_cells(at, &cells, label)?;
            model.set_cells(&cells);
            Ok(done)
        }
        2 => {
            let (ranges, text) = (ranges(random), random.text());
            let done = desk.batches.fill_ranges(at, &ranges, &text)?;
            model.set_cells(&cells_of(&ranges, &text));
            Ok(done)
        }
        3 => {
            let ranges = ranges(random);
            let done = desk.batches.clear_ranges(at, &ranges)?;
            model.set_cells(&cells_of(&ranges, ""));
            Ok(done)
        }
        _ => {
            let width = random.columns(columns);
            let row = |random: &mut Random| {
                let texts = random.below(u32::try_from(width.len()).unwrap() + 1);
                (0..texts).map(|_| random.text()).collect()
            };
            let block = BatchBlock {
                position: random.below(rows + 1),
                rows: (0..random.below(30)).map(|_| row(random)).collect(),
                columns: width,
            };
            let done = desk.batches.paste_block(at, &block)?;
            paste(model, &block);
            Ok(done)
        }
    }
}

/// Makes a random edit of rows or columns.
fn edit_rows(
    desk: &Desk,
    at: &BatchVersion,
    model: &mut Model,
    random: &mut Random,
) -> Result<BatchState, Error> {
    let rows = model.rows();
    let kind = if rows > MANY_ROWS { 1 } else { random.below(5) };
    match kind {
        0 => {
            let (position, count) = (random.below(rows + 1), random.below(9));
            let done = desk.batches.insert_rows(at, position, count)?;
            insert(model, position, count);
            Ok(done)
        }
        1 => {
            let mut spans = random.spans(rows);
            spans.extend((rows > MANY_ROWS).then_some(40..MANY_ROWS));
            let done = desk.batches.delete_rows(at, &spans)?;
            delete(model, &spans);
            Ok(done)
        }
        2 | 3 => {
            let (spans, to) = (random.spans(rows), random.below(rows + 1));
            let done = desk.batches.move_rows(at, &spans, to)?;
            move_rows(model, &spans, to as usize);
            Ok(done)
        }
        _ if random.below(2) == 0 => {
            let field = format!("field{}", random.below(4));
            let done = desk.batches.add_column(at, &field.parse().unwrap())?;
            if !model.now.columns.contains(&field) {
                let mut after = model.now.clone();
                after.columns.push(field);
                model.record(after);
            }
            Ok(done)
        }
        _ => {
            let fields = ["value".to_owned(), format!("field{}", random.below(4))];
            let row = |random: &mut Random| -> Vec<_> {
                (0..random.below(3)).map(|_| random.text()).collect()
            };
            let rows: Vec<_> = (0..random.below(150)).map(|_| row(random)).collect();
            let paths = fields.clone().map(|field| field.parse().unwrap());
            let description = BatchImport {
                file: "values.csv",
                fields: &paths,
                operation: "import",
            };
            let texts = rows.clone().into_iter().map(Ok);
            let done = desk.batches.import_rows(at, &description, texts)?;
            import(model, &fields, &rows);
            Ok(done)
        }
    }
}

/// Makes one random operation in the batch and in the model.
fn operate(
    desk: &Desk,
    at: &BatchVersion,
    model: &mut Model,
    random: &mut Random,
) -> Result<BatchState, Error> {
    match random.below(10) {
        0..3 => edit_rows(desk, at, model, random),
        3..6 => edit_cells(desk, at, model, random),
        6..8 => {
            let done = desk.batches.undo(at)?;
            model.undo();
            Ok(done)
        }
        _ => {
            let done = desk.batches.redo(at)?;
            model.redo();
            Ok(done)
        }
    }
}

/// Undoes and redoes many operations in a row.
fn travel(
    desk: &Desk,
    mut at: BatchState,
    model: &mut Model,
    random: &mut Random,
) -> Result<BatchState, Error> {
    let (back, forth) = (random.below(60), random.below(60));
    for _ in 0..back {
        at = desk.batches.undo(&at.version)?;
        model.undo();
    }
    for _ in 0..forth {
        at = desk.batches.redo(&at.version)?;
        model.redo();
    }
    Ok(at)
}

/// Makes an operation on a version that another program has changed meanwhile.
fn assert_conflict(
    desk: &Desk,
    seen: &BatchVersion,
    before: Content,
    random: &mut Random,
    context: &str,
) {
    let mut ignored = Model {
        now: before,
        ..Model::default()
    };
    let late = operate(desk, seen, &mut ignored, random);
    let is_conflict = matches!(late, Err(Error::Store(StoreError::BatchConflict { .. })));
    assert!(is_conflict, "{context}: {late:?}");
}

async fn run(seed: u64, steps: u32) {
    let mut random = Random(seed);
    let mut app = TestApp::first_start().await;
    let mut other = TestApp::open(app.home()).await.unwrap();
    let mut state = app.batches.create_batch("Model").unwrap();
    let mut model = Model::default();
    model.now.columns = state.columns.iter().map(ToString::to_string).collect();
    for step in 0..steps {
        let context = format!("seed {seed}, step {step}");
        let at = state.version.clone();
        let done = match random.below(100) {
            0 => {
                drop(other);
                app = app.restart().await;
                other = TestApp::open(app.home()).await.unwrap();
                Ok(state)
            }
            1 => travel(&app, state, &mut model, &mut random),
            2..6 => {
                let before = model.now.clone();
                let done = operate(&other, &at, &mut model, &mut random);
                if done.as_ref().is_ok_and(|state| state.version != at) {
                    assert_conflict(&app, &at, before, &mut random, &context);
                }
                done
            }
            _ => operate(&app, &at, &mut model, &mut random),
        };
        state = done.unwrap_or_else(|error| panic!("{context}: {error:?}"));
        model.check(&app, &state, &context);
    }
    let history = app.batches.operations(&state.version.batch).unwrap();
    assert_eq!(history.len(), model.done.len() + model.undone.len());
    let applied = history.iter().filter(|entry| entry.is_applied).count();
    assert_eq!(applied, model.done.len(), "seed {seed}");
}

/// The seeds run side by side, because most of the time is spent waiting for the disk.
#[test]
fn random_operations_match_a_plain_model() {
    thread::scope(|scope| {
        for seed in 1..=4 {
            scope.spawn(move || Runtime::new().unwrap().block_on(run(seed, 2_500)));
        }
    });
}
