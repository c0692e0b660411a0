//! Reads the source of an import.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::SystemTime;

use adwright_sheet::{ClipboardContent, MAX_FILE_BYTES};
use adwright_views::RowImportSource;

use crate::error::{Error, FileError, RowImportError};
use crate::file::read_file;

/// The limit in megabytes, which a file must be below.
const FILE_LIMIT: u64 = MAX_FILE_BYTES / (1024 * 1024) + 1;

/// The content of a source.
pub(super) enum ImportContent {
    File { name: String, bytes: Vec<u8> },
    Clipboard(ClipboardContent),
}

impl ImportContent {
    /// Reads a source.
    ///
    /// # Errors
    /// [`RowImportError::File`] and [`RowImportError::Changing`].
    pub(super) fn read(source: &RowImportSource) -> Result<Self, Error> {
        Ok(match source {
            RowImportSource::Clipboard { text, html } => Self::Clipboard(ClipboardContent {
                text: text.clone(),
                html: html.clone(),
            }),
            RowImportSource::File(path) => {
                let path = Path::new(path);
                let name = path.file_name().unwrap_or(path.as_os_str());
                let name = name.to_string_lossy().into_owned();
                let bytes = match read_unchanged(path) {
                    Ok(Some(bytes)) => bytes,
                    Ok(None) => return Err(RowImportError::Changing { file: name }.into()),
                    Err(source) => return Err(RowImportError::File { file: name, source }.into()),
                };
                Self::File { name, bytes }
            }
        })
    }

    /// Returns the name of the file; empty for the clipboard.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::File { name, .. } => name,
            Self::Clipboard(_) => "",
        }
    }

    /// Returns a text that identifies the content as long as the program runs.
    pub(super) fn digest(&self) -> String {
        let mut hasher = DefaultHasher::new();
        match self {
            Self::File { bytes, .. } => bytes.hash(&mut hasher),
            Self::Clipboard(content) => (&content.text, &content.html).hash(&mut hasher),
        }
        format!("{:016x}", hasher.finish())
    }
}

/// Returns the bytes of a file; none if it changes while it is read.
fn read_unchanged(path: &Path) -> Result<Option<Vec<u8>>, FileError> {
    let before = file_state(path)?;
    let bytes = read_file(path, FILE_LIMIT)?;
    let is_whole = before == file_state(path)? && before.0 == bytes.len() as u64;
    Ok(is_whole.then_some(bytes))
}

/// Returns the size and the time of the last change.
fn file_state(path: &Path) -> Result<(u64, Option<SystemTime>), FileError> {
    let about = fs::metadata(path).map_err(FileError::Open)?;
    if !about.is_file() {
        return Err(FileError::NotAFile);
    }
    Ok((about.len(), about.modified().ok()))
}
