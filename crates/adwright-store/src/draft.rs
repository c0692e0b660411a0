use std::collections::BTreeMap;
use std::error::Error;

use adwright_model::{Id, Kind, Path, UnparsedInputs};
use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

use crate::outbox::find_open_item;
use crate::sql::{self, new_id, row, rows, run};
use crate::{Fullness, Store, StoreError};

/// A document that a person is changing, with all of its edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its own id.
    pub id: String,
    /// The workspace of the draft.
    pub workspace: String,
    /// The object's kind.
    pub kind: Kind,
    /// The object's id on the service; `None` for a new object.
    pub target: Option<Id>,
    /// The service's text when the draft was created; `None` for a new object.
    pub base_text: Option<String>,
    /// Whether the base is the full object. A summary may lack members that the object has.
    pub base_fullness: Fullness,
    /// The text that the first edit was applied to.
    pub start_text: String,
    /// [`Draft::start_text`] with the first [`Draft::position`] edits applied.
    pub text: String,
    /// How many edits are applied. Later edits can be redone.
    pub position: u32,
    /// The typed texts of the applied edits that are no values yet.
    pub unparsed: UnparsedInputs,
    /// The number of changes to the draft. Each change names the revision that it is based on, so that two windows do
    /// not overwrite each other.
    pub revision: u32,
    /// When it was created.
    pub created_at: i64,
    /// When the last change was committed.
    pub saved_at: i64,
    /// When it was discarded.
    pub discarded_at: Option<i64>,
    /// When the service confirmed it.
    pub sent_at: Option<i64>,
    /// The source of a new object, as JSON; `None` for an empty start, and for a change.
    pub origin: Option<String>,
}

impl Draft {
    /// Returns whether the draft is neither discarded nor sent.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        self.discarded_at.is_none() && self.sent_at.is_none()
    }

    /// Returns whether the draft was discarded because undoing a bulk edit left no change in it. Redoing the bulk edit
    /// restores it.
    #[must_use]
    pub fn is_emptied(&self) -> bool {
        let has_no_change = self.base_text.as_ref() == Some(&self.text);
        self.discarded_at.is_some() && self.sent_at.is_none() && has_no_change
    }
}

/// The content of a new draft.
#[derive(Debug, Clone, Copy)]
pub struct NewDraft<'a> {
    /// The workspace of the draft.
    pub workspace: &'a str,
    /// The object's kind.
    pub kind: Kind,
    /// The object's id on the service; `None` for a new object.
    pub target: Option<Id>,
    /// The service's text; `None` for a new object.
    pub base_text: Option<&'a str>,
    /// See [`Draft::base_fullness`].
    pub base_fullness: Fullness,
    /// The text that edits are applied to.
    pub text: &'a str,
}

impl Store {
    /// Creates a draft without edits.
    ///
    /// # Errors
    /// [`StoreError::DraftExists`] if the target has a live draft.
    pub fn draft_create(&self, new: &NewDraft<'_>, at: i64) -> Result<Draft, StoreError> {
        self.write(|tx| insert_draft(tx, new, at))
    }

    /// Creates the draft of a new object, and records what it was created from, as JSON.
    pub fn draft_create_from(
        &self,
        new: &NewDraft<'_>,
        origin: &str,
        at: i64,
    ) -> Result<Draft, StoreError> {
        self.write(|tx| create(tx, new, Some(origin), at))
    }

    /// Returns the draft with this id, live or not.
    pub fn draft_get(&self, id: &str) -> Result<Draft, StoreError> {
        self.read(|conn| get(conn, id))
    }

    /// Returns the live draft of an object; `None` if it has none.
    pub fn draft_by_target(
        &self,
        workspace: &str,
        kind: Kind,
        target: Id,
    ) -> Result<Option<Draft>, StoreError> {
        self.read(|conn| find_live(conn, workspace, kind, target))
    }

