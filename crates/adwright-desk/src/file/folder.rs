//! The files of a folder.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, IntoIter, WalkDir};

/// A file of a folder, or why there is none.
pub type FolderFile = (PathBuf, Result<(), String>);

/// Goes through the `.json` files of a folder and of all that is in it, by name. Links are followed. What cannot be looked
/// into stands among them with a sentence that says why, and so does a folder without any such file.
pub fn folder_files(folder: &Path) -> impl Iterator<Item = FolderFile> + use<> {
    FolderFiles {
        folder: folder.to_owned(),
        entries: WalkDir::new(folder)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter(),
        is_empty: true,
    }
}

struct FolderFiles {
    folder: PathBuf,
    entries: IntoIter,
    is_empty: bool,
}

impl Iterator for FolderFiles {
    type Item = FolderFile;

    fn next(&mut self) -> Option<FolderFile> {
        let found = self.entries.find_map(|entry| match entry {
            Ok(entry) => file_of(&entry),
            Err(error) => Some(trouble(&error, &self.folder)),
        });
        let nothing = || {
            let said = "This folder has no .json files.".to_owned();
            (self.folder.clone(), Err(said))
        };
        let found = found.or_else(|| self.is_empty.then(nothing));
        self.is_empty = false;
        found
    }
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
