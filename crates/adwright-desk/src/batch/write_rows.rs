//! Sets cells of rows at any positions, and adds rows for those after the last one.

use adwright_sheet::{BatchLabel, BatchRowId};
use adwright_store::Store;

use super::loaded_batch::LoadedBatch;
use super::planned_edit::{LabeledEdit, PlannedEdit};

use crate::batch::{BatchState, BatchVersion, Batches};
use crate::error::{BatchError, Error};

impl Batches {
    /// Sets cells in one operation. `rows` are positions with a value that `cells_of` turns into columns and texts.
    /// A position after the last row adds all rows up to it. `label` makes the label from the number of changed
    /// cells.
    ///
    /// # Errors
    /// As all edits, and [`BatchError::TooManyRows`].
    pub(crate) fn write_rows<'a, T: Copy, Cells: Iterator<Item = (u32, &'a str)>>(
        &self,
        at: &BatchVersion,
        rows: &[(u32, T)],
        cells_of: impl Fn(T) -> Cells,
        label: impl FnOnce(u32) -> BatchLabel,
    ) -> Result<BatchState, Error> {
        self.edit(at, |loaded| {
            let first_new = loaded.order.len();
            let edit = loaded.plan_rows(&self.context.store, rows, &cells_of)?;
            let new = rows.iter().filter(|(position, _)| *position >= first_new);
            let new = new.flat_map(|(_, value)| cells_of(*value));
            let new = new.filter(|(_, text)| !text.is_empty()).count();
            let changed = edit.changed_cells() as usize + new;
            let label = label(u32::try_from(changed).unwrap_or(u32::MAX));
            Ok(LabeledEdit { label, edit })
        })
    }
}

impl LoadedBatch {
    fn plan_rows<'a, T: Copy, Cells: Iterator<Item = (u32, &'a str)>>(
        &mut self,
        store: &Store,
        rows: &[(u32, T)],
        cells_of: impl Fn(T) -> Cells,
    ) -> Result<PlannedEdit, Error> {
        let columns = rows.iter().flat_map(|(_, value)| cells_of(*value));
        self.ensure_columns(columns.map(|(column, _)| column))?;
        let Some(last) = rows.iter().map(|(position, _)| *position).max() else {
            return Ok(PlannedEdit::default());
        };
        let existing = self.order.len();
        let end = last.checked_add(1).ok_or(BatchError::TooManyRows)?;
        let new = self.new_run(end.saturating_sub(existing))?;
        let with_id = |(position, value): &(u32, T)| {
            let id = self.order.row(*position);
            let id = id.unwrap_or_else(|| BatchRowId(new.first.0 + (position - existing)));
            (id, *value)
        };
        let rows = rows.iter().map(with_id).collect();
        let mut edit = self.plan_cells(store, rows, cells_of)?;
        if new.len > 0 {
            edit.splice = Some(self.order.insert_splice(existing, new));
            edit.new_rows = new.len;
        }
        Ok(edit)
    }
}
