use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use rusqlite::Connection;
use rusqlite::backup::Progress;

use crate::files::{beside, create_private_folder, open_private, remove_if_there};
use crate::migrate::steps;
use crate::open_mark::{Doorway, OpenMark};
use crate::{Store, StoreError};

/// How many copies are kept. Each is as large as the database was.
const KEPT: usize = 5;

/// What SQLite and we keep beside a database, after the name of its file.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-open"];

/// A copy of the whole database, made before an older file was brought up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// The name of its file in the folder `backups`.
    pub name: String,
    /// The format that it has.
    pub format: u32,
    /// When it was made, in epoch milliseconds, as the file system says.
    pub made_at: i64,
    /// Counts up with every copy: what is newer than what does not hang on a clock.
    number: u32,
}

impl Store {
    /// The backups of a database that this version can open, the newest first.
    #[must_use]
    pub fn backups(path: &Path) -> Vec<Backup> {
        let known = u32::try_from(steps().len()).unwrap_or(u32::MAX);
        let mut backups = all(path);
        backups.retain(|backup| backup.format <= known);
        backups.reverse();
        backups
    }

    /// Puts a backup in the database's place; what is there now is set aside. Gives the path of that, where there
    /// was anything.
    ///
    /// # Errors
    /// [`StoreError::Busy`] while a program has the database open, [`StoreError::NotFound`] for an unknown name.
    pub fn put_back(path: &Path, backup: &str) -> Result<Option<PathBuf>, StoreError> {
        if !all(path).iter().any(|known| known.name == backup) {
            return Err(StoreError::not_found("backup", backup));
        }
        let fresh = beside(path, "-fresh");
        let copy = || {
            open_private(&fresh)?;
            fs::copy(folder_of(path).join(backup), &fresh)
        };
        copy().map_err(StoreError::file("copying the backup"))?;
        let aside = Self::set_aside(path)?;
        fs::rename(&fresh, path).map_err(StoreError::file("putting the backup in place"))?;
        Ok(aside)
    }

    /// Moves a database that cannot be used out of the way, with all that belongs to it. Nothing is deleted. Gives
    /// its new path, where there was anything.
    ///
    /// # Errors
    /// [`StoreError::Busy`] while a program has it open.
    pub fn set_aside(path: &Path) -> Result<Option<PathBuf>, StoreError> {
        let failed = || StoreError::file("setting the database aside");
        let turn = Doorway::enter(path).map_err(failed())?;
        if OpenMark::is_held(path, &turn).map_err(failed())? {
            return Err(StoreError::Busy);
        }
        if !path.exists() {
            return Ok(None);
        }
        let aside = free_name(path);
        fs::rename(path, &aside).map_err(failed())?;
        for suffix in BESIDE {
            let from = beside(path, suffix);
            if from.exists() {
                fs::rename(from, beside(&aside, suffix)).map_err(failed())?;
            }
        }
        Ok(Some(aside))
    }
}

/// Copies the database, with what is still in its log, and removes copies that are older than the last [`KEPT`].
pub(crate) fn back_up(connection: &Connection, path: &Path, format: u32) -> Result<(), StoreError> {
    let folder = folder_of(path);
    create_private_folder(&folder).map_err(StoreError::file("making the folder for backups"))?;
    let part = folder.join("unfinished");
    remove_if_there(&part)
        .and_then(|()| open_private(&part))
        .map_err(StoreError::file("making a backup"))?;
    connection.backup("main", &part, None::<fn(Progress)>)?;
    let older = all(path);
    let number = older.last().map_or(1, |newest| newest.number + 1);
    let name = format!("{}-format-{format}-{number}.sqlite", stem(path));
    fs::rename(&part, folder.join(name)).map_err(StoreError::file("making a backup"))?;
    let superfluous = (older.len() + 1).saturating_sub(KEPT);
    for backup in older.into_iter().take(superfluous) {
        // One that cannot be removed takes up room and does no other harm.
        let _ = fs::remove_file(folder.join(backup.name));
    }
    Ok(())
}

/// Every backup, the oldest first.
fn all(path: &Path) -> Vec<Backup> {
    let entries = fs::read_dir(folder_of(path)).into_iter().flatten();
    let stem = stem(path);
    let mut backups: Vec<_> = entries
        .flatten()
        .filter_map(|entry| described(&entry, &stem))
        .collect();
    backups.sort_by_key(|backup| backup.number);
    backups
}

