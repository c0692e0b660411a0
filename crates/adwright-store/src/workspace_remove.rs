use rusqlite::{Connection, params};

use crate::backup::remove_from_backups;
use crate::secret::insert_secrets_to_forget;
use crate::sql::{row, run};
use crate::workspace::get;
use crate::{Store, StoreError};

/// What goes with a workspace that is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorkspaceLosses {
    /// Drafts that were not sent and not discarded.
    pub drafts: u32,
    /// Drafts that were discarded and could be taken back.
    pub discarded: u32,
    /// Receipts: the proof of what was sent.
    pub receipts: u32,
    /// Sent items that wait for a person's decision.
    pub needs_you: u32,
    /// Items of which nobody knows yet whether the service has them; while there is one, nothing is removed.
    pub on_their_way: u32,
    /// Templates.
    pub templates: u32,
    /// Views of the list under a name.
    pub views: u32,
    /// Objects that were fetched; the service still has them.
    pub objects: u32,
    /// Ads that were brought in from files.
    pub file_ads: u32,
}

/// What belongs to a workspace, each before what it refers to.
const BELONGINGS: [&str; 20] = [
    "DELETE FROM item_attempt WHERE item IN (SELECT item.id FROM item JOIN send ON send.id = item.send
     WHERE send.workspace = ?1)",
    // An attempt belongs to its items alone.
    "DELETE FROM attempt WHERE NOT EXISTS (SELECT 1 FROM item_attempt WHERE item_attempt.attempt = attempt.id)
     AND ?1 IS NOT NULL",
    "DELETE FROM receipt WHERE workspace = ?1",
    "DELETE FROM item WHERE send IN (SELECT id FROM send WHERE workspace = ?1)",
    "DELETE FROM send WHERE workspace = ?1",
    "DELETE FROM bulk_taken WHERE bulk IN (SELECT id FROM bulk WHERE workspace = ?1)",
    "DELETE FROM draft_edit WHERE draft IN (SELECT id FROM draft WHERE workspace = ?1)",
    "DELETE FROM bulk WHERE workspace = ?1",
    "DELETE FROM draft WHERE workspace = ?1",
    "DELETE FROM fact WHERE workspace = ?1",
    "DELETE FROM site_contact_answer WHERE workspace = ?1",
    "DELETE FROM list_view WHERE workspace = ?1",
    "DELETE FROM template WHERE workspace = ?1",
    "DELETE FROM local_field WHERE workspace = ?1",
    "DELETE FROM fetch_state WHERE workspace = ?1",
    "DELETE FROM file_ad WHERE workspace = ?1",
    "DELETE FROM object_cells WHERE workspace = ?1",
    "DELETE FROM object_version WHERE workspace = ?1",
    "DELETE FROM object WHERE workspace = ?1",
    "DELETE FROM object_count WHERE workspace = ?1",
];

impl Store {
    /// What goes with a workspace that is removed.
    pub fn workspace_losses(&self, id: &str) -> Result<WorkspaceLosses, StoreError> {
        self.read(|c| count_losses(c, id))
    }

    /// Removes a workspace with all that belongs to it, in one commit, and names its secrets, which the keyring has to
    /// forget. It cannot be taken back: what was there is overwritten on the disk, in the log and in the backups as well.
    ///
    /// # Errors
    /// [`StoreError::WorkspaceBusy`] while nobody knows of an item whether the service has it.
    pub fn workspace_remove(&self, id: &str, secrets: &[String]) -> Result<(), StoreError> {
        self.write(|tx| {
            let name = get(tx, id)?.settings.name;
            let WorkspaceLosses { on_their_way, .. } = count_losses(tx, id)?;
            if on_their_way > 0 {
                return Err(StoreError::WorkspaceBusy {
                    name,
                    items: on_their_way,
                });
            }
            remove_rows(tx, id)?;
            insert_secrets_to_forget(tx, secrets)
        })?;
        self.checkpoint();
        match &self.files {
            Some(files) => remove_from_backups(&files.path, id),
            None => Ok(()),
        }
    }
}

/// Removes the rows of a workspace and the workspace itself.
pub(crate) fn remove_rows(tx: &Connection, id: &str) -> Result<(), StoreError> {
    for belonging in BELONGINGS {
        run(tx, belonging, [id])?;
    }
    // Preferences of one workspace end in its id.
    let ending = format!(".{id}");
    let preferences = "DELETE FROM preference WHERE substr(key, -length(?1)) = ?1";
    run(tx, preferences, [ending])?;
    run(tx, "DELETE FROM workspace WHERE id = ?1", [id]).map(drop)
}

fn count_losses(c: &Connection, id: &str) -> Result<WorkspaceLosses, StoreError> {
    let count = |sql: &str| -> Result<u32, StoreError> {
        Ok(row(c, sql, params![id], |row| row.get(0))?.unwrap_or_default())
    };
    // As in the lists of drafts: one in which every change was taken back is not counted.
    let drafts = "SELECT COUNT(*) FROM draft WHERE workspace = ?1 AND sent_at IS NULL AND text IS NOT base_text AND discarded_at";
    let items = "SELECT COUNT(*) FROM item JOIN send ON send.id = item.send WHERE send.workspace = ?1 AND item.state";
    Ok(WorkspaceLosses {
        drafts: count(&format!("{drafts} IS NULL"))?,
        discarded: count(&format!("{drafts} IS NOT NULL"))?,
        receipts: count("SELECT COUNT(*) FROM receipt WHERE workspace = ?1")?,
        needs_you: count(&format!("{items} = 'needs_you'"))?,
        on_their_way: count(&format!("{items} IN ('intent', 'unknown')"))?,
        templates: count(
            "SELECT COUNT(*) FROM template WHERE workspace = ?1 AND deleted_at IS NULL",
        )?,
        views: count("SELECT COUNT(*) FROM list_view WHERE workspace = ?1 AND deleted_at IS NULL")?,
        objects: count("SELECT COUNT(*) FROM object WHERE workspace = ?1")?,
        file_ads: count("SELECT COUNT(*) FROM file_ad WHERE workspace = ?1 AND removal IS NULL")?,
    })
}
