use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;

use crate::backup::back_up_once_a_day;
use crate::{Store, StoreError};

/// How long nothing was written before the log is moved into the file.
pub(crate) const QUIET: Duration = Duration::from_secs(2);

/// After so many pages (4 MB) a commit moves the log into the file itself.
pub(crate) const PAGES_BEFORE_CHECKPOINT: i32 = 1_000;

/// The same (64 MB) during a fetch. A fetch would otherwise write the inner pages of its trees again every few replies.
const PAGES_WHILE_FETCHING: i32 = 16_000;

/// Whether the log is empty now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckpointOutcome {
    Done,
    /// Another connection reads from the log or writes to it.
    Busy,
}

/// Moves the log into the file and empties it. A log that stays could lose all that is behind one bad byte.
pub(crate) fn checkpoint(c: &Connection) -> Result<CheckpointOutcome, StoreError> {
    let patience: i64 = c.pragma_query_value(None, "busy_timeout", |row| row.get(0))?;
    c.pragma_update(None, "busy_timeout", 0)?;
    let busy = c.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| {
        row.get::<_, bool>(0)
    });
    c.pragma_update(None, "busy_timeout", patience)?;
    Ok(if busy? {
        CheckpointOutcome::Busy
    } else {
        CheckpointOutcome::Done
    })
}

/// A thread that moves the log into the file once nothing was written for a while, and makes the daily copy.
#[derive(Debug)]
pub(crate) struct Checkpointer {
    writes: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct CheckpointWorker {
    connection: Arc<Mutex<Connection>>,
    database: PathBuf,
    writes: Receiver<()>,
    quiet: Duration,
}

impl Checkpointer {
    pub(crate) fn start(
        connection: &Arc<Mutex<Connection>>,
        database: &Path,
        quiet: Duration,
    ) -> Result<Self, StoreError> {
        let (writes, written) = channel();
        let work = CheckpointWorker {
            connection: Arc::clone(connection),
            database: database.to_owned(),
            writes: written,
            quiet,
        };
        let thread = thread::Builder::new().name("checkpoint".to_owned());
        let thread = thread.spawn(move || work.run());
        Ok(Self {
            writes: Some(writes),
            thread: Some(thread.map_err(StoreError::file_error("starting a thread"))?),
        })
    }

    /// Tells the thread that something was written.
    pub(crate) fn note_write(&self) {
        if let Some(writes) = &self.writes {
            // The thread ends before the store does only if it panicked; commits checkpoint then.
            let _ = writes.send(());
        }
    }
}

impl Drop for Checkpointer {
    fn drop(&mut self) {
        drop(self.writes.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl CheckpointWorker {
    fn run(self) {
        while self.writes.recv().is_ok() {
            let is_closing = self.wait_until_idle();
            // A copy that fails is tried again after the next write.
            let _ = back_up_once_a_day(&self.database);
            if is_closing {
                return;
            }
        }
    }

    /// Waits until nothing is written any more and the log is empty. Whether the store is being closed.
    fn wait_until_idle(&self) -> bool {
        loop {
            match self.writes.recv_timeout(self.quiet) {
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

    /// A disk that fails now fails again at the next commit, which tells the person.
    fn checkpoint(&self) -> CheckpointOutcome {
        let connection = self.connection.lock();
        checkpoint(&connection.unwrap_or_else(PoisonError::into_inner))
            .unwrap_or(CheckpointOutcome::Done)
    }
}

/// Held during a fetch: until it is dropped, the log may grow large.
#[derive(Debug)]
pub struct FetchGuard<'a>(&'a Store);

impl Store {
    /// Lets the log grow large, for as long as the guard is held.
    pub fn fetch_guard(&self) -> Result<FetchGuard<'_>, StoreError> {
        self.fetches.fetch_add(1, Ordering::SeqCst);
        let guard = FetchGuard(self);
        set_autocheckpoint(&self.lock(), PAGES_WHILE_FETCHING)?;
        Ok(guard)
    }

    /// Moves the log into the file now, unless another connection reads it. What fails is tried again once nothing is
    /// written for a while.
    pub fn checkpoint(&self) {
        let _ = checkpoint(&self.lock());
    }
}

impl Drop for FetchGuard<'_> {
    fn drop(&mut self) {
        if self.0.fetches.fetch_sub(1, Ordering::SeqCst) > 1 {
            return;
        }
        let connection = self.0.lock();
        // The log first, so that no edit has to move a large one. What fails is tried again when nothing is written.
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
    fn log_grows_large_only_during_a_fetch() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a.sqlite");
        let store = Store::open(&path).unwrap();
        let limit = || -> i32 {
            let connection = store.lock();
            let limit = connection.pragma_query_value(None, "wal_autocheckpoint", |row| row.get(0));
            limit.unwrap()
        };
        assert_eq!(limit(), 1_000);
        let (first, second) = (store.fetch_guard().unwrap(), store.fetch_guard().unwrap());
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
