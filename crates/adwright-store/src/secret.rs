use rusqlite::Connection;

use crate::sql::{rows, run};
use crate::{Store, StoreError};

impl Store {
    /// Returns the names of the secrets that the keyring still has to delete.
    pub fn secrets_to_delete(&self) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT name FROM secret_to_delete ORDER BY name";
        self.read(|conn| rows(conn, sql, [], |row| row.get(0)))
    }

    /// Records that the keyring has to delete a secret.
    pub fn secret_delete_later(&self, name: &str) -> Result<(), StoreError> {
        self.write(|tx| insert_secrets_to_delete(tx, &[name.to_owned()]))
    }

    /// Records that the keyring deleted the secret of that name, or stored a new one under it.
    pub fn secret_mark_forgotten(&self, name: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM secret_to_delete WHERE name = ?1";
        self.write(|tx| run(tx, sql, [name]).map(drop))
    }
}

/// Records secrets that the keyring has to delete.
pub(crate) fn insert_secrets_to_delete(
    conn: &Connection,
    names: &[String],
) -> Result<(), StoreError> {
    let sql = "INSERT OR IGNORE INTO secret_to_delete (name) VALUES (?1)";
    names
        .iter()
        .try_for_each(|name| run(conn, sql, [name]).map(drop))
}
