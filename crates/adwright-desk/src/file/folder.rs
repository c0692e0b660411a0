//! Lists the files of a folder.

use std::path::{Path, PathBuf};

use walkdir::{DirEntry, Error, WalkDir};

/// A file of a folder, or the reason why it cannot be read.
pub type FolderFile = (PathBuf, Result<(), String>);

/// Lists the `.json` files of a folder and its subfolders by name. Links are followed. An entry that cannot be read
/// is listed with the reason as a sentence. So is a folder without any such file.
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
            Err(error) => Some((error_path(&error, folder), Err(walk_error_message(&error)))),
        });
    }
    if found.is_empty() {
        let none = "This folder has no .json files.".to_owned();
        return vec![(folder.to_owned(), Err(none))];
    }
    found.sort_unstable();
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
        Err(not_regular_message())
    };
    Some((path.to_owned(), found))
}

fn error_path(error: &Error, folder: &Path) -> PathBuf {
    error.path().unwrap_or(folder).to_owned()
}

fn walk_error_message(error: &Error) -> String {
    match (error.loop_ancestor(), error.io_error()) {
        (Some(_), _) => "It is a link to a folder that it is in itself.".to_owned(),
        (None, Some(why)) => format!("It cannot be opened: {why}."),
        (None, None) => format!("It cannot be opened: {error}."),
    }
}

/// Returns the message for an entry that is not a regular file, such as a pipe or a device. Reading it might never
/// end.
pub(crate) fn not_regular_message() -> String {
    "It is a pipe or a device, not a file.".to_owned()
}

fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}
