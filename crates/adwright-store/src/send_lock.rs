use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::{open_private, remove_if_exists};

/// The lock for sending in a workspace. It is released when it is dropped, or when the process ends for any reason.
#[derive(Debug)]
pub struct SendLock {
    // Only a lock on a file is released when its process dies. The holder is written to a separate file, because some
    // systems do not let others read a locked one.
    _file: File,
    written: PathBuf,
}

/// The holder of a send lock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendLockHolder {
    /// The person.
    pub person: String,
    /// The process.
    pub pid: u32,
    /// When the lock was taken, in epoch milliseconds.
    pub since: i64,
}

/// Why the lock was not taken.
#[derive(Debug, thiserror::Error)]
pub enum SendLockError {
    /// Someone else is sending in this workspace.
    #[error("{} Try again when that is done.", holder_text(by.as_ref()))]
    Held {
        /// The holder; `None` in the moment before the holder's file is written.
        by: Option<SendLockHolder>,
    },
    /// The file could not be used.
    #[error("The lock that guards sending could not be used ({0}).")]
    File(#[from] io::Error),
}

fn holder_text(by: Option<&SendLockHolder>) -> String {
    match by {
        Some(SendLockHolder { person, pid, .. }) => {
            format!("{person} is sending from this workspace in another window (process {pid}).")
        }
        None => "Another window is sending from this workspace.".to_owned(),
    }
}

impl SendLock {
    /// Takes the lock of a workspace for `holder`, without waiting. `home` is the database's folder.
    pub fn acquire(
        home: &Path,
        workspace: &str,
        holder: &SendLockHolder,
    ) -> Result<Self, SendLockError> {
        let written = holder_path(home, workspace);
        let file = open_private(&lock_path(home, workspace))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(SendLockError::Held { by: read(&written) });
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        write(&written, holder)?;
        Ok(Self {
            _file: file,
            written,
        })
    }

    /// Returns the holder of a workspace's lock; `None` if nobody is sending.
    ///
    /// # Errors
    /// [`SendLockError::Held`] if a holder has not written its file yet.
    pub fn holder(home: &Path, workspace: &str) -> Result<Option<SendLockHolder>, SendLockError> {
        let file = open_private(&lock_path(home, workspace))?;
        match file.try_lock_shared() {
            Ok(()) => Ok(None),
            Err(TryLockError::WouldBlock) => match read(&holder_path(home, workspace)) {
                Some(holder) => Ok(Some(holder)),
                None => Err(SendLockError::Held { by: None }),
            },
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

impl Drop for SendLock {
    fn drop(&mut self) {
        // If this fails, the file has no effect: the next holder overwrites it.
        let _ = remove_if_exists(&self.written);
    }
}

fn lock_path(home: &Path, workspace: &str) -> PathBuf {
    home.join(format!("send-{workspace}.lock"))
}

fn holder_path(home: &Path, workspace: &str) -> PathBuf {
    home.join(format!("send-{workspace}.json"))
}

fn write(path: &Path, holder: &SendLockHolder) -> io::Result<()> {
    let mut file = open_private(path)?;
    file.set_len(0)?;
    file.write_all(&serde_json::to_vec(holder)?)
}

fn read(path: &Path) -> Option<SendLockHolder> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}
