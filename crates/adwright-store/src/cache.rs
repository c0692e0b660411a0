use adwright_model::{Id, Kind};
use rusqlite::{Connection, Row as SqlRow, params};

use crate::history::{ObjectVersion, SAVE_VERSION, add_version, save_current_version};
use crate::sql::{row, rows, run, text_enum};
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
    TextOrigin {
        /// In a reply of the service.
        Fetched = "fetched",
        /// In a request of ours.
        Sent = "sent",
    }
}

/// The columns of an object that a list shows, so that the list need not read its text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CachedColumns {
    /// The object's name.
    pub name: Option<String>,
    /// When the service last updated it, in epoch milliseconds.
    pub updated_on: Option<i64>,
    /// Everything that the list shows, filters and sorts by; see [`Store::cache_for_each_cells`].
    pub cells: Option<RowCells>,
}

/// The list's cells of an object, in the desk's own format.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowCells {
    /// The values of all its fields.
    pub values: String,
    /// The sort key of the list's default order; `None` if bytes cannot express it.
    pub sort_key: Option<Vec<u8>>,
}

/// One object of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedObject {
    /// Its id on the service.
    pub id: Id,
    /// Its exact text.
    pub text: String,
    /// How complete the text is.
    pub fullness: Fullness,
    /// The columns that the list shows.
    pub columns: CachedColumns,
}

/// Objects of a list of summaries that the cache holds less completely than the service.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObjectsToFetch {
    /// Objects that were never fetched in full.
    pub never_full: Vec<Id>,
    /// Objects that were fetched in full, but may have changed since.
    pub doubtful: Vec<Id>,
}

impl FetchedObject {
    fn to_version(&self, at: i64) -> ObjectVersion {
        ObjectVersion {
            text: self.text.clone(),
            origin: TextOrigin::Fetched,
            fullness: self.fullness,
            seen_at: at,
        }
    }
}

/// The newest known state of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CachedObject {
    /// The object.
    pub entry: FetchedObject,
    /// When the service last showed it.
    pub fetched_at: i64,
}

impl Store {
    /// Puts the objects of one reply into the cache and into their versions.
    ///
    /// A summary does not replace the full text of an object with the same update time, because it is less complete.
    pub fn cache_put_page(
        &self,
        workspace: &str,
        kind: Kind,
        page: &[FetchedObject],
        at: i64,
    ) -> Result<(), StoreError> {
        self.write(|tx| {
            for entry in page {
                put_fetched(tx, workspace, kind, entry, at)?;
            }
            Ok(())
        })
    }

    /// Puts rows of a list that only has summaries into the cache and into their versions. They never replace an object
    /// that was fetched in full.
    pub fn cache_put_summaries(
        &self,
        workspace: &str,
        kind: Kind,
        page: &[FetchedObject],
        at: i64,
    ) -> Result<ObjectsToFetch, StoreError> {
        self.write(|tx| {
            let mut to_fetch = ObjectsToFetch::default();
            for entry in page {
                put_summary(tx, KindScope { workspace, kind }, entry, at, &mut to_fetch)?;
            }
            Ok(to_fetch)
        })
    }

    /// Returns the timestamp for everything that a fetch starting `now` brings. It is later than any time in the cache,
    /// even if the clock was set back. So objects that the fetch does not bring can be recognised.
    pub fn cache_next_timestamp(
        &self,
        workspace: &str,
        kind: Kind,
        now: i64,
    ) -> Result<i64, StoreError> {
        let sql = "SELECT MAX(fetched_at) FROM object WHERE workspace = ?1 AND kind = ?2";
        let newest: Option<i64> = self
            .read(|conn| row(conn, sql, (workspace, kind.as_str()), |row| row.get(0)))?
            .flatten();
        Ok(newest.map_or(now, |newest| now.max(newest + 1)))
    }

    /// Marks an object as possibly outdated, so that it is fetched again.
    pub fn cache_mark_stale(&self, workspace: &str, kind: Kind, id: Id) -> Result<(), StoreError> {
        let sql =
            "UPDATE object SET fullness = 'summary' WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
        self.write(|tx| {
            save_current_version(tx, workspace, kind, id)?;
            run(tx, sql, (workspace, kind.as_str(), id.0)).map(drop)
        })
    }

    /// Removes the objects of a kind that no reply has shown since `since`, the timestamp of a fetch. Objects with a
    /// live draft stay, and so do all versions. Returns the number of removed objects.
    pub fn cache_remove_unseen(
        &self,
        workspace: &str,
        kind: Kind,
        since: i64,
    ) -> Result<usize, StoreError> {
        let unseen = "FROM object WHERE workspace = ?1 AND kind = ?2 AND fetched_at < ?3
                      AND id NOT IN (SELECT target_id FROM draft WHERE workspace = ?1 AND kind = ?2
                                     AND target_id IS NOT NULL AND discarded_at IS NULL AND sent_at IS NULL)";
        let values = (workspace, kind.as_str(), since);
        self.write(|tx| {
            let save = format!("{SAVE_VERSION} {unseen} AND only_since IS NOT NULL");
            run(tx, &save, values)?;
            run(tx, &format!("DELETE {unseen}"), values)
        })
    }

