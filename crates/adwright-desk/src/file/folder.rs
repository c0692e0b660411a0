//! The files of a folder.

use std::ffi::OsString;
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

/// A file of a folder, or why there is none.
pub type FolderFile = (PathBuf, Result<(), String>);

/// Goes through the `.json` files of a folder and of all that is in it, by name. Links are followed. What cannot be looked
/// into stands among them with a sentence that says why, and so does a folder without any such file.
pub fn folder_files(folder: &Path) -> impl Iterator<Item = FolderFile> + use<> {
    folder_files_while(folder, || true)
}

/// The same for as long as `go_on` says so, which is asked at each entry: among many that are no such files, it may take
/// long until the next one.
pub(crate) fn folder_files_while<G: FnMut() -> bool>(
    folder: &Path,
    go_on: G,
) -> impl Iterator<Item = FolderFile> + use<G> {
    FolderFiles {
        folder: folder.to_owned(),
        is_begun: false,
        is_empty: true,
        open: Vec::new(),
        go_on,
    }
}

struct FolderFiles<G> {
    folder: PathBuf,
    is_begun: bool,
    is_empty: bool,
    /// The folder that is gone through, after those that it is in.
    open: Vec<OpenFolder>,
    go_on: G,
}

/// A folder with what is still to come of it. It is read whole, so that what comes is in order; but only the names of what
/// comes are kept, however many other files it has.
struct OpenFolder {
    path: PathBuf,
    /// The same without links, by which one is known that leads back.
    real: PathBuf,
    rest: IntoIter<(OsString, Entry)>,
}

enum Entry {
    Folder,
    File,
    Trouble(String),
}

impl<G: FnMut() -> bool> Iterator for FolderFiles<G> {
    type Item = FolderFile;

    fn next(&mut self) -> Option<FolderFile> {
        if !self.is_begun {
            self.is_begun = true;
            let folder = self.folder.clone();
            if let Err(why) = self.enter(&folder) {
                return Some(self.found(folder, Err(why)));
            }
        }
        while let Some(folder) = self.open.last_mut() {
            let Some((name, entry)) = folder.rest.next() else {
                self.open.pop();
                continue;
            };
            let path = folder.path.join(name);
            let found = match entry {
                Entry::Folder => self.enter(&path).err().map(Err),
                Entry::File => Some(Ok(())),
                Entry::Trouble(why) => Some(Err(why)),
            };
            if let Some(found) = found {
                return Some(self.found(path, found));
            }
        }
        let folder = std::mem::take(&mut self.is_empty).then(|| self.folder.clone());
        folder.map(|folder| (folder, Err("This folder has no .json files.".to_owned())))
    }
}

impl<G: FnMut() -> bool> FolderFiles<G> {
    fn found(&mut self, path: PathBuf, found: Result<(), String>) -> FolderFile {
        self.is_empty = false;
        (path, found)
    }

    /// Goes on inside of a folder; nowhere, where it was to end meanwhile.
    fn enter(&mut self, path: &Path) -> Result<(), String> {
        let real = fs::canonicalize(path).map_err(cannot_be_opened)?;
        if self.open.iter().any(|folder| folder.real == real) {
            return Err("It is a link to a folder that it is in itself.".to_owned());
        }
        let mut rest = Vec::new();
        for entry in fs::read_dir(path).map_err(cannot_be_opened)? {
            if !(self.go_on)() {
                self.open.clear();
                self.is_empty = false;
                return Ok(());
            }
            let entry = entry.map_err(cannot_be_opened)?;
            rest.extend(entry_of(&entry).map(|what| (entry.file_name(), what)));
        }
        rest.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        self.open.push(OpenFolder {
            path: path.to_owned(),
            real,
            rest: rest.into_iter(),
        });
        Ok(())
    }
}

/// What is to come of an entry; nothing of a file that is none of those that are looked for.
fn entry_of(entry: &DirEntry) -> Option<Entry> {
    match type_of(entry) {
        Err(error) => Some(Entry::Trouble(cannot_be_opened(error))),
        Ok(kind) if kind.is_dir() => Some(Entry::Folder),
        Ok(_) if !is_json(Path::new(&entry.file_name())) => None,
        Ok(kind) if kind.is_file() => Some(Entry::File),
        Ok(_) => Some(Entry::Trouble(not_regular())),
    }
}

/// What an entry is, or what a link leads to.
fn type_of(entry: &DirEntry) -> io::Result<FileType> {
    let kind = entry.file_type()?;
    if kind.is_symlink() {
        return Ok(fs::metadata(entry.path())?.file_type());
    }
    Ok(kind)
}

/// What is said of what is no file with bytes of its own, such as a pipe or a device: reading it might never end.
pub(crate) fn not_regular() -> String {
    "It is a pipe or a device, not a file.".to_owned()
}

fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "so that it stands in `map_err`"
)]
fn cannot_be_opened(error: io::Error) -> String {
    format!("It cannot be opened: {error}.")
}
