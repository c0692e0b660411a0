//! Backups: daily, before a migration and before a large send; see decision 0024.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use refinery::Migration;
use rusqlite::Connection;

use crate::clean_shutdown_marker::{CleanShutdownMarker, OpenLock};
use crate::files::{
    create_private_folder, open_private, remove_if_exists, replace_durably, sibling_path,
};
use crate::migrate::steps;
use crate::work_copy::copy_work;
use crate::workspace_remove::remove_rows;
use crate::{Store, StoreError};

/// The number of copies that are kept per reason.
const MAX_COPIES_PER_REASON: usize = 5;

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// The suffixes of the files that SQLite and we keep beside a database.
const SIDE_FILE_SUFFIXES: [&str; 4] = ["-wal", "-shm", "-open", "-count"];

/// A copy of everything in the database except the service's data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// The name of the file in the folder `backups`.
    pub name: String,
    /// The format of the file.
    pub format: u32,
    /// When it was made, in epoch milliseconds, according to the file system.
    pub made_at: i64,
    /// The size of the file.
    pub bytes: u64,
    /// Why it was made.
    pub reason: BackupReason,
    /// Increases with every copy, so that the order does not depend on a clock.
    number: u32,
}

/// Why a copy is made. Copies rotate per reason, so that many large sends do not remove daily copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupReason {
    /// Once a day, after the first write.
    Daily,
    /// Before a change of the database format.
    Migration,
    /// Before a large send.
    Send,
}

impl BackupReason {
    const ALL: [Self; 3] = [Self::Daily, Self::Migration, Self::Send];

    /// Returns the word in file names.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Migration => "format",
            Self::Send => "send",
        }
    }
}

impl Store {
    /// Returns the backups of a database that this version can open, the newest first.
    #[must_use]
    pub fn backups(path: &Path) -> Vec<Backup> {
        let known = u32::try_from(steps().len()).unwrap_or(u32::MAX);
        let mut backups = list_backups(path);
        backups.retain(|backup| backup.format <= known);
        backups.reverse();
        backups
    }

    /// Copies drafts, outbox and receipts before a large send.
    pub fn back_up_before_send(&self) -> Result<(), StoreError> {
        let Some(files) = &self.files else {
            return Ok(());
        };
        let _lock =
            OpenLock::acquire(&files.path).map_err(StoreError::file_error("making a backup"))?;
        back_up(&files.path, BackupReason::Send, &steps())
    }

    /// Replaces the database with a backup, and sets the current file aside. Returns the new path of the current file,
    /// if there was one.
    ///
    /// # Errors
    /// [`StoreError::Busy`] while a program has the database open, [`StoreError::NotFound`] for an unknown name.
    pub fn restore_backup(path: &Path, backup: &str) -> Result<Option<PathBuf>, StoreError> {
        if !list_backups(path).iter().any(|known| known.name == backup) {
            return Err(StoreError::not_found("backup", backup));
        }
        let lock = lock_closed(path)?;
        let fresh = sibling_path(path, "-fresh");
        let copy = || {
            open_private(&fresh)?;
            fs::copy(backup_folder(path).join(backup), &fresh)
        };
        copy().map_err(StoreError::file_error("copying the backup"))?;
        replace_database(&fresh, path, &lock)
    }

    /// Moves an unusable database aside, with all of its files. Nothing is deleted. Returns the new path, if there was
    /// a file.
    ///
    /// # Errors
    /// [`StoreError::Busy`] while a program has it open.
    pub fn set_aside(path: &Path) -> Result<Option<PathBuf>, StoreError> {
        move_aside(path, &lock_closed(path)?)
    }
}

/// Locks out every program from a database that no program has open.
pub(crate) fn lock_closed(path: &Path) -> Result<OpenLock, StoreError> {
    let failed = || StoreError::file_error("locking it");
    let lock = OpenLock::acquire(path).map_err(failed())?;
    if CleanShutdownMarker::is_held(path, &lock).map_err(failed())? {
        return Err(StoreError::Busy);
    }
    Ok(lock)
}

