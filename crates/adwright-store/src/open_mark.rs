use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
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

/// How the database was left by the last program that had it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left {
    /// It was closed, or is open in another program.
    Whole,
    /// The program ended without closing it.
    Open,
    /// Something in it was found to be damaged.
    Damaged,
}

/// What a mark says where damage was met.
const DAMAGED: &str = "damaged";

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
    /// Sets the mark, and tells what one that was left says. Needs the [`Doorway`].
    pub(crate) fn set(database: &Path, _turn: &Doorway) -> io::Result<(Self, Left)> {
        let path = beside(database, "-open");
        let was_there = path.try_exists()?;
        let mut file = open_private(&path)?;
        let alone = file.try_lock().is_ok();
        if alone {
            file.unlock()?;
        }
        file.lock_shared()?;
        let mut said = Vec::new();
        file.read_to_end(&mut said)?;
        let left = match (was_there && alone, said == DAMAGED.as_bytes()) {
            (false, _) => Left::Whole,
            (true, false) => Left::Open,
            (true, true) => Left::Damaged,
        };
        let mark = Self {
            database: database.to_owned(),
            file,
            clean: false,
        };
        Ok((mark, left))
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

    /// Lets the mark stay and say that damage was met, so that the next start checks the whole file.
    pub(crate) fn keep(&mut self) {
        self.clean = false;
        // Where this fails, the mark stays all the same, as after a crash.
        let _ = self.say(DAMAGED);
    }

    fn say(&mut self, word: &str) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(word.as_bytes())
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
