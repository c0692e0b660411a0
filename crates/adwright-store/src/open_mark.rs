use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::{beside, open_private, remove_if_there};

/// Held while a program opens or closes the database, so that only one of them checks, copies and migrates it.
///
/// The file stays: removing a file that others lock would let two of them lock different files of the same name.
#[derive(Debug)]
pub(crate) struct Doorway {
    _file: File,
}

impl Doorway {
    /// Waits for its turn.
    pub(crate) fn enter(database: &Path) -> io::Result<Self> {
        let file = open_private(&beside(database, "-lock"))?;
        file.lock()?;
        Ok(Self { _file: file })
    }
}

/// A file beside the database for as long as someone has it open: one that nobody holds was left by a crash.
///
/// Each open database holds it with a shared lock, which ends with its process, whatever ends that.
#[derive(Debug)]
pub(crate) struct OpenMark {
    database: PathBuf,
    file: File,
    clean: bool,
}

impl OpenMark {
    /// Sets the mark, and tells whether one was left by a crash. Needs the [`Doorway`].
    pub(crate) fn set(database: &Path, _turn: &Doorway) -> io::Result<(Self, bool)> {
        let path = beside(database, "-open");
        let was_there = path.try_exists()?;
        let file = open_private(&path)?;
        let alone = file.try_lock().is_ok();
        if alone {
            file.unlock()?;
        }
        file.lock_shared()?;
        let mark = Self {
            database: database.to_owned(),
            file,
            clean: false,
        };
        Ok((mark, was_there && alone))
    }

    /// Whether a program has the database open. Needs the [`Doorway`].
    pub(crate) fn is_held(database: &Path, _turn: &Doorway) -> io::Result<bool> {
        let path = beside(database, "-open");
        Ok(path.try_exists()? && open_private(&path)?.try_lock().is_err())
    }

    /// From here on, dropping the mark removes it; until then (a failed check, say) it stays for the next start.
    pub(crate) fn opened(mut self) -> Self {
        self.clean = true;
        self
    }

    /// Lets the mark stay, so that the next start checks the file.
    pub(crate) fn keep(&mut self) {
        self.clean = false;
    }

    fn remove_if_last(&self) -> io::Result<()> {
        let _turn = Doorway::enter(&self.database)?;
        self.file.unlock()?;
        if self.file.try_lock().is_ok() {
            remove_if_there(&beside(&self.database, "-open"))?;
        }
        Ok(())
    }
}

impl Drop for OpenMark {
    fn drop(&mut self) {
        if self.clean {
            // Where this fails the mark stays, which costs the next start a check and nothing else.
            let _ = self.remove_if_last();
        }
    }
}
