use adwright_model::Kind;
use rusqlite::{Row, params};

use crate::sql::{rows, run};
use crate::{Store, StoreError};

/// A field that a workspace knows beyond the interface. Path and guess are kept as the words that the catalog has for
/// them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCustomField {
    /// Where it is; of an item of a list, without the item's number.
    pub path: String,
    /// What its values are.
    pub guess: String,
    /// When it was learned.
    pub learned_at: i64,
}

impl Store {
    /// Keeps fields of a kind, each in place of what was known of it before.
    pub fn custom_field_put(
        &self,
        workspace: &str,
        kind: Kind,
        fields: &[StoredCustomField],
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO local_field (workspace, kind, path, guess, learned_at) VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT (workspace, kind, path) DO UPDATE
                   SET guess = excluded.guess, learned_at = excluded.learned_at";
        self.write(|tx| {
            for field in fields {
                let values = params![
                    workspace,
                    kind.as_str(),
                    field.path,
                    field.guess,
                    field.learned_at
                ];
                run(tx, sql, values)?;
            }
            Ok(())
        })
    }

    /// Forgets fields of a kind; those that are not known already are none to forget.
    pub fn custom_field_remove(
        &self,
        workspace: &str,
        kind: Kind,
        paths: &[String],
    ) -> Result<(), StoreError> {
        let sql = "DELETE FROM local_field WHERE workspace = ?1 AND kind = ?2 AND path = ?3";
        self.write(|tx| {
            for path in paths {
                run(tx, sql, (workspace, kind.as_str(), path))?;
            }
            Ok(())
        })
    }

    /// All fields of a kind, in the order of their paths.
    pub fn custom_field_list(
        &self,
        workspace: &str,
        kind: Kind,
    ) -> Result<Vec<StoredCustomField>, StoreError> {
        let sql = "SELECT * FROM local_field WHERE workspace = ?1 AND kind = ?2 ORDER BY path";
        self.read(|c| rows(c, sql, (workspace, kind.as_str()), read))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredCustomField> {
    Ok(StoredCustomField {
        path: row.get("path")?,
        guess: row.get("guess")?,
        learned_at: row.get("learned_at")?,
    })
}
