//! Restores single drafts and batches from a backup.

use rusqlite::{Connection, Transaction, params};

use crate::backup::{backup_folder, list_backups};
use crate::draft::{discard, get, read};
use crate::migrate::steps;
use crate::outbox::find_open_item;
use crate::sql::{new_id, row, rows, run};
use crate::work_copy::attach;
use crate::{Draft, Store, StoreError};

/// A draft in a backup that was live when the backup was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupDraft {
    /// The draft as it is in the backup.
    pub draft: Draft,
    /// The same draft in the database; `None` if it has none.
    pub same: Option<Draft>,
    /// The live draft that restoring it would replace: the same one, or another one of the same object.
    pub live: Option<Draft>,
}

/// A batch in a backup that was not discarded when the backup was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupBatch {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The number of its rows.
    pub rows: u32,
    /// When it was last changed.
    pub changed_at: i64,
    /// Whether the database has this batch, even as a discarded one.
    pub exists: bool,
}

/// The tables that hold a batch, each with the column of its id.
const BATCH_TABLES: [(&str, &str); 5] = [
    ("batch", "id"),
    ("batch_chunk", "batch"),
    ("batch_order", "batch"),
    ("batch_operation", "batch"),
    ("batch_change", "batch"),
];

impl Store {
    /// Returns the drafts of a workspace that were live in a backup, in the order of their creation.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an unknown backup, or one in another format.
    pub fn backup_drafts(
        &self,
        backup: &str,
        workspace: &str,
    ) -> Result<Vec<BackupDraft>, StoreError> {
        let sql = "SELECT * FROM old.draft
                   WHERE workspace = ?1 AND discarded_at IS NULL AND sent_at IS NULL ORDER BY rowid";
        self.with_backup(backup, |conn| {
            let conn = conn.transaction()?;
            let drafts = rows(&conn, sql, [workspace], read)?;
            let with_current = |draft: Draft| {
                let same = "SELECT * FROM main.draft WHERE id = ?1";
                let same = row(&conn, same, [&draft.id], read)?;
                let live = replaced_drafts(&conn, &draft)?.pop();
                Ok(BackupDraft { draft, same, live })
            };
            drafts.into_iter().map(with_current).collect()
        })
    }

    /// Returns the batches of a workspace in a backup, the last changed first.
    ///
    /// # Errors
    /// As [`Store::backup_drafts`].
    pub fn backup_batches(
        &self,
        backup: &str,
        workspace: &str,
    ) -> Result<Vec<BackupBatch>, StoreError> {
        let sql = "SELECT id, name, row_count, changed_at,
                          EXISTS (SELECT 1 FROM main.batch AS current WHERE current.id = old.batch.id)
                   FROM old.batch WHERE workspace = ?1 AND discarded_at IS NULL ORDER BY changed_at DESC, id";
        self.with_backup(backup, |conn| {
            rows(conn, sql, [workspace], |row| {
                Ok(BackupBatch {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    rows: row.get(2)?,
                    changed_at: row.get(3)?,
                    exists: row.get(4)?,
                })
            })
        })
    }

