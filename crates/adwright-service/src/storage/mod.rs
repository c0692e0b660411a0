//! The practice service's own data, in SQLite.

pub(crate) mod activities;
pub(crate) mod campaigns;
pub(crate) mod documents;
mod filter_sql;
pub(crate) mod page_cursors;
pub(crate) mod parties;
pub(crate) mod placements;
pub(crate) mod site_contacts;

use std::fs::OpenOptions;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::config::DbConfig;
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::{DataLocation, ServiceError, demo};

/// The version of the data that this program reads and writes: the number of migration steps.
const SCHEMA_VERSION: i64 = 7;

/// The number of bytes of the file that are mapped, so that reading a page needs no system call.
const MAPPED_BYTES: i64 = 256 << 20;

/// A database that serves one call at a time.
pub(crate) struct Storage {
    connection: Mutex<Connection>,
    /// The number of commits since the start.
    writes: AtomicU64,
}

impl Storage {
    /// Opens the data. Creates missing data and fills it with the demo data of `seed`, with `scale` campaigns.
    pub(crate) fn open(
        data: &DataLocation,
        seed: u64,
        scale: Option<u32>,
    ) -> Result<Self, ServiceError> {
        let mut connection = match data {
            DataLocation::File(path) => {
                create_private(path)?;
                Connection::open(path)?
            }
            DataLocation::Memory => Connection::open_in_memory()?,
        };
        migrate(&connection)?;
        fill_missing(&mut connection, seed, scale)?;
        // After the fill, because an empty file needs no write-ahead log.
        connection.execute_batch("PRAGMA journal_mode = WAL")?;
        Ok(Self {
            connection: Mutex::new(connection),
            writes: AtomicU64::new(0),
        })
    }

    /// Reads one consistent state of the data.
    pub(crate) fn read<T, E>(
        &self,
        act: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E>
    where
        E: From<rusqlite::Error>,
    {
        let mut connection = self.lock();
        act(&connection.transaction()?)
    }

    /// Runs `act` in one transaction. Commits if `act` succeeds and `ending` is `Commit`.
    pub(crate) fn write<T, E>(
        &self,
        ending: TransactionEnd,
        act: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E>
    where
        E: From<rusqlite::Error>,
    {
        let mut connection = self.lock();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let outcome = act(&transaction)?;
        match ending {
            TransactionEnd::Commit => {
                transaction.commit()?;
                self.writes.fetch_add(1, Ordering::AcqRel);
            }
            TransactionEnd::RollBack => transaction.rollback()?,
        }
        Ok(outcome)
    }

    /// Returns the number of commits since the start.
    pub(crate) fn write_count(&self) -> u64 {
        self.writes.load(Ordering::Acquire)
    }

    /// Takes the lock, even if it is poisoned: a panic under it rolled its transaction back, so the connection is
    /// sound.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the file readable by its owner only. SQLite gives the files beside it the same permissions.
fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// The end of a transaction after its work succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TransactionEnd {
    Commit,
    RollBack,
}

fn migrate(connection: &Connection) -> Result<(), ServiceError> {
    connection.execute_batch(
        "PRAGMA synchronous = FULL;
         PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000;",
    )?;
    connection.pragma_update(None, "mmap_size", MAPPED_BYTES)?;
    // Without this, SQLite plans a statement again for each value of a range of ids.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // SQLite's own LIKE ignores the case of ASCII letters only.
    connection.create_scalar_function(
        "contains_text",
        2,
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
        |call| {
            let text: Option<String> = call.get(0)?;
            let part: String = call.get(1)?;
            Ok(text.is_some_and(|text| text.to_lowercase().contains(&part.to_lowercase())))
        },
    )?;
    filter_sql::register(connection)?;
    Ok(())
}

fn fill_missing(
    connection: &mut Connection,
    seed: u64,
    scale: Option<u32>,
) -> Result<(), ServiceError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > SCHEMA_VERSION {
        return Err(ServiceError::NewerData(version));
    }
    if version < 1 {
        transaction.execute_batch(include_str!("schema.sql"))?;
        demo::fill(&transaction, seed, scale)?;
    }
    if version < 2 {
        transaction.execute_batch(include_str!("schema_2.sql"))?;
        demo::fill_site_contacts(&transaction)?;
    }
    if version < 3 {
        transaction.execute_batch(include_str!("schema_3.sql"))?;
        demo::fill_values(&transaction, seed)?;
    }
    if version < 4 {
        transaction.execute_batch(include_str!("schema_4.sql"))?;
        demo::fill_ads(&transaction, seed)?;
    }
    if version < 5 {
        transaction.execute_batch(include_str!("schema_5.sql"))?;
    }
    if version < 6 {
        transaction.execute_batch(include_str!("schema_6.sql"))?;
    }
    if version < 7 {
        transaction.execute_batch(include_str!("schema_7.sql"))?;
    }
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    transaction.commit()?;
    Ok(())
}
