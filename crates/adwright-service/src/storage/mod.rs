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

/// The version of the data that this program reads and writes: how many of the steps were taken.
const SCHEMA_VERSION: i64 = 7;

/// How much of the file is read without a system call for each of its pages.
const MAPPED_BYTES: i64 = 256 << 20;

/// One database, one call at a time.
pub(crate) struct Storage {
    connection: Mutex<Connection>,
    /// Counts what was committed since the start.
    writes: AtomicU64,
}

impl Storage {
    /// Opens the data, or makes it and fills it with the demo data of `seed`, with so many campaigns.
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
        // Only now: what fills an empty file need not go through a log of its own first.
        connection.execute_batch("PRAGMA journal_mode = WAL")?;
        Ok(Self {
            connection: Mutex::new(connection),
            writes: AtomicU64::new(0),
        })
    }

    /// Looks something up in one consistent state of the data.
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

    /// Runs `act` in one transaction and keeps its work when it succeeds and `ending` says so.
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

    /// How often something was committed since the start.
    pub(crate) fn write_count(&self) -> u64 {
        self.writes.load(Ordering::Acquire)
    }

    /// A panic while the lock was held has rolled its transaction back, so the connection is sound.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the file readable by its owner alone; SQLite gives the files beside it the same permissions.
fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// How a transaction ends after its work succeeded.
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
    // Otherwise a statement is planned anew for each value that a range of ids is asked with.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // SQLite's own LIKE folds the case of ASCII letters only.
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
