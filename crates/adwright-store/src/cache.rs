use adwright_model::{Id, Kind};
use rusqlite::{Connection, Row as SqlRow, params};

use crate::history::{Version, add_version};
use crate::sql::{row, run, text_enum};
use crate::{Store, StoreError};

text_enum! {
    /// How much of an object a text holds.
    Fullness {
        /// All of it: the reply to a request for this one object.
        Full = "full",
        /// Perhaps not all of it: an item of a list reply.
        Summary = "summary",
    }
}

text_enum! {
    /// Where a text was seen.
    Origin {
        /// In a reply of the service.
        Fetched = "fetched",
        /// In a request of ours.
        Sent = "sent",
    }
}

/// What the list draws of an object, so that it need not read its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Columns {
    /// The object's name.
    pub name: Option<String>,
    /// When the service last updated it, in epoch milliseconds.
    pub updated_on: Option<i64>,
    /// All that the list shows, filters and sorts by; see [`Store::cache_cells`].
    pub cells: Option<Cells>,
}

/// What the list needs of an object, in the desk's own form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cells {
    /// The values of all its fields.
    pub values: String,
    /// By whose bytes the list is sorted where nobody chose another order; none where bytes cannot tell.
    pub place: Option<Vec<u8>>,
}

/// One object of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageEntry {
    /// Its id on the service.
    pub id: Id,
    /// Its exact text.
    pub text: String,
    /// How much the text holds.
    pub fullness: Fullness,
    /// What the list draws of it.
    pub columns: Columns,
}

impl PageEntry {
    fn fetched(&self, at: i64) -> Version {
        Version {
            text: self.text.clone(),
            origin: Origin::Fetched,
            fullness: self.fullness,
            seen_at: at,
        }
    }
}

/// The newest that is known of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cached {
    /// The object.
    pub entry: PageEntry,
    /// When the service last showed it.
    pub fetched_at: i64,
}

impl Store {
    /// Puts the objects of one reply into the cache and into their versions.
    ///
    /// A summary does not displace the full text of the same object with the same time of update: it says less of the
    /// same thing.
    pub fn cache_put_page(
        &self,
        workspace: &str,
        kind: Kind,
        page: &[PageEntry],
        at: i64,
    ) -> Result<(), StoreError> {
        self.write(|tx| {
            for entry in page {
                put_fetched(tx, workspace, kind, entry, at)?;
            }
            Ok(())
        })
    }

    /// The time to write down for all that a fetch brings which begins `now`: later than that of anything in the cache,
    /// even where the clock was set back since, so that what it does not bring can be told from it.
    pub fn cache_stamp(&self, workspace: &str, kind: Kind, now: i64) -> Result<i64, StoreError> {
        let sql = "SELECT MAX(fetched_at) FROM object WHERE workspace = ?1 AND kind = ?2";
        let newest: Option<i64> = self
            .read(|c| row(c, sql, (workspace, kind.as_str()), |row| row.get(0)))?
            .flatten();
        Ok(newest.map_or(now, |newest| now.max(newest + 1)))
    }

    /// Marks what is known of an object as perhaps not the newest, so that it is asked for again.
    pub fn cache_doubt(&self, workspace: &str, kind: Kind, id: Id) -> Result<(), StoreError> {
        let sql =
            "UPDATE object SET fullness = 'summary' WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
        self.write(|tx| run(tx, sql, (workspace, kind.as_str(), id.0)).map(drop))
    }

    /// Forgets the objects of a kind that no reply has shown since `since`, the stamp of a fetch, unless a live draft
    /// is about them. Their versions stay. How many there were.
    pub fn cache_forget_unseen(
        &self,
        workspace: &str,
        kind: Kind,
        since: i64,
    ) -> Result<usize, StoreError> {
        let sql = "DELETE FROM object WHERE workspace = ?1 AND kind = ?2 AND fetched_at < ?3
                   AND id NOT IN (SELECT target_id FROM draft WHERE workspace = ?1 AND kind = ?2
                                  AND target_id IS NOT NULL AND discarded_at IS NULL AND sent_at IS NULL)";
        self.write(|tx| run(tx, sql, (workspace, kind.as_str(), since)))
    }

