//! Batches as a whole: listed, created, named, copied, discarded and restored.

use std::sync::Arc;

use adwright_store::OutboxState;
use adwright_views::{BatchFindings, BatchSummary, SheetView};

use crate::batch::{BatchState, BatchVersion};
use crate::error::Error;
use crate::host::rfc3339;
use crate::sheet::Sheets;
use crate::wording::copy_name;

impl Sheets {
    /// Returns the batches, the last changed first.
    pub fn batches(self: &Arc<Self>) -> Result<Vec<BatchSummary>, Error> {
        let mut batches = self.batches.batches()?;
        batches.sort_by_key(|batch| std::cmp::Reverse(batch.changed_at));
        let counted = batches.iter().zip(self.finding_counts(&batches)?);
        let summaries = counted.map(|(batch, findings)| self.summary(batch, findings));
        summaries.collect()
    }

    /// Returns the discarded batches, the last discarded first.
    pub fn discarded_batches(&self) -> Result<Vec<BatchSummary>, Error> {
        let batches = self.batches.discarded_batches()?;
        let summaries = batches.iter();
        let summaries = summaries.map(|batch| self.summary(batch, BatchFindings::Unknown));
        summaries.collect()
    }

    /// Creates a batch without rows.
    ///
    /// # Errors
    /// [`BatchError::NoName`](crate::BatchError::NoName).
    pub fn create_batch(&self, name: &str) -> Result<SheetView, Error> {
        self.view(&self.batches.create_batch(name)?.into())
    }

    /// Changes the name of a batch.
    ///
    /// # Errors
    /// [`BatchError::NoName`](crate::BatchError::NoName).
    pub fn rename_batch(&self, batch: &str, name: &str) -> Result<SheetView, Error> {
        self.view(&self.batches.rename_batch(batch, name)?.into())
    }

    /// Copies the rows and columns of a batch into a new batch.
    pub fn duplicate_batch(&self, batch: &str) -> Result<SheetView, Error> {
        let name = self.batches.batch(batch)?.name;
        let copy = self.batches.duplicate_batch(batch, &copy_name(&name))?;
        self.view(&copy.into())
    }

    /// Discards a batch; [`Sheets::restore_batch`] restores it.
    pub fn discard_batch(&self, batch: &str) -> Result<(), Error> {
        self.batches.discard_batch(batch)
    }

    /// Restores a discarded batch.
    pub fn restore_batch(&self, batch: &str) -> Result<(), Error> {
        self.batches.restore_batch(batch).map(drop)
    }

    /// Returns the current version of a batch.
    pub(crate) fn version(&self, batch: &str) -> Result<BatchVersion, Error> {
        Ok(self.batches.batch(batch)?.version)
    }

    /// Returns a batch, or an open sheet over objects: everything around its cells.
    pub fn open_batch(&self, sheet: &str) -> Result<SheetView, Error> {
        self.view(&self.state(sheet)?)
    }

    fn summary(&self, batch: &BatchState, findings: BatchFindings) -> Result<BatchSummary, Error> {
        let id = &batch.version.batch;
        let mut summary = BatchSummary {
            id: id.clone(),
            name: batch.name.clone(),
            rows: batch.row_count,
            findings,
            confirmed: 0,
            refused: 0,
            open: 0,
            changed_at: rfc3339(batch.changed_at),
        };
        for (state, rows) in self.context.store.row_state_counts(id)? {
            match state {
                OutboxState::Confirmed => summary.confirmed += rows,
                OutboxState::Refused => summary.refused += rows,
                OutboxState::TakenBack => {}
                _ => summary.open += rows,
            }
        }
        Ok(summary)
    }
}
