use adwright_model::{Id, Kind};
use rusqlite::{Connection, Row, params};

use crate::outbox::find_open_item;
use crate::sql::{self, new_id, row, rows, run};
use crate::{Fullness, Store, StoreError};

/// A document that a person is changing, with all of its edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Its own id.
    pub id: String,
    /// The workspace that it belongs to.
    pub workspace: String,
    /// The object's kind.
    pub kind: Kind,
    /// The object's id on the service; none while it is new.
    pub target: Option<Id>,
    /// What the service had when the draft began; none while it is new.
    pub base_text: Option<String>,
    /// Whether the base was all of the object; a summary vouches only for the members that it has.
    pub base_fullness: Fullness,
    /// The text that the first edit was applied to.
    pub start_text: String,
    /// [`Draft::start_text`] with the first [`Draft::position`] edits applied.
    pub text: String,
    /// How many of its edits are applied; those after them can be redone.
    pub position: u32,
    /// Counts every change to the draft. A change names the one that it was made from, so that none is lost between
    /// two windows.
    pub revision: u32,
    /// When it was made.
    pub created_at: i64,
    /// When the last change was committed.
    pub saved_at: i64,
    /// When it was discarded.
    pub discarded_at: Option<i64>,
    /// When the service had it.
    pub sent_at: Option<i64>,
    /// What a new object was begun from, in words; none for one that was begun from nothing, and for a change.
    pub begun_from: Option<String>,
}

impl Draft {
    /// Whether it is neither discarded nor sent.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        self.discarded_at.is_none() && self.sent_at.is_none()
    }

    /// Whether it was put aside because undoing a bulk edit left no change in it. Redoing that takes it up again.
    #[must_use]
    pub fn is_emptied(&self) -> bool {
        let has_no_change = self.base_text.as_ref() == Some(&self.text);
        self.discarded_at.is_some() && self.sent_at.is_none() && has_no_change
    }
}

/// What a draft is made from.
#[derive(Debug, Clone, Copy)]
pub struct NewDraft<'a> {
    /// The workspace that it belongs to.
    pub workspace: &'a str,
    /// The object's kind.
    pub kind: Kind,
    /// The object's id on the service; none for a new one.
    pub target: Option<Id>,
    /// What the service has; none for a new one.
    pub base_text: Option<&'a str>,
    /// See [`Draft::base_fullness`].
    pub base_fullness: Fullness,
    /// The text that edits are applied to.
    pub text: &'a str,
}

impl Store {
    /// Makes a draft without edits.
    ///
    /// # Errors
    /// [`StoreError::DraftExists`] where the target has a live one.
    pub fn draft_create(&self, new: &NewDraft<'_>, at: i64) -> Result<Draft, StoreError> {
        self.write(|tx| insert_draft(tx, new, at))
    }

    /// The same for a new object that is begun from something, which is said in words.
    pub fn draft_create_from(
        &self,
        new: &NewDraft<'_>,
        begun_from: &str,
        at: i64,
    ) -> Result<Draft, StoreError> {
        self.write(|tx| create(tx, new, Some(begun_from), at))
    }

    /// The draft of that id, live or not.
    pub fn draft_get(&self, id: &str) -> Result<Draft, StoreError> {
        self.read(|c| get(c, id))
    }

    /// The live draft of an object; none where it has none.
    pub fn draft_by_target(
        &self,
        workspace: &str,
        kind: Kind,
        target: Id,
    ) -> Result<Option<Draft>, StoreError> {
        self.read(|c| find_live(c, workspace, kind, target))
    }

    /// The live drafts of a workspace, in the order in which they were made.
    pub fn draft_list(&self, workspace: &str) -> Result<Vec<Draft>, StoreError> {
        let sql = "SELECT * FROM draft
                   WHERE workspace = ?1 AND discarded_at IS NULL AND sent_at IS NULL ORDER BY rowid";
        self.read(|c| rows(c, sql, [workspace], read))
    }

    /// The discarded drafts of a workspace, the last one first.
    pub fn draft_list_discarded(&self, workspace: &str) -> Result<Vec<Draft>, StoreError> {
        let sql = "SELECT * FROM draft
                   WHERE workspace = ?1 AND discarded_at IS NOT NULL AND sent_at IS NULL
                   ORDER BY discarded_at DESC, id DESC";
        self.read(|c| rows(c, sql, [workspace], read))
    }

    /// Puts a live draft aside; nothing of it is deleted.
    ///
    /// # Errors
    /// [`StoreError::AlreadyBeingSent`] while it has an open item in the outbox.
    pub fn draft_discard(&self, id: &str, at: i64) -> Result<(), StoreError> {
        self.write(|tx| discard(tx, id, at))
    }

    /// Puts live drafts aside in one commit, and gives those that were. One that has an open item in the outbox, or is
    /// not live any more, stays as it is.
    pub fn draft_discard_all(&self, ids: &[String], at: i64) -> Result<Vec<String>, StoreError> {
        self.write(|tx| {
            let moved = |id: &String| match discard(tx, id, at) {
                Err(StoreError::AlreadyBeingSent { .. } | StoreError::DraftClosed { .. }) => {
                    Ok(false)
                }
                done => done.map(|()| true),
            };
            filter_ids(ids, moved)
        })
    }

