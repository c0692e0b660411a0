//! Lists the files of a folder.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, Error, WalkDir};

use crate::error::FileError;

/// A file of a folder, or the reason why it cannot be read.
pub type FolderFile = (PathBuf, Result<(), FileError>);

/// Lists the `.json` files of a folder and its subfolders by name. Links are followed. An entry that cannot be read
/// is listed with the reason. So is a folder without any such file.
#[must_use]
pub fn folder_files(folder: &Path) -> Vec<FolderFile> {
    folder_files_while(folder, || true)
}

/// Lists files as [`folder_files`] does, as long as `go_on` returns true. `go_on` is called for each entry, because
/// a folder may have very many other entries, which are not stored.
pub(crate) fn folder_files_while(
    folder: &Path,
    mut go_on: impl FnMut() -> bool,
) -> Vec<FolderFile> {
    let mut found = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1).follow_links(true) {
        if !go_on() {
            return Vec::new();
        }
        found.extend(match entry {
            Ok(entry) => json_file(&entry),
            Err(error) => Some((error_path(&error, folder), Err(walk_error(error)))),
        });
    }
    if found.is_empty() {
        return vec![(folder.to_owned(), Err(FileError::NoJsonFiles))];
    }
    found.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    found
}

/// Returns the entry as a file; none for a folder, and for a file with another extension.
fn json_file(entry: &DirEntry) -> Option<FolderFile> {
    let (path, kind) = (entry.path(), entry.file_type());
    if kind.is_dir() || !is_json(path) {
        return None;
    }
    let found = if kind.is_file() {
        Ok(())
    } else {
        Err(FileError::NotAFile)
    };
    Some((path.to_owned(), found))
}

fn error_path(error: &Error, folder: &Path) -> PathBuf {
    error.path().unwrap_or(folder).to_owned()
}

fn walk_error(error: Error) -> FileError {
    if error.loop_ancestor().is_some() {
        return FileError::LinkLoop;
    }
    let said = error.to_string();
    let io = error.into_io_error();
    FileError::Open(io.unwrap_or_else(|| io::Error::other(said)))
}

fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}
