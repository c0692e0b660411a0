//! Plans the changes of an edit, without any effect on the batch.

use adwright_model::Path;
use adwright_sheet::{BatchLabel, BatchRowId, ChunkChanges, OrderSplice, RowChunk, RowRun};
use adwright_store::Store;

use super::loaded_batch::LoadedBatch;

use crate::error::{BatchError, Error};

/// An edit before its commit.
#[derive(Debug, Default)]
pub(super) struct PlannedEdit {
    /// The columns that it adds.
    pub(super) columns: Vec<Path>,
    /// Its change of the order.
    pub(super) splice: Option<OrderSplice>,
    /// Its changes of existing cells, by chunk.
    pub(super) changes: Vec<(u32, ChunkChanges)>,
    /// The chunks with the changes, and with the cells of new rows.
    pub(super) chunks: Vec<(u32, RowChunk)>,
    /// The number of rows that it creates.
    pub(super) new_rows: u32,
}

impl PlannedEdit {
    pub(super) const fn has_no_effect(&self) -> bool {
        self.columns.is_empty() && self.splice.is_none() && self.changes.is_empty()
    }

    /// Returns the number of changed cells of existing rows.
    pub(super) fn changed_cells(&self) -> u32 {
        let cells: usize = self
            .changes
            .iter()
            .map(|(_, changes)| changes.count())
            .sum();
        u32::try_from(cells).unwrap_or(u32::MAX)
    }
}

/// An edit with its label.
pub(super) struct LabeledEdit {
    pub(super) label: BatchLabel,
    pub(super) edit: PlannedEdit,
}

impl LoadedBatch {
    /// Plans to set cells. `rows` are the rows with a value that `cells_of` turns into columns and texts; rows may be
    /// repeated, and the last text of a cell wins. Rows from the next new row on are created, and only their chunks
    /// keep their cells.
    pub(super) fn plan_cells<'a, T: Copy, Cells: Iterator<Item = (u32, &'a str)>>(
        &mut self,
        store: &Store,
        mut rows: Vec<(BatchRowId, T)>,
        cells_of: impl Fn(T) -> Cells,
    ) -> Result<PlannedEdit, Error> {
        rows.sort_by_key(|(row, _)| *row);
        self.load_chunks(store, rows.iter().map(|(row, _)| row.chunk()))?;
        let mut edit = PlannedEdit::default();
        for rows in rows.chunk_by(|(one, _), (next, _)| one.chunk() == next.chunk()) {
            let number = rows[0].0.chunk();
            let first_new = rows.partition_point(|(row, _)| row.0 < self.stored.next_row);
            let (existing, new) = rows.split_at(first_new);
            let cells = |rows: &[(BatchRowId, T)]| -> Vec<_> {
                let cells = rows.iter().flat_map(|(row, value)| {
                    let offset = row.offset();
                    cells_of(*value).map(move |(column, text)| (offset, column, text))
                });
                cells.collect()
            };
            let before = self.chunk(number);
            let (chunk, changes) = before.edit(cells(existing));
            let (chunk, new_cells) = chunk.edit(cells(new));
            if !(changes.is_empty() && new_cells.is_empty()) {
                edit.chunks.push((number, chunk));
            }
            if !changes.is_empty() {
                edit.changes.push((number, changes));
            }
        }
        Ok(edit)
    }

    /// Returns the ids of rows that an edit creates.
    ///
    /// # Errors
    /// [`BatchError::TooManyRows`].
    pub(super) fn new_run(&self, count: u32) -> Result<RowRun, BatchError> {
        let first = self.stored.next_row;
        let most = u32::MAX - self.order.len();
        let end = first.checked_add(count).filter(|_| count <= most);
        end.ok_or(BatchError::TooManyRows)?;
        Ok(RowRun {
            first: BatchRowId(first),
            len: count,
        })
    }
}
