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

/// The changes of the schema since version 1, in order. A released change is never edited.
const UPGRADES: &[&str] = &[];

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
        Self::open_with(data, UPGRADES, |new| demo::fill(new, seed, scale))
    }

    fn open_with(
        data: &DataLocation,
        upgrades: &[&str],
        fill: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<Self, ServiceError> {
        let mut connection = match data {
            DataLocation::File(path) => {
                create_private(path)?;
                Connection::open(path)?
            }
            DataLocation::Memory => Connection::open_in_memory()?,
        };
        configure(&connection)?;
        migrate(&mut connection, upgrades, fill)?;
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

fn configure(connection: &Connection) -> Result<(), ServiceError> {
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

/// Creates and fills missing data, and upgrades existing data.
fn migrate(
    connection: &mut Connection,
    upgrades: &[&str],
    fill: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
) -> Result<(), ServiceError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut version: i64 =
        transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version == 0 {
        transaction.execute_batch(include_str!("schema.sql"))?;
        fill(&transaction)?;
        transaction.execute_batch(include_str!("campaign_indexes.sql"))?;
        version = 1;
    }
    let applied = usize::try_from(version - 1).ok();
    let missing = applied.and_then(|applied| upgrades.get(applied..));
    for upgrade in missing.ok_or(ServiceError::NewerData(version))? {
        transaction.execute_batch(upgrade)?;
        version += 1;
    }
    transaction.pragma_update(None, "user_version", version)?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_file_is_upgraded_with_its_data() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataLocation::File(folder.path().join("practice.sqlite"));
        let campaigns = |storage: &Storage| {
            let texts = storage.read(|tx| {
                let mut all = tx.prepare("SELECT text FROM campaign ORDER BY id")?;
                let texts = all.query_map([], |row| row.get(0))?;
                texts.collect::<rusqlite::Result<Vec<String>>>()
            });
            texts.unwrap()
        };
        let before = campaigns(&Storage::open(&data, 1, None).unwrap());
        assert!(!before.is_empty());

        let upgrades = ["CREATE TABLE later (x); INSERT INTO later VALUES (1)"];
        for _ in 0..2 {
            let later =
                Storage::open_with(&data, &upgrades, |_| panic!("it is filled already")).unwrap();
            assert_eq!(campaigns(&later), before);
            let added = "SELECT count(*) FROM later";
            let added: rusqlite::Result<u32> =
                later.read(|tx| tx.query_row(added, [], |row| row.get(0)));
            assert_eq!(added.unwrap(), 1);
        }
        let refused = Storage::open(&data, 1, None).err().unwrap();
        assert!(matches!(refused, ServiceError::NewerData(2)), "{refused}");
    }
}
