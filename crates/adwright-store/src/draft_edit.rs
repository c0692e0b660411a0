//! The edits of a draft. An edit and the resulting text are one commit.

use adwright_model::{Edit, UnparsedInputs, unparsed_inputs, unparsed_inputs_after};
use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

use crate::bulk::insert_bulk;
use crate::draft::{get, get_at_revision, insert_draft, unparsed_to_json};
use crate::draft_clash::replace_clashes;
use crate::sql::{row, rows, run};
use crate::{Draft, DraftClash, NewDraft, Store, StoreError};

/// One edit of a draft, applied or redoable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftEdit {
    /// Its place among the draft's edits, from 1. The edit is applied if this is at most [`Draft::position`].
    pub seq: u32,
    /// The edit itself.
    pub edit: Edit,
    /// The label of the edit, for "Undo": a code with its arguments, as JSON.
    pub label: String,
    /// When it was made.
    pub at: i64,
    /// The bulk edit that it belongs to; `None` if a person made it in this draft only.
    pub bulk: Option<String>,
}

impl DraftEdit {
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(&self.edit).expect("an edit is plain data with text keys")
    }
}

/// An edit to add to a draft.
#[derive(Debug, Clone, Copy)]
pub struct NewDraftEdit<'a> {
    /// The draft.
    pub draft: &'a str,
    /// The [`Draft::revision`] that `text` is based on.
    pub revision: u32,
    /// The edit.
    pub edit: &'a Edit,
    /// The label of the edit, as JSON.
    pub label: &'a str,
    /// The draft's text with the edit applied.
    pub text: &'a str,
    /// How many of the applied edits stay before the new one. One less than all if it replaces the last one, as
    /// further typing in the same field does.
    pub kept_edits: u32,
}

/// Undo and redo: a change of the number of applied edits.
#[derive(Debug, Clone, Copy)]
pub struct PositionChange<'a> {
    /// The draft.
    pub draft: &'a str,
    /// The [`Draft::revision`] that `text` is based on.
    pub revision: u32,
    /// The new number of applied edits.
    pub position: u32,
    /// The text with this many edits applied.
    pub text: &'a str,
}

/// A draft with a newer base, and with its changes merged with those of the base.
#[derive(Debug, Clone, Copy)]
pub struct DraftRebase<'a> {
    /// The draft.
    pub draft: &'a str,
    /// The [`Draft::revision`] that the other fields are based on.
    pub revision: u32,
    /// The service's current text of the full object.
    pub base_text: &'a str,
    /// The text after the merge.
    pub text: &'a str,
    /// The edits that lead from the base to the text.
    pub edits: RebasedEdits<'a>,
    /// All clashes of the draft with the base.
    pub clashes: &'a [DraftClash],
}

/// The edits of a draft with a newer base.
#[derive(Debug, Clone, Copy)]
pub enum RebasedEdits<'a> {
    /// The draft's own edits give the text.
    Kept,
    /// These edits replace the draft's own, as one step.
    Replaced {
        /// The edits, in order.
        edits: &'a [Edit],
        /// The label of the step, as JSON.
        label: &'a str,
    },
}

impl Store {
    /// Adds an edit after the applied ones. Edits that could be redone are removed.
    ///
    /// Returns after the commit. From then on the edit survives any crash.
    ///
    /// # Errors
    /// [`StoreError::RevisionConflict`], [`StoreError::DraftClosed`], [`StoreError::AlreadyBeingSent`].
    pub fn draft_append_edit(
        &self,
        append: &NewDraftEdit<'_>,
        at: i64,
    ) -> Result<Draft, StoreError> {
        self.write(|tx| {
            let draft = get_at_revision(tx, append.draft, append.revision)?;
            append_edit(tx, draft, append, at)
        })
    }

    /// Creates a draft with its first edit. `append` names no draft yet.
    ///
    /// # Errors
    /// [`StoreError::DraftExists`] if the target has a live draft.
    pub fn draft_create_edited(
        &self,
        new: &NewDraft<'_>,
        first: &NewDraftEdit<'_>,
        at: i64,
    ) -> Result<Draft, StoreError> {
        self.write(|tx| {
            let draft = insert_draft(tx, new, at)?;
            append_edit(tx, draft, first, at)
        })
    }

