use adwright_model::Path;
use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

use crate::batch_operation::{BatchStep, BatchUpdate, NewBatchOperation, apply_update};
use crate::sql::{new_id, row, rows, run};
use crate::{Store, StoreError};

/// A batch of retargeting values without its cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBatch {
    /// Its own id.
    pub id: String,
    /// The workspace of the batch.
    pub workspace: String,
    /// The name for people. Batches may share a name.
    pub name: String,
    /// The fields of the columns.
    pub columns: Vec<Path>,
    /// The number of rows.
    pub row_count: u32,
    /// The id of the next new row.
    pub next_row: u32,
    /// How many operations are applied. Later operations can be redone.
    pub head: u32,
    /// The number of changes to the content. Each change names the revision that it is based on.
    pub revision: u32,
    /// The label of the last applied operation, as JSON.
    pub undo_label: Option<String>,
    /// The label of the operation that "Redo" applies, as JSON.
    pub redo_label: Option<String>,
    /// When it was created.
    pub created_at: i64,
    /// When the last change of its content was committed.
    pub changed_at: i64,
    /// When it was discarded.
    pub discarded_at: Option<i64>,
}

/// A new batch.
#[derive(Debug, Clone, Copy)]
pub struct NewBatch<'a> {
    /// The workspace of the batch.
    pub workspace: &'a str,
    /// See [`StoredBatch::name`].
    pub name: &'a str,
    /// See [`StoredBatch::columns`].
    pub columns: &'a [Path],
    /// The bytes of an order without rows.
    pub order: &'a [u8],
    /// The first rows; none for a batch without rows.
    pub rows: Option<NewBatchRows<'a>>,
}

/// The first rows of a new batch: its first operation.
#[derive(Debug, Clone, Copy)]
pub struct NewBatchRows<'a> {
    /// The operation that adds the rows, and the columns that the batch gets for them.
    pub operation: NewBatchOperation<'a>,
    /// The number of rows. Their ids count from 0.
    pub count: u32,
    /// The bytes of the chunks, by their number.
    pub chunks: &'a [(u32, &'a [u8])],
}

const SELECT: &str = "SELECT *,
    (SELECT label FROM batch_operation WHERE batch = batch.id AND seq = batch.head) AS undo_label,
    (SELECT label FROM batch_operation WHERE batch = batch.id AND seq = batch.head + 1) AS redo_label FROM batch";

impl Store {
    /// Creates a batch with its first rows. Both are there after a crash, or neither.
    pub fn batch_create(&self, new: &NewBatch<'_>, at: i64) -> Result<StoredBatch, StoreError> {
        let id = new_id();
        let sql = "INSERT INTO batch (id, workspace, name, columns, created_at, changed_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?5)";
        let columns = columns_to_json(new.columns);
        self.write(|tx| {
            run(tx, sql, params![id, new.workspace, new.name, columns, at])?;
            insert_order(tx, &id, new.order)?;
            let created = get(tx, &id)?;
            let Some(rows) = new.rows else {
                return Ok(created);
            };
            let columns = [new.columns, rows.operation.columns].concat();
            let update = BatchUpdate {
                batch: &id,
                revision: created.revision,
                step: BatchStep::Append(rows.operation),
                columns: &columns,
                row_count: rows.count,
                next_row: rows.count,
                chunks: rows.chunks,
                order: None,
            };
            apply_update(tx, &update, at)
        })
    }

    /// Copies the rows and columns of a batch into a new batch, without its operations. `order` is the order of the rows at
    /// `revision`.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`] if the batch has another revision.
    pub fn batch_duplicate(
        &self,
        (batch, revision): (&str, u32),
        name: &str,
        order: &[u8],
        at: i64,
    ) -> Result<StoredBatch, StoreError> {
        let id = new_id();
        let copy = "INSERT INTO batch (id, workspace, name, columns, row_count, next_row, created_at, changed_at)
                    SELECT ?1, workspace, ?3, columns, row_count, next_row, ?4, ?4 FROM batch WHERE id = ?2";
        let chunks = "INSERT INTO batch_chunk (batch, number, bytes)
                      SELECT ?1, number, bytes FROM batch_chunk WHERE batch = ?2 ORDER BY number";
        self.write(|tx| {
            ensure_revision(tx, batch, revision)?;
            run(tx, copy, params![id, batch, name, at])?;
            run(tx, chunks, [&*id, batch])?;
            insert_order(tx, &id, order)?;
            get(tx, &id)
        })
    }

