//! One change to many drafts: all of them in one commit, or none.

use adwright_model::{Edit, Id, Kind};
use rusqlite::{Connection, Row, params};

use crate::draft::{discard, get as get_draft, get_at_revision, insert_draft, restore};
use crate::draft_edit::{insert, read, set_text, truncate};
use crate::sql::{new_id, row, rows, run};
use crate::{Draft, DraftEdit, Fullness, NewDraft, Store, StoreError};

/// A change to many drafts.
#[derive(Debug, Clone, Copy)]
pub struct NewBulkEdit<'a> {
    /// The workspace.
    pub workspace: &'a str,
    /// The label of the change, as JSON. It is also the label of the step in each draft.
    pub label: &'a str,
    /// The kind of the objects for which it creates drafts.
    pub kind: Kind,
    /// The change to each draft.
    pub parts: &'a [BulkDraftEdit],
}

/// The part of a bulk edit that changes one draft.
#[derive(Debug, Clone)]
pub struct BulkDraftEdit {
    /// The draft, or the object for a new draft.
    pub draft: BulkDraft,
    /// The edits, in order; never empty.
    pub edits: Vec<Edit>,
    /// The draft's text with the edits applied.
    pub text: String,
}

/// The draft that a bulk edit changes.
#[derive(Debug, Clone)]
pub enum BulkDraft {
    /// An existing draft.
    Existing {
        /// Its id.
        id: String,
        /// The [`Draft::revision`] that the text is based on.
        revision: u32,
        /// How many of its applied edits stay before the new ones. Fewer than all if the new ones replace the last
        /// ones.
        kept_edits: u32,
    },
    /// A draft that the bulk edit creates.
    New {
        /// The object's id on the service.
        target: Id,
        /// The service's text of the object.
        base_text: String,
        /// See [`Draft::base_fullness`].
        base_fullness: Fullness,
    },
}

/// A stored bulk edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBulkEdit {
    /// Its own id.
    pub id: String,
    /// The label of the change.
    pub label: String,
    /// When it was made.
    pub at: i64,
    /// The number of live drafts in which it is applied.
    pub applied: u32,
    /// The number of live drafts from which it was removed and can be restored.
    pub removed: u32,
}

/// A draft's edits after those of a bulk edit are removed or restored.
#[derive(Debug, Clone)]
pub struct BulkRevision {
    /// The draft.
    pub draft: String,
    /// The [`Draft::revision`] that the other fields are based on.
    pub revision: u32,
    /// All edits of the draft, in order.
    pub edits: Vec<DraftEdit>,
    /// How many of the edits are applied.
    pub position: u32,
    /// The text with the applied edits.
    pub text: String,
    /// The edits of the bulk edit that are now removed from the draft, each with its earlier place.
    pub removed: Vec<DraftEdit>,
}

impl Store {
    /// Applies a change to many drafts, or to none of them.
    ///
    /// # Errors
    /// [`StoreError::RevisionConflict`], [`StoreError::DraftClosed`], [`StoreError::AlreadyBeingSent`] or
    /// [`StoreError::DraftExists`] for the first draft that cannot be changed.
    pub fn bulk_apply(&self, new: &NewBulkEdit<'_>, at: i64) -> Result<StoredBulkEdit, StoreError> {
        self.write(|tx| {
            let id = insert_bulk(tx, new.workspace, new.label, new.parts.len(), at)?;
            for part in new.parts {
                apply_part(tx, &id, new, part, at)?;
            }
            get(tx, new.workspace, &id)
        })
    }

    /// Returns the bulk edits of a workspace that are in a live draft or can be restored in one, the newest first. A
    /// bulk edit of a single draft is not listed, because it is only a step of that draft.
    pub fn bulk_list(&self, workspace: &str) -> Result<Vec<StoredBulkEdit>, StoreError> {
        let sql = format!(
            "{BULK} AND bulk.drafts > 1 GROUP BY bulk.id ORDER BY bulk.at DESC, bulk.id DESC"
        );
        self.read(|conn| rows(conn, &sql, [workspace], read_bulk))
    }

    /// Returns the bulk edit with this id.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] also if it no longer concerns any live draft.
    pub fn bulk_get(&self, workspace: &str, id: &str) -> Result<StoredBulkEdit, StoreError> {
        self.read(|conn| get(conn, workspace, id))
    }

    /// Returns the drafts in which a bulk edit is applied, including drafts that are not live.
    pub fn bulk_applied_drafts(&self, id: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT DISTINCT draft.id FROM draft_edit JOIN draft ON draft.id = draft_edit.draft
                   WHERE draft_edit.bulk = ?1 AND draft_edit.seq <= draft.position ORDER BY draft.id";
        self.read(|conn| rows(conn, sql, [id], |row| row.get(0)))
    }

    /// Returns the removed edits, by draft and in the order of their places.
    pub fn bulk_removed_edits(&self, id: &str) -> Result<Vec<(String, DraftEdit)>, StoreError> {
        let sql = "SELECT draft, seq, edit, label, at, bulk FROM bulk_taken WHERE bulk = ?1 ORDER BY draft, seq";
        self.read(|conn| rows(conn, sql, [id], |row| Ok((row.get("draft")?, read(row)?))))
    }

    /// Removes a bulk edit from drafts or restores it, in all of them or in none. A draft without any change left is
    /// discarded; see [`Draft::is_emptied`].
    ///
    /// # Errors
    /// The errors of [`Store::draft_append_edit`], for the first draft that cannot be changed.
    /// [`StoreError::DraftExists`] for an emptied draft if its target has another live draft.
    pub fn bulk_revise(
        &self,
        id: &str,
        revisions: &[BulkRevision],
        at: i64,
    ) -> Result<(), StoreError> {
        self.write(|tx| {
            for revision in revisions {
                apply_revision(tx, id, revision, at)?;
            }
            Ok(())
        })
    }
}

