//! Reads files with a size limit.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::FileError;

const MEGABYTE: u64 = 1024 * 1024;

/// Reads a file smaller than `largest` megabytes.
pub fn read_file(path: &Path, largest: u64) -> Result<Vec<u8>, FileError> {
    let file = File::open(path).map_err(FileError::Open)?;
    // The buffer has the file's size from the start, so a large file is not copied as the buffer grows.
    let size = file.metadata().map_or(0, |about| about.len());
    if size >= largest * MEGABYTE {
        return Err(FileError::TooLarge { megabytes: largest });
    }
    read_into(file, usize::try_from(size).unwrap_or(0), largest)
}

/// Reads a stream smaller than `largest` megabytes to its end, as [`read_file`] does.
pub fn read_all(from: impl Read, largest: u64) -> Result<Vec<u8>, FileError> {
    read_into(from, 0, largest)
}

fn read_into(from: impl Read, expected: usize, largest: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::with_capacity(expected);
    from.take(largest * MEGABYTE)
        .read_to_end(&mut bytes)
        .map_err(FileError::Read)?;
    if bytes.len() as u64 == largest * MEGABYTE {
        return Err(FileError::TooLarge { megabytes: largest });
    }
    Ok(bytes)
}
