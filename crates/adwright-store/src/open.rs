use std::path::Path;
use std::time::Duration;

use refinery::Migration;
use rusqlite::{Connection, OpenFlags};

use crate::files::open_private;
use crate::migrate::{migrate, steps};
use crate::open_mark::{Doorway, OpenMark};
use crate::sql::row;
use crate::{Store, StoreError};

/// Longer than any transaction of ours takes, shorter than a person waits.
const PATIENCE: Duration = Duration::from_secs(10);

impl Store {
    /// Opens the file, creating it where it is not there and bringing an older one up to date.
    ///
    /// After a crash the whole file is checked first. Beside it are kept its log (`-wal`, `-shm`), a lock (`-lock`),
    /// a mark while it is open (`-open`), and the folder `backups`. The folder that it is in has to be there.
    ///
    /// # Errors
    /// [`StoreError::Newer`] for a file of a later version, [`StoreError::Corrupt`] for a damaged one; either is left
    /// as it is.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, &steps())
    }

    /// A database that is gone when it is dropped.
    pub fn in_memory() -> Result<Self, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        set_up(&connection)?;
        migrate(&mut connection, None, &steps())?;
        Ok(Self::new(connection, None))
    }

    pub(crate) fn open_with(path: &Path, steps: &[Migration]) -> Result<Self, StoreError> {
        let turn = Doorway::enter(path).map_err(StoreError::file("locking it"))?;
        open_private(path).map_err(StoreError::file("opening it"))?;
        let (mark, after_crash) =
            OpenMark::set(path, &turn).map_err(StoreError::file("marking it as open"))?;
        let mut connection = connect(path)?;
        if after_crash {
            check(&connection)?;
        }
        migrate(&mut connection, Some(path), steps)?;
        Ok(Self::new(connection, Some(mark.opened())))
    }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    // Without SQLITE_OPEN_CREATE, which would give the file the usual permissions, and without URI file names.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    set_up(&connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    Ok(connection)
}

fn set_up(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

fn check(connection: &Connection) -> Result<(), StoreError> {
    let verdict: String =
        row(connection, "PRAGMA quick_check(1)", [], |row| row.get(0))?.unwrap_or_default();
    if verdict == "ok" {
        return Ok(());
    }
    Err(StoreError::Corrupt { detail: verdict })
}