    /// Returns the last applied edit, and the edit that "Redo" applies.
    pub fn draft_edits_at(
        &self,
        draft: &str,
        position: u32,
    ) -> Result<[Option<DraftEdit>; 2], StoreError> {
        self.read(|conn| {
            Ok([
                edit_at(conn, draft, position)?,
                edit_at(conn, draft, position + 1)?,
            ])
        })
    }

    /// Returns all edits of a draft in order: the applied ones, then those that can be redone.
    pub fn draft_edits(&self, draft: &str) -> Result<Vec<DraftEdit>, StoreError> {
        let sql = "SELECT seq, edit, label, at, bulk FROM draft_edit WHERE draft = ?1 ORDER BY seq";
        self.read(|conn| rows(conn, sql, [draft], read))
    }

    /// Undoes or redoes edits.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for a position beyond the last edit; otherwise those of [`Store::draft_append_edit`].
    pub fn draft_move_position(
        &self,
        to: &PositionChange<'_>,
        at: i64,
    ) -> Result<Draft, StoreError> {
        self.write(|tx| {
            get_at_revision(tx, to.draft, to.revision)?;
            if to.position > last_seq(tx, to.draft)? {
                return Err(StoreError::not_found("edit", &to.position.to_string()));
            }
            set_text(tx, to.draft, to.position, to.text, at)?;
            get(tx, to.draft)
        })
    }

    /// Replaces the base and the clashes of a draft, and its edits if they do not lead to the new text.
    ///
    /// # Errors
    /// Those of [`Store::draft_append_edit`].
    pub fn draft_rebase(&self, rebase: &DraftRebase<'_>, at: i64) -> Result<Draft, StoreError> {
        let sql = "UPDATE draft SET base_text = ?2, start_text = ?2, base_fullness = 'full' WHERE id = ?1";
        self.write(|tx| {
            let draft = get_at_revision(tx, rebase.draft, rebase.revision)?;
            let position = match rebase.edits {
                RebasedEdits::Kept => draft.position,
                RebasedEdits::Replaced { edits, label } => {
                    replace_edits(tx, &draft, edits, label, at)?
                }
            };
            replace_clashes(tx, &draft.id, rebase.clashes)?;
            run(tx, sql, [rebase.draft, rebase.base_text])?;
            set_text(tx, rebase.draft, position, rebase.text, at)?;
            get(tx, rebase.draft)
        })
    }
}

/// Replaces all edits of a draft by one step. Returns the new position.
fn replace_edits(
    conn: &Connection,
    draft: &Draft,
    edits: &[Edit],
    label: &str,
    at: i64,
) -> Result<u32, StoreError> {
    truncate(conn, &draft.id, 0)?;
    // Several edits are one step if they belong to one bulk edit.
    let bulk = (edits.len() > 1)
        .then(|| insert_bulk(conn, &draft.workspace, label, 1, at))
        .transpose()?;
    let mut position = 0;
    for edit in edits {
        position += 1;
        let edit = DraftEdit {
            seq: position,
            edit: edit.clone(),
            label: label.to_owned(),
            at,
            bulk: bulk.clone(),
        };
        insert(conn, &draft.id, &edit)?;
    }
    Ok(position)
}

/// Removes every edit after the first `kept_edits`.
pub(crate) fn truncate(conn: &Connection, draft: &str, kept_edits: u32) -> Result<(), StoreError> {
    let sql = "DELETE FROM draft_edit WHERE draft = ?1 AND seq > ?2";
    run(conn, sql, params![draft, kept_edits]).map(drop)
}

pub(crate) fn insert(conn: &Connection, draft: &str, edit: &DraftEdit) -> Result<(), StoreError> {
    let sql = "INSERT INTO draft_edit (draft, seq, edit, label, at, bulk) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let DraftEdit {
        seq,
        label,
        at,
        bulk,
        ..
    } = edit;
    run(
        conn,
        sql,
        params![draft, seq, edit.to_json(), label, at, bulk],
    )
    .map(drop)
}

