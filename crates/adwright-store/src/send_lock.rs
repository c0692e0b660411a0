use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::files::{open_private, remove_if_exists};

/// Held by the one who sends in a workspace; it ends when it is dropped, or with the process, whatever ends that.
#[derive(Debug)]
pub struct SendLock {
    // Only a lock on a file is released by a process's death. Who holds it is in a file of its own, since some systems
    // let nobody else read a locked one.
    _file: File,
    written: PathBuf,
}

/// Who sends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendLockHolder {
    /// The person.
    pub person: String,
    /// The process.
    pub pid: u32,
    /// Since when, in epoch milliseconds.
    pub since: i64,
}

/// Why the lock could not be had.
#[derive(Debug, thiserror::Error)]
pub enum SendLockError {
    /// Someone else is sending in this workspace.
    #[error("{} Try again when that is done.", holder_text(by.as_ref()))]
    Held {
        /// Who; none in the instant before they have written it down.
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
    /// Takes the lock of a workspace for `holder`, without waiting. `home` is the folder that the database is in.
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

    /// Who is sending in a workspace; none where nobody is.
    ///
    /// # Errors
    /// [`SendLockError::Held`] where somebody is who has not written down yet who they are.
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
        // What stays behind where this fails is read by nobody: the next holder writes it anew.
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
