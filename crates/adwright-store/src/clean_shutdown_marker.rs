use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use crate::files::{open_private, remove_if_exists, sibling_path};

/// A lock while a program opens or closes the database, so that only one program checks, copies and migrates it.
///
/// The file stays: if a locked file is removed, two programs can lock different files of the same name.
#[derive(Debug)]
pub(crate) struct OpenLock {
    _file: File,
}

impl OpenLock {
    /// Waits for the lock.
    pub(crate) fn acquire(database: &Path) -> io::Result<Self> {
        let file = open_private(&sibling_path(database, "-lock"))?;
        file.lock()?;
        Ok(Self { _file: file })
    }
}

/// How the last program left the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PreviousExit {
    /// The database was closed, or is open in another program.
    Clean,
    /// The program ended without closing it.
    Crashed,
    /// Damage was found in the database.
    Damaged,
}

/// The mark's text after damage.
const DAMAGED: &str = "damaged";

/// A file beside the database while a program has it open. A file that no process locks was left by a crash.
///
/// Each open database holds it with a shared lock, which is released when its process ends for any reason.
#[derive(Debug)]
pub(crate) struct CleanShutdownMarker {
    database: PathBuf,
    file: File,
    is_clean: bool,
}

impl CleanShutdownMarker {
    /// Sets the mark, and returns how the last program left the database. Needs the [`OpenLock`].
    pub(crate) fn create(database: &Path, _lock: &OpenLock) -> io::Result<(Self, PreviousExit)> {
        let path = sibling_path(database, "-open");
        let existed = path.try_exists()?;
        let mut file = open_private(&path)?;
        let is_alone = file.try_lock().is_ok();
        if is_alone {
            file.unlock()?;
        }
        file.lock_shared()?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let previous_exit = match (existed && is_alone, text == DAMAGED.as_bytes()) {
            (false, _) => PreviousExit::Clean,
            (true, false) => PreviousExit::Crashed,
            (true, true) => PreviousExit::Damaged,
        };
        let mark = Self {
            database: database.to_owned(),
            file,
            is_clean: false,
        };
        Ok((mark, previous_exit))
    }

    /// Returns whether a program has the database open. Needs the [`OpenLock`].
    pub(crate) fn is_held(database: &Path, _lock: &OpenLock) -> io::Result<bool> {
        let path = sibling_path(database, "-open");
        Ok(path.try_exists()? && open_private(&path)?.try_lock().is_err())
    }

    /// Makes drop remove the mark. Before this call, for example after a failed check, the mark stays for the next
    /// start.
    pub(crate) fn mark_clean(mut self) -> Self {
        self.is_clean = true;
        self
    }

    /// Keeps the mark and records damage, so that the next start checks the whole file.
    pub(crate) fn mark_damaged(&mut self) {
        self.is_clean = false;
        // If this fails, the mark stays anyway, as after a crash.
        let _ = self.write_text(DAMAGED);
    }

    fn write_text(&mut self, word: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(word.as_bytes())
    }

    fn remove_if_last(&self) -> io::Result<()> {
        let _lock = OpenLock::acquire(&self.database)?;
        self.file.unlock()?;
        if self.file.try_lock().is_ok() {
            remove_if_exists(&sibling_path(&self.database, "-open"))?;
        }
        Ok(())
    }
}

impl Drop for CleanShutdownMarker {
    fn drop(&mut self) {
        if self.is_clean {
            // If this fails, the mark stays. The next start then only runs an extra check.
            let _ = self.remove_if_last();
        }
    }
}
