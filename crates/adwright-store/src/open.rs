use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use refinery::Migration;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::checkpoint::{Checkpointer, PAGES_BEFORE_CHECKPOINT, QUIET, checkpoint};
use crate::clean_shutdown_marker::{CleanShutdownMarker, OpenLock, PreviousExit};
use crate::files::{open_private, sibling_path};
use crate::migrate::{migrate, refuse_newer, steps};
use crate::sql::{row, rows};
use crate::store::OpenFiles;
use crate::work_count::WorkCountFile;
use crate::{Store, StoreError};

/// Longer than any transaction of ours takes, and shorter than a person waits.
const PATIENCE: Duration = Duration::from_secs(10);

impl Store {
    /// Opens the file. Creates a missing file and migrates an older one.
    ///
    /// After a crash the tables that no service can restore are checked first. After known damage the whole file is
    /// checked. Beside the file are its log (`-wal`, `-shm`), a lock (`-lock`), the amount of its work (`-count`), a
    /// mark while it is open (`-open`), and the folder `backups`. The parent folder must exist.
    ///
    /// # Errors
    /// [`StoreError::Newer`] for a file of a later version, [`StoreError::Corrupt`] for a damaged one,
    /// [`StoreError::Missing`] for one that has lost work. Each file is left unchanged.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, &steps())
    }

    pub(crate) fn open_with(path: &Path, steps: &[Migration]) -> Result<Self, StoreError> {
        Self::open_as(path, steps, QUIET)
    }

    /// Opens a store with another quiet time before its log is moved into the file.
    #[cfg(test)]
    pub(crate) fn open_quiet_after(path: &Path, quiet: Duration) -> Result<Self, StoreError> {
        Self::open_as(path, &steps(), quiet)
    }

    /// Opens a database in memory. Its content is lost on drop.
    pub fn in_memory() -> Result<Self, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        configure(&connection)?;
        migrate(&mut connection, None, &steps())?;
        Ok(Self::new(Arc::new(Mutex::new(connection)), None, None))
    }

    /// Checks every page of the file.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] for the first damaged page.
    pub fn verify(&self) -> Result<(), StoreError> {
        self.read(|c| check(c, "quick_check(1)"))
    }

    fn open_as(path: &Path, steps: &[Migration], quiet: Duration) -> Result<Self, StoreError> {
        let turn = OpenLock::acquire(path).map_err(StoreError::file_error("locking it"))?;
        refuse_log_alone(path)?;
        open_private(path).map_err(StoreError::file_error("opening it"))?;
        let (mark, left) = CleanShutdownMarker::create(path, &turn)
            .map_err(StoreError::file_error("marking it as open"))?;
        let mut connection = connect(path)?;
        match left {
            PreviousExit::Clean => {}
            PreviousExit::Crashed => check_work_tables(&connection)?,
            PreviousExit::Damaged => check(&connection, "quick_check(1)")?,
        }
        refuse_newer(&connection, steps)?;
        let count =
            WorkCountFile::open(path).map_err(StoreError::file_error("opening its count"))?;
        count.check(&connection)?;
        migrate(&mut connection, Some(path), steps)?;
        checkpoint(&connection)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        let connection = Arc::new(Mutex::new(connection));
        let files = OpenFiles {
            path: path.to_owned(),
            checkpointer: Checkpointer::start(&connection, path, quiet)?,
            count,
        };
        Ok(Self::new(connection, Some(files), Some(mark.mark_clean())))
    }
}

/// Refuses a log without its database. SQLite deletes the log of an empty file, and all data that is only in the log.
fn refuse_log_alone(path: &Path) -> Result<(), StoreError> {
    let size = |path: &Path| fs::metadata(path).map_or(0, |file| file.len());
    if size(path) == 0 && size(&sibling_path(path, "-wal")) > 0 {
        return Err(StoreError::Corrupt {
            detail: "the file is empty, and its log is not".to_owned(),
        });
    }
    Ok(())
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    // Without SQLITE_OPEN_CREATE, which would give the file the usual permissions, and without URI file names.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    // Stays off until the file is known to be intact: the log of a damaged file must not change.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    configure(&connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    Ok(connection)
}

/// The page cache in KiB. SQLite's default of 2,000 is less than one reply of a service changes. Pages of the index by
/// places would be written and read again several times before the commit.
const CACHE_KIB: i32 = 8_000;

/// The most statements that are kept prepared: more than a send uses in turns. The library's default is 16.
const PREPARED_STATEMENTS: usize = 128;

fn configure(connection: &Connection) -> Result<(), StoreError> {
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    // Otherwise SQLite plans some statements again for each value of their parameters.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Deleted data is overwritten, so that a removed workspace is gone.
    connection.pragma_update(None, "secure_delete", true)?;
    connection.pragma_update(None, "wal_autocheckpoint", PAGES_BEFORE_CHECKPOINT)?;
    // Negative: KiB, not pages.
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    Ok(())
}

/// Tables of data from the service. They are most of the file, and can be fetched again.
pub(crate) const CACHE: &str =
    "('object', 'object_cells', 'object_version', 'object_count', 'fetch_state')";

/// Checks the tables of what people made. A crash leaves the file as intact as the disk, so this check finds disk
/// faults. A person waits for it before the window opens.
fn check_work_tables(connection: &Connection) -> Result<(), StoreError> {
    let ours =
        format!("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN {CACHE}");
    let names: Vec<String> = rows(connection, &ours, [], |row| row.get(0))?;
    for name in names {
        check(connection, &format!("quick_check('{name}')"))?;
    }
    Ok(())
}

fn check(connection: &Connection, pragma: &str) -> Result<(), StoreError> {
    let sql = format!("PRAGMA {pragma}");
    let verdict: String = row(connection, &sql, [], |row| row.get(0))?.unwrap_or_default();
    if verdict == "ok" {
        return Ok(());
    }
    Err(StoreError::Corrupt { detail: verdict })
}
