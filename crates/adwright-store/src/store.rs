use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::StoreError;
use crate::open_mark::OpenMark;

/// The desktop's database: one file, which many programs may have open at once.
///
/// Its methods block for as long as the disk takes; they may be called from any thread.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
    is_damaged: AtomicBool,
    // After the connection, so that it is dropped after it: the file counts as closed cleanly only once SQLite is done.
    mark: Option<OpenMark>,
}

impl Store {
    pub(crate) fn new(connection: Connection, mark: Option<OpenMark>) -> Self {
        Self {
            connection: Mutex::new(connection),
            is_damaged: AtomicBool::new(false),
            mark,
        }
    }

    /// Runs `work` in a transaction that holds the write lock from its beginning, and commits it.
    ///
    /// A deferred transaction that reads first and writes later fails with "busy" at once when another program wrote
    /// in between, without any waiting.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.lock();
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let value = work(&transaction).and_then(|value| {
            transaction.commit()?;
            Ok(value)
        });
        self.noting_damage(value)
    }

    /// Runs `work` on one consistent picture of the database.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        self.noting_damage(work(&transaction))
    }

    /// Damage that was met makes the next start look at the whole file.
    fn noting_damage<T>(&self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        if matches!(outcome, Err(StoreError::Corrupt { .. })) {
            self.is_damaged.store(true, Ordering::Relaxed);
        }
        outcome
    }

    /// A panic while the lock was held has rolled its transaction back, so the connection is still good.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if let Some(mark) = &mut self.mark
            && *self.is_damaged.get_mut()
        {
            mark.keep();
        }
    }
}
