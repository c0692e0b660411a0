use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use crate::StoreError;
use crate::files::{open_private, sibling_path};
use crate::sql::row;

/// How many drafts and receipts ever existed. The highest row numbers are used, because reading them needs no counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct WorkCount {
    drafts: i64,
    receipts: i64,
}

impl WorkCount {
    /// Reads the count of the database; zero for one without tables.
    pub(crate) fn read(conn: &Connection) -> Result<Self, StoreError> {
        let has_tables = "SELECT 1 FROM sqlite_schema WHERE name = 'receipt'";
        if row(conn, has_tables, [], |_| Ok(()))?.is_none() {
            return Ok(Self::default());
        }
        let sql = "SELECT coalesce((SELECT max(rowid) FROM draft), 0), coalesce((SELECT max(rowid) FROM receipt), 0)";
        let read = |row: &rusqlite::Row<'_>| {
            Ok(Self {
                drafts: row.get(0)?,
                receipts: row.get(1)?,
            })
        };
        Ok(row(conn, sql, [], read)?.unwrap_or_default())
    }

    fn componentwise_min(self, other: Self) -> Self {
        Self {
            drafts: self.drafts.min(other.drafts),
            receipts: self.receipts.min(other.receipts),
        }
    }
}

/// The file beside the database that stores the [`WorkCount`]. It shows whether the database has lost work.
#[derive(Debug)]
pub(crate) struct WorkCountFile {
    file: File,
    written: Mutex<WorkCount>,
}

impl WorkCountFile {
    pub(crate) fn open(database: &Path) -> io::Result<Self> {
        let mut file = open_private(&sibling_path(database, "-count"))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        Ok(Self {
            file,
            written: Mutex::new(parse(&text).unwrap_or_default()),
        })
    }

    /// Refuses a database that has fewer drafts or receipts than the file says.
    pub(crate) fn check(&self, conn: &Connection) -> Result<(), StoreError> {
        let (found, written) = (WorkCount::read(conn)?, *self.lock());
        if found.componentwise_min(written) == written {
            return Ok(());
        }
        Err(StoreError::Missing {
            drafts: (written.drafts - found.drafts).max(0),
            receipts: (written.receipts - found.receipts).max(0),
        })
    }

    /// Lowers the stored count. Must be called before the commit, so that a crash never looks like a loss.
    pub(crate) fn write_lower(&self, to: WorkCount) -> Result<(), StoreError> {
        let mut written = self.lock();
        let lower = written.componentwise_min(to);
        self.write(&mut written, lower)
            .map_err(StoreError::file_error("counting drafts and receipts"))
    }

    /// Stores the committed count. If this fails, the commit stays valid, and the next commit counts again.
    pub(crate) fn set(&self, to: WorkCount) {
        let _ = self.write(&mut self.lock(), to);
    }

    fn write(&self, written: &mut WorkCount, to: WorkCount) -> io::Result<()> {
        if *written == to {
            return Ok(());
        }
        let mut file = &self.file;
        file.rewind()?;
        // Written in place and always with the same length, so that the file is never partial.
        writeln!(file, "{:>19} {:>19}", to.drafts, to.receipts)?;
        file.sync_data()?;
        *written = to;
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, WorkCount> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn parse(text: &[u8]) -> Option<WorkCount> {
    let text = std::str::from_utf8(text).ok()?;
    let mut numbers = text.split_whitespace().map(str::parse);
    Some(WorkCount {
        drafts: numbers.next()?.ok()?,
        receipts: numbers.next()?.ok()?,
    })
}
