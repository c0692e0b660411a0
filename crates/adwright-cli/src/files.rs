//! Reads the files and folders of the command line.

use std::path::{Path, PathBuf};
use std::{fs, io};

use adwright_desk::{FileError, folder_files, read_all, read_file};

use crate::failure::CommandFailure;

/// The largest file size in megabytes. A larger file is not even read.
const LARGEST: u64 = 1024;

/// Visits files and folders in the given order, each folder by name. Passes each file on with its bytes, or with
/// the error.
pub(crate) fn for_each_file(
    paths: &[PathBuf],
    mut each: impl FnMut(&str, Result<Vec<u8>, FileError>) -> io::Result<()>,
) -> io::Result<()> {
    for path in paths {
        if path.as_os_str() == "-" {
            each("-", read_all(io::stdin().lock(), LARGEST))?;
        } else if path.is_dir() {
            for (path, found) in folder_files(path) {
                each(
                    &path.to_string_lossy(),
                    found.and_then(|()| read_file(&path, LARGEST)),
                )?;
            }
        } else {
            each(&path.to_string_lossy(), read_file(path, LARGEST))?;
        }
    }
    Ok(())
}

/// Reads the text of a file, or standard input for `-`.
pub(crate) fn read_text(file: &Path) -> Result<String, CommandFailure> {
    let text = if file.as_os_str() == "-" {
        io::read_to_string(io::stdin())
    } else {
        fs::read_to_string(file)
    };
    text.map_err(|error| {
        CommandFailure::usage(format!("{} cannot be read: {error}.", file.display()))
    })
}
