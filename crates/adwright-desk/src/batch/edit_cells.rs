//! Edits of cells.

use std::iter;
use std::ops::Range;

use adwright_sheet::{BatchLabel, BatchRowId, RowRun};
use adwright_store::Store;

use super::loaded_batch::LoadedBatch;
use super::planned_edit::{LabeledEdit, PlannedEdit};

use crate::batch::{BatchState, BatchVersion, Batches};
use crate::error::{BatchError, Error};

/// A text for one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchCell {
    /// The position of the row.
    pub position: u32,
    /// The column.
    pub column: u32,
    /// The text; an empty text clears the cell.
    pub text: String,
}

/// A block of texts, such as the clipboard holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchBlock {
    /// The position of the first row.
    pub position: u32,
    /// The columns of the texts in each row.
    pub columns: Vec<u32>,
    /// The texts. A row may have fewer texts than there are columns; its other cells stay.
    pub rows: Vec<Vec<String>>,
}

/// The cells of some rows in some columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellRange {
    /// The positions of the rows.
    pub rows: Range<u32>,
    /// The columns.
    pub columns: Vec<u32>,
}

impl Batches {
    /// Sets a cell; an empty text clears it.
    ///
    /// # Errors
    /// As all edits: [`StoreError::BatchConflict`](adwright_store::StoreError::BatchConflict) if the batch is not as the
    /// caller saw it, [`StoreError::BatchDiscarded`](adwright_store::StoreError::BatchDiscarded), and
    /// [`BatchError::NoRow`] or [`BatchError::NoColumn`] for a place outside the batch.
    pub fn set_cell(&self, at: &BatchVersion, cell: &BatchCell) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            let edit = loaded.plan_replace(&self.context.store, std::slice::from_ref(cell))?;
            let column = loaded.stored.columns[cell.column as usize].to_string();
            let label = BatchLabel::SetCell { column };
            Ok(LabeledEdit { label, edit })
        })
    }

    /// Sets many cells in one operation. `label` makes the label from the number of changed cells.
    ///
    /// # Errors
    /// As all edits.
    pub fn replace_cells(
        &self,
        at: &BatchVersion,
        cells: &[BatchCell],
        label: impl FnOnce(u32) -> BatchLabel,
    ) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            let edit = loaded.plan_replace(&self.context.store, cells)?;
            let label = label(edit.changed_cells());
            Ok(LabeledEdit { label, edit })
        })
    }

    /// Sets the cells of a block. New rows are added at the end if it needs more than there are.
    ///
    /// # Errors
    /// As all edits, [`BatchError::TooManyCells`] and [`BatchError::TooManyRows`].
    pub fn paste_block(&self, at: &BatchVersion, block: &BatchBlock) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            let label = BatchLabel::Paste {
                rows: count(block.rows.len())?,
                columns: count(block.columns.len())?,
            };
            let edit = loaded.plan_block(&self.context.store, block)?;
            Ok(LabeledEdit { label, edit })
        })
    }

    /// Sets all cells of ranges to one text. Ranges may overlap.
    ///
    /// # Errors
    /// As all edits.
    pub fn fill_ranges(
        &self,
        at: &BatchVersion,
        ranges: &[CellRange],
        text: &str,
    ) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            let edit = loaded.plan_fill(&self.context.store, ranges, text)?;
            let cells = edit.changed_cells();
            let label = BatchLabel::Fill { cells };
            Ok(LabeledEdit { label, edit })
        })
    }

    /// Clears all cells of ranges. Ranges may overlap.
    ///
    /// # Errors
    /// As all edits.
    pub fn clear_ranges(
        &self,
        at: &BatchVersion,
        ranges: &[CellRange],
    ) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            let edit = loaded.plan_fill(&self.context.store, ranges, "")?;
            let cells = edit.changed_cells();
            let label = BatchLabel::Clear { cells };
            Ok(LabeledEdit { label, edit })
        })
    }
}

impl LoadedBatch {
    fn plan_replace(&mut self, store: &Store, cells: &[BatchCell]) -> Result<PlannedEdit, Error> {
        self.ensure_columns(cells.iter().map(|cell| cell.column))?;
        let rows = cells
            .iter()
            .map(|cell| Ok((self.row(cell.position)?, cell)));
        let rows = rows.collect::<Result<Vec<_>, BatchError>>()?;
        self.plan_cells(store, rows, |cell| iter::once((cell.column, &*cell.text)))
    }

    fn plan_fill(
        &mut self,
        store: &Store,
        ranges: &[CellRange],
        text: &str,
    ) -> Result<PlannedEdit, Error> {
        let mut rows = Vec::new();
        for range in ranges {
            self.ensure_columns(range.columns.iter().copied())?;
            self.ensure_span(&range.rows)?;
            let ids = self.order.rows(range.rows.clone());
            rows.extend(ids.map(|id| (id, &range.columns)));
        }
        self.plan_cells(store, rows, |columns| {
            columns.iter().map(|column| (*column, text))
        })
    }

    fn plan_block(&mut self, store: &Store, block: &BatchBlock) -> Result<PlannedEdit, Error> {
        self.ensure_columns(block.columns.iter().copied())?;
        self.ensure_span(&(block.position..block.position))?;
        if let Some(wide) = block
            .rows
            .iter()
            .position(|row| row.len() > block.columns.len())
        {
            return Err(BatchError::TooManyCells {
                row: wide,
                columns: block.columns.len(),
            }
            .into());
        }
        let end = block.position.checked_add(count(block.rows.len())?);
        let end = end.ok_or(BatchError::TooManyRows)?;
        let new = self.new_run(end.saturating_sub(self.order.len()))?;
        let ids = self.order.rows(block.position..end).chain(ids_of(new));
        let rows = ids.zip(&block.rows).collect();
        let mut edit = self.plan_cells(store, rows, |texts: &Vec<String>| {
            let columns = block.columns.iter().copied();
            columns.zip(texts.iter().map(String::as_str))
        })?;
        if new.len > 0 {
            edit.splice = Some(self.order.insert_splice(self.order.len(), new));
            edit.new_rows = new.len;
        }
        Ok(edit)
    }

    fn row(&self, position: u32) -> Result<BatchRowId, BatchError> {
        self.order.row(position).ok_or(BatchError::NoRow {
            position,
            rows: self.order.len(),
        })
    }

    pub(super) fn ensure_columns(
        &self,
        mut columns: impl Iterator<Item = u32>,
    ) -> Result<(), BatchError> {
        let count = self.stored.columns.len();
        match columns.find(|column| *column as usize >= count) {
            Some(column) => Err(BatchError::NoColumn {
                column,
                columns: count,
            }),
            None => Ok(()),
        }
    }

    /// Refuses a span that ends after the last row.
    pub(super) fn ensure_span(&self, span: &Range<u32>) -> Result<(), BatchError> {
        let rows = self.order.len();
        if span.start > rows || span.end > rows {
            let position = span.start.max(span.end.saturating_sub(1));
            return Err(BatchError::NoRow { position, rows });
        }
        Ok(())
    }
}

fn ids_of(run: RowRun) -> impl Iterator<Item = BatchRowId> {
    (run.first.0..run.first.0 + run.len).map(BatchRowId)
}

/// Converts a number of rows or columns.
pub(super) fn count(number: usize) -> Result<u32, BatchError> {
    u32::try_from(number).map_err(|_| BatchError::TooManyRows)
}