    /// Returns the newest known state of an object; `None` if the service never showed it.
    pub fn cache_get(
        &self,
        workspace: &str,
        kind: Kind,
        id: Id,
    ) -> Result<Option<CachedObject>, StoreError> {
        let sql = "SELECT * FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
        self.read(|conn| row(conn, sql, (workspace, kind.as_str(), id.0), read_cached))
    }

    /// Returns the next objects of a kind with their texts, in the order of ids, at most `limit`.
    pub fn cache_texts(
        &self,
        workspace: &str,
        kind: Kind,
        (after, limit): (Option<Id>, u32),
    ) -> Result<Vec<(Id, String)>, StoreError> {
        let sql = "SELECT id, text FROM object WHERE workspace = ?1 AND kind = ?2 AND id > ?3 ORDER BY id LIMIT ?4";
        let after = after.map_or(i64::MIN, |id| id.0);
        self.read(|conn| {
            let values = params![workspace, kind.as_str(), after, limit];
            rows(conn, sql, values, |row| Ok((Id(row.get(0)?), row.get(1)?)))
        })
    }

    /// Returns whether the cache holds an object.
    pub fn cache_has(&self, workspace: &str, kind: Kind, id: Id) -> Result<bool, StoreError> {
        let sql = "SELECT 1 FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
        let found =
            self.read(|conn| row(conn, sql, (workspace, kind.as_str(), id.0), |_| Ok(())))?;
        Ok(found.is_some())
    }

    /// Returns how many objects of a kind the cache holds.
    pub fn cache_count(&self, workspace: &str, kind: Kind) -> Result<u32, StoreError> {
        let sql = "SELECT objects FROM object_count WHERE workspace = ?1 AND kind = ?2";
        let count =
            self.read(|conn| row(conn, sql, (workspace, kind.as_str()), |row| row.get(0)))?;
        Ok(count.unwrap_or(0))
    }
}

/// The objects of one kind in a workspace.
#[derive(Clone, Copy)]
pub(crate) struct KindScope<'a> {
    pub(crate) workspace: &'a str,
    pub(crate) kind: Kind,
}

/// The cached state of an object that a reply contains.
struct CachedState {
    fullness: Fullness,
    updated_on: Option<i64>,
    /// True if the text is unchanged.
    is_same: bool,
    /// True if this text is the object's only one so far, so that no version stores it.
    is_only: bool,
}

impl CachedState {
    fn read(
        conn: &Connection,
        KindScope { workspace, kind }: KindScope<'_>,
        entry: &FetchedObject,
    ) -> Result<Option<Self>, StoreError> {
        let sql = "SELECT fullness, updated_on, text = ?4, only_since IS NOT NULL FROM object WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
        let values = params![workspace, kind.as_str(), entry.id.0, entry.text];
        row(conn, sql, values, |row| {
            Ok(Self {
                fullness: row.get(0)?,
                updated_on: row.get(1)?,
                is_same: row.get(2)?,
                is_only: row.get(3)?,
            })
        })
    }

    /// Returns whether the cache holds the full object of the same update as the entry.
    fn is_full_of(&self, entry: &FetchedObject) -> bool {
        let same_update = self.updated_on.is_some() && self.updated_on == entry.columns.updated_on;
        self.fullness == Fullness::Full && same_update
    }
}

/// Puts an object from the service into the cache and into its versions.
pub(crate) fn put_fetched(
    conn: &Connection,
    workspace: &str,
    kind: Kind,
    entry: &FetchedObject,
    at: i64,
) -> Result<(), StoreError> {
    let scope = KindScope { workspace, kind };
    if insert_if_absent(conn, scope, entry, at)? {
        return put_cells(conn, scope, entry);
    }
    let Some(known) = CachedState::read(conn, scope, entry)? else {
        return Ok(());
    };
    let stays_full = known.is_full_of(entry);
    let fullness = if stays_full {
        Fullness::Full
    } else {
        entry.fullness
    };
    let keeps_text = known.is_same || (stays_full && entry.fullness == Fullness::Summary);
    let is_downgraded = known.fullness == Fullness::Full && fullness == Fullness::Summary;
    let stays_only = known.is_only && known.is_same && !is_downgraded;
    if !stays_only {
        save_current_version(conn, workspace, kind, entry.id)?;
    }
    let CachedColumns {
        name, updated_on, ..
    } = &entry.columns;
    let text = (!keeps_text).then_some(&entry.text);
    let kind_word = kind.as_str();
    let values = params![
        workspace, kind_word, entry.id.0, text, fullness, name, updated_on, at
    ];
    run(conn, UPDATE, values)?;
    if !stays_only {
        add_version(conn, workspace, kind, entry.id, &entry.to_version(at))?;
    }
    // An object that a summary did not replace keeps its cells.
    if known.is_same || !keeps_text {
        put_cells(conn, scope, entry)?;
    }
    Ok(())
}

