//! The clashes of drafts: values that the draft and someone else changed differently.

use rusqlite::{Connection, Row, params};

use crate::draft::{get, get_at_revision};
use crate::sql::{rows, run};
use crate::{Draft, Store, StoreError};

/// A value that a draft and someone else changed differently, as raw JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftClash {
    /// The draft.
    pub draft: String,
    /// The place of the value: a keyed path, as JSON.
    pub place: String,
    /// The value that both started from; `None` if it was absent.
    pub base: Option<String>,
    /// The value of the draft; `None` if it was removed.
    pub mine: Option<String>,
    /// The value of the draft's base; `None` if it was removed.
    pub theirs: Option<String>,
    /// Whether a person confirmed the value of the draft.
    pub confirmed: bool,
}

impl Store {
    /// Returns the clashes of a draft, settled or not.
    pub fn draft_clashes(&self, draft: &str) -> Result<Vec<DraftClash>, StoreError> {
        let sql = "SELECT * FROM draft_clash WHERE draft = ?1 ORDER BY place";
        self.read(|conn| rows(conn, sql, [draft], read))
    }

    /// Returns the clashes of all live drafts of a workspace that nobody confirmed.
    pub fn draft_clashes_unconfirmed(
        &self,
        workspace: &str,
    ) -> Result<Vec<DraftClash>, StoreError> {
        let sql = "SELECT draft_clash.* FROM draft_clash JOIN draft ON draft.id = draft_clash.draft
                   WHERE draft.workspace = ?1 AND draft.discarded_at IS NULL AND draft.sent_at IS NULL
                   AND draft_clash.confirmed = 0 ORDER BY draft_clash.draft, draft_clash.place";
        self.read(|conn| rows(conn, sql, [workspace], read))
    }

    /// Records that a person confirmed the draft's value of a clash. The draft gets a new revision.
    ///
    /// # Errors
    /// Those of [`Store::draft_append_edit`].
    pub fn draft_confirm_clash(
        &self,
        draft: &str,
        revision: u32,
        place: &str,
    ) -> Result<Draft, StoreError> {
        let confirm = "UPDATE draft_clash SET confirmed = 1 WHERE draft = ?1 AND place = ?2";
        let revise = "UPDATE draft SET revision = revision + 1 WHERE id = ?1";
        self.write(|tx| {
            get_at_revision(tx, draft, revision)?;
            run(tx, confirm, [draft, place])?;
            run(tx, revise, [draft])?;
            get(tx, draft)
        })
    }
}

/// Replaces all clashes of a draft.
pub(crate) fn replace_clashes(
    conn: &Connection,
    draft: &str,
    clashes: &[DraftClash],
) -> Result<(), StoreError> {
    run(conn, "DELETE FROM draft_clash WHERE draft = ?1", [draft])?;
    let sql = "INSERT INTO draft_clash (draft, place, base, mine, theirs, confirmed)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    for clash in clashes {
        let DraftClash {
            place,
            base,
            mine,
            theirs,
            confirmed,
            ..
        } = clash;
        run(
            conn,
            sql,
            params![draft, place, base, mine, theirs, confirmed],
        )?;
    }
    Ok(())
}

fn read(row: &Row<'_>) -> rusqlite::Result<DraftClash> {
    Ok(DraftClash {
        draft: row.get("draft")?,
        place: row.get("place")?,
        base: row.get("base")?,
        mine: row.get("mine")?,
        theirs: row.get("theirs")?,
        confirmed: row.get("confirmed")?,
    })
}
