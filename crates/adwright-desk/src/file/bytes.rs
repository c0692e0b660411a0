//! Reads files with a size limit.

use std::fs::File;
use std::io::Read;
use std::path::Path;

const MEGABYTE: u64 = 1024 * 1024;

/// Reads a file smaller than `largest` megabytes. The error is a sentence with the reason.
pub fn read_file(path: &Path, largest: u64) -> Result<Vec<u8>, String> {
    let file = File::open(path).map_err(|error| format!("It cannot be opened: {error}."))?;
    // The buffer has the file's size from the start, so a large file is not copied as the buffer grows.
    let size = file.metadata().map_or(0, |about| about.len());
    if size >= largest * MEGABYTE {
        return Err(too_large(largest));
    }
    read_into(file, usize::try_from(size).unwrap_or(0), largest)
}

/// Reads a stream smaller than `largest` megabytes to its end, as [`read_file`] does.
pub fn read_all(from: impl Read, largest: u64) -> Result<Vec<u8>, String> {
    read_into(from, 0, largest)
}

fn read_into(from: impl Read, expected: usize, largest: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::with_capacity(expected);
    from.take(largest * MEGABYTE)
        .read_to_end(&mut bytes)
        .map_err(|error| format!("It cannot be read: {error}."))?;
    if bytes.len() as u64 == largest * MEGABYTE {
        return Err(too_large(largest));
    }
    Ok(bytes)
}

fn too_large(largest: u64) -> String {
    let size = match largest {
        1024 => "1 GB".to_owned(),
        megabytes => format!("{megabytes} MB"),
    };
    format!("It is larger than {size}. Split it into smaller files.")
}
