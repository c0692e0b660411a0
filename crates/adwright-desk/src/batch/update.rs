//! Commits edits, undo and redo.

use std::sync::Arc;

use adwright_model::Path;
use adwright_sheet::{BatchDataError, BatchRowId, CHUNK_ROWS, ChunkChanges, OrderSplice, RowChunk};
use adwright_store::{
    BatchOperationContent, BatchStep, BatchUpdate, NewBatchOperation, OrderCheckpoint, StoreError,
    StoredBatch,
};

use super::batch_state::label_to_json;
use super::loaded_batch::{LastCheckpoint, LoadedBatch, damaged};
use super::planned_edit::LabeledEdit;

use crate::batch::{BatchState, BatchVersion, Batches};
use crate::context::Context;
use crate::error::{BatchError, Error};

/// The order is stored again after at least this many runs of splices, and after as many as the order has. So what is
/// written for it grows with the splices only, and loading it takes at most twice the time of the order.
const MIN_RUNS: usize = 64;

/// The content of a batch after a step.
struct NewContent {
    columns: Vec<Path>,
    next_row: u32,
    chunks: Vec<(u32, RowChunk)>,
    splice: Option<OrderSplice>,
}

impl Batches {
    /// Undoes the last operation, if there is one.
    ///
    /// # Errors
    /// As all edits.
    pub fn undo(&self, at: &BatchVersion) -> Result<BatchState, Error> {
        self.with_version(at, |loaded| {
            match loaded.stored.undo_label {
                Some(_) => loaded.undo(&self.context)?,
                None => loaded.confirm_revision(&self.context)?,
            }
            Ok(BatchState::of(&loaded.stored))
        })
    }

    /// Makes the last undone operation again, if there is one.
    ///
    /// # Errors
    /// As all edits.
    pub fn redo(&self, at: &BatchVersion) -> Result<BatchState, Error> {
        self.with_version(at, |loaded| {
            match loaded.stored.redo_label {
                Some(_) => loaded.redo(&self.context)?,
                None => loaded.confirm_revision(&self.context)?,
            }
            Ok(BatchState::of(&loaded.stored))
        })
    }

    /// Plans an edit and commits it. An edit without effect is no operation.
    pub(super) fn edit(
        &self,
        at: &BatchVersion,
        plan: impl FnOnce(&mut LoadedBatch) -> Result<LabeledEdit, Error>,
    ) -> Result<BatchState, Error> {
        self.with_version(at, |loaded| {
            let edit = plan(loaded)?;
            if edit.edit.has_no_effect() {
                loaded.confirm_revision(&self.context)?;
            } else {
                loaded.append(&self.context, edit)?;
            }
            Ok(BatchState::of(&loaded.stored))
        })
    }
}

impl LoadedBatch {
    /// Refuses a batch that another program changed. A commit does the same.
    fn confirm_revision(&mut self, context: &Context) -> Result<(), Error> {
        let current = context.store.batch_get(&self.stored.id)?;
        if current.revision != self.stored.revision {
            return Err(StoreError::BatchConflict { batch: current.id }.into());
        }
        self.stored = current;
        Ok(())
    }

    fn append(
        &mut self,
        context: &Context,
        LabeledEdit { label, edit }: LabeledEdit,
    ) -> Result<(), Error> {
        let label = label_to_json(&label);
        let splice = edit.splice.as_ref().map(OrderSplice::to_bytes);
        let changes = edit.changes.iter();
        let changes: Vec<_> = changes
            .map(|(chunk, changes)| (*chunk, changes.as_bytes()))
            .collect();
        let operation = NewBatchOperation {
            label: &label,
            columns: &edit.columns,
            splice: splice.as_deref(),
            changes: &changes,
        };
        let after = NewContent {
            columns: [&self.stored.columns[..], &edit.columns].concat(),
            next_row: self.stored.next_row + edit.new_rows,
            chunks: edit.chunks,
            splice: edit.splice,
        };
        self.update(context, BatchStep::Append(operation), after)
    }

    fn undo(&mut self, context: &Context) -> Result<(), Error> {
        let undone = self.load_operation(context, self.stored.head)?;
        let kept = self.stored.columns.len().checked_sub(undone.columns.len());
        let kept = kept.ok_or(BatchDataError);
        let kept = kept.map_err(damaged(&self.stored.id))?;
        let columns = self.stored.columns[..kept].to_vec();
        let after = self.replay(undone, columns, ChunkChanges::revert, OrderSplice::inverse)?;
        self.update(context, BatchStep::Undo, after)
    }

    fn redo(&mut self, context: &Context) -> Result<(), Error> {
        let redone = self.load_operation(context, self.stored.head + 1)?;
        let columns = [&self.stored.columns[..], &redone.columns].concat();
        let after = self.replay(redone, columns, ChunkChanges::apply, |splice| splice)?;
        self.update(context, BatchStep::Redo, after)
    }

