use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::Mutex;
use rusqlite::Connection;

use crate::backup::back_up_once_a_day;
use crate::{Store, StoreError};

/// How long after the last write the log is moved into the file.
pub(crate) const QUIET: Duration = Duration::from_secs(2);

/// A commit moves the log into the file after this many pages (4 MB).
pub(crate) const PAGES_BEFORE_CHECKPOINT: i32 = 1_000;

/// The limit during a fetch or a large send (64 MB). With the usual limit both would rewrite the inner pages of their
/// trees every few replies.
const PAGES_UNDER_GUARD: i32 = 16_000;

/// Whether a checkpoint emptied the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckpointOutcome {
    Done,
    /// Another connection reads the log or writes to it.
    Busy,
}

/// Moves the log into the file and empties it. One bad byte in a log can lose everything after it.
pub(crate) fn checkpoint(c: &Connection) -> Result<CheckpointOutcome, StoreError> {
    let busy_timeout: i64 = c.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    c.pragma_update(None, "busy_timeout", 0)?;
    let busy = c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
        row.get::<_, bool>(0)
    });
    c.pragma_update(None, "busy_timeout", busy_timeout)?;
    Ok(if busy? {
        CheckpointOutcome::Busy
    } else {
        CheckpointOutcome::Done
    })
}

/// A thread that moves the log into the file after a while without writes, and makes the daily copy.
#[derive(Debug)]
pub(crate) struct Checkpointer {
    write_sender: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct CheckpointWorker {
    connection: Arc<Mutex<Connection>>,
    database: PathBuf,
    write_receiver: Receiver<()>,
    quiet: Duration,
}

impl Checkpointer {
    pub(crate) fn start(
        connection: &Arc<Mutex<Connection>>,
        database: &Path,
        quiet: Duration,
    ) -> Result<Self, StoreError> {
        let (write_sender, write_receiver) = channel();
        let work = CheckpointWorker {
            connection: Arc::clone(connection),
            database: database.to_owned(),
            write_receiver,
            quiet,
        };
        let thread = thread::Builder::new().name("checkpoint".to_owned());
        let thread = thread.spawn(move || work.run());
        Ok(Self {
            write_sender: Some(write_sender),
            thread: Some(thread.map_err(StoreError::file_error("starting a thread"))?),
        })
    }

    /// Notifies the thread of a write.
    pub(crate) fn note_write(&self) {
        if let Some(sender) = &self.write_sender {
            // The thread ends before the store only if it panicked. Then commits run the checkpoints.
            let _ = sender.send(());
        }
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        drop(self.write_sender.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl CheckpointWorker {
    fn run(self) {
        while self.write_receiver.recv().is_ok() {
            let is_closing = self.wait_until_idle();
            // A failed copy is tried again after the next write.
            let _ = back_up_once_a_day(&self.database);
            if is_closing {
                return;
            }
        }
    }

    /// Waits until writes have stopped and the log is empty. Returns whether the store is closing.
    fn wait_until_idle(&self) -> bool {
        loop {
            match self.write_receiver.recv_timeout(self.quiet) {
                Ok(()) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.checkpoint();
                    return true;
                }
                Err(RecvTimeoutError::Timeout) => {
                    if self.checkpoint() == CheckpointOutcome::Done {
                        return false;
                    }
                }
            }
        }
    }

    /// Ignores a disk error: it occurs again at the next commit, which reports it.
    fn checkpoint(&self) -> CheckpointOutcome {
        checkpoint(&self.connection.lock()).unwrap_or(CheckpointOutcome::Done)
    }
}

/// Allows the log to grow large during a fetch or a large send, until it is dropped.
#[derive(Debug)]
pub struct LogGuard<'a>(&'a Store);

impl Store {
    /// Allows the log to grow large while the guard exists.
    pub fn log_guard(&self) -> Result<LogGuard<'_>, StoreError> {
        self.log_guards.fetch_add(1, Ordering::SeqCst);
        let guard = LogGuard(self);
        set_autocheckpoint(&self.lock(), PAGES_UNDER_GUARD)?;
        Ok(guard)
    }

    /// Moves the log into the file now, unless another connection reads it. A failed checkpoint is repeated after the
    /// next pause in writing.
    pub fn checkpoint(&self) {
        let _ = checkpoint(&self.lock());
    }
}

impl Drop for LogGuard<'_> {
    fn drop(&mut self) {
        if self.0.log_guards.fetch_sub(1, Ordering::SeqCst) > 1 {
            return;
        }
        let connection = self.0.lock();
        // The log is moved first, so that no edit has to move a large one. A failure is repeated after the next pause
        // in writing.
        let _ = checkpoint(&connection);
        let _ = set_autocheckpoint(&connection, PAGES_BEFORE_CHECKPOINT);
    }
}

fn set_autocheckpoint(c: &Connection, pages: i32) -> Result<(), StoreError> {
    Ok(c.pragma_update(None, "wal_autocheckpoint", pages)?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use tempfile::TempDir;

    use crate::Store;
    use crate::files::sibling_path;

    #[test]
    fn quiet_store_empties_its_log() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.sqlite");
        let store = Store::open_quiet_after(&path, Duration::ZERO).unwrap();
        store.preference_set("theme", "dark").unwrap();
        while fs::metadata(sibling_path(&path, "-wal")).unwrap().len() > 0 {
            std::thread::yield_now();
        }
        assert_eq!(store.preference_get("theme").unwrap().unwrap(), "dark");
    }

    #[test]
    fn log_grows_large_only_under_a_guard() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.sqlite");
        let store = Store::open(&path).unwrap();
        let limit = || -> i32 {
            let connection = store.lock();
            let limit = connection.pragma_query_value(None, "wal_autocheckpoint", |row| row.get(0));
            limit.unwrap()
        };
        assert_eq!(limit(), 1_000);
        let (first, second) = (store.log_guard().unwrap(), store.log_guard().unwrap());
        store.preference_set("theme", "dark").unwrap();
        drop(first);
        assert_eq!(limit(), 16_000);
        drop(second);
        assert_eq!(limit(), 1_000);
        assert_eq!(fs::metadata(sibling_path(&path, "-wal")).unwrap().len(), 0);
    }

    #[test]
    fn new_store_has_an_empty_log() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.sqlite");
        let _store = Store::open(&path).unwrap();
        assert_eq!(fs::metadata(sibling_path(&path, "-wal")).unwrap().len(), 0);
    }
}
