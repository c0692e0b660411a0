//! The sizes of the stored data, and the removal of old versions and replies.

use std::fs;
use std::path::Path;

use rusqlite::{Connection, Row};

use crate::backup::list_backups;
use crate::files::sibling_path;
use crate::sql::{row, run};
use crate::{Store, StoreError};

/// A number of rows, and the bytes of their texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoredSize {
    /// The number of rows.
    pub count: u64,
    /// The bytes of their texts, without indexes.
    pub bytes: u64,
}

/// The sizes of everything in the database, for all workspaces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DataSizes {
    /// The newest texts of the service's objects.
    pub objects: StoredSize,
    /// All texts of objects that had more than one.
    pub versions: StoredSize,
    /// Raw replies to writes.
    pub replies: StoredSize,
    /// Receipts.
    pub receipts: StoredSize,
    /// Drafts, including discarded and sent ones.
    pub drafts: StoredSize,
    /// Batches, including discarded ones.
    pub batches: StoredSize,
    /// The backup files.
    pub backups: StoredSize,
    /// The bytes of the database file and its log, including space that is free for new data.
    pub file_bytes: u64,
}

/// Data that a retention rule removes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OldData {
    /// Versions of objects, except the newest of each object.
    pub versions: StoredSize,
    /// Raw replies to writes whose items are all settled.
    pub replies: StoredSize,
}

impl OldData {
    /// Returns whether there is nothing to remove.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.versions.count == 0 && self.replies.count == 0
    }
}

/// The versions from before a time that an object also has a newer version of.
const OLD_VERSIONS: &str = "FROM object_version AS old WHERE seen_at < ?1 AND EXISTS
    (SELECT 1 FROM object_version AS newer
     WHERE newer.workspace = old.workspace AND newer.kind = old.kind AND newer.id = old.id AND newer.seq > old.seq)";

/// The replies from before a time that no open item needs as evidence.
const OLD_REPLIES: &str = "FROM attempt WHERE finished_at < ?1 AND reply IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM item_attempt JOIN item ON item.id = item_attempt.item
     WHERE item_attempt.attempt = attempt.id AND item.state NOT IN ('confirmed', 'refused', 'taken_back'))";

impl Store {
    /// Returns the sizes of everything in the database.
    pub fn data_sizes(&self) -> Result<DataSizes, StoreError> {
        let sizes = self.read(|conn| {
            let size = |bytes: &str, from: &str| size(conn, &format!("SELECT count(*), CAST({bytes} AS INTEGER) FROM {from}"), []);
            Ok(DataSizes {
                objects: size("total(octet_length(text))", "object")?,
                versions: size("total(octet_length(text))", "object_version")?,
                replies: size("total(octet_length(reply))", "attempt WHERE reply IS NOT NULL")?,
                receipts: size("total(octet_length(canonical))", "receipt")?,
                drafts: size(
                    "total(octet_length(text) + octet_length(start_text) + coalesce(octet_length(base_text), 0))
                     + (SELECT total(octet_length(edit)) FROM draft_edit)",
                    "draft",
                )?,
                batches: size(
                    "(SELECT total(octet_length(bytes)) FROM batch_chunk)
                     + (SELECT total(octet_length(bytes)) FROM batch_change)
                     + (SELECT total(octet_length(bytes)) FROM batch_order)",
                    "batch",
                )?,
                ..DataSizes::default()
            })
        })?;
        let path = self.files.as_ref().map(|files| &*files.path);
        Ok(DataSizes {
            backups: path.map(backup_size).unwrap_or_default(),
            file_bytes: path.map_or(0, |path| {
                file_size(path) + file_size(&sibling_path(path, "-wal"))
            }),
            ..sizes
        })
    }

    /// Returns the versions and replies from before a time. The newest version of an object is never old, and neither is
    /// a reply that an open item needs as evidence. Receipts stay in any case.
    pub fn old_data(&self, before: i64) -> Result<OldData, StoreError> {
        self.read(|conn| read_old_data(conn, before))
    }

    /// Removes the versions and replies from before a time, and returns their sizes. The objects and attempts keep the
    /// time of the removal.
    pub fn remove_old_data(&self, before: i64, at: i64) -> Result<OldData, StoreError> {
        let mark = format!(
            "UPDATE object SET versions_removed_at = ?2
             WHERE (workspace, kind, id) IN (SELECT workspace, kind, id {OLD_VERSIONS})"
        );
        let versions = format!(
            "DELETE FROM object_version WHERE (workspace, kind, id, seq) IN
             (SELECT workspace, kind, id, seq {OLD_VERSIONS})"
        );
        let replies = format!(
            "UPDATE attempt SET reply = NULL, reply_removed_at = ?2
             WHERE id IN (SELECT id {OLD_REPLIES})"
        );
        self.write(|tx| {
            let old = read_old_data(tx, before)?;
            if old.versions.count > 0 {
                run(tx, &mark, [before, at])?;
                run(tx, &versions, [before])?;
            }
            if old.replies.count > 0 {
                run(tx, &replies, [before, at])?;
            }
            Ok(old)
        })
    }
}

fn read_old_data(conn: &Connection, before: i64) -> Result<OldData, StoreError> {
    let versions =
        format!("SELECT count(*), CAST(total(octet_length(text)) AS INTEGER) {OLD_VERSIONS}");
    let replies =
        format!("SELECT count(*), CAST(total(octet_length(reply)) AS INTEGER) {OLD_REPLIES}");
    Ok(OldData {
        versions: size(conn, &versions, [before])?,
        replies: size(conn, &replies, [before])?,
    })
}

fn size(
    conn: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
) -> Result<StoredSize, StoreError> {
    let number = |row: &Row<'_>, column: usize| {
        let number: i64 = row.get(column)?;
        Ok::<_, rusqlite::Error>(u64::try_from(number).unwrap_or_default())
    };
    let read = |row: &Row<'_>| {
        Ok(StoredSize {
            count: number(row, 0)?,
            bytes: number(row, 1)?,
        })
    };
    Ok(row(conn, sql, parameters, read)?.unwrap_or_default())
}

fn backup_size(path: &Path) -> StoredSize {
    let backups = list_backups(path);
    StoredSize {
        count: backups.len() as u64,
        bytes: backups.iter().map(|backup| backup.bytes).sum(),
    }
}

/// Returns the bytes of a file; 0 if it does not exist.
fn file_size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |file| file.len())
}
