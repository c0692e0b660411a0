//! The operations on a batch. An operation and the rows that it changes are one commit.

use adwright_model::Path;
use rusqlite::{Connection, Row, params};

use crate::batch::{columns_from_json, columns_to_json, ensure_revision, get};
use crate::sql::{row, rows, run};
use crate::{Store, StoreError, StoredBatch};

/// One operation on a batch, applied or redoable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBatchOperation {
    /// Its place among the batch's operations, from 1. It is applied if this is at most [`StoredBatch::head`].
    pub seq: u32,
    /// The label, as JSON.
    pub label: String,
    /// When it was made.
    pub at: i64,
}

/// What an operation changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchOperationContent {
    /// The columns that it added after the existing ones.
    pub columns: Vec<Path>,
    /// The bytes of its change of the order; `None` if the order stayed.
    pub splice: Option<Vec<u8>>,
    /// The bytes of the cells that it changed, by the number of their chunk.
    pub changes: Vec<(u32, Vec<u8>)>,
}

/// A new operation on a batch.
#[derive(Debug, Clone, Copy)]
pub struct NewBatchOperation<'a> {
    /// The label, as JSON.
    pub label: &'a str,
    /// The columns that it adds after the existing ones.
    pub columns: &'a [Path],
    /// The bytes of its change of the order; `None` if the order stays.
    pub splice: Option<&'a [u8]>,
    /// The bytes of the cells that it changes, by the number of their chunk.
    pub changes: &'a [(u32, &'a [u8])],
}

/// How an update moves along the operations of a batch.
#[derive(Debug, Clone, Copy)]
pub enum BatchStep<'a> {
    /// It adds an operation after the applied ones. Operations that could be redone are removed.
    Append(NewBatchOperation<'a>),
    /// It undoes the last applied operation.
    Undo,
    /// It applies the next operation again.
    Redo,
}

/// The order of a batch's rows after the operation `seq`.
#[derive(Debug, Clone, Copy)]
pub struct OrderCheckpoint<'a> {
    /// The operation.
    pub seq: u32,
    /// The bytes of the order.
    pub bytes: &'a [u8],
}

/// A change of a batch, with its state afterwards.
#[derive(Debug, Clone, Copy)]
pub struct BatchUpdate<'a> {
    /// The batch.
    pub batch: &'a str,
    /// The [`StoredBatch::revision`] that the other fields are based on.
    pub revision: u32,
    /// The step.
    pub step: BatchStep<'a>,
    /// All columns.
    pub columns: &'a [Path],
    /// The number of rows.
    pub row_count: u32,
    /// The id of the next new row.
    pub next_row: u32,
    /// The bytes of the changed chunks, by their number.
    pub chunks: &'a [(u32, &'a [u8])],
    /// The order; `None` if the stored one and the splices after it suffice. It must not be later than the head after
    /// the step, and must be given for an append if the stored one is later than the head before.
    pub order: Option<OrderCheckpoint<'a>>,
}

impl Store {
    /// Changes a batch. Returns after the commit; from then on the change survives any crash.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`], [`StoreError::BatchDiscarded`], and [`StoreError::NotFound`] without an operation to
    /// undo or redo.
    pub fn batch_update(
        &self,
        update: &BatchUpdate<'_>,
        at: i64,
    ) -> Result<StoredBatch, StoreError> {
        self.write(|tx| apply_update(tx, update, at))
    }

    /// Returns all operations of a batch in order: the applied ones, then those that can be redone.
    pub fn batch_operations(&self, batch: &str) -> Result<Vec<StoredBatchOperation>, StoreError> {
        let sql = "SELECT seq, label, at FROM batch_operation WHERE batch = ?1 ORDER BY seq";
        self.read(|conn| rows(conn, sql, [batch], read))
    }

    /// Returns what an operation changed.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`] if the batch has another revision than the caller's, because another operation may
    /// have the same place then.
    pub fn batch_operation_content(
        &self,
        batch: &str,
        revision: u32,
        seq: u32,
    ) -> Result<BatchOperationContent, StoreError> {
        let operation = "SELECT columns, splice FROM batch_operation WHERE batch = ?1 AND seq = ?2";
        let changes =
            "SELECT chunk, bytes FROM batch_change WHERE batch = ?1 AND seq = ?2 ORDER BY chunk";
        self.read(|conn| {
            ensure_revision(conn, batch, revision)?;
            let content = row(conn, operation, (batch, seq), read_content)?;
            let content =
                content.ok_or_else(|| StoreError::not_found("operation", &seq.to_string()))?;
            let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
            let changes = rows(conn, changes, (batch, seq), read)?;
            Ok(BatchOperationContent { changes, ..content })
        })
    }
}