fn edit_at(conn: &Connection, draft: &str, seq: u32) -> Result<Option<DraftEdit>, StoreError> {
    let sql = "SELECT seq, edit, label, at, bulk FROM draft_edit WHERE draft = ?1 AND seq = ?2";
    row(conn, sql, params![draft, seq], read)
}

fn append_edit(
    conn: &Connection,
    draft: Draft,
    append: &NewDraftEdit<'_>,
    at: i64,
) -> Result<Draft, StoreError> {
    let kept_edits = draft.position.min(append.kept_edits);
    let unparsed = if continues_last_edit(conn, &draft, append)? {
        draft.unparsed
    } else {
        unparsed_at(conn, &draft.id, kept_edits)?
    };
    let unparsed = unparsed_inputs_after(unparsed, append.edit);
    truncate(conn, &draft.id, kept_edits)?;
    let edit = DraftEdit {
        seq: kept_edits + 1,
        edit: append.edit.clone(),
        label: append.label.to_owned(),
        at,
        bulk: None,
    };
    insert(conn, &draft.id, &edit)?;
    let position = kept_edits + 1;
    set_state(conn, &draft.id, position, (append.text, &unparsed), at)?;
    get(conn, &draft.id)
}

/// Returns whether the typed texts before the edit are those of the draft: it follows the last edit, or replaces it in
/// the same field.
fn continues_last_edit(
    conn: &Connection,
    draft: &Draft,
    append: &NewDraftEdit<'_>,
) -> Result<bool, StoreError> {
    if append.kept_edits >= draft.position {
        return Ok(true);
    }
    if append.kept_edits + 1 < draft.position {
        return Ok(false);
    }
    let last = edit_at(conn, &draft.id, draft.position)?;
    Ok(last.is_some_and(|last| match (&last.edit, append.edit) {
        (
            Edit::Set { path: one, .. } | Edit::Type { path: one, .. },
            Edit::Set { path: other, .. } | Edit::Type { path: other, .. },
        ) => one == other,
        _ => false,
    }))
}

/// Returns the typed texts that are no values yet after this many edits.
fn unparsed_at(
    conn: &Connection,
    draft: &str,
    position: u32,
) -> Result<UnparsedInputs, StoreError> {
    let sql = "SELECT seq, edit, label, at, bulk FROM draft_edit WHERE draft = ?1 AND seq <= ?2 ORDER BY seq";
    let applied = rows(conn, sql, params![draft, position], read)?;
    Ok(unparsed_inputs(applied.iter().map(|edit| &edit.edit)))
}

/// Sets how many edits are applied, and the text with them.
pub(crate) fn set_text(
    conn: &Connection,
    draft: &str,
    position: u32,
    text: &str,
    at: i64,
) -> Result<(), StoreError> {
    let unparsed = unparsed_at(conn, draft, position)?;
    set_state(conn, draft, position, (text, &unparsed), at)
}

fn set_state(
    conn: &Connection,
    draft: &str,
    position: u32,
    (text, unparsed): (&str, &UnparsedInputs),
    at: i64,
) -> Result<(), StoreError> {
    let sql = "UPDATE draft SET position = ?2, text = ?3, unparsed = ?4, saved_at = ?5, revision = revision + 1
               WHERE id = ?1";
    let unparsed = unparsed_to_json(unparsed);
    run(conn, sql, params![draft, position, text, unparsed, at]).map(drop)
}

fn last_seq(conn: &Connection, draft: &str) -> Result<u32, StoreError> {
    let sql = "SELECT seq FROM draft_edit WHERE draft = ?1 ORDER BY seq DESC LIMIT 1";
    Ok(row(conn, sql, [draft], |row| row.get(0))?.unwrap_or(0))
}

pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<DraftEdit> {
    let edit: String = row.get("edit")?;
    let edit = serde_json::from_str(&edit)
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(1, Type::Text, error.into()))?;
    Ok(DraftEdit {
        seq: row.get("seq")?,
        edit,
        label: row.get("label")?,
        at: row.get("at")?,
        bulk: row.get("bulk")?,
    })
}
