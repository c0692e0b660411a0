//! What stands on the command line, as files.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// A file of this size cannot be checked; it is not even read.
const LARGEST: u64 = 1024 * 1024 * 1024;

/// Goes through files and folders in the order given, each folder by name, and hands on each file with its bytes, or a
/// sentence that says why there are none.
pub(crate) fn each_file(
    given: &[PathBuf],
    mut each: impl FnMut(&str, Result<Vec<u8>, String>) -> io::Result<()>,
) -> io::Result<()> {
    for path in given {
        if path.as_os_str() == "-" {
            each("-", read(io::stdin().lock(), 0))?;
        } else if path.is_dir() {
            in_folder(path, &mut each)?;
        } else {
            each(&path.to_string_lossy(), open(path))?;
        }
    }
    Ok(())
}

fn in_folder(
    folder: &Path,
    each: &mut impl FnMut(&str, Result<Vec<u8>, String>) -> io::Result<()>,
) -> io::Result<()> {
    let mut any = false;
    for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_file() && is_json(entry.path()) => {
                any = true;
                each(&entry.path().to_string_lossy(), open(entry.path()))?;
            }
            Ok(_) => {}
            Err(error) => {
                any = true;
                let path = error
                    .path()
                    .unwrap_or(folder)
                    .to_string_lossy()
                    .into_owned();
                each(&path, Err(format!("It cannot be opened: {error}.")))?;
            }
        }
    }
    if !any {
        let message = "This folder has no .json files.".to_owned();
        each(&folder.to_string_lossy(), Err(message))?;
    }
    Ok(())
}

fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

fn open(path: &Path) -> Result<Vec<u8>, String> {
    let file = File::open(path).map_err(|error| format!("It cannot be opened: {error}."))?;
    // With room for all of it from the start, a large file is not copied from one room to the next.
    let size = file.metadata().map_or(0, |about| about.len().min(LARGEST));
    read(file, usize::try_from(size).unwrap_or(0))
}

fn read(from: impl io::Read, expected: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(expected);
    from.take(LARGEST)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("It cannot be read: {error}."))?;
    if bytes.len() as u64 == LARGEST {
        return Err("It is larger than 1 GB. Split it into smaller files.".to_owned());
    }
    Ok(bytes)
}
