//! The edits of a draft. An edit and the resulting text are one commit.

use adwright_model::Edit;
use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

use crate::draft::{get, get_at_revision};
use crate::sql::{rows, run};
use crate::{Draft, Store, StoreError};

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
    /// How many of the applied edits stay before the new one: all of them, unless it replaces the last one, as further
    /// typing in the same field does.
    pub kept: u32,
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

/// A draft with a newer base.
#[derive(Debug, Clone, Copy)]
pub struct DraftRebase<'a> {
    /// The draft.
    pub draft: &'a str,
    /// The [`Draft::revision`] that the other fields are based on.
    pub revision: u32,
    /// The service's current text of the full object.
    pub base_text: &'a str,
    /// The base with the first `position` edits applied.
    pub text: &'a str,
    /// The edits that replace the draft's own, in order.
    pub edits: &'a [DraftEdit],
    /// How many edits are applied. The rest can be redone.
    pub position: u32,
}

impl Store {
    /// Adds an edit after the applied ones. Edits that could be redone are removed.
    ///
    /// Returns after the commit. From then on the edit survives any crash.
    ///
    /// # Errors
    /// [`StoreError::DraftMoved`], [`StoreError::DraftClosed`], [`StoreError::AlreadyBeingSent`].
    pub fn draft_append_edit(
        &self,
        append: &NewDraftEdit<'_>,
        at: i64,
    ) -> Result<Draft, StoreError> {
        self.write(|tx| {
            let draft = get_at_revision(tx, append.draft, append.revision)?;
            let kept = draft.position.min(append.kept);
            truncate(tx, append.draft, kept)?;
            let edit = DraftEdit {
                seq: kept + 1,
                edit: append.edit.clone(),
                label: append.label.to_owned(),
                at,
                bulk: None,
            };
            insert(tx, append.draft, &edit)?;
            set_text(tx, append.draft, kept + 1, append.text, at)?;
            get(tx, append.draft)
        })
    }

    /// Returns all edits of a draft in order: the applied ones, then those that can be redone.
    pub fn draft_edits(&self, draft: &str) -> Result<Vec<DraftEdit>, StoreError> {
        let sql = "SELECT seq, edit, label, at, bulk FROM draft_edit WHERE draft = ?1 ORDER BY seq";
        self.read(|c| rows(c, sql, [draft], read))
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

    /// Replaces the base of a draft and all its edits.
    ///
    /// # Errors
    /// Those of [`Store::draft_append_edit`].
    pub fn draft_rebase(&self, rebase: &DraftRebase<'_>, at: i64) -> Result<Draft, StoreError> {
        let sql = "UPDATE draft SET base_text = ?2, start_text = ?2, base_fullness = 'full' WHERE id = ?1";
        self.write(|tx| {
            get_at_revision(tx, rebase.draft, rebase.revision)?;
            truncate(tx, rebase.draft, 0)?;
            for edit in rebase.edits {
                insert(tx, rebase.draft, edit)?;
            }
            run(tx, sql, [rebase.draft, rebase.base_text])?;
            let position = rebase.position.min(last_seq(tx, rebase.draft)?);
            set_text(tx, rebase.draft, position, rebase.text, at)?;
            get(tx, rebase.draft)
        })
    }
}

/// Removes every edit after the first `kept`.
pub(crate) fn truncate(c: &Connection, draft: &str, kept: u32) -> Result<(), StoreError> {
    let sql = "DELETE FROM draft_edit WHERE draft = ?1 AND seq > ?2";
    run(c, sql, params![draft, kept]).map(drop)
}

pub(crate) fn insert(c: &Connection, draft: &str, edit: &DraftEdit) -> Result<(), StoreError> {
    let sql = "INSERT INTO draft_edit (draft, seq, edit, label, at, bulk) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let DraftEdit {
        seq,
        label,
        at,
        bulk,
        ..
    } = edit;
    run(c, sql, params![draft, seq, edit.to_json(), label, at, bulk]).map(drop)
}

pub(crate) fn set_text(
    c: &Connection,
    draft: &str,
    position: u32,
    text: &str,
    at: i64,
) -> Result<(), StoreError> {
    let sql = "UPDATE draft SET position = ?2, text = ?3, saved_at = ?4, revision = revision + 1
               WHERE id = ?1";
    run(c, sql, params![draft, position, text, at]).map(drop)
}

fn last_seq(c: &Connection, draft: &str) -> Result<u32, StoreError> {
    let sql = "SELECT seq FROM draft_edit WHERE draft = ?1 ORDER BY seq DESC LIMIT 1";
    Ok(crate::sql::row(c, sql, [draft], |row| row.get(0))?.unwrap_or(0))
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