    /// Returns the live drafts of a workspace, in the order of their creation.
    pub fn draft_list(&self, workspace: &str) -> Result<Vec<Draft>, StoreError> {
        let sql = "SELECT * FROM draft
                   WHERE workspace = ?1 AND discarded_at IS NULL AND sent_at IS NULL ORDER BY rowid";
        self.read(|conn| rows(conn, sql, [workspace], read))
    }

    /// Returns the discarded drafts of a workspace, the last discarded first.
    pub fn draft_list_discarded(&self, workspace: &str) -> Result<Vec<Draft>, StoreError> {
        let sql = "SELECT * FROM draft
                   WHERE workspace = ?1 AND discarded_at IS NOT NULL AND sent_at IS NULL
                   ORDER BY discarded_at DESC, id DESC";
        self.read(|conn| rows(conn, sql, [workspace], read))
    }

    /// Discards a live draft. Nothing of it is deleted.
    ///
    /// # Errors
    /// [`StoreError::AlreadyBeingSent`] while it has an open item in the outbox.
    pub fn draft_discard(&self, id: &str, at: i64) -> Result<(), StoreError> {
        self.write(|tx| discard(tx, id, at))
    }

    /// Discards live drafts in one commit, and returns those that were discarded. Skips drafts that have an open item
    /// in the outbox or are not live.
    pub fn draft_discard_all(&self, ids: &[String], at: i64) -> Result<Vec<String>, StoreError> {
        self.write(|tx| {
            let was_discarded = |id: &String| match discard(tx, id, at) {
                Err(StoreError::AlreadyBeingSent { .. } | StoreError::DraftClosed { .. }) => {
                    Ok(false)
                }
                done => done.map(|()| true),
            };
            filter_ids(ids, was_discarded)
        })
    }

    /// Restores a discarded draft unchanged.
    ///
    /// # Errors
    /// [`StoreError::DraftExists`] if the target has another live draft now.
    pub fn draft_restore(&self, id: &str) -> Result<Draft, StoreError> {
        self.write(|tx| {
            restore(tx, id)?;
            get(tx, id)
        })
    }

    /// Restores discarded drafts in one commit, and returns those that are live now. Skips drafts whose target has
    /// another live draft now.
    pub fn draft_restore_all(&self, ids: &[String]) -> Result<Vec<String>, StoreError> {
        self.write(|tx| {
            let was_restored = |id: &String| match restore(tx, id) {
                Err(StoreError::DraftExists { .. }) => Ok(false),
                done => done.map(|()| true),
            };
            filter_ids(ids, was_restored)
        })
    }
}

pub(crate) fn discard(conn: &Connection, id: &str, at: i64) -> Result<(), StoreError> {
    let sql = "UPDATE draft SET discarded_at = ?2, revision = revision + 1 WHERE id = ?1";
    get_changeable(conn, id)?;
    run(conn, sql, params![id, at]).map(drop)
}

pub(crate) fn restore(conn: &Connection, id: &str) -> Result<(), StoreError> {
    let sql = "UPDATE draft SET discarded_at = NULL, revision = revision + 1 WHERE id = ?1";
    let draft = get(conn, id)?;
    if draft.discarded_at.is_some() {
        ensure_no_live_draft(conn, &draft.workspace, draft.kind, draft.target)?;
        run(conn, sql, [id])?;
    }
    Ok(())
}

/// Returns the ids that fulfil the condition.
fn filter_ids(
    ids: &[String],
    condition: impl Fn(&String) -> Result<bool, StoreError>,
) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    for id in ids {
        if condition(id)? {
            found.push(id.clone());
        }
    }
    Ok(found)
}

pub(crate) fn insert_draft(
    conn: &Connection,
    new: &NewDraft<'_>,
    at: i64,
) -> Result<Draft, StoreError> {
    create(conn, new, None, at)
}

pub(crate) fn create(
    conn: &Connection,
    new: &NewDraft<'_>,
    origin: Option<&str>,
    at: i64,
) -> Result<Draft, StoreError> {
    let id = new_id();
    let sql = "INSERT INTO draft (id, workspace, kind, target_id, base_text, start_text, text, created_at, saved_at,
                                  base_fullness, origin)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?7, ?8, ?9)";
    ensure_no_live_draft(conn, new.workspace, new.kind, new.target)?;
    let values = params![
        id,
        new.workspace,
        new.kind.as_str(),
        new.target.map(|target| target.0),
        new.base_text,
        new.text,
        at,
        new.base_fullness,
        origin
    ];
    run(conn, sql, values)?;
    get(conn, &id)
}

