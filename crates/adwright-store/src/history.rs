//! The history of one object: its texts, the items that were sent, and the discarded drafts.

use adwright_model::{Id, Kind};
use rusqlite::{Connection, Row as SqlRow, params};

use crate::cache::{Fullness, TextOrigin};
use crate::sql::{row, rows, run};
use crate::{Draft, Item, Store, StoreError, draft, item};

/// One text of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectVersion {
    /// The exact text.
    pub text: String,
    /// Where the text was first seen.
    pub origin: TextOrigin,
    /// Whether the text was ever seen as the full object.
    pub fullness: Fullness,
    /// When it was first seen.
    pub seen_at: i64,
}

impl Store {
    /// Returns every distinct text of an object, the oldest first.
    pub fn cache_versions(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
    ) -> Result<Vec<ObjectVersion>, StoreError> {
        // The only text of an object is stored with the object, not among the versions.
        let sql = "SELECT seq, text, origin, fullness, seen_at FROM object_version
                   WHERE workspace = ?1 AND kind = ?2 AND id = ?3
                   UNION ALL
                   SELECT 1, text, 'fetched', fullness, only_since FROM object
                   WHERE workspace = ?1 AND kind = ?2 AND id = ?3 AND only_since IS NOT NULL ORDER BY seq";
        self.read(|conn| rows(conn, sql, (workspace, kind.as_str(), id.0), read_version))
    }

    /// Returns when the retention rule last removed versions of an object; `None` if it never did.
    pub fn cache_versions_removed_at(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
    ) -> Result<Option<i64>, StoreError> {
        let sql =
            "SELECT versions_removed_at FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
        let removed = |row: &SqlRow<'_>| row.get::<_, Option<i64>>(0);
        let found = self.read(|conn| row(conn, sql, (workspace, kind.as_str(), id.0), removed))?;
        Ok(found.flatten())
    }

    /// Returns all items of an object, whatever their outcome, the oldest first. For an object that was created here,
    /// they include attempts from before it had an id.
    pub fn item_list_by_object(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
    ) -> Result<Vec<Item>, StoreError> {
        // By row id, because SQLite scans all items for a pair of columns that is `IN` a list.
        let sql = format!(
            "{} WHERE send.workspace = ?1 AND item.kind = ?2
             AND (item.target_id = ?3
                  OR item.draft IN (SELECT draft FROM item WHERE kind = ?2 AND target_id = ?3)
                  OR item.rowid IN
                     (SELECT of_row.rowid FROM item AS known
                      JOIN item AS of_row ON of_row.batch = known.batch AND of_row.batch_row = known.batch_row
                      WHERE known.kind = ?2 AND known.target_id = ?3))
             ORDER BY item.at, item.id",
            item::ITEM
        );
        self.read(|conn| rows(conn, &sql, (workspace, kind.as_str(), id.0), item::read))
    }

    /// Returns all items of a draft, whatever their outcome, the oldest first.
    pub fn item_list_by_draft(&self, draft: &str) -> Result<Vec<Item>, StoreError> {
        let sql = format!(
            "{} WHERE item.draft = ?1 ORDER BY item.at, item.id",
            item::ITEM
        );
        self.read(|conn| rows(conn, &sql, [draft], item::read))
    }

    /// Returns the discarded drafts of an object, in the order in which they were discarded.
    pub fn draft_list_discarded_by_object(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
    ) -> Result<Vec<Draft>, StoreError> {
        let sql = "SELECT * FROM draft WHERE workspace = ?1 AND kind = ?2 AND target_id = ?3
                   AND discarded_at IS NOT NULL AND sent_at IS NULL ORDER BY discarded_at, id";
        self.read(|conn| rows(conn, sql, (workspace, kind.as_str(), id.0), draft::read))
    }
}

/// Adds a text to an object's versions. A known text is not stored again, but becomes full if it is seen as the full
/// object.
pub(crate) fn add_version(
    conn: &Connection,
    workspace: &str,
    kind: Kind,
    id: Id,
    version: &ObjectVersion,
) -> Result<(), StoreError> {
    // In one statement, SQLite would create a temporary table for each new version.
    let known = "SELECT COALESCE(MAX(seq), 0) + 1, COUNT(*) FILTER (WHERE text = ?4) > 0
                 FROM object_version WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
    let insert =
        "INSERT INTO object_version (workspace, kind, id, seq, text, origin, fullness, seen_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let ObjectVersion {
        text,
        origin,
        fullness,
        seen_at,
    } = version;
    save_current_version(conn, workspace, kind, id)?;
    let kind = kind.as_str();
    let found = row(conn, known, params![workspace, kind, id.0, text], |row| {
        Ok((row.get::<_, i64>(0)?, row.get(1)?))
    })?;
    let (seq, is_known) = found.unwrap_or((1, false));
    if !is_known {
        let values = params![workspace, kind, id.0, seq, text, origin, fullness, seen_at];
        run(conn, insert, values)?;
    } else if *fullness == Fullness::Full {
        let sql = "UPDATE object_version SET fullness = 'full'
                   WHERE workspace = ?1 AND kind = ?2 AND id = ?3 AND text = ?4 AND fullness <> 'full'";
        run(conn, sql, params![workspace, kind, id.0, text])?;
    }
    Ok(())
}

/// Copies texts that are the only ones of their objects into the versions. The rest of the statement chooses the
/// objects.
pub(crate) const SAVE_VERSION: &str =
    "INSERT INTO object_version (workspace, kind, id, seq, text, origin, fullness, seen_at)
     SELECT workspace, kind, id, 1, text, 'fetched', fullness, only_since";

/// Copies an object's only text into its versions. Must be called before the object changes.
pub(crate) fn save_current_version(
    conn: &Connection,
    workspace: &str,
    kind: Kind,
    id: Id,
) -> Result<(), StoreError> {
    if !is_only_version(conn, workspace, kind, id)? {
        return Ok(());
    }
    let object = "WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
    let values = (workspace, kind.as_str(), id.0);
    run(
        conn,
        &format!("{SAVE_VERSION} FROM object {object}"),
        values,
    )?;
    run(
        conn,
        &format!("UPDATE object SET only_since = NULL {object}"),
        values,
    )
    .map(drop)
}

/// Returns whether the text of an object is its only one, so that no version stores it.
fn is_only_version(
    conn: &Connection,
    workspace: &str,
    kind: Kind,
    id: Id,
) -> Result<bool, StoreError> {
    let sql =
        "SELECT only_since IS NOT NULL FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
    let is_only = row(conn, sql, (workspace, kind.as_str(), id.0), |row| {
        row.get(0)
    })?;
    Ok(is_only.unwrap_or(false))
}

fn read_version(row: &SqlRow<'_>) -> rusqlite::Result<ObjectVersion> {
    Ok(ObjectVersion {
        text: row.get("text")?,
        origin: row.get("origin")?,
        fullness: row.get("fullness")?,
        seen_at: row.get("seen_at")?,
    })
}
