//! What stands on the command line, as files.

use std::io;
use std::path::PathBuf;

use adwright_desk::{folder_files, read_all, read_file};

/// A file of this size in megabytes cannot be checked; it is not even read.
const LARGEST: u64 = 1024;

/// Goes through files and folders in the order given, each folder by name, and hands on each file with its bytes, or a
/// sentence that says why there are none.
pub(crate) fn for_each_file(
    given: &[PathBuf],
    mut each: impl FnMut(&str, Result<Vec<u8>, String>) -> io::Result<()>,
) -> io::Result<()> {
    for path in given {
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
