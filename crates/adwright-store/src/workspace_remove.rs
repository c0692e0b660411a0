use rusqlite::{Connection, params};

use crate::backup::remove_from_backups;
use crate::secret::insert_secrets_to_delete;
use crate::sql::{row, run};
use crate::workspace::get;
use crate::{Store, StoreError};

/// The data that is lost if a workspace is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorkspaceLosses {
    /// Drafts that were not sent and not discarded.
    pub drafts: u32,
    /// Discarded drafts, which could be restored.
    pub discarded: u32,
    /// Receipts: the proof of what was sent.
    pub receipts: u32,
    /// Sent items that need a person's decision.
    pub needs_you: u32,
    /// Items for which it is unknown whether the service has them. While there is one, the workspace cannot be removed.
    pub on_their_way: u32,
    /// Batches of values that were not discarded.
    pub batches: u32,
    /// Templates.
    pub templates: u32,
    /// Named views of lists.
    pub views: u32,
    /// Fetched objects. The service still has them.
    pub objects: u32,
    /// Ads that were imported from files.
    pub file_ads: u32,
}

/// The statements that delete a workspace's rows, each before the rows that it refers to.
const DELETE_STATEMENTS: [&str; 26] = [
    "DELETE FROM item_attempt WHERE item IN (SELECT item.id FROM item JOIN send ON send.id = item.send
     WHERE send.workspace = ?1)",
    // An attempt belongs only to its items.
    "DELETE FROM attempt WHERE NOT EXISTS (SELECT 1 FROM item_attempt WHERE item_attempt.attempt = attempt.id)
     AND ?1 IS NOT NULL",
    "DELETE FROM receipt WHERE workspace = ?1",
    "DELETE FROM item WHERE send IN (SELECT id FROM send WHERE workspace = ?1)",
    "DELETE FROM send WHERE workspace = ?1",
    "DELETE FROM bulk_taken WHERE bulk IN (SELECT id FROM bulk WHERE workspace = ?1)",
    "DELETE FROM draft_clash WHERE draft IN (SELECT id FROM draft WHERE workspace = ?1)",
    "DELETE FROM draft_edit WHERE draft IN (SELECT id FROM draft WHERE workspace = ?1)",
    "DELETE FROM bulk WHERE workspace = ?1",
    "DELETE FROM draft WHERE workspace = ?1",
    "DELETE FROM batch_change WHERE batch IN (SELECT id FROM batch WHERE workspace = ?1)",
    "DELETE FROM batch_operation WHERE batch IN (SELECT id FROM batch WHERE workspace = ?1)",
    "DELETE FROM batch_order WHERE batch IN (SELECT id FROM batch WHERE workspace = ?1)",
    "DELETE FROM batch_chunk WHERE batch IN (SELECT id FROM batch WHERE workspace = ?1)",
    "DELETE FROM batch WHERE workspace = ?1",
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
    /// Returns the data that is lost if a workspace is removed.
    pub fn workspace_losses(&self, id: &str) -> Result<WorkspaceLosses, StoreError> {
        self.read(|conn| count_losses(conn, id))
    }

    /// Removes a workspace with all its data in one commit, and records the secrets that the keyring has to delete. It
    /// cannot be undone: the data is also overwritten on the disk, in the log and in the backups.
    ///
    /// # Errors
    /// [`StoreError::WorkspaceBusy`] if it is unknown for an item whether the service has it.
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
            insert_secrets_to_delete(tx, secrets)
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
    for statement in DELETE_STATEMENTS {
        run(tx, statement, [id])?;
    }
    // Preferences of one workspace end in its id.
    let ending = format!(".{id}");
    let preferences = "DELETE FROM preference WHERE substr(key, -length(?1)) = ?1";
    run(tx, preferences, [ending])?;
    run(tx, "DELETE FROM workspace WHERE id = ?1", [id]).map(drop)
}

fn count_losses(conn: &Connection, id: &str) -> Result<WorkspaceLosses, StoreError> {
    let count = |sql: &str| -> Result<u32, StoreError> {
        Ok(row(conn, sql, params![id], |row| row.get(0))?.unwrap_or_default())
    };
    // As in the lists of drafts, a draft whose changes were all undone does not count.
    let drafts = "SELECT COUNT(*) FROM draft WHERE workspace = ?1 AND sent_at IS NULL AND text IS NOT base_text AND discarded_at";
    let items = "SELECT COUNT(*) FROM item JOIN send ON send.id = item.send WHERE send.workspace = ?1 AND item.state";
    Ok(WorkspaceLosses {
        drafts: count(&format!("{drafts} IS NULL"))?,
        discarded: count(&format!("{drafts} IS NOT NULL"))?,
        receipts: count("SELECT COUNT(*) FROM receipt WHERE workspace = ?1")?,
        needs_you: count(&format!("{items} = 'needs_you'"))?,
        on_their_way: count(&format!("{items} IN ('intent', 'unknown')"))?,
        batches: count("SELECT COUNT(*) FROM batch WHERE workspace = ?1 AND discarded_at IS NULL")?,
        templates: count(
            "SELECT COUNT(*) FROM template WHERE workspace = ?1 AND deleted_at IS NULL",
        )?,
        views: count("SELECT COUNT(*) FROM list_view WHERE workspace = ?1 AND deleted_at IS NULL")?,
        objects: count("SELECT COUNT(*) FROM object WHERE workspace = ?1")?,
        file_ads: count("SELECT COUNT(*) FROM file_ad WHERE workspace = ?1 AND removal IS NULL")?,
    })
}