    /// Takes a discarded draft back, as it was.
    ///
    /// # Errors
    /// [`StoreError::DraftExists`] where its target has got another live one.
    pub fn draft_restore(&self, id: &str) -> Result<Draft, StoreError> {
        self.write(|tx| {
            restore(tx, id)?;
            get(tx, id)
        })
    }

    /// Takes discarded drafts back in one commit, and gives those that are live now. One whose target has got another
    /// live draft stays discarded.
    pub fn draft_restore_all(&self, ids: &[String]) -> Result<Vec<String>, StoreError> {
        self.write(|tx| {
            let moved = |id: &String| match restore(tx, id) {
                Err(StoreError::DraftExists { .. }) => Ok(false),
                done => done.map(|()| true),
            };
            filter_ids(ids, moved)
        })
    }
}

pub(crate) fn discard(c: &Connection, id: &str, at: i64) -> Result<(), StoreError> {
    let sql = "UPDATE draft SET discarded_at = ?2, revision = revision + 1 WHERE id = ?1";
    get_changeable(c, id)?;
    run(c, sql, params![id, at]).map(drop)
}

pub(crate) fn restore(c: &Connection, id: &str) -> Result<(), StoreError> {
    let sql = "UPDATE draft SET discarded_at = NULL, revision = revision + 1 WHERE id = ?1";
    let draft = get(c, id)?;
    if draft.discarded_at.is_some() {
        refuse_second_draft(c, &draft.workspace, draft.kind, draft.target)?;
        run(c, sql, [id])?;
    }
    Ok(())
}

/// The ids of which something is true.
fn filter_ids(
    ids: &[String],
    is_so: impl Fn(&String) -> Result<bool, StoreError>,
) -> Result<Vec<String>, StoreError> {
    let mut found = Vec::new();
    for id in ids {
        if is_so(id)? {
            found.push(id.clone());
        }
    }
    Ok(found)
}

pub(crate) fn insert_draft(
    c: &Connection,
    new: &NewDraft<'_>,
    at: i64,
) -> Result<Draft, StoreError> {
    create(c, new, None, at)
}

pub(crate) fn create(
    c: &Connection,
    new: &NewDraft<'_>,
    begun_from: Option<&str>,
    at: i64,
) -> Result<Draft, StoreError> {
    let id = new_id();
    let sql = "INSERT INTO draft (id, workspace, kind, target_id, base_text, start_text, text, created_at, saved_at,
                                  base_fullness, begun_from)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?7, ?8, ?9)";
    refuse_second_draft(c, new.workspace, new.kind, new.target)?;
    let values = params![
        id,
        new.workspace,
        new.kind.as_str(),
        new.target.map(|target| target.0),
        new.base_text,
        new.text,
        at,
        new.base_fullness,
        begun_from
    ];
    run(c, sql, values)?;
    get(c, &id)
}

pub(crate) fn get(c: &Connection, id: &str) -> Result<Draft, StoreError> {
    row(c, "SELECT * FROM draft WHERE id = ?1", [id], read)?
        .ok_or_else(|| StoreError::not_found("draft", id))
}

/// The draft, where it may be changed: live, and not on its way.
pub(crate) fn get_changeable(c: &Connection, id: &str) -> Result<Draft, StoreError> {
    let draft = get(c, id)?;
    let id = || id.to_owned();
    if !draft.is_live() {
        return Err(StoreError::DraftClosed { draft: id() });
    }
    if find_open_item(c, &draft.id)?.is_some() {
        return Err(StoreError::AlreadyBeingSent { draft: id() });
    }
    Ok(draft)
}

/// The draft, where it may be changed and is still what the caller read.
pub(crate) fn get_at_revision(
    c: &Connection,
    id: &str,
    revision: u32,
) -> Result<Draft, StoreError> {
    let draft = get_changeable(c, id)?;
    if draft.revision == revision {
        return Ok(draft);
    }
    Err(StoreError::DraftMoved { draft: draft.id })
}

fn refuse_second_draft(
    c: &Connection,
    workspace: &str,
    kind: Kind,
    target: Option<Id>,
) -> Result<(), StoreError> {
    let Some(target) = target else { return Ok(()) };
    match find_live(c, workspace, kind, target)? {
        Some(there) => Err(StoreError::DraftExists { draft: there.id }),
        None => Ok(()),
    }
}

fn find_live(
    c: &Connection,
    workspace: &str,
    kind: Kind,
    target: Id,
) -> Result<Option<Draft>, StoreError> {
    let sql = "SELECT * FROM draft WHERE workspace = ?1 AND kind = ?2 AND target_id = ?3
               AND discarded_at IS NULL AND sent_at IS NULL";
    row(c, sql, (workspace, kind.as_str(), target.0), read)
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
        revision: row.get("revision")?,
        created_at: row.get("created_at")?,
        saved_at: row.get("saved_at")?,
        discarded_at: row.get("discarded_at")?,
        sent_at: row.get("sent_at")?,
        begun_from: row.get("begun_from")?,
    })
}
