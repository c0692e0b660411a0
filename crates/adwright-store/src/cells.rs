use adwright_model::{Id, Kind};
use rusqlite::{Row, params};

use crate::cache::RowCells;
use crate::sql::{row, rows, run};
use crate::{Store, StoreError};

/// The first objects of the list, and the total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellPage {
    /// The number of all objects.
    pub total: u32,
    /// The objects, with the values of all their fields.
    pub rows: Vec<(Id, String)>,
}

/// A live draft at one revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftVersion {
    /// Its id.
    pub draft: String,
    /// The object that it changes; none for a new object.
    pub target: Option<Id>,
    /// See [`Draft::revision`](crate::Draft::revision).
    pub revision: u32,
}

impl Store {
    /// Sets the layout of the cells. Cells of another layout are deleted, because they can be computed again from the
    /// texts.
    pub fn cache_set_layout(
        &self,
        workspace: &str,
        kind: Kind,
        layout: &str,
    ) -> Result<(), StoreError> {
        // Campaigns were the first list, so their key has no kind.
        let key = match kind {
            Kind::Campaign => format!("list.layout.{workspace}"),
            kind => format!("list.layout.{workspace}.{kind}"),
        };
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

    /// Calls `each` with the next objects of a kind and their cells, in the order of ids, at most `limit`. The cells
    /// contain everything that the list shows, filters and sorts by; `None` for an object without cells. Returns the
    /// last object's id, or `None` at the end.
    pub fn cache_for_each_cells(
        &self,
        workspace: &str,
        kind: Kind,
        (after, limit): (Option<Id>, u32),
        mut each: impl FnMut(Id, Option<&str>),
    ) -> Result<Option<Id>, StoreError> {
        let sql = "SELECT object.id, cells FROM object LEFT JOIN object_cells USING (workspace, kind, id)
                   WHERE object.workspace = ?1 AND object.kind = ?2 AND object.id > ?3 ORDER BY object.id LIMIT ?4";
        let after = after.map_or(i64::MIN, |id| id.0);
        self.read(|conn| {
            let mut statement = conn.prepare_cached(sql)?;
            let mut found = statement.query(params![workspace, kind.as_str(), after, limit])?;
            let mut last = None;
            // Borrowed from SQLite without a copy, because there are many cells.
            while let Some(row) = found.next()? {
                let id = Id(row.get(0)?);
                each(
                    id,
                    row.get_ref(1)?
                        .as_str_or_null()
                        .map_err(rusqlite::Error::from)?,
                );
                last = Some(id);
            }
            Ok(last)
        })
    }

    /// Returns the cells of an object: `None` if the cache does not hold it, `Some(None)` if its cells are not cached.
    pub fn cache_get_cells(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
    ) -> Result<Option<Option<String>>, StoreError> {
        let sql = "SELECT cells FROM object LEFT JOIN object_cells USING (workspace, kind, id)
                   WHERE object.workspace = ?1 AND object.kind = ?2 AND object.id = ?3";
        self.read(|conn| {
            row(conn, sql, (workspace, kind.as_str(), id.0), |row| {
                row.get(0)
            })
        })
    }

    /// Returns the first objects of a kind by place, then id, and their total; `None` if an object has no known place.
    pub fn cache_first_page(
        &self,
        workspace: &str,
        kind: Kind,
        offset: u32,
        limit: u32,
    ) -> Result<Option<CellPage>, StoreError> {
        let of_kind = (workspace, kind.as_str());
        let counts = "SELECT objects, placed FROM object_count WHERE workspace = ?1 AND kind = ?2";
        let first = "SELECT id, cells FROM object_cells WHERE workspace = ?1 AND kind = ?2
                     ORDER BY sort_key, id LIMIT ?3 OFFSET ?4";
        self.read(|conn| {
            let counts: Option<(u32, u32)> = row(conn, counts, of_kind, |row| row.try_into())?;
            let (total, placed) = counts.unwrap_or_default();
            if placed != total {
                return Ok(None);
            }
            let values = params![workspace, kind.as_str(), limit, offset];
            let read = |row: &rusqlite::Row<'_>| Ok((Id(row.get(0)?), row.get(1)?));
            Ok(Some(CellPage {
                total,
                rows: rows(conn, first, values, read)?,
            }))
        })
    }

    /// Stores the cells of objects that had none.
    pub fn cache_put_cells(
        &self,
        workspace: &str,
        kind: Kind,
        cells: &[(Id, RowCells)],
    ) -> Result<(), StoreError> {
        if cells.is_empty() {
            return Ok(());
        }
        let sql = "INSERT INTO object_cells (workspace, kind, id, cells, sort_key)
                   SELECT workspace, kind, id, ?4, ?5 FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3
                   ON CONFLICT (workspace, kind, id) DO NOTHING";
        self.write(|tx| {
            for (id, RowCells { values, sort_key }) in cells {
                let values = params![workspace, kind.as_str(), id.0, values, sort_key];
                run(tx, sql, values)?;
            }
            Ok(())
        })
    }

    /// Returns the ids and revisions of the live drafts of one kind in a workspace, in the order of their creation.
    pub fn draft_revisions(
        &self,
        workspace: &str,
        kind: Kind,
    ) -> Result<Vec<(String, u32)>, StoreError> {
        let sql = "SELECT id, revision FROM draft
                   WHERE workspace = ?1 AND kind = ?2 AND discarded_at IS NULL AND sent_at IS NULL ORDER BY rowid";
        let of = (workspace, kind.as_str());
        self.read(|conn| rows(conn, sql, of, |row| Ok((row.get(0)?, row.get(1)?))))
    }

    /// Returns the versions of the live drafts of one kind in a workspace.
    pub fn draft_versions(
        &self,
        workspace: &str,
        kind: Kind,
    ) -> Result<Vec<DraftVersion>, StoreError> {
        let sql = "SELECT id, target_id, revision FROM draft
                   WHERE workspace = ?1 AND kind = ?2 AND discarded_at IS NULL AND sent_at IS NULL";
        let of = (workspace, kind.as_str());
        let version = |row: &Row<'_>| {
            Ok(DraftVersion {
                draft: row.get(0)?,
                target: row.get::<_, Option<i64>>(1)?.map(Id),
                revision: row.get(2)?,
            })
        };
        self.read(|conn| rows(conn, sql, of, version))
    }

    /// Returns the ids and revisions of discarded drafts, the last discarded first.
    pub fn draft_revisions_discarded(
        &self,
        workspace: &str,
        kind: Kind,
    ) -> Result<Vec<(String, u32)>, StoreError> {
        let sql = "SELECT id, revision FROM draft
                   WHERE workspace = ?1 AND kind = ?2 AND discarded_at IS NOT NULL AND sent_at IS NULL
                   ORDER BY discarded_at DESC, id DESC";
        let of = (workspace, kind.as_str());
        self.read(|conn| rows(conn, sql, of, |row| Ok((row.get(0)?, row.get(1)?))))
    }
}
