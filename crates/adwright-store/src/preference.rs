use crate::sql::{row, run};
use crate::{Store, StoreError};

impl Store {
    /// Returns the value of a preference; `None` until it is set.
    pub fn preference_get(&self, key: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM preference WHERE key = ?1";
        self.read(|conn| row(conn, sql, [key], |row| row.get(0)))
    }

    /// Sets a preference, and replaces its earlier value.
    pub fn preference_set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let sql = "INSERT INTO preference (key, value) VALUES (?1, ?2)
                   ON CONFLICT (key) DO UPDATE SET value = excluded.value";
        self.write(|tx| run(tx, sql, [key, value]).map(drop))
    }

    /// Deletes a preference, as if it had never been set.
    pub fn preference_delete(&self, key: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM preference WHERE key = ?1";
        self.write(|tx| run(tx, sql, [key]).map(drop))
    }
}