pub(crate) fn get(conn: &Connection, id: &str) -> Result<Draft, StoreError> {
    row(conn, "SELECT * FROM draft WHERE id = ?1", [id], read)?
        .ok_or_else(|| StoreError::not_found("draft", id))
}

/// Returns the draft if it may be changed: it is live and not being sent.
pub(crate) fn get_changeable(conn: &Connection, id: &str) -> Result<Draft, StoreError> {
    let draft = get(conn, id)?;
    let id = || id.to_owned();
    if !draft.is_live() {
        return Err(StoreError::DraftClosed { draft: id() });
    }
    if find_open_item(conn, &draft.id)?.is_some() {
        return Err(StoreError::AlreadyBeingSent { draft: id() });
    }
    Ok(draft)
}

/// Returns the draft if it may be changed and still has the caller's revision.
pub(crate) fn get_at_revision(
    conn: &Connection,
    id: &str,
    revision: u32,
) -> Result<Draft, StoreError> {
    let draft = get_changeable(conn, id)?;
    if draft.revision == revision {
        return Ok(draft);
    }
    Err(StoreError::RevisionConflict { draft: draft.id })
}

fn ensure_no_live_draft(
    conn: &Connection,
    workspace: &str,
    kind: Kind,
    target: Option<Id>,
) -> Result<(), StoreError> {
    let Some(target) = target else { return Ok(()) };
    match find_live(conn, workspace, kind, target)? {
        Some(existing) => Err(StoreError::DraftExists { draft: existing.id }),
        None => Ok(()),
    }
}

fn find_live(
    conn: &Connection,
    workspace: &str,
    kind: Kind,
    target: Id,
) -> Result<Option<Draft>, StoreError> {
    let sql = "SELECT * FROM draft WHERE workspace = ?1 AND kind = ?2 AND target_id = ?3
               AND discarded_at IS NULL AND sent_at IS NULL";
    row(conn, sql, (workspace, kind.as_str(), target.0), read)
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Draft> {
    Ok(Draft {
        id: row.get("id")?,
        workspace: row.get("workspace")?,
        kind: sql::kind_column(row, "kind")?,
        target: row.get::<_, Option<i64>>("target_id")?.map(Id),
        base_text: row.get("base_text")?,
        base_fullness: row.get("base_fullness")?,
        start_text: row.get("start_text")?,
        text: row.get("text")?,
        position: row.get("position")?,
        unparsed: read_unparsed(&row.get::<_, String>("unparsed")?)?,
        revision: row.get("revision")?,
        created_at: row.get("created_at")?,
        saved_at: row.get("saved_at")?,
        discarded_at: row.get("discarded_at")?,
        sent_at: row.get("sent_at")?,
        origin: row.get("origin")?,
    })
}

/// Formats typed texts for the store.
pub(crate) fn unparsed_to_json(texts: &UnparsedInputs) -> String {
    let texts: BTreeMap<_, _> = texts
        .iter()
        .map(|(path, text)| (path.to_string(), text))
        .collect();
    serde_json::to_string(&texts).expect("texts by text are plain data")
}

fn read_unparsed(json: &str) -> rusqlite::Result<UnparsedInputs> {
    let damaged = |error: Box<dyn Error + Send + Sync>| {
        rusqlite::Error::FromSqlConversionFailure(9, Type::Text, error)
    };
    let texts: BTreeMap<String, String> =
        serde_json::from_str(json).map_err(|error| damaged(error.into()))?;
    let by_path = texts.into_iter().map(|(path, text)| {
        let path = path.parse::<Path>();
        Ok((
            path.map_err(|error| damaged(error.to_string().into()))?,
            text,
        ))
    });
    by_path.collect()
}
