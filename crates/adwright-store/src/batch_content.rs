//! The rows of a batch. Their bytes have a meaning only for the crate `adwright-sheet`.

use rusqlite::Connection;

use crate::batch::{ensure_revision, get};
use crate::sql::{row, rows};
use crate::{Store, StoreError, StoredBatch};

/// The order of a batch's rows after one of its operations, and the way from there to the current order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredOrder {
    /// The last operation that is part of the order.
    pub seq: u32,
    /// The order.
    pub bytes: Vec<u8>,
    /// The changes of the order between [`StoredOrder::seq`] and [`StoredBatch::head`], the earliest first. They are to be
    /// reverted if the head is before.
    pub splices: Vec<Vec<u8>>,
}

impl Store {
    /// Returns a batch and the order of its rows, discarded or not.
    pub fn batch_load(&self, id: &str) -> Result<(StoredBatch, StoredOrder), StoreError> {
        self.read(|conn| {
            let batch = get(conn, id)?;
            let order = order(conn, &batch)?;
            Ok((batch, order))
        })
    }

    /// Returns the bytes of chunks, in the order of `numbers`; `None` for each chunk that was never written.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`] if the batch has another revision than the caller's.
    pub fn batch_chunks(
        &self,
        id: &str,
        revision: u32,
        numbers: &[u32],
    ) -> Result<Vec<Option<Vec<u8>>>, StoreError> {
        let sql = "SELECT bytes FROM batch_chunk WHERE batch = ?1 AND number = ?2";
        self.read(|conn| {
            ensure_revision(conn, id, revision)?;
            let chunks = numbers.iter();
            let chunks = chunks.map(|number| row(conn, sql, (id, number), |row| row.get(0)));
            chunks.collect()
        })
    }
}

fn order(conn: &Connection, batch: &StoredBatch) -> Result<StoredOrder, StoreError> {
    let sql = "SELECT seq, bytes FROM batch_order WHERE batch = ?1";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let found: Option<(u32, Vec<u8>)> = row(conn, sql, [&batch.id], read)?;
    let (seq, bytes) = found.ok_or_else(|| StoreError::Corrupt {
        detail: format!("the batch {} has no order", batch.id),
    })?;
    let between = (seq.min(batch.head), seq.max(batch.head));
    let sql = "SELECT splice FROM batch_operation
               WHERE batch = ?1 AND seq > ?2 AND seq <= ?3 AND splice IS NOT NULL ORDER BY seq";
    let splices = rows(conn, sql, (&batch.id, between.0, between.1), |row| {
        row.get(0)
    })?;
    Ok(StoredOrder {
        seq,
        bytes,
        splices,
    })
}
