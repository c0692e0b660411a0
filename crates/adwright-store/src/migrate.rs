use std::path::Path;

use refinery::{Migration, Runner};
use rusqlite::Connection;

use crate::StoreError;
use crate::backup::{BackupReason, back_up};
use crate::sql::row;

/// Returns every step of the schema, in order. A released step is never changed again, not even its comments: its text is
/// part of the file's history.
pub(crate) fn steps() -> Vec<Migration> {
    let first = include_str!("../migrations/V1__schema.sql");
    let first = Migration::unapplied("V1__schema", first);
    vec![first.expect("the step's name has the form V1__name")]
}

/// Refuses a database from a later version: only that version knows its content.
pub(crate) fn refuse_newer(connection: &Connection, steps: &[Migration]) -> Result<(), StoreError> {
    let known = newest_version(steps);
    match schema_version(connection)? {
        Some(found) if found > known => Err(StoreError::Newer { found, known }),
        _ => Ok(()),
    }
}

fn newest_version(steps: &[Migration]) -> u32 {
    steps.iter().map(version_of).max().unwrap_or(0)
}

/// Migrates the database to the last of `steps`. An existing database is first copied into `backups` beside `path`.
pub(crate) fn migrate(
    connection: &mut Connection,
    path: Option<&Path>,
    steps: &[Migration],
) -> Result<(), StoreError> {
    refuse_newer(connection, steps)?;
    let known = newest_version(steps);
    let found = schema_version(connection)?;
    if let (Some(found), Some(path)) = (found, path)
        && found < known
    {
        back_up(path, BackupReason::Migration, steps_up_to(steps, found))?;
    }
    Runner::new(steps)
        .run(connection)
        .map(drop)
        .map_err(migration_error)
}

/// Reports a disk failure as such, whatever step it interrupted.
pub(crate) fn migration_error(error: refinery::Error) -> StoreError {
    let below = std::error::Error::source(&error).and_then(|cause| cause.downcast_ref());
    below
        .and_then(StoreError::from_disk_error)
        .unwrap_or_else(|| StoreError::Migration(Box::new(error)))
}

/// Returns the steps that a file of this format has applied.
pub(crate) fn steps_up_to(steps: &[Migration], format: u32) -> &[Migration] {
    let later = steps.iter().position(|step| version_of(step) > format);
    &steps[..later.unwrap_or(steps.len())]
}

fn version_of(step: &Migration) -> u32 {
    step.version().try_into().unwrap_or(0)
}

/// Returns the number of the file's last applied step; `None` for a new file.
pub(crate) fn schema_version(connection: &Connection) -> Result<Option<u32>, StoreError> {
    let table = "SELECT 1 FROM sqlite_schema WHERE name = 'refinery_schema_history'";
    if row(connection, table, [], |_| Ok(()))?.is_none() {
        return Ok(None);
    }
    let newest = "SELECT MAX(version) FROM refinery_schema_history";
    Ok(row(connection, newest, [], |row| row.get(0))?.flatten())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use refinery::Migration;
    use tempfile::TempDir;

    use super::steps;
    use crate::{Store, StoreError};

    /// Returns the steps of a version after this one.
    fn later(sql: &str) -> Vec<Migration> {
        let mut all = steps();
        let name = format!("V{}__later", all.len() + 1);
        all.push(Migration::unapplied(&name, sql).unwrap());
        all
    }

    /// Creates and closes a store with one preference.
    fn older() -> TempDir {
        let folder = TempDir::new().unwrap();
        let store = Store::open(&folder.path().join("a.sqlite")).unwrap();
        store.preference_set("theme", "dark").unwrap();
        folder
    }

    /// Returns the name of the `count`-th copy of a file of this version.
    fn copy(count: u32) -> String {
        format!("a-format-{}-{count}.sqlite", steps().len())
    }

    fn backups(folder: &TempDir) -> Vec<String> {
        let Ok(entries) = fs::read_dir(folder.path().join("backups")) else {
            return Vec::new();
        };
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn existing_file_is_copied_before_migration() {
        let folder = older();
        let path = folder.path().join("a.sqlite");
        let steps = later("CREATE TABLE later (x); DELETE FROM preference;");
        let store = Store::open_with(&path, &steps).unwrap();
        assert_eq!(store.preference_get("theme").unwrap(), None);

        assert_eq!(backups(&folder), [copy(1)]);
        let copied = Store::open(&folder.path().join("backups").join(copy(1))).unwrap();
        assert_eq!(
            copied.preference_get("theme").unwrap().as_deref(),
            Some("dark")
        );
    }

    #[test]
    fn a_new_or_current_file_is_not_copied() {
        let folder = older();
        drop(Store::open(&folder.path().join("a.sqlite")).unwrap());
        assert_eq!(backups(&folder), [""; 0]);
    }

    #[test]
    fn failed_migration_changes_nothing_and_keeps_copies() {
        let folder = older();
        let path = folder.path().join("a.sqlite");
        let broken = later("DELETE FROM preference; CREATE TABLE nonsense (;");
        for _ in 0..2 {
            let error = Store::open_with(&path, &broken).unwrap_err();
            assert!(matches!(error, StoreError::Migration(_)), "{error}");
        }
        assert_eq!(backups(&folder), [copy(1), copy(2)]);
        let store = Store::open(&path).unwrap();
        assert_eq!(
            store.preference_get("theme").unwrap().as_deref(),
            Some("dark")
        );
    }
}
