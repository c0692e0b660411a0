//! The rows of a batch that can be sent.

use std::collections::BTreeMap;
use std::sync::Arc;

use adwright_model::{Binding, EditableDocument, Path};
use adwright_sheet::BatchRowId;
use adwright_store::OutboxState;
use adwright_views::BatchView;

use super::shown_rows::conflict;

use crate::batch::{BatchImport, BatchSnapshot, BatchVersion};
use crate::document::bound_text;
use crate::error::{BatchError, Error};
use crate::sheet::Sheets;
use crate::wording::{failed_rows_name, row_title};

/// The rows of a batch, sorted by what a send would do with them. Rows without text are left out.
pub(crate) struct SendableRows {
    rows: BatchSnapshot,
    /// The rows to send, with their positions.
    sendable: Vec<(u32, BatchRowId)>,
    /// The number of rows with errors.
    pub(crate) with_errors: u32,
    /// The number of rows that the service has.
    pub(crate) confirmed: u32,
    /// The number of rows whose outcome is open.
    pub(crate) open: u32,
}

/// A row to send.
pub(crate) struct RowToSend {
    pub(crate) row: BatchRowId,
    /// The value without our reference.
    pub(crate) document: EditableDocument,
    pub(crate) title: String,
}

impl SendableRows {
    /// Returns the number of rows to send.
    pub(crate) const fn len(&self) -> usize {
        self.sendable.len()
    }
}

impl Sheets {
    /// Sorts the rows by what a send would do with them. Waits for the check of all rows.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`](adwright_store::StoreError::BatchConflict) if the batch has another revision.
    pub(crate) fn sendable_rows(
        self: &Arc<Self>,
        at: &BatchVersion,
    ) -> Result<SendableRows, Error> {
        let rows = self.batches.snapshot(&at.batch, 0..u32::MAX)?;
        if rows.version != *at {
            return Err(conflict(at));
        }
        let states = self.context.store.row_states(&at.batch)?;
        let mut sorted = SendableRows {
            sendable: Vec::new(),
            with_errors: 0,
            confirmed: 0,
            open: 0,
            rows,
        };
        self.with_complete_check(at, |check| {
            for (position, row) in (0..).zip(sorted.rows.ids()) {
                match states.get(&row.0) {
                    Some(OutboxState::Confirmed) => sorted.confirmed += 1,
                    Some(state) if !state.is_settled() => sorted.open += 1,
                    _ if sorted.rows.cells(*row).all(|cell| cell.trim().is_empty()) => {}
                    _ if check.has_errors(*row) => sorted.with_errors += 1,
                    _ => sorted.sendable.push((position, *row)),
                }
            }
            Ok(())
        })?;
        Ok(sorted)
    }

    /// Returns the rows to send as values.
    pub(crate) fn rows_to_send(&self, rows: &SendableRows) -> Result<Vec<RowToSend>, Error> {
        let mut checker = self.row_checker(&rows.rows.columns)?;
        let bindings = &self.context.dialect.bindings;
        let mut values = Vec::with_capacity(rows.len());
        for (position, row) in &rows.sendable {
            if let Some(value) = checker.value(rows.rows.cells(*row))? {
                let name = bound_text(&value.document, bindings, Binding::Name);
                values.push(RowToSend {
                    row: *row,
                    title: name.unwrap_or_else(|| row_title(*position)),
                    document: value.document,
                });
            }
        }
        Ok(values)
    }

    /// Copies the rows that the service refused into a new batch.
    ///
    /// # Errors
    /// [`BatchError::NothingToSend`] if there are none.
    pub fn copy_refused_rows(self: &Arc<Self>, batch: &str) -> Result<BatchView, Error> {
        let states: BTreeMap<_, _> = self.context.store.row_states(batch)?;
        let is_refused = |row: &&BatchRowId| states.get(&row.0) == Some(&OutboxState::Refused);
        let rows = self.batches.snapshot(batch, 0..u32::MAX)?;
        let refused: Vec<_> = rows.ids().iter().filter(is_refused).collect();
        if refused.is_empty() {
            return Err(BatchError::NothingToSend.into());
        }
        let cells = refused
            .iter()
            .map(|row| Ok(rows.cells(**row).map(str::to_owned).collect()));
        let name = self.batches.batch(batch)?.name;
        let copy = self.batches.create_batch(&failed_rows_name(&name))?;
        let import = BatchImport {
            file: &name,
            fields: &rows.columns as &[Path],
            operation: batch,
        };
        let copy = self.batches.import_rows(&copy.version, &import, cells)?;
        self.view(&copy)
    }
}
