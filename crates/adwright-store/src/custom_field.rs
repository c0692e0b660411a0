use adwright_model::Kind;
use rusqlite::{Row, params};
use serde_json::Value;

use crate::sql::{rows, run};
use crate::{Store, StoreError};

/// A field that a workspace has beyond the interface. Path, guess and role are stored as the catalog's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredCustomField {
    /// The path of the field; in a list item, without the item's index.
    pub path: String,
    /// The guessed type of its values.
    pub guess: String,
    /// The meaning of the field, if known.
    pub role: Option<String>,
    /// The values to choose from; empty if the field is typed.
    pub choices: Vec<String>,
    /// When it was learned.
    pub learned_at: i64,
}

impl Store {
    /// Stores fields of a kind. Each replaces the stored field with its path.
    pub fn custom_field_put(
        &self,
        workspace: &str,
        kind: Kind,
        fields: &[StoredCustomField],
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO local_field (workspace, kind, path, guess, role, choices, learned_at)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                   ON CONFLICT (workspace, kind, path) DO UPDATE
                   SET guess = excluded.guess, role = excluded.role, choices = excluded.choices, learned_at = excluded.learned_at";
        self.write(|tx| {
            for field in fields {
                let values = params![
                    workspace,
                    kind.as_str(),
                    field.path,
                    field.guess,
                    field.role,
                    Value::from(field.choices.clone()).to_string(),
                    field.learned_at
                ];
                run(tx, sql, values)?;
            }
            Ok(())
        })
    }

    /// Removes fields of a kind. Unknown paths are ignored.
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

    /// Returns all fields of a kind, ordered by path.
    pub fn custom_field_list(
        &self,
        workspace: &str,
        kind: Kind,
    ) -> Result<Vec<StoredCustomField>, StoreError> {
        let sql = "SELECT * FROM local_field WHERE workspace = ?1 AND kind = ?2 ORDER BY path";
        self.read(|conn| rows(conn, sql, (workspace, kind.as_str()), read))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredCustomField> {
    Ok(StoredCustomField {
        path: row.get("path")?,
        guess: row.get("guess")?,
        role: row.get("role")?,
        // A damaged list only costs the choices.
        choices: serde_json::from_str(&row.get::<_, String>("choices")?).unwrap_or_default(),
        learned_at: row.get("learned_at")?,
    })
}
