//! Edits of rows and columns.

use std::ops::Range;

use adwright_model::Path;
use adwright_sheet::{BatchLabel, MAX_COLUMNS};

use super::loaded_batch::LoadedBatch;
use super::planned_edit::{LabeledEdit, PlannedEdit};

use crate::batch::{BatchState, BatchVersion, Batches};
use crate::error::{BatchError, Error};

impl Batches {
    /// Inserts empty rows before a position; at the end if it is the number of rows.
    ///
    /// # Errors
    /// As all edits, and [`BatchError::TooManyRows`].
    pub fn insert_rows(
        &self,
        at: &BatchVersion,
        position: u32,
        rows: u32,
    ) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            loaded.ensure_span(&(position..position))?;
            let run = loaded.new_run(rows)?;
            let splice = (rows > 0).then(|| loaded.order.insert_splice(position, run));
            let edit = PlannedEdit {
                splice,
                new_rows: rows,
                ..PlannedEdit::default()
            };
            let label = BatchLabel::InsertRows { rows };
            Ok(LabeledEdit { label, edit })
        })
    }

    /// Deletes the rows in spans of positions. Spans may overlap.
    ///
    /// # Errors
    /// As all edits.
    pub fn delete_rows(
        &self,
        at: &BatchVersion,
        spans: &[Range<u32>],
    ) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            let rows = loaded.count_rows(spans)?;
            let edit = PlannedEdit {
                splice: loaded.order.delete_splice(spans),
                ..PlannedEdit::default()
            };
            let label = BatchLabel::DeleteRows { rows };
            Ok(LabeledEdit { label, edit })
        })
    }

    /// Moves the rows in spans of positions before the row that is now at position `to`; to the end if it is the number
    /// of rows. The moved rows keep their order. Spans may overlap.
    ///
    /// # Errors
    /// As all edits.
    pub fn move_rows(
        &self,
        at: &BatchVersion,
        spans: &[Range<u32>],
        to: u32,
    ) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            let rows = loaded.count_rows(spans)?;
            loaded.ensure_span(&(to..to))?;
            let edit = PlannedEdit {
                splice: loaded.order.move_splice(spans, to),
                ..PlannedEdit::default()
            };
            let label = BatchLabel::MoveRows { rows };
            Ok(LabeledEdit { label, edit })
        })
    }

    /// Adds a column for a field after the other columns. A field that has a column already changes nothing.
    ///
    /// # Errors
    /// As all edits, and [`BatchError::TooManyColumns`].
    pub fn add_column(&self, at: &BatchVersion, field: &Path) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            let edit = PlannedEdit {
                columns: missing_columns(&loaded.stored.columns, std::slice::from_ref(field))?,
                ..PlannedEdit::default()
            };
            let column = field.to_string();
            let label = BatchLabel::AddColumn { column };
            Ok(LabeledEdit { label, edit })
        })
    }
}

impl LoadedBatch {
    fn count_rows(&self, spans: &[Range<u32>]) -> Result<u32, BatchError> {
        spans.iter().try_for_each(|span| self.ensure_span(span))?;
        Ok(self.order.count_rows(spans))
    }
}

/// Returns those fields that have no column yet.
///
/// # Errors
/// [`BatchError::TooManyColumns`] if they and the existing ones exceed the limit.
pub(super) fn missing_columns(columns: &[Path], fields: &[Path]) -> Result<Vec<Path>, BatchError> {
    let mut missing: Vec<Path> = Vec::new();
    for field in fields {
        if !columns.contains(field) && !missing.contains(field) {
            missing.push(field.clone());
        }
    }
    if columns.len() + missing.len() > MAX_COLUMNS {
        return Err(BatchError::TooManyColumns { most: MAX_COLUMNS });
    }
    Ok(missing)
}