/// Sets the database aside and replaces it with a finished file.
pub(crate) fn replace_database(
    fresh: &Path,
    path: &Path,
    lock: &OpenLock,
) -> Result<Option<PathBuf>, StoreError> {
    let aside = move_aside(path, lock)?;
    replace_durably(fresh, path)
        .map_err(StoreError::file_error("putting the new file in place"))?;
    Ok(aside)
}

fn move_aside(path: &Path, _lock: &OpenLock) -> Result<Option<PathBuf>, StoreError> {
    let failed = || StoreError::file_error("setting the database aside");
    let aside = free_name(path);
    let mut moved = None;
    for suffix in [""].into_iter().chain(SIDE_FILE_SUFFIXES) {
        let from = sibling_path(path, suffix);
        if from.exists() {
            fs::rename(from, sibling_path(&aside, suffix)).map_err(failed())?;
            moved = Some(aside.clone());
        }
    }
    Ok(moved)
}

/// Copies the work in the database, including its log, and removes older copies for the same reason.
pub(crate) fn back_up(
    path: &Path,
    reason: BackupReason,
    steps: &[Migration],
) -> Result<(), StoreError> {
    let failed = || StoreError::file_error("making a backup");
    let folder = backup_folder(path);
    create_private_folder(&folder).map_err(failed())?;
    let part = folder.join("unfinished");
    remove_if_exists(&part).map_err(failed())?;
    copy_work(path, &part, steps)?;
    let older = list_backups(path);
    let number = older.last().map_or(1, |newest| newest.number + 1);
    let (stem, word, format) = (stem(path), reason.as_str(), steps.len());
    let name = format!("{stem}-{word}-{format}-{number}.sqlite");
    replace_durably(&part, &folder.join(name)).map_err(failed())?;
    let older = older.into_iter();
    let same_reason: Vec<_> = older.filter(|backup| backup.reason == reason).collect();
    let excess = (same_reason.len() + 1).saturating_sub(MAX_COPIES_PER_REASON);
    for backup in same_reason.into_iter().take(excess) {
        // A copy that cannot be removed only takes up space.
        let _ = fs::remove_file(folder.join(backup.name));
    }
    Ok(())
}

/// Copies the work in the database once a day. The day is the day of the last write, so no clock is needed.
pub(crate) fn back_up_once_a_day(path: &Path) -> Result<(), StoreError> {
    let failed = || StoreError::file_error("making a backup");
    let has_work = fs::metadata(sibling_path(path, "-count")).is_ok_and(|count| count.len() > 0);
    let written = fs::metadata(path).and_then(|file| file.modified());
    let written = epoch_ms(written.map_err(failed())?);
    let _lock = OpenLock::acquire(path).map_err(failed())?;
    let backups = list_backups(path);
    let mut newest_first = backups.iter().rev();
    let newest = newest_first.find(|backup| backup.reason == BackupReason::Daily);
    // A clock that was set back also causes a copy.
    let is_due = newest.is_none_or(|newest| written.abs_diff(newest.made_at) >= DAY_MS);
    if is_due && has_work {
        back_up(path, BackupReason::Daily, &steps())?;
    }
    Ok(())
}

/// Removes a workspace from every copy. A copy that cannot be changed is deleted.
pub(crate) fn remove_from_backups(path: &Path, workspace: &str) -> Result<(), StoreError> {
    let failed = || StoreError::file_error("removing the workspace from the backups");
    let _lock = OpenLock::acquire(path).map_err(failed())?;
    for backup in list_backups(path) {
        let file = backup_folder(path).join(backup.name);
        if remove_from_backup(&file, workspace).is_err() {
            fs::remove_file(&file).map_err(failed())?;
        }
    }
    Ok(())
}

fn remove_from_backup(file: &Path, workspace: &str) -> Result<(), StoreError> {
    let mut copy = Connection::open(file)?;
    copy.pragma_update(None, "secure_delete", true)?;
    // A journal would write the removed rows to the disk, in blocks that nobody overwrites.
    copy.pragma_update(None, "journal_mode", "MEMORY")?;
    let transaction = copy.transaction()?;
    remove_rows(&transaction, workspace)?;
    Ok(transaction.commit()?)
}

/// Returns every backup, the oldest first.
pub(crate) fn list_backups(path: &Path) -> Vec<Backup> {
    let entries = fs::read_dir(backup_folder(path)).into_iter().flatten();
    let stem = stem(path);
    let mut backups: Vec<_> = entries
        .flatten()
        .filter_map(|entry| parse_backup(&entry, &stem))
        .collect();
    backups.sort_by_key(|backup| backup.number);
    backups
}

