use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::{Mutex, MutexGuard};
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::StoreError;
use crate::checkpoint::Checkpointer;
use crate::clean_shutdown_marker::CleanShutdownMarker;
use crate::work_count::{WorkCount, WorkCountFile};

/// The desktop's database: one file, which many programs may have open at once.
///
/// Its methods block while the disk works. They may be called from any thread.
#[derive(Debug)]
pub struct Store {
    // Fields are dropped in this order: the thread that shares the connection, SQLite, then the mark. The file only
    // counts as closed cleanly after SQLite has finished.
    pub(crate) files: Option<OpenFiles>,
    /// A lock that hands over to a waiting thread, unlike the standard library's: a thread that reads a long list in
    /// parts would otherwise take it again and again, and an edit would wait until the end.
    connection: Arc<Mutex<Connection>>,
    mark: Option<CleanShutdownMarker>,
    is_damaged: AtomicBool,
    /// The number of running fetches and large sends.
    pub(crate) log_guards: AtomicUsize,
}

/// The files beside a database on a disk.
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
            log_guards: AtomicUsize::new(0),
        }
    }

    /// Runs `work` in a transaction that holds the write lock from its beginning, and commits it.
    ///
    /// A deferred transaction that reads first and writes later fails with "busy" at once if another program wrote in
    /// between. It does not wait.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.write_on(&mut self.lock(), work)
    }

    /// Writes on a connection that is already locked, as [`Store::write`] does.
    pub(crate) fn write_on<T>(
        &self,
        connection: &mut Connection,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
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

    /// Runs `work` on one consistent snapshot of the database.
    pub(crate) fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        self.note_damage(work(&transaction))
    }

    /// Records damage, so that the next start checks the whole file.
    fn note_damage<T>(&self, outcome: Result<T, StoreError>) -> Result<T, StoreError> {
        if matches!(outcome, Err(StoreError::Corrupt { .. })) {
            self.is_damaged.store(true, Ordering::Relaxed);
        }
        outcome
    }

    /// A panic while the lock was held rolled its transaction back, so the connection is still valid.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock()
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