    /// The newest that is known of an object; none where the service never showed it.
    pub fn cache_get(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
    ) -> Result<Option<Cached>, StoreError> {
        let sql = "SELECT * FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
        self.read(|c| row(c, sql, (workspace, kind.as_str(), id.0), read_cached))
    }

    /// Whether the cache holds an object.
    pub fn cache_has(&self, workspace: &str, kind: Kind, id: Id) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
        let found = self.read(|c| row(c, sql, (workspace, kind.as_str(), id.0), |_| Ok(())))?;
        Ok(found.is_some())
    }

    /// How many objects of a kind the cache holds.
    pub fn cache_count(&self, workspace: &str, kind: Kind) -> Result<u32, StoreError> {
        let sql = "SELECT objects FROM object_count WHERE workspace = ?1 AND kind = ?2";
        let count = self.read(|c| row(c, sql, (workspace, kind.as_str()), |row| row.get(0)))?;
        Ok(count.unwrap_or(0))
    }
}

const PUT: &str = "
    INSERT INTO object (workspace, kind, id, text, fullness, name, updated_on, fetched_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
    ON CONFLICT (workspace, kind, id) DO UPDATE SET
        text       = IIF(fullness = 'full' AND excluded.fullness = 'summary' AND updated_on = excluded.updated_on,
                         text, excluded.text),
        fullness   = IIF(fullness = 'full' AND updated_on = excluded.updated_on, 'full', excluded.fullness),
        name       = excluded.name,
        updated_on = excluded.updated_on,
        fetched_at = MAX(fetched_at, excluded.fetched_at)";

/// Puts what the service showed into the cache and into its versions.
pub(crate) fn put_fetched(
    c: &Connection,
    workspace: &str,
    kind: Kind,
    entry: &PageEntry,
    at: i64,
) -> Result<(), StoreError> {
    put(c, workspace, kind, entry, at)?;
    add_version(c, workspace, kind, entry.id, &entry.fetched(at))
}

const PUT_CELLS: &str = "
    INSERT INTO object_cells (workspace, kind, id, cells, place)
    SELECT workspace, kind, id, ?5, ?6 FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3 AND text = ?4
    ON CONFLICT (workspace, kind, id) DO UPDATE SET cells = excluded.cells, place = excluded.place";

const DROP_CELLS: &str = "
    DELETE FROM object_cells WHERE workspace = ?1 AND kind = ?2 AND id = ?3
    AND EXISTS (SELECT 1 FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3 AND text = ?4)";

fn put(
    c: &Connection,
    workspace: &str,
    kind: Kind,
    entry: &PageEntry,
    at: i64,
) -> Result<(), StoreError> {
    let PageEntry {
        id,
        text,
        fullness,
        columns,
    } = entry;
    let Columns {
        name,
        updated_on,
        cells,
    } = columns;
    let kind = kind.as_str();
    let values = params![workspace, kind, id.0, text, fullness, name, updated_on, at];
    run(c, PUT, values)?;
    match cells {
        // What a summary did not displace keeps its own cells.
        Some(Cells { values, place }) => {
            let values = params![workspace, kind, id.0, text, values, place];
            run(c, PUT_CELLS, values)
        }
        None => run(c, DROP_CELLS, params![workspace, kind, id.0, text]),
    }
    .map(drop)
}

fn read_cached(row: &SqlRow<'_>) -> rusqlite::Result<Cached> {
    Ok(Cached {
        entry: PageEntry {
            id: Id(row.get("id")?),
            text: row.get("text")?,
            fullness: row.get("fullness")?,
            columns: read_columns(row)?,
        },
        fetched_at: row.get("fetched_at")?,
    })
}

fn read_columns(row: &SqlRow<'_>) -> rusqlite::Result<Columns> {
    Ok(Columns {
        name: row.get("name")?,
        updated_on: row.get("updated_on")?,
        cells: None,
    })
}
