use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::files::open_private;

/// The lock for logging in to a workspace's service. It is released when it is dropped, or when the process ends for
/// any reason.
#[derive(Debug)]
pub struct LoginLock(#[expect(dead_code, reason = "it is held")] File);

impl LoginLock {
    /// Waits at most `longest` until no other process logs in; `None` if one still does. `home` is the database's
    /// folder.
    pub fn acquire(home: &Path, workspace: &str, longest: Duration) -> io::Result<Option<Self>> {
        let file = open_private(&home.join(format!("login-{workspace}.lock")))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self(file))),
            Err(TryLockError::WouldBlock) => Ok(wait_for_release(file, longest).map(Self)),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Returns the file once it is locked. If the lock comes too late, the thread releases it at once.
fn wait_for_release(file: File, longest: Duration) -> Option<File> {
    let (locked, waits) = mpsc::channel();
    thread::spawn(move || {
        if file.lock().is_ok() {
            // The receiver may have stopped waiting.
            let _ = locked.send(file);
        }
    });
    waits.recv_timeout(longest).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    #[test]
    fn logins_are_serialized_per_workspace() {
        let home = tempfile::tempdir().unwrap();
        let wait =
            |workspace, longest| LoginLock::acquire(home.path(), workspace, longest).unwrap();
        let first = wait("a", LONG);
        assert!(first.is_some() && wait("b", LONG).is_some());
        assert!(wait("a", Duration::ZERO).is_none());
        let folder = home.path().to_owned();
        let next = thread::spawn(move || LoginLock::acquire(&folder, "a", LONG).unwrap().is_some());
        drop(first);
        assert!(next.join().unwrap());
        assert!(wait("a", LONG).is_some());
    }
}
