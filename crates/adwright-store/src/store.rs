use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::StoreError;
use crate::checkpoint::Checkpointer;
use crate::clean_shutdown_marker::CleanShutdownMarker;
use crate::work_count::{WorkCount, WorkCountFile};

/// The desktop's database: one file, which many programs may have open at once.
///
/// Its methods block for as long as the disk takes; they may be called from any thread.
#[derive(Debug)]
pub struct Store {
    // The order is that of the ends: the thread that shares the connection, SQLite, then the mark, since the file counts
    // as closed cleanly only once SQLite is done.
    pub(crate) files: Option<OpenFiles>,
    connection: Arc<Mutex<Connection>>,
    mark: Option<CleanShutdownMarker>,
    is_damaged: AtomicBool,
    /// How many fetches are under way.
    pub(crate) fetches: AtomicUsize,
}

/// What a database on a disk has beside its connection.
#[derive(Debug)]
pub(crate) struct OpenFiles {
    pub(crate) path: PathBuf,
    pub(crate) checkpointer: Checkpointer,
    pub(crate) count: WorkCountFile,
}

impl Store {
    pub(crate) fn new(
        connection: Arc<Mutex<Connection>>,
        files: Option<OpenFiles>,
        mark: Option<CleanShutdownMarker>,
    ) -> Self {
        Self {
            files,
            connection,
            mark,
            is_damaged: AtomicBool::new(false),
            fetches: AtomicUsize::new(0),
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
            self.commit(transaction)?;
            Ok(value)
        });
        self.note_damage(value)
    }

    fn commit(&self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        let Some(files) = &self.files else {
            return Ok(transaction.commit()?);
        };
        let count = WorkCount::read(&transaction)?;
        files.count.write_lower(count)?;
        transaction.commit()?;
        files.count.set(count);
        files.checkpointer.note_write();
        Ok(())
    }

    /// Runs `work` on one consistent picture of the database.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        self.note_damage(work(&transaction))
    }

    /// Damage that was met makes the next start look at the whole file.
    fn note_damage<T>(&self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        if matches!(outcome, Err(StoreError::Corrupt { .. })) {
            self.is_damaged.store(true, Ordering::Relaxed);
        }
        outcome
    }

    /// A panic while the lock was held has rolled its transaction back, so the connection is still good.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Connection> {
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
            mark.mark_damaged();
        }
    }
}
