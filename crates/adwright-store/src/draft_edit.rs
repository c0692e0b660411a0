//! The edits of a draft. An edit and the text that results from it are one commit.

use adwright_model::Edit;
use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

use crate::draft::{get, get_at_revision};
use crate::sql::{rows, run};
use crate::{Draft, Store, StoreError};

/// One edit of a draft, applied or to be redone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftEdit {
    /// Its place among the draft's edits, from 1; it is applied while this is not above [`Draft::position`].
    pub seq: u32,
    /// What it does.
    pub edit: Edit,
    /// What it does, in words, for "Undo".
    pub label: String,
    /// When it was made.
    pub at: i64,
    /// The bulk edit that it is part of; none where a person made it in this draft alone.
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
    /// The [`Draft::revision`] that `text` was made from.
    pub revision: u32,
    /// The edit.
    pub edit: &'a Edit,
    /// What it does, in words.
    pub label: &'a str,
    /// The draft's text with the edit applied.
    pub text: &'a str,
    /// How many of the applied edits stay in front of it: all of them, unless it replaces the last one, as more typing in
    /// the same field does.
    pub kept: u32,
}

/// Undo and redo: another number of applied edits.
#[derive(Debug, Clone, Copy)]
pub struct PositionChange<'a> {
    /// The draft.
    pub draft: &'a str,
    /// The [`Draft::revision`] that `text` was made from.
    pub revision: u32,
    /// How many edits are applied from now on.
    pub position: u32,
    /// The text with that many applied.
    pub text: &'a str,
}

/// A draft put on top of a newer base.
#[derive(Debug, Clone, Copy)]
pub struct DraftRebase<'a> {
    /// The draft.
    pub draft: &'a str,
    /// The [`Draft::revision`] that the rest was made from.
    pub revision: u32,
    /// What the service has now: all of it.
    pub base_text: &'a str,
    /// The base with the first `position` edits applied.
    pub text: &'a str,
    /// The edits in place of the draft's own, in order.
    pub edits: &'a [DraftEdit],
    /// How many of them are applied; the rest can be redone.
    pub position: u32,
}

impl Store {
    /// Adds an edit after those that are applied; edits that could be redone are gone.
    ///
    /// It returns after the commit: from then on the edit survives whatever happens to the program.
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

    /// All edits of a draft, in order: those that are applied, then those that can be redone.
    pub fn draft_edits(&self, draft: &str) -> Result<Vec<DraftEdit>, StoreError> {
        let sql = "SELECT seq, edit, label, at, bulk FROM draft_edit WHERE draft = ?1 ORDER BY seq";
        self.read(|c| rows(c, sql, [draft], read))
    }

    /// Undoes or redoes.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for a position beyond the last edit; otherwise as for an edit.
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

    /// Puts a draft on a newer base, with its edits made anew.
    ///
    /// # Errors
    /// As for an edit.
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
