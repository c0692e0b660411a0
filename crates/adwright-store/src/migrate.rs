use std::path::Path;

use refinery::{Migration, Runner};
use rusqlite::Connection;

use crate::StoreError;
use crate::backup::{BackupReason, back_up};
use crate::sql::row;

/// Every step of the schema, in order. A step that was released is never changed again, not even its comments:
/// its text is part of the file's history.
pub(crate) fn steps() -> Vec<Migration> {
    [
        ("V1__first", include_str!("../migrations/V1__first.sql")),
        (
            "V2__campaign_desk",
            include_str!("../migrations/V2__campaign_desk.sql"),
        ),
        (
            "V3__desk_at_work",
            include_str!("../migrations/V3__desk_at_work.sql"),
        ),
        ("V4__counts", include_str!("../migrations/V4__counts.sql")),
        (
            "V5__workspaces",
            include_str!("../migrations/V5__workspaces.sql"),
        ),
        ("V6__service", include_str!("../migrations/V6__service.sql")),
        (
            "V7__service_desk",
            include_str!("../migrations/V7__service_desk.sql"),
        ),
        (
            "V8__file_ads",
            include_str!("../migrations/V8__file_ads.sql"),
        ),
        ("V9__item", include_str!("../migrations/V9__item.sql")),
    ]
    .into_iter()
    .map(|(name, sql)| {
        Migration::unapplied(name, sql).expect("the step's name has the form V1__name")
    })
    .collect()
}

/// Refuses a database from a later version: only that version knows its content.
pub(crate) fn refuse_newer(connection: &Connection, steps: &[Migration]) -> Result<(), StoreError> {
    let known = newest_version(steps);
    match format_of(connection)? {
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
    let found = format_of(connection)?;
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
pub(crate) fn format_of(connection: &Connection) -> Result<Option<u32>, StoreError> {
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

    use adwright_model::{Id, Kind};
    use refinery::Migration;
    use tempfile::TempDir;

    use super::steps;
    use crate::{Fullness, Store, StoreError};

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
    fn an_existing_file_is_copied_before_it_is_migrated() {
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
    fn a_failed_migration_changes_nothing_and_keeps_every_copy() {
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

    #[test]
    fn what_an_older_file_knows_of_its_versions_is_worked_out() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.sqlite");
        let older = Store::open_with(&path, &steps()[..1]).unwrap();
        let rows = "
            INSERT INTO workspace VALUES ('w', 'W', 'practice:', '{}', NULL, 0);
            INSERT INTO object (workspace, kind, id, text, fullness, fetched_at) VALUES ('w', 'Campaign', 1, 'c', 'full', 0);
            INSERT INTO object_version VALUES ('w', 'Campaign', 1, 1, 'a', 'fetched', 1), ('w', 'Campaign', 1, 2, 'b', 'sent', 2),
                                              ('w', 'Campaign', 1, 3, 'c', 'fetched', 3);";
        older.write(|tx| Ok(tx.execute_batch(rows)?)).unwrap();
        drop(older);
        let versions = Store::open(&path).unwrap();
        let versions = versions.cache_versions("w", Kind::Campaign, Id(1)).unwrap();
        let fullness: Vec<_> = versions.iter().map(|version| version.fullness).collect();
        assert_eq!(
            fullness,
            [Fullness::Summary, Fullness::Full, Fullness::Full]
        );
    }

    /// A file of version 6 with these workspaces (id, address, dialect, login, whether listed), brought up to this one.
    fn of_version_6(rows: &[(&str, &str, &str, &str, bool)]) -> (TempDir, Store) {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.sqlite");
        let older = Store::open_with(&path, &steps()[..6]).unwrap();
        let insert =
            "INSERT INTO workspace (id, name, base_url, dialect, login, listed, created_at)
                      VALUES (?1, ?1, ?2, ?3, nullif(?4, ''), ?5, 0)";
        older
            .write(|tx| {
                for row in rows {
                    tx.execute(insert, *row)?;
                }
                Ok(())
            })
            .unwrap();
        drop(older);
        let store = Store::open(&path).unwrap();
        (folder, store)
    }

    #[test]
    fn headers_that_were_kept_without_their_server_are_to_be_forgotten() {
        let at = "https://ads.example";
        let (_folder, store) = of_version_6(&[
            (
                "h",
                at,
                r#"{"authentication":{"headers":["X-Key","b"]}}"#,
                "",
                true,
            ),
            (
                "s",
                at,
                r#"{"authentication":{"session":{"headers":["API"]}}}"#,
                "ann",
                true,
            ),
            ("n", at, r#"{"authentication":"basic"}"#, "ann", true),
            ("damaged", at, "{", "", true),
        ]);
        assert_eq!(
            store.secrets_to_forget().unwrap(),
            [
                "workspace/h/header/b",
                "workspace/h/header/x-key",
                "workspace/s/header/api"
            ]
        );
    }

    #[test]
    fn who_asks_is_known_of_older_files_where_a_name_says_it() {
        let at = "https://ads.example/";
        let session = r#"{"authentication":{"session":{"headers":[]}}}"#;
        let (_folder, store) = of_version_6(&[
            ("none", at, r#"{"authentication":"none"}"#, "", false),
            ("basic", at, r#"{"authentication":"basic"}"#, "ann", false),
            ("session", at, session, "bob", false),
            ("bearer", at, r#"{"authentication":"bearer"}"#, "", false),
            ("damaged", at, "{", "", false),
            ("listed", at, r#"{"authentication":"basic"}"#, "eve", true),
        ]);
        let found = |asked_as: &str| {
            let new = crate::WorkspaceSettings {
                listed: false,
                ..crate::WorkspaceSettings::new("n", at, "{}", None)
            };
            let made = store.workspace_ensure_unlisted(asked_as, &new, Clone::clone, 1);
            made.unwrap().id
        };
        assert_eq!(found("https://ads.example none"), "none");
        assert_eq!(found("https://ads.example basic ann"), "basic");
        assert_eq!(found("https://ads.example session bob"), "session");
        let made = found("https://ads.example basic eve");
        assert!(!["listed", "bearer", "damaged"].contains(&made.as_str()));
        assert_eq!(found("https://ads.example basic eve"), made);
    }
}