/// The bulk edits of workspace `?1`, with one row for every live draft in which each is applied or removed.
const BULK: &str = "
    SELECT bulk.id, bulk.label, bulk.at,
           COUNT(DISTINCT part.applied) AS applied, COUNT(DISTINCT part.removed) AS removed
    FROM bulk
    JOIN (SELECT draft_edit.bulk, draft.id AS applied, NULL AS removed
          FROM draft_edit JOIN draft ON draft.id = draft_edit.draft
          WHERE draft_edit.bulk IS NOT NULL AND draft_edit.seq <= draft.position
                AND draft.discarded_at IS NULL AND draft.sent_at IS NULL
          UNION ALL
          SELECT bulk_taken.bulk, NULL, draft.id
          FROM bulk_taken JOIN draft ON draft.id = bulk_taken.draft
          WHERE (draft.discarded_at IS NULL OR draft.text = draft.base_text) AND draft.sent_at IS NULL) AS part ON part.bulk = bulk.id
    WHERE bulk.workspace = ?1";

fn get(conn: &Connection, workspace: &str, id: &str) -> Result<StoredBulkEdit, StoreError> {
    let sql = format!("{BULK} AND bulk.id = ?2 GROUP BY bulk.id");
    row(conn, &sql, [workspace, id], read_bulk)?
        .ok_or_else(|| StoreError::not_found("bulk edit", id))
}

/// Inserts a bulk edit of this many drafts, and returns its id.
pub(crate) fn insert_bulk(
    conn: &Connection,
    workspace: &str,
    label: &str,
    drafts: usize,
    at: i64,
) -> Result<String, StoreError> {
    let id = new_id();
    let sql = "INSERT INTO bulk (id, workspace, label, drafts, at) VALUES (?1, ?2, ?3, ?4, ?5)";
    let drafts = i64::try_from(drafts).unwrap_or(i64::MAX);
    run(conn, sql, params![id, workspace, label, drafts, at])?;
    Ok(id)
}

fn read_bulk(row: &Row<'_>) -> rusqlite::Result<StoredBulkEdit> {
    Ok(StoredBulkEdit {
        id: row.get("id")?,
        label: row.get("label")?,
        at: row.get("at")?,
        applied: row.get("applied")?,
        removed: row.get("removed")?,
    })
}

fn apply_part(
    conn: &Connection,
    bulk: &str,
    new: &NewBulkEdit<'_>,
    part: &BulkDraftEdit,
    at: i64,
) -> Result<(), StoreError> {
    let draft = get_or_create_draft(conn, new, part, at)?;
    let mut seq = match part.draft {
        BulkDraft::Existing { kept_edits, .. } => draft.position.min(kept_edits),
        BulkDraft::New { .. } => 0,
    };
    truncate(conn, &draft.id, seq)?;
    for edit in &part.edits {
        seq += 1;
        let edit = DraftEdit {
            seq,
            edit: edit.clone(),
            label: new.label.to_owned(),
            at,
            bulk: Some(bulk.to_owned()),
        };
        insert(conn, &draft.id, &edit)?;
    }
    set_text(conn, &draft.id, seq, &part.text, at)
}

fn get_or_create_draft(
    conn: &Connection,
    new: &NewBulkEdit<'_>,
    part: &BulkDraftEdit,
    at: i64,
) -> Result<Draft, StoreError> {
    match &part.draft {
        BulkDraft::Existing { id, revision, .. } => get_at_revision(conn, id, *revision),
        BulkDraft::New {
            target,
            base_text,
            base_fullness,
        } => insert_draft(
            conn,
            &NewDraft {
                workspace: new.workspace,
                kind: new.kind,
                target: Some(*target),
                base_text: Some(base_text),
                base_fullness: *base_fullness,
                text: base_text,
            },
            at,
        ),
    }
}

fn apply_revision(
    conn: &Connection,
    bulk: &str,
    revision: &BulkRevision,
    at: i64,
) -> Result<(), StoreError> {
    let base_text = get_or_restore_draft(conn, revision)?.base_text;
    let draft = &revision.draft;
    truncate(conn, draft, 0)?;
    for edit in &revision.edits {
        insert(conn, draft, edit)?;
    }
    set_text(conn, draft, revision.position, &revision.text, at)?;
    if revision.edits.is_empty() && base_text.as_ref() == Some(&revision.text) {
        discard(conn, draft, at)?;
    }
    run(
        conn,
        "DELETE FROM bulk_taken WHERE bulk = ?1 AND draft = ?2",
        [bulk, draft],
    )?;
    let mut removed = revision.removed.iter();
    removed.try_for_each(|edit| insert_removed_edit(conn, bulk, draft, edit))
}

/// Returns the draft if its edits may be changed. Restores an emptied draft.
fn get_or_restore_draft(conn: &Connection, revision: &BulkRevision) -> Result<Draft, StoreError> {
    let draft = get_draft(conn, &revision.draft)?;
    if draft.is_emptied() && draft.revision == revision.revision {
        restore(conn, &draft.id)?;
        return Ok(draft);
    }
    get_at_revision(conn, &revision.draft, revision.revision)
}

fn insert_removed_edit(
    conn: &Connection,
    bulk: &str,
    draft: &str,
    edit: &DraftEdit,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO bulk_taken (bulk, draft, seq, edit, label, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let DraftEdit { seq, label, at, .. } = edit;
    run(
        conn,
        sql,
        params![bulk, draft, seq, edit.to_json(), label, at],
    )
    .map(drop)
}
