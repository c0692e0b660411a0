//! A batch in memory: its order, and the chunks that someone looked at.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use adwright_sheet::{BatchDataError, BatchRowId, OrderSplice, RowChunk, RowOrder};
use adwright_store::{Store, StoreError, StoredBatch, StoredOrder};

use super::batch_changes::ChangeLog;

use crate::batch::{BatchVersion, Batches};
use crate::context::Context;
use crate::error::{BatchError, Error};

/// Some rows of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchRows {
    /// The batch and the revision of the rows.
    pub version: BatchVersion,
    /// The rows in their order.
    pub rows: Vec<SheetRowCells>,
}

/// A row of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRowCells {
    /// The row's id, which stays if rows are moved.
    pub id: BatchRowId,
    /// One text for each column; an empty text is a cell that is not set.
    pub cells: Vec<String>,
}

/// A batch in memory, as of one revision.
pub(super) struct LoadedBatch {
    pub(super) stored: StoredBatch,
    /// Shared with the check of all rows.
    pub(super) order: Arc<RowOrder>,
    pub(super) checkpoint: LastCheckpoint,
    pub(super) changes: ChangeLog,
    chunks: HashMap<u32, Arc<RowChunk>>,
}

/// The stored order, which may be older than the current one.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastCheckpoint {
    /// The operation that it follows.
    pub(super) seq: u32,
    /// The number of runs in the splices since then.
    pub(super) runs: usize,
}

impl Batches {
    /// Returns the rows at these positions. Positions after the last row are skipped.
    pub fn rows(&self, batch: &str, positions: Range<u32>) -> Result<BatchRows, Error> {
        self.with_current(batch, |loaded| {
            loaded.rows(&self.context.store, positions.clone())
        })
    }
}

impl LoadedBatch {
    pub(super) fn load(context: &Context, batch: &str) -> Result<Self, Error> {
        let (stored, order) = context.store.batch_load(batch)?;
        if stored.workspace != context.workspace.id {
            return Err(BatchError::Missing(batch.to_owned()).into());
        }
        let (order, checkpoint) = order_at_head(&stored, &order).map_err(damaged(batch))?;
        Ok(Self {
            stored,
            order: Arc::new(order),
            checkpoint,
            changes: ChangeLog::default(),
            chunks: HashMap::new(),
        })
    }

    fn rows(&mut self, store: &Store, positions: Range<u32>) -> Result<BatchRows, Error> {
        let ids: Vec<_> = self.order.rows(positions).collect();
        self.load_chunks(store, ids.iter().map(|id| id.chunk()))?;
        let columns = self.stored.columns.len();
        let cells = |id: &BatchRowId| {
            let chunk = self.chunk(id.chunk());
            let mut cells: Vec<_> = chunk.cells(id.offset()).map(str::to_owned).collect();
            cells.resize(columns, String::new());
            SheetRowCells { id: *id, cells }
        };
        Ok(BatchRows {
            version: BatchVersion {
                batch: self.stored.id.clone(),
                revision: self.stored.revision,
            },
            rows: ids.iter().map(cells).collect(),
        })
    }

    /// Reads the chunks with these numbers from the store, except those in memory.
    pub(super) fn load_chunks(
        &mut self,
        store: &Store,
        numbers: impl Iterator<Item = u32>,
    ) -> Result<(), Error> {
        let mut missing: Vec<_> = numbers.collect();
        missing.sort_unstable();
        missing.dedup();
        missing.retain(|number| !self.chunks.contains_key(number));
        if missing.is_empty() {
            return Ok(());
        }
        let bytes = store.batch_chunks(&self.stored.id, self.stored.revision, &missing)?;
        for (number, bytes) in missing.into_iter().zip(bytes) {
            let chunk = RowChunk::from_bytes(bytes.unwrap_or_default());
            let chunk = chunk.map_err(damaged(&self.stored.id))?;
            self.chunks.insert(number, Arc::new(chunk));
        }
        Ok(())
    }

    /// Returns a chunk after [`LoadedBatch::load_chunks`].
    pub(super) fn chunk(&self, number: u32) -> Arc<RowChunk> {
        let chunk = self.chunks.get(&number);
        Arc::clone(chunk.expect("the caller loads the chunk first"))
    }

    pub(super) fn replace_chunk(&mut self, number: u32, chunk: RowChunk) {
        self.chunks.insert(number, Arc::new(chunk));
    }
}

/// Returns the current order from the stored one and the splices between.
fn order_at_head(
    stored: &StoredBatch,
    kept: &StoredOrder,
) -> Result<(RowOrder, LastCheckpoint), BatchDataError> {
    let mut order = RowOrder::from_bytes(&kept.bytes)?;
    let splices = kept
        .splices
        .iter()
        .map(|bytes| OrderSplice::from_bytes(bytes));
    let mut splices = splices.collect::<Result<Vec<_>, _>>()?;
    if kept.seq > stored.head {
        splices = splices
            .into_iter()
            .rev()
            .map(OrderSplice::inverse)
            .collect();
    }
    for splice in &splices {
        order.apply(splice)?;
    }
    let checkpoint = LastCheckpoint {
        seq: kept.seq,
        runs: splices.iter().map(OrderSplice::run_count).sum(),
    };
    if order.len() != stored.row_count {
        return Err(BatchDataError);
    }
    Ok((order, checkpoint))
}

/// Returns the error for bytes of a batch that cannot be read.
pub(super) fn damaged(batch: &str) -> impl Fn(BatchDataError) -> Error {
    move |error| {
        let detail = format!("{error}: {batch}");
        StoreError::Corrupt { detail }.into()
    }
}
