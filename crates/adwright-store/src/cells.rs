use adwright_model::{Id, Kind};
use rusqlite::params;

use crate::sql::{rows, run};
use crate::{Store, StoreError};

impl Store {
    /// Says which fields cells hold. Cells of another layout are dropped: the texts say what they were.
    pub fn cache_lay_out(
        &self,
        workspace: &str,
        kind: Kind,
        layout: &str,
    ) -> Result<(), StoreError> {
        let key = format!("list.layout.{workspace}");
        if self.preference_get(&key)?.as_deref() == Some(layout) {
            return Ok(());
        }
        let keep = "INSERT INTO preference (key, value) VALUES (?1, ?2)
                    ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        let clear = "DELETE FROM object_cells WHERE workspace = ?1 AND kind = ?2";
        self.write(|tx| {
            run(tx, clear, [workspace, kind.as_str()])?;
            run(tx, keep, [&key, layout]).map(drop)
        })
    }

    /// The next objects of a kind in the order of their ids, at most `limit`, with their cells: what the list shows,
    /// filters and sorts by. None for an object that was kept without.
    pub fn cache_cells(
        &self,
        workspace: &str,
        kind: Kind,
        after: Option<Id>,
        limit: u32,
    ) -> Result<Vec<(Id, Option<String>)>, StoreError> {
        let sql = "SELECT object.id, cells FROM object LEFT JOIN object_cells USING (workspace, kind, id)
                   WHERE object.workspace = ?1 AND object.kind = ?2 AND object.id > ?3 ORDER BY object.id LIMIT ?4";
        let after = after.map_or(i64::MIN, |id| id.0);
        let values = params![workspace, kind.as_str(), after, limit];
        self.read(|c| rows(c, sql, values, |row| Ok((Id(row.get(0)?), row.get(1)?))))
    }

    /// Keeps the cells of objects that were kept without.
    pub fn cache_put_cells(
        &self,
        workspace: &str,
        kind: Kind,
        cells: &[(Id, String)],
    ) -> Result<(), StoreError> {
        if cells.is_empty() {
            return Ok(());
        }
        let sql = "INSERT INTO object_cells (workspace, kind, id, cells)
                   SELECT workspace, kind, id, ?4 FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3
                   ON CONFLICT (workspace, kind, id) DO NOTHING";
        self.write(|tx| {
            for (id, cells) in cells {
                run(tx, sql, params![workspace, kind.as_str(), id.0, cells])?;
            }
            Ok(())
        })
    }

    /// The revisions of the live drafts of a workspace, by the drafts' ids, in the order in which they were made.
    pub fn draft_revisions(&self, workspace: &str) -> Result<Vec<(String, u32)>, StoreError> {
        let sql = "SELECT id, revision FROM draft
                   WHERE workspace = ?1 AND discarded_at IS NULL AND sent_at IS NULL ORDER BY rowid";
        self.read(|c| rows(c, sql, [workspace], |row| Ok((row.get(0)?, row.get(1)?))))
    }

    /// The same for the discarded ones, the last one first.
    pub fn draft_revisions_discarded(
        &self,
        workspace: &str,
    ) -> Result<Vec<(String, u32)>, StoreError> {
        let sql = "SELECT id, revision FROM draft
                   WHERE workspace = ?1 AND discarded_at IS NOT NULL AND sent_at IS NULL
                   ORDER BY discarded_at DESC, id DESC";
        self.read(|c| rows(c, sql, [workspace], |row| Ok((row.get(0)?, row.get(1)?))))
    }
}
