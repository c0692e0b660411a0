//! The files of a folder.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, IntoIter, WalkDir};

/// A file of a folder, or why there is none.
pub type FolderFile = (PathBuf, Result<(), String>);

/// Goes through the `.json` files of a folder and of all that is in it, by name. Links are followed. What cannot be looked
/// into stands among them with a sentence that says why, and so does a folder without any such file.
pub fn folder_files(folder: &Path) -> impl Iterator<Item = FolderFile> + use<> {
    folder_files_while(folder, || true)
}

/// The same for as long as `go_on` says so, which is asked before each entry: among many that are no such files, it may
/// take long until the next one.
pub(crate) fn folder_files_while<G: FnMut() -> bool>(
    folder: &Path,
    go_on: G,
) -> impl Iterator<Item = FolderFile> + use<G> {
    FolderFiles {
        folder: folder.to_owned(),
        entries: WalkDir::new(folder)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter(),
        is_empty: true,
        go_on,
    }
}

struct FolderFiles<G> {
    folder: PathBuf,
    entries: IntoIter,
    is_empty: bool,
    go_on: G,
}

impl<G: FnMut() -> bool> Iterator for FolderFiles<G> {
    type Item = FolderFile;

    fn next(&mut self) -> Option<FolderFile> {
        while (self.go_on)() {
            let Some(entry) = self.entries.next() else {
                return std::mem::take(&mut self.is_empty).then(|| nothing(&self.folder));
            };
            let found = match entry {
                Ok(entry) => file_of(&entry),
                Err(error) => Some(trouble(&error, &self.folder)),
            };
            if found.is_some() {
                self.is_empty = false;
                return found;
            }
        }
        None
    }
}

fn nothing(folder: &Path) -> FolderFile {
    let said = "This folder has no .json files.".to_owned();
    (folder.to_owned(), Err(said))
}

fn file_of(entry: &DirEntry) -> Option<FolderFile> {
    let (kind, path) = (entry.file_type(), entry.path());
    if kind.is_dir() || !is_json(path) {
        return None;
    }
    let regular = if kind.is_file() {
        Ok(())
    } else {
        Err(not_regular())
    };
    Some((path.to_owned(), regular))
}

/// What is said of what is no file with bytes of its own, such as a pipe or a device: reading it might never end.
pub(crate) fn not_regular() -> String {
    "It is a pipe or a device, not a file.".to_owned()
}

fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

fn trouble(error: &walkdir::Error, folder: &Path) -> FolderFile {
    let path = error.path().unwrap_or(folder).to_owned();
    let why = match error.io_error() {
        Some(error) => format!("It cannot be opened: {error}."),
        None => "It is a link to a folder that it is in itself.".to_owned(),
    };
    (path, Err(why))
}