    /// Returns what an operation changed, and loads the chunks that it concerns.
    fn load_operation(
        &mut self,
        context: &Context,
        seq: u32,
    ) -> Result<BatchOperationContent, Error> {
        let store = &context.store;
        let StoredBatch { id, revision, .. } = &self.stored;
        let operation = store.batch_operation_content(id, *revision, seq)?;
        self.load_chunks(store, operation.changes.iter().map(|(number, _)| *number))?;
        Ok(operation)
    }

    /// Returns the content after a stored operation is taken back or made again.
    fn replay(
        &self,
        operation: BatchOperationContent,
        columns: Vec<Path>,
        change: impl Fn(&ChunkChanges, &RowChunk) -> Result<RowChunk, BatchDataError>,
        turn: impl Fn(OrderSplice) -> OrderSplice,
    ) -> Result<NewContent, Error> {
        let chunks = operation.changes.into_iter().map(|(number, bytes)| {
            let changes = ChunkChanges::from_bytes(bytes)?;
            Ok((number, change(&changes, &self.chunk(number))?))
        });
        let chunks = chunks.collect::<Result<_, _>>();
        let splice = operation.splice.as_deref().map(OrderSplice::from_bytes);
        let splice = splice.transpose().map_err(damaged(&self.stored.id))?;
        Ok(NewContent {
            columns,
            next_row: self.stored.next_row,
            chunks: chunks.map_err(damaged(&self.stored.id))?,
            splice: splice.map(turn),
        })
    }

    /// Commits a step, and makes it in memory.
    fn update(
        &mut self,
        context: &Context,
        step: BatchStep<'_>,
        after: NewContent,
    ) -> Result<(), Error> {
        self.refuse_locked_rows(context, &after.chunks)?;
        if let Some(splice) = &after.splice {
            let done = Arc::make_mut(&mut self.order).apply(splice);
            done.map_err(damaged(&self.stored.id))?;
            self.checkpoint.runs += splice.run_count();
        }
        let checkpoint = self.due_checkpoint(step, after.splice.is_some());
        let order = checkpoint.map(|seq| (seq, self.order.to_bytes()));
        let chunks = after.chunks.iter();
        let chunks: Vec<_> = chunks
            .map(|(number, chunk)| (*number, chunk.as_bytes()))
            .collect();
        let update = BatchUpdate {
            batch: &self.stored.id,
            revision: self.stored.revision,
            step,
            columns: &after.columns,
            row_count: self.order.len(),
            next_row: after.next_row,
            chunks: &chunks,
            order: order
                .as_ref()
                .map(|(seq, bytes)| OrderCheckpoint { seq: *seq, bytes }),
        };
        self.stored = context.store.batch_update(&update, context.now())?;
        if let Some(seq) = checkpoint {
            self.checkpoint = LastCheckpoint { seq, runs: 0 };
        }
        let chunks = after.chunks.iter().map(|(number, _)| *number);
        self.changes.push(self.stored.revision, chunks.collect());
        for (number, chunk) in after.chunks {
            self.replace_chunk(number, chunk);
        }
        Ok(())
    }

    /// Refuses changed cells of rows that are on their way or were sent. A send changes the revision, so no row is
    /// locked between this check and the commit.
    fn refuse_locked_rows(
        &self,
        context: &Context,
        chunks: &[(u32, RowChunk)],
    ) -> Result<(), Error> {
        for (number, after) in chunks {
            let first = number * CHUNK_ROWS;
            let rows = first..=first + (CHUNK_ROWS - 1);
            for row in context.store.locked_rows(&self.stored.id, rows)? {
                let (row, before) = (BatchRowId(row), self.chunk(*number));
                if before.cells(row.offset()).ne(after.cells(row.offset())) {
                    let mut rows = self.order.rows(0..self.order.len()).zip(0..);
                    let position = rows.find(|(id, _)| *id == row).map(|(_, at)| at);
                    return Err(BatchError::RowLocked { position }.into());
                }
            }
        }
        Ok(())
    }

    /// Returns the operation after which the current order is stored; `None` if the stored order suffices.
    fn due_checkpoint(&self, step: BatchStep<'_>, has_splice: bool) -> Option<u32> {
        let head = self.stored.head;
        let (next, drops_operations) = match step {
            BatchStep::Append(_) => (head + 1, true),
            BatchStep::Undo => (head - 1, false),
            BatchStep::Redo => (head + 1, false),
        };
        // Undone operations may be between the head and the stored order, and an append removes them.
        let is_lost = drops_operations && self.checkpoint.seq > head;
        let is_long = self.checkpoint.runs >= self.order.run_count().max(MIN_RUNS);
        match (is_lost, is_long && has_splice) {
            // The order stays, so it is also that of the head before, which outlives an undo of this step.
            (true, _) if !has_splice => Some(head),
            (true, _) | (_, true) => Some(next),
            (false, false) => None,
        }
    }
}