fn parse_backup(entry: &fs::DirEntry, stem: &str) -> Option<Backup> {
    let name = entry.file_name().into_string().ok()?;
    let parts = name.strip_prefix(stem)?.strip_prefix('-')?;
    let (reason, numbers) = parts.strip_suffix(".sqlite")?.split_once('-')?;
    let (format, number) = numbers.split_once('-')?;
    let (format, number) = (format.parse().ok()?, number.parse().ok()?);
    let has_word = |known: &BackupReason| known.as_str() == reason;
    let file = entry.metadata().ok()?;
    Some(Backup {
        reason: BackupReason::ALL.into_iter().find(has_word)?,
        made_at: epoch_ms(file.modified().ok()?),
        bytes: file.len(),
        name,
        format,
        number,
    })
}

/// Converts a time to epoch milliseconds; 0 for any time before 1970.
fn epoch_ms(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

pub(crate) fn backup_folder(path: &Path) -> PathBuf {
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

    use super::{Backup, BackupReason, back_up};
    use crate::migrate::steps;
    use crate::{Store, StoreError};

    /// A folder with a store in it.
    struct BackupFolder {
        folder: TempDir,
    }

    impl BackupFolder {
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
            back_up(&self.path(), BackupReason::Migration, &steps()).unwrap();
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
    fn backup_contains_the_write_ahead_log() {
        let backups = BackupFolder::new();
        backups.copy("dark");
        let backup = Store::backups(&backups.path()).remove(0);
        Store::restore_backup(&backups.path(), &backup.name).unwrap();
        assert_eq!(backups.theme().as_deref(), Some("dark"));
    }

    #[test]
    fn last_five_backups_are_kept_newest_first() {
        let backups = BackupFolder::new();
        for theme in ["a", "b", "c", "d", "e", "f", "g"] {
            backups.copy(theme);
        }
        assert_eq!(backups.numbers(), [7, 6, 5, 4, 3]);
        let newest = Store::backups(&backups.path()).remove(0);
        Store::restore_backup(&backups.path(), &newest.name).unwrap();
        assert_eq!(backups.theme().as_deref(), Some("g"));
    }

    #[test]
    fn backup_replaces_damaged_file_which_is_kept() {
        let backups = BackupFolder::new();
        backups.copy("dark");
        let garbage = "no database. ".repeat(1000);
        fs::write(backups.path(), &garbage).unwrap();
        assert!(matches!(
            Store::open(&backups.path()),
            Err(StoreError::Corrupt { .. })
        ));
        let backup = Store::backups(&backups.path()).remove(0);
        let aside = Store::restore_backup(&backups.path(), &backup.name).unwrap();
        assert_eq!(fs::read_to_string(aside.unwrap()).unwrap(), garbage);
        assert_eq!(backups.theme().as_deref(), Some("dark"));
    }

    #[test]
    fn backup_of_later_format_is_not_offered() {
        let backups = BackupFolder::new();
        backups.copy("dark");
        let folder = backups.folder.path().join("backups");
        fs::write(folder.join("a-format-999-9.sqlite"), "").unwrap();
        fs::write(folder.join("something else"), "").unwrap();
        assert_eq!(backups.numbers(), [1]);
    }

    #[test]
    fn unknown_backup_changes_nothing() {
        let backups = BackupFolder::new();
        backups.copy("dark");
        let error = Store::restore_backup(&backups.path(), "../a.sqlite").unwrap_err();
        assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
        assert_eq!(backups.theme().as_deref(), Some("dark"));
    }

    #[test]
    fn open_database_is_not_moved() {
        let backups = BackupFolder::new();
        let _open = Store::open(&backups.path()).unwrap();
        let error = Store::set_aside(&backups.path()).unwrap_err();
        assert!(matches!(error, StoreError::Busy), "{error}");
        assert!(backups.path().exists());
    }

    #[test]
    fn missing_database_has_nothing_to_set_aside() {
        assert_eq!(Store::set_aside(&BackupFolder::new().path()).unwrap(), None);
    }
}