    /// Returns the batch with this id, discarded or not.
    pub fn batch_get(&self, id: &str) -> Result<StoredBatch, StoreError> {
        self.read(|conn| get(conn, id))
    }

    /// Returns the batches of a workspace that are not discarded, in the order of their creation.
    pub fn batch_list(&self, workspace: &str) -> Result<Vec<StoredBatch>, StoreError> {
        let sql =
            format!("{SELECT} WHERE workspace = ?1 AND discarded_at IS NULL ORDER BY batch.rowid");
        self.read(|conn| rows(conn, &sql, [workspace], read))
    }

    /// Returns the discarded batches of a workspace, the last discarded first.
    pub fn batch_list_discarded(&self, workspace: &str) -> Result<Vec<StoredBatch>, StoreError> {
        let sql = format!(
            "{SELECT} WHERE workspace = ?1 AND discarded_at IS NOT NULL ORDER BY discarded_at DESC, id DESC"
        );
        self.read(|conn| rows(conn, &sql, [workspace], read))
    }

    /// Changes a batch's name.
    pub fn batch_rename(&self, id: &str, name: &str) -> Result<StoredBatch, StoreError> {
        self.write(|tx| {
            run(tx, "UPDATE batch SET name = ?2 WHERE id = ?1", [id, name])?;
            get(tx, id)
        })
    }

    /// Discards a batch. Nothing of it is deleted.
    pub fn batch_discard(&self, id: &str, at: i64) -> Result<(), StoreError> {
        let sql = "UPDATE batch SET discarded_at = ?2 WHERE id = ?1 AND discarded_at IS NULL";
        self.write(|tx| {
            get(tx, id)?;
            run(tx, sql, params![id, at]).map(drop)
        })
    }

    /// Restores a discarded batch unchanged.
    pub fn batch_restore(&self, id: &str) -> Result<StoredBatch, StoreError> {
        let sql = "UPDATE batch SET discarded_at = NULL WHERE id = ?1";
        self.write(|tx| {
            run(tx, sql, [id])?;
            get(tx, id)
        })
    }
}

fn insert_order(conn: &Connection, batch: &str, order: &[u8]) -> Result<(), StoreError> {
    let sql = "INSERT INTO batch_order (batch, seq, bytes) VALUES (?1, 0, ?2)";
    run(conn, sql, params![batch, order]).map(drop)
}

pub(crate) fn get(conn: &Connection, id: &str) -> Result<StoredBatch, StoreError> {
    row(conn, &format!("{SELECT} WHERE id = ?1"), [id], read)?
        .ok_or_else(|| StoreError::not_found("batch", id))
}

/// Counts a change that is no operation.
pub(crate) fn count_change(conn: &Connection, id: &str) -> Result<(), StoreError> {
    let sql = "UPDATE batch SET revision = revision + 1 WHERE id = ?1";
    run(conn, sql, [id]).map(drop)
}

/// Refuses a batch that has another revision than the caller's.
pub(crate) fn ensure_revision(
    conn: &Connection,
    id: &str,
    revision: u32,
) -> Result<(), StoreError> {
    let sql = "SELECT revision FROM batch WHERE id = ?1";
    let found: Option<u32> = row(conn, sql, [id], |row| row.get(0))?;
    match found {
        None => Err(StoreError::not_found("batch", id)),
        Some(found) if found == revision => Ok(()),
        Some(_) => Err(StoreError::BatchConflict {
            batch: id.to_owned(),
        }),
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredBatch> {
    Ok(StoredBatch {
        id: row.get("id")?,
        workspace: row.get("workspace")?,
        name: row.get("name")?,
        columns: columns_from_json(&row.get::<_, String>("columns")?)?,
        row_count: row.get("row_count")?,
        next_row: row.get("next_row")?,
        head: row.get("head")?,
        revision: row.get("revision")?,
        undo_label: row.get("undo_label")?,
        redo_label: row.get("redo_label")?,
        created_at: row.get("created_at")?,
        changed_at: row.get("changed_at")?,
        discarded_at: row.get("discarded_at")?,
    })
}

pub(crate) fn columns_to_json(columns: &[Path]) -> String {
    serde_json::to_string(columns).expect("paths are texts")
}

pub(crate) fn columns_from_json(json: &str) -> rusqlite::Result<Vec<Path>> {
    serde_json::from_str(json)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(3, Type::Text, error.into()))
}