    /// Restores a draft from a backup as a new draft with all its edits, and returns it. Discards the live draft that it
    /// replaces: the same draft, or another one of the same object.
    ///
    /// # Errors
    /// [`StoreError::DraftClosed`] if the draft was sent after the backup, [`StoreError::AlreadyBeingSent`] if the draft
    /// that it replaces is being sent, [`StoreError::NotFound`] for an unknown backup or draft.
    pub fn backup_restore_draft(
        &self,
        backup: &str,
        draft: &str,
        at: i64,
    ) -> Result<Draft, StoreError> {
        let copy = "INSERT INTO main.draft (id, workspace, kind, target_id, base_text, base_fullness, start_text, text,
                                            position, unparsed, created_at, saved_at, origin)
                    SELECT ?2, workspace, kind, target_id, base_text, base_fullness, start_text, text,
                           position, unparsed, created_at, ?3, origin
                    FROM old.draft WHERE id = ?1";
        let edits = "INSERT INTO main.draft_edit (draft, seq, edit, label, at)
                     SELECT ?2, seq, edit, label, at FROM old.draft_edit WHERE draft = ?1";
        let restore = |conn: &Transaction<'_>| {
            let saved = row(conn, "SELECT * FROM old.draft WHERE id = ?1", [draft], read)?;
            let saved = saved.ok_or_else(|| StoreError::not_found("draft", draft))?;
            ensure_unsent(conn, &saved.id)?;
            for replaced in replaced_drafts(conn, &saved)? {
                discard(conn, &replaced.id, at)?;
            }
            let id = new_id();
            run(conn, copy, params![draft, id, at])?;
            run(conn, edits, [draft, &id])?;
            get(conn, &id)
        };
        self.with_backup(backup, |conn| self.write_on(conn, restore))
    }

    /// Restores a batch from a backup, with all its rows and operations.
    ///
    /// # Errors
    /// [`StoreError::BatchExists`] if the database has the batch, [`StoreError::NotFound`] for an unknown backup or batch.
    pub fn backup_restore_batch(&self, backup: &str, batch: &str) -> Result<(), StoreError> {
        let restore = |conn: &Transaction<'_>| {
            let exists = "SELECT 1 FROM main.batch WHERE id = ?1";
            if row(conn, exists, [batch], |row| row.get::<_, u32>(0))?.is_some() {
                return Err(StoreError::BatchExists {
                    batch: batch.to_owned(),
                });
            }
            for (table, id) in BATCH_TABLES {
                let copy =
                    format!("INSERT INTO main.{table} SELECT * FROM old.{table} WHERE {id} = ?1");
                if run(conn, &copy, [batch])? == 0 && table == "batch" {
                    return Err(StoreError::not_found("batch", batch));
                }
            }
            Ok(())
        };
        self.with_backup(backup, |conn| self.write_on(conn, restore))
    }

    /// Runs `work` with the backup attached as `old`.
    fn with_backup<T>(
        &self,
        backup: &str,
        work: impl FnOnce(&mut Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let unknown = || StoreError::not_found("backup", backup);
        let path = &self.files.as_ref().ok_or_else(unknown)?.path;
        let is_readable = list_backups(path)
            .iter()
            .any(|known| known.name == backup && known.format as usize == steps().len());
        if !is_readable {
            return Err(unknown());
        }
        // Nobody else may use the connection until the backup is detached.
        let mut connection = self.lock();
        attach(&connection, &backup_folder(path).join(backup))?;
        let result = work(&mut connection);
        run(&connection, "DETACH old", [])?;
        result
    }
}

/// Fails if the service has a draft, or may have it. Such a draft must not be sent again as another one.
fn ensure_unsent(conn: &Connection, draft: &str) -> Result<(), StoreError> {
    let same = row(
        conn,
        "SELECT * FROM main.draft WHERE id = ?1",
        [draft],
        read,
    )?;
    let id = || draft.to_owned();
    if same.is_some_and(|same| same.sent_at.is_some()) {
        return Err(StoreError::DraftClosed { draft: id() });
    }
    match find_open_item(conn, draft)? {
        Some(_) => Err(StoreError::AlreadyBeingSent { draft: id() }),
        None => Ok(()),
    }
}

/// Returns the live drafts that a restored draft replaces.
fn replaced_drafts(conn: &Connection, saved: &Draft) -> Result<Vec<Draft>, StoreError> {
    let live = "SELECT * FROM main.draft
                WHERE (id = ?1 OR (target_id IS NOT NULL AND workspace = ?2 AND kind = ?3 AND target_id = ?4))
                  AND discarded_at IS NULL AND sent_at IS NULL";
    let target = saved.target.map(|id| id.0);
    let values = params![saved.id, saved.workspace, saved.kind.as_str(), target];
    rows(conn, live, values, read)
}
