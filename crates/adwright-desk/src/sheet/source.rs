//! Where the rows of a sheet come from: a batch, or existing objects. Everything else in a sheet is the same for both.

use std::ops::Range;

use adwright_model::Path;
use adwright_sheet::{BatchLabel, BatchRowId};
use adwright_views::{ListId, SheetSource};

use super::objects::UndoDirection;

use crate::batch::{BatchSnapshot, BatchState, BatchVersion};
use crate::error::{Error, ObjectSheetError};
use crate::field::describe_kind;
use crate::sheet::Sheets;
use crate::wording::batch_label_text;

/// A sheet without its rows.
#[derive(Debug, Clone)]
pub(super) struct SheetState {
    /// The sheet and its revision, for the next edit.
    pub(super) version: BatchVersion,
    pub(super) name: String,
    pub(super) source: SheetSource,
    pub(super) columns: Vec<Path>,
    pub(super) row_count: u32,
    pub(super) undo: Option<BatchLabel>,
    pub(super) redo: Option<BatchLabel>,
}

impl From<BatchState> for SheetState {
    fn from(batch: BatchState) -> Self {
        Self {
            version: batch.version,
            name: batch.name,
            source: SheetSource::Batch,
            columns: batch.columns,
            row_count: batch.row_count,
            undo: batch.undo,
            redo: batch.redo,
        }
    }
}

impl Sheets {
    pub(super) fn state(&self, sheet: &str) -> Result<SheetState, Error> {
        match self.open_objects.get(sheet) {
            Some(objects) => self.object_state(&objects),
            None => Ok(self.batches.batch(sheet)?.into()),
        }
    }

    /// Returns the rows in a span of positions. Positions after the last row are skipped.
    pub(super) fn snapshot(
        &self,
        sheet: &str,
        positions: Range<u32>,
    ) -> Result<BatchSnapshot, Error> {
        match self.open_objects.get(sheet) {
            Some(objects) => self.object_rows(&objects, positions.map(BatchRowId)),
            None => self.batches.snapshot(sheet, positions),
        }
    }

    /// Returns the rows at these positions, in this order. Positions after the last row are skipped.
    pub(super) fn snapshot_at(
        &self,
        sheet: &str,
        positions: &[u32],
    ) -> Result<BatchSnapshot, Error> {
        match self.open_objects.get(sheet) {
            Some(objects) => self.object_rows(&objects, positions.iter().copied().map(BatchRowId)),
            None => self.batches.snapshot_at(sheet, positions),
        }
    }

    /// Sets cells as one step of undo: see [`Batches::write_rows`](crate::batch::Batches::write_rows). For objects, the
    /// step is one change of their drafts.
    ///
    /// # Errors
    /// As all edits, and every [`ObjectSheetError`].
    pub(super) fn write_rows<'a, T: Copy, Cells: Iterator<Item = (u32, &'a str)>>(
        &self,
        at: &BatchVersion,
        rows: &[(u32, T)],
        cells_of: impl Fn(T) -> Cells,
        label: impl FnOnce(u32) -> BatchLabel,
    ) -> Result<SheetState, Error> {
        match self.open_objects.get(&at.batch) {
            Some(objects) => {
                let texts = rows.iter().flat_map(|(row, value)| {
                    let cells = cells_of(*value);
                    cells.map(move |(column, text)| (*row, column, text))
                });
                self.write_objects(&objects, at, texts, label)
            }
            None => Ok(self.batches.write_rows(at, rows, cells_of, label)?.into()),
        }
    }

    pub(super) fn add_column(&self, at: &BatchVersion, field: &Path) -> Result<SheetState, Error> {
        match self.open_objects.get(&at.batch) {
            Some(objects) => self.add_object_column(&objects, field),
            None => Ok(self.batches.add_column(at, field)?.into()),
        }
    }

    /// Undoes or redoes a step. Returns what it could not change too, as a sentence.
    pub(super) fn move_step(
        &self,
        sheet: &str,
        direction: UndoDirection,
    ) -> Result<(SheetState, Option<String>), Error> {
        if let Some(objects) = self.open_objects.get(sheet) {
            return self.move_object_step(&objects, direction);
        }
        let now = self.batches.batch(sheet)?.version;
        let moved = match direction {
            UndoDirection::Undo => self.batches.undo(&now)?,
            UndoDirection::Redo => self.batches.redo(&now)?,
        };
        Ok((moved.into(), None))
    }

    /// Fails if the rows of a sheet are objects, which cannot be added, deleted or moved.
    pub(super) fn require_batch(&self, sheet: &str) -> Result<(), Error> {
        match self.open_objects.get(sheet) {
            Some(_) => Err(ObjectSheetError::FixedRows.into()),
            None => Ok(()),
        }
    }

    /// Returns the text of a step, to continue "Undo".
    pub(super) fn label_text(&self, list: ListId, label: &BatchLabel) -> String {
        let describe = describe_kind(&self.context, list.kind());
        batch_label_text(label, |column| match column.parse::<Path>() {
            Ok(path) => describe.label(&path),
            Err(_) => column.to_owned(),
        })
    }
}