/// Returns the batch if it may be changed and still has the caller's revision.
pub(crate) fn get_at_revision(
    conn: &Connection,
    id: &str,
    revision: u32,
) -> Result<StoredBatch, StoreError> {
    let batch = get(conn, id)?;
    if batch.discarded_at.is_some() {
        return Err(StoreError::BatchDiscarded { batch: batch.id });
    }
    if batch.revision != revision {
        return Err(StoreError::BatchConflict { batch: batch.id });
    }
    Ok(batch)
}

/// Changes a batch within a transaction.
pub(crate) fn apply_update(
    conn: &Connection,
    update: &BatchUpdate<'_>,
    at: i64,
) -> Result<StoredBatch, StoreError> {
    let batch = get_at_revision(conn, update.batch, update.revision)?;
    let head = take_step(conn, &batch, &update.step, at)?;
    let chunk = "INSERT INTO batch_chunk (batch, number, bytes) VALUES (?1, ?2, ?3)
                 ON CONFLICT (batch, number) DO UPDATE SET bytes = excluded.bytes";
    for (number, bytes) in update.chunks {
        run(conn, chunk, params![batch.id, number, bytes])?;
    }
    if let Some(order) = update.order {
        let sql = "UPDATE batch_order SET seq = ?2, bytes = ?3 WHERE batch = ?1";
        run(conn, sql, params![batch.id, order.seq, order.bytes])?;
    }
    set_state(conn, update, head, at)?;
    get(conn, &batch.id)
}

/// Stores the operation of a step. Returns the head afterwards.
fn take_step(
    conn: &Connection,
    batch: &StoredBatch,
    step: &BatchStep<'_>,
    at: i64,
) -> Result<u32, StoreError> {
    let none = || StoreError::not_found("operation", &(batch.head + 1).to_string());
    match step {
        BatchStep::Append(new) => {
            let later = "DELETE FROM batch_operation WHERE batch = ?1 AND seq > ?2";
            run(conn, later, params![batch.id, batch.head])?;
            let seq = batch.head + 1;
            insert(conn, &batch.id, seq, new, at)?;
            Ok(seq)
        }
        BatchStep::Undo => batch.head.checked_sub(1).ok_or_else(none),
        BatchStep::Redo => match batch.redo_label {
            Some(_) => Ok(batch.head + 1),
            None => Err(none()),
        },
    }
}

fn insert(
    conn: &Connection,
    batch: &str,
    seq: u32,
    new: &NewBatchOperation<'_>,
    at: i64,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO batch_operation (batch, seq, label, at, columns, splice) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let columns = (!new.columns.is_empty()).then(|| columns_to_json(new.columns));
    run(
        conn,
        sql,
        params![batch, seq, new.label, at, columns, new.splice],
    )?;
    let sql = "INSERT INTO batch_change (batch, seq, chunk, bytes) VALUES (?1, ?2, ?3, ?4)";
    for (chunk, bytes) in new.changes {
        run(conn, sql, params![batch, seq, chunk, bytes])?;
    }
    Ok(())
}

fn set_state(
    conn: &Connection,
    update: &BatchUpdate<'_>,
    head: u32,
    at: i64,
) -> Result<(), StoreError> {
    let sql =
        "UPDATE batch SET columns = ?2, row_count = ?3, next_row = ?4, head = ?5, changed_at = ?6,
               revision = revision + 1 WHERE id = ?1";
    let columns = columns_to_json(update.columns);
    let values = params![
        update.batch,
        columns,
        update.row_count,
        update.next_row,
        head,
        at
    ];
    run(conn, sql, values).map(drop)
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredBatchOperation> {
    Ok(StoredBatchOperation {
        seq: row.get("seq")?,
        label: row.get("label")?,
        at: row.get("at")?,
    })
}

/// Reads the content except for the changed cells.
fn read_content(row: &Row<'_>) -> rusqlite::Result<BatchOperationContent> {
    let columns: Option<String> = row.get("columns")?;
    Ok(BatchOperationContent {
        columns: columns.map_or(Ok(Vec::new()), |json| columns_from_json(&json))?,
        splice: row.get("splice")?,
        changes: Vec::new(),
    })
}
