//! Imports rows: all of them in one commit, or none.

use adwright_model::Path;
use adwright_sheet::{BatchLabel, BatchRowId, CHUNK_ROWS, RowChunk, RowOrder, RowPacker, RowRun};
use adwright_store::{NewBatchOperation, NewBatchRows};

use super::batch_state::{default_columns, label_to_json};
use super::edit_cells::count;
use super::edit_rows::missing_columns;
use super::loaded_batch::LoadedBatch;
use super::planned_edit::{LabeledEdit, PlannedEdit};

use crate::batch::{BatchState, BatchVersion, Batches};
use crate::error::{BatchError, Error};
use crate::host::CancellationToken;

/// A stop is noticed after this many rows.
const STRIDE: usize = 1_000;

/// The description of an import.
#[derive(Debug, Clone, Copy)]
pub struct BatchImport<'a> {
    /// The name of the file, for the label of the operation.
    pub file: &'a str,
    /// The fields of the texts in each row.
    pub fields: &'a [Path],
    /// The id under which [`Desk::stop`](crate::Desk::stop) stops it.
    pub operation: &'a str,
}

/// Packed rows, and the columns that their batch gets.
struct ImportedRows {
    label: BatchLabel,
    columns: Vec<Path>,
    count: u32,
    chunks: Vec<RowChunk>,
}

impl Batches {
    /// Adds rows at the end, with columns for the fields that have none. A row has one text for each field; the last
    /// texts may be missing. The rows are packed as they come, and the batch is neither locked nor changed before
    /// the last one, so that a slow or broken source holds up nobody.
    ///
    /// # Errors
    /// As all edits, [`Error::Stopped`], the first error of `rows`, [`BatchError::TooManyCells`],
    /// [`BatchError::TooManyColumns`] and [`BatchError::TooManyRows`]. Then no row is imported.
    pub fn import_rows(
        &self,
        at: &BatchVersion,
        import: &BatchImport<'_>,
        rows: impl IntoIterator<Item = Result<Vec<String>, Error>>,
    ) -> Result<BatchState, Error> {
        let existing = self.with_version(at, |loaded| Ok(loaded.stored.columns.clone()))?;
        let ImportedRows {
            label,
            columns,
            count,
            chunks,
        } = self.import(existing, import, rows)?;
        self.edit(at, |loaded| {
            let edit = loaded.plan_import(columns, count, chunks)?;
            Ok(LabeledEdit { label, edit })
        })
    }

    /// Creates a batch with rows in one commit, so that no crash leaves it empty. Undo takes the rows back.
    ///
    /// # Errors
    /// [`BatchError::NoName`], and those of [`Batches::import_rows`]. Then there is no batch.
    pub fn create_with_rows(
        &self,
        name: &str,
        import: &BatchImport<'_>,
        rows: impl IntoIterator<Item = Result<Vec<String>, Error>>,
    ) -> Result<BatchState, Error> {
        let existing = default_columns(&self.context.catalog());
        let imported = self.import(existing, import, rows)?;
        if imported.count == 0 {
            return self.create_batch(name);
        }
        let run = RowRun {
            first: BatchRowId(0),
            len: imported.count,
        };
        let splice = RowOrder::default().insert_splice(0, run).to_bytes();
        let chunks = (0..).zip(imported.chunks.iter().map(RowChunk::as_bytes));
        let rows = NewBatchRows {
            operation: NewBatchOperation {
                label: &label_to_json(&imported.label),
                columns: &imported.columns,
                splice: Some(&splice),
                changes: &[],
            },
            count: imported.count,
            chunks: &chunks.collect::<Vec<_>>(),
        };
        self.create_in_store(name, Some(rows))
    }

    /// Reads and packs rows for a batch with these columns.
    fn import(
        &self,
        existing: Vec<Path>,
        import: &BatchImport<'_>,
        rows: impl IntoIterator<Item = Result<Vec<String>, Error>>,
    ) -> Result<ImportedRows, Error> {
        let running = self.context.operations.start(import.operation);
        let columns = missing_columns(&existing, import.fields)?;
        let places = places(&[existing, columns.clone()].concat(), import.fields);
        let packed = pack(rows, &places, &running.stop)?;
        let rows = count(packed.row_count())?;
        Ok(ImportedRows {
            label: BatchLabel::Import {
                rows,
                file: import.file.to_owned(),
            },
            columns,
            count: rows,
            chunks: packed.finish(),
        })
    }
}

/// Returns the column of each field. Each of them has one.
fn places(columns: &[Path], fields: &[Path]) -> Vec<usize> {
    let place = |field| columns.iter().position(|column| column == field);
    fields.iter().filter_map(place).collect()
}

/// Packs rows. `places` are the columns of the texts in each row.
fn pack(
    rows: impl IntoIterator<Item = Result<Vec<String>, Error>>,
    places: &[usize],
    stop: &CancellationToken,
) -> Result<RowPacker, Error> {
    let mut packer = RowPacker::default();
    let width = places.iter().max().map_or(0, |last| last + 1);
    for (index, row) in rows.into_iter().enumerate() {
        if index.is_multiple_of(STRIDE) && stop.is_cancelled() {
            return Err(Error::Stopped);
        }
        let row = row?;
        if row.len() > places.len() {
            return Err(BatchError::TooManyCells {
                row: index,
                columns: places.len(),
            }
            .into());
        }
        let mut cells = vec![""; width];
        for (place, text) in places.iter().zip(&row) {
            cells[*place] = text;
        }
        packer.push(cells.into_iter());
    }
    if stop.is_cancelled() {
        return Err(Error::Stopped);
    }
    Ok(packer)
}

impl LoadedBatch {
    /// Plans to add packed rows at the end. They begin a new chunk, so the ids up to it stay unused.
    fn plan_import(
        &self,
        columns: Vec<Path>,
        rows: u32,
        chunks: Vec<RowChunk>,
    ) -> Result<PlannedEdit, BatchError> {
        if rows == 0 {
            return Ok(PlannedEdit::default());
        }
        let next = self.stored.next_row;
        let first = next.checked_next_multiple_of(CHUNK_ROWS);
        let first = first.ok_or(BatchError::TooManyRows)?;
        let new_rows = (first - next).checked_add(rows);
        let new_rows = new_rows.ok_or(BatchError::TooManyRows)?;
        self.new_run(new_rows)?;
        let run = RowRun {
            first: BatchRowId(first),
            len: rows,
        };
        Ok(PlannedEdit {
            columns,
            splice: Some(self.order.insert_splice(self.order.len(), run)),
            changes: Vec::new(),
            chunks: (run.first.chunk()..).zip(chunks).collect(),
            new_rows,
        })
    }
}