fn described(entry: &fs::DirEntry, stem: &str) -> Option<Backup> {
    let name = entry.file_name().into_string().ok()?;
    let numbers = name.strip_prefix(stem)?.strip_prefix("-format-")?;
    let (format, number) = numbers.strip_suffix(".sqlite")?.split_once('-')?;
    let (format, number) = (format.parse().ok()?, number.parse().ok()?);
    let made = entry.metadata().ok()?.modified().ok()?;
    let made = made.duration_since(UNIX_EPOCH).unwrap_or_default();
    Some(Backup {
        made_at: i64::try_from(made.as_millis()).unwrap_or(i64::MAX),
        name,
        format,
        number,
    })
}

fn folder_of(path: &Path) -> PathBuf {
    path.with_file_name("backups")
}

fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

fn free_name(path: &Path) -> PathBuf {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    (1..=u32::MAX)
        .map(|number| path.with_file_name(format!("{}-set-aside-{number}.{ending}", stem(path))))
        .find(|candidate| !candidate.exists())
        .expect("a folder cannot hold every number")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use tempfile::TempDir;

    use super::{Backup, back_up};
    use crate::migrate::format_of;
    use crate::{Store, StoreError};

    /// A folder with a store in it, and how many copies of it were made.
    struct Shelf {
        folder: TempDir,
    }

    impl Shelf {
        fn new() -> Self {
            Self {
                folder: TempDir::new().unwrap(),
            }
        }

        fn path(&self) -> PathBuf {
            self.folder.path().join("a.sqlite")
        }

        /// Sets the theme and copies the store.
        fn copy(&self, theme: &str) {
            let store = Store::open(&self.path()).unwrap();
            store.preference_set("theme", theme).unwrap();
            store
                .read(|c| back_up(c, &self.path(), format_of(c)?.unwrap()))
                .unwrap();
        }

        fn theme(&self) -> Option<String> {
            let store = Store::open(&self.path()).unwrap();
            store.preference_get("theme").unwrap()
        }

        fn numbers(&self) -> Vec<u32> {
            let numbers = Store::backups(&self.path()).into_iter();
            numbers.map(|Backup { number, .. }| number).collect()
        }
    }

    #[test]
    fn a_backup_has_what_is_still_in_the_log() {
        let shelf = Shelf::new();
        shelf.copy("dark");
        let backup = Store::backups(&shelf.path()).remove(0);
        Store::put_back(&shelf.path(), &backup.name).unwrap();
        assert_eq!(shelf.theme().as_deref(), Some("dark"));
    }

    #[test]
    fn the_last_five_are_kept_and_the_newest_comes_first() {
        let shelf = Shelf::new();
        for theme in ["a", "b", "c", "d", "e", "f", "g"] {
            shelf.copy(theme);
        }
        assert_eq!(shelf.numbers(), [7, 6, 5, 4, 3]);
        let newest = Store::backups(&shelf.path()).remove(0);
        Store::put_back(&shelf.path(), &newest.name).unwrap();
        assert_eq!(shelf.theme().as_deref(), Some("g"));
    }

    #[test]
    fn a_backup_takes_the_place_of_a_damaged_file_which_is_kept() {
        let shelf = Shelf::new();
        shelf.copy("dark");
        let garbage = "no database. ".repeat(1000);
        fs::write(shelf.path(), &garbage).unwrap();
        assert!(matches!(
            Store::open(&shelf.path()),
            Err(StoreError::Corrupt { .. })
        ));
        let backup = Store::backups(&shelf.path()).remove(0);
        let aside = Store::put_back(&shelf.path(), &backup.name).unwrap();
        assert_eq!(fs::read_to_string(aside.unwrap()).unwrap(), garbage);
        assert_eq!(shelf.theme().as_deref(), Some("dark"));
    }

    #[test]
    fn a_backup_of_a_later_format_is_not_offered() {
        let shelf = Shelf::new();
        shelf.copy("dark");
        let folder = shelf.folder.path().join("backups");
        fs::write(folder.join("a-format-999-9.sqlite"), "").unwrap();
        fs::write(folder.join("something else"), "").unwrap();
        assert_eq!(shelf.numbers(), [1]);
    }

    #[test]
    fn an_unknown_backup_leaves_everything_as_it_is() {
        let shelf = Shelf::new();
        shelf.copy("dark");
        let error = Store::put_back(&shelf.path(), "../a.sqlite").unwrap_err();
        assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
        assert_eq!(shelf.theme().as_deref(), Some("dark"));
    }

    #[test]
    fn what_someone_has_open_is_not_moved() {
        let shelf = Shelf::new();
        let _open = Store::open(&shelf.path()).unwrap();
        let error = Store::set_aside(&shelf.path()).unwrap_err();
        assert!(matches!(error, StoreError::Busy), "{error}");
        assert!(shelf.path().exists());
    }

    #[test]
    fn where_there_is_nothing_there_is_nothing_to_set_aside() {
        assert_eq!(Store::set_aside(&Shelf::new().path()).unwrap(), None);
    }
}
