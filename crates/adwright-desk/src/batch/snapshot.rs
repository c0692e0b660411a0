//! Reads rows of a batch without holding its lock.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use adwright_model::Path;
use adwright_sheet::{BatchRowId, RowChunk};
use adwright_store::Store;

use super::loaded_batch::LoadedBatch;

use crate::batch::{BatchChanges, BatchVersion, Batches};
use crate::error::Error;

/// Some rows of a batch as of one revision.
pub(crate) struct BatchSnapshot {
    pub(crate) version: BatchVersion,
    pub(crate) columns: Vec<Path>,
    ids: Vec<BatchRowId>,
    chunks: HashMap<u32, Arc<RowChunk>>,
}

impl Batches {
    /// Returns the rows in a span of positions. Positions after the last row are skipped.
    pub(crate) fn snapshot(
        &self,
        batch: &str,
        positions: Range<u32>,
    ) -> Result<BatchSnapshot, Error> {
        self.with_current(batch, |loaded| {
            let ids = loaded.order.rows(positions.clone()).collect();
            loaded.snapshot(&self.context.store, ids)
        })
    }

    /// Returns all rows without keeping the batch in memory, so that no open batch has to leave it.
    pub(crate) fn load_apart(&self, batch: &str) -> Result<(BatchChanges, BatchSnapshot), Error> {
        let mut loaded = LoadedBatch::load(&self.context, batch)?;
        let ids = loaded.order.rows(0..u32::MAX).collect();
        let snapshot = loaded.snapshot(&self.context.store, ids)?;
        Ok((loaded.changes_since(None), snapshot))
    }

    /// Returns the rows at these positions, in this order. Positions after the last row are skipped.
    pub(crate) fn snapshot_at(
        &self,
        batch: &str,
        positions: &[u32],
    ) -> Result<BatchSnapshot, Error> {
        self.with_current(batch, |loaded| {
            let ids = positions.iter().filter_map(|at| loaded.order.row(*at));
            let ids = ids.collect();
            loaded.snapshot(&self.context.store, ids)
        })
    }

    /// Returns the rows with these ids, in this order. Deleted rows keep their cells.
    pub(crate) fn snapshot_of(
        &self,
        batch: &str,
        rows: &[BatchRowId],
    ) -> Result<BatchSnapshot, Error> {
        self.with_current(batch, |loaded| {
            loaded.snapshot(&self.context.store, rows.to_vec())
        })
    }
}

impl LoadedBatch {
    fn snapshot(&mut self, store: &Store, ids: Vec<BatchRowId>) -> Result<BatchSnapshot, Error> {
        self.load_chunks(store, ids.iter().map(|id| id.chunk()))?;
        let mut chunks = HashMap::new();
        for id in &ids {
            let chunk = chunks.entry(id.chunk());
            chunk.or_insert_with(|| self.chunk(id.chunk()));
        }
        Ok(BatchSnapshot {
            version: BatchVersion {
                batch: self.stored.id.clone(),
                revision: self.stored.revision,
            },
            columns: self.stored.columns.clone(),
            ids,
            chunks,
        })
    }
}

impl BatchSnapshot {
    /// Creates a snapshot from chunks by number, which hold the cells of all these rows.
    pub(crate) const fn new(
        version: BatchVersion,
        columns: Vec<Path>,
        ids: Vec<BatchRowId>,
        chunks: HashMap<u32, Arc<RowChunk>>,
    ) -> Self {
        Self {
            version,
            columns,
            ids,
            chunks,
        }
    }

    /// Returns the rows.
    pub(crate) fn ids(&self) -> &[BatchRowId] {
        &self.ids
    }

    /// Returns the chunk with the cells of a row.
    pub(crate) fn chunk(&self, row: BatchRowId) -> &Arc<RowChunk> {
        &self.chunks[&row.chunk()]
    }

    /// Returns the cells of a row up to the last one with text.
    pub(crate) fn cells(&self, row: BatchRowId) -> impl Iterator<Item = &str> {
        self.chunk(row).cells(row.offset())
    }

    /// Returns the text of a cell; empty if it is not set.
    pub(crate) fn cell(&self, row: BatchRowId, column: u32) -> &str {
        self.chunk(row).cell(row.offset(), column)
    }
}