/// Puts a summary into the cache, and notes if the cache holds less than the service.
fn put_summary(
    conn: &Connection,
    scope: KindScope<'_>,
    entry: &FetchedObject,
    at: i64,
    to_fetch: &mut ObjectsToFetch,
) -> Result<(), StoreError> {
    let KindScope { workspace, kind } = scope;
    let known = CachedState::read(conn, scope, entry)?;
    let Some(known) = known.filter(|known| known.fullness == Fullness::Full) else {
        to_fetch.never_full.push(entry.id);
        return put_fetched(conn, workspace, kind, entry, at);
    };
    if !known.is_full_of(entry) {
        // Without an update time nobody can tell whether the object changed.
        to_fetch.doubtful.push(entry.id);
    }
    let update = "UPDATE object SET fetched_at = MAX(fetched_at, ?4) WHERE workspace = ?1 AND kind = ?2 AND id = ?3";
    run(
        conn,
        update,
        params![workspace, kind.as_str(), entry.id.0, at],
    )?;
    add_version(conn, workspace, kind, entry.id, &entry.to_version(at))
}

/// Inserts an object that the cache does not have, and returns whether it was missing. An object that was removed from
/// the cache may still have versions.
///
/// The first fetch of a long list consists mostly of inserts, so they do without `RETURNING`: for that, SQLite creates
/// a temporary table each time.
fn insert_if_absent(
    conn: &Connection,
    KindScope { workspace, kind }: KindScope<'_>,
    entry: &FetchedObject,
    at: i64,
) -> Result<bool, StoreError> {
    let FetchedObject {
        id,
        text,
        fullness,
        columns: CachedColumns {
            name, updated_on, ..
        },
    } = entry;
    let kind_word = kind.as_str();
    let has_versions = row(conn, HAS_VERSIONS, (workspace, kind_word, id.0), |_| Ok(()))?.is_some();
    let only_since = (!has_versions).then_some(at);
    let values = params![
        workspace, kind_word, id.0, text, fullness, name, updated_on, at, only_since
    ];
    let was_missing = run(conn, INSERT, values)? > 0;
    if was_missing && has_versions {
        add_version(conn, workspace, kind, *id, &entry.to_version(at))?;
    }
    Ok(was_missing)
}

const HAS_VERSIONS: &str =
    "SELECT 1 FROM object_version WHERE workspace = ?1 AND kind = ?2 AND id = ?3 LIMIT 1";

const INSERT: &str = "
    INSERT INTO object (workspace, kind, id, text, fullness, name, updated_on, fetched_at, only_since)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
    ON CONFLICT (workspace, kind, id) DO NOTHING";

const UPDATE: &str = "
    UPDATE object SET text = COALESCE(?4, text), fullness = ?5, name = ?6, updated_on = ?7,
                      fetched_at = MAX(fetched_at, ?8)
    WHERE workspace = ?1 AND kind = ?2 AND id = ?3";

/// Unchanged cells are not written again: a list mostly shows what it showed before.
const PUT_CELLS: &str = "
    INSERT INTO object_cells (workspace, kind, id, cells, sort_key) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT (workspace, kind, id) DO UPDATE SET cells = excluded.cells, sort_key = excluded.sort_key
    WHERE cells <> excluded.cells OR sort_key IS NOT excluded.sort_key";

const DROP_CELLS: &str = "DELETE FROM object_cells WHERE workspace = ?1 AND kind = ?2 AND id = ?3";

fn put_cells(
    conn: &Connection,
    KindScope { workspace, kind }: KindScope<'_>,
    entry: &FetchedObject,
) -> Result<(), StoreError> {
    let (id, kind) = (entry.id.0, kind.as_str());
    match &entry.columns.cells {
        Some(RowCells { values, sort_key }) => run(
            conn,
            PUT_CELLS,
            params![workspace, kind, id, values, sort_key],
        ),
        None => run(conn, DROP_CELLS, params![workspace, kind, id]),
    }
    .map(drop)
}

fn read_cached(row: &SqlRow<'_>) -> rusqlite::Result<CachedObject> {
    Ok(CachedObject {
        entry: FetchedObject {
            id: Id(row.get("id")?),
            text: row.get("text")?,
            fullness: row.get("fullness")?,
            columns: read_columns(row)?,
        },
        fetched_at: row.get("fetched_at")?,
    })
}

fn read_columns(row: &SqlRow<'_>) -> rusqlite::Result<CachedColumns> {
    Ok(CachedColumns {
        name: row.get("name")?,
        updated_on: row.get("updated_on")?,
        cells: None,
    })
}
