//! The ZIP archive of a workbook: its format, and its size before anything is unpacked into memory.

use std::io::{Cursor, Read};

use memchr::memmem;
use zip::ZipArchive;

use super::WorkbookError;
use crate::{LimitError, MAX_UNPACKED_BYTES};

/// What a look at the archive shows.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) format: PackageFormat,
    /// True if a part mentions merged cells of Excel.
    pub(super) has_merged_cells: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PackageFormat {
    /// XLSX, XLSM and their templates.
    OpenXml,
    /// ODS.
    OpenDocument,
}

/// Files of Microsoft's compound format: XLS, and XLSX with a password.
const COMPOUND_FILE: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0];

const ZIP_FILE: &[u8] = b"PK\x03\x04";

pub(super) fn has_signature(bytes: &[u8]) -> bool {
    bytes.starts_with(ZIP_FILE) || bytes.starts_with(COMPOUND_FILE)
}

pub(super) fn open_archive(bytes: &[u8]) -> Result<ZipArchive<Cursor<&[u8]>>, WorkbookError> {
    ZipArchive::new(Cursor::new(bytes)).map_err(|_| WorkbookError::Damaged)
}

/// Finds the format, and unpacks every part once without keeping it: only the checksum at its end shows a damaged
/// digit. A part that is larger than the directory of the archive says is damaged too.
pub(super) fn check_package(bytes: &[u8]) -> Result<Package, WorkbookError> {
    LimitError::check_file(bytes)?;
    check_package_up_to(bytes, MAX_UNPACKED_BYTES)
}

pub(super) fn check_package_up_to(
    bytes: &[u8],
    max_unpacked: u64,
) -> Result<Package, WorkbookError> {
    if bytes.starts_with(COMPOUND_FILE) {
        let name: Vec<u8> = "EncryptedPackage"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let is_encrypted = memmem::find(bytes, &name).is_some();
        return Err(if is_encrypted {
            WorkbookError::Password
        } else {
            WorkbookError::OldExcel
        });
    }
    if !bytes.starts_with(ZIP_FILE) {
        return Err(WorkbookError::NotAWorkbook);
    }
    let mut archive = open_archive(bytes)?;
    let format = detect_format(&mut archive)?;
    let has_merged_cells = unpack_all(&mut archive, max_unpacked)?;
    Ok(Package {
        format,
        has_merged_cells,
    })
}

fn detect_format(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Result<PackageFormat, WorkbookError> {
    let has = |archive: &ZipArchive<_>, name: &str| archive.index_for_name(name).is_some();
    if has(archive, "xl/workbook.bin") {
        return Err(WorkbookError::BinaryExcel);
    }
    if has(archive, "[Content_Types].xml") {
        return Ok(PackageFormat::OpenXml);
    }
    let mut media_type = String::new();
    let part = archive.by_name("mimetype");
    let part = part.map_err(|_| WorkbookError::NotAWorkbook)?;
    let read = part.take(100).read_to_string(&mut media_type);
    read.map_err(|_| WorkbookError::Damaged)?;
    if !media_type.starts_with("application/vnd.oasis.opendocument.spreadsheet") {
        return Err(WorkbookError::NotAWorkbook);
    }
    if is_encrypted_document(archive)? {
        return Err(WorkbookError::Password);
    }
    Ok(PackageFormat::OpenDocument)
}

fn is_encrypted_document(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Result<bool, WorkbookError> {
    /// A manifest lists the parts of a document: a few dozen.
    const MAX_MANIFEST_BYTES: u64 = 1 << 20;
    let Ok(part) = archive.by_name("META-INF/manifest.xml") else {
        return Ok(false);
    };
    let mut manifest = Vec::new();
    let read = part.take(MAX_MANIFEST_BYTES).read_to_end(&mut manifest);
    read.map_err(|_| WorkbookError::Damaged)?;
    Ok(memmem::find(&manifest, b"encryption-data").is_some())
}

/// Returns true if a part mentions merged cells.
fn unpack_all(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    max_unpacked: u64,
) -> Result<bool, WorkbookError> {
    let mut bytes_left = max_unpacked;
    let mut has_merged_cells = false;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(|error| match error {
            zip::result::ZipError::UnsupportedArchive(reason)
                if reason == zip::result::ZipError::PASSWORD_REQUIRED =>
            {
                WorkbookError::Password
            }
            _ => WorkbookError::Damaged,
        })?;
        if part.size() > bytes_left {
            return Err(LimitError::UnpackedBytes.into());
        }
        let mut search = MergeSearch::default();
        bytes_left = unpack(part, bytes_left, &mut search)?;
        has_merged_cells |= search.is_found;
    }
    Ok(has_merged_cells)
}

/// Returns how many bytes are left for the other parts.
fn unpack(
    mut part: impl Read,
    mut bytes_left: u64,
    search: &mut MergeSearch,
) -> Result<u64, WorkbookError> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let length = part.read(&mut buffer).map_err(|_| WorkbookError::Damaged)?;
        if length == 0 {
            return Ok(bytes_left);
        }
        bytes_left = bytes_left
            .checked_sub(length as u64)
            .ok_or(LimitError::UnpackedBytes)?;
        search.push(&buffer[..length]);
    }
}

/// Searches a stream for the element of merged cells. The part after the rows is the only one that has it, so this
/// saves reading the rows a second time.
#[derive(Default)]
struct MergeSearch {
    is_found: bool,
    /// The last bytes, because the name may lie across two buffers.
    tail: Vec<u8>,
}

impl MergeSearch {
    const NAME: &[u8] = b"mergeCell";

    fn push(&mut self, bytes: &[u8]) {
        if self.is_found {
            return;
        }
        self.tail
            .extend(&bytes[..bytes.len().min(Self::NAME.len())]);
        self.is_found = memmem::find(&self.tail, Self::NAME).is_some()
            || memmem::find(bytes, Self::NAME).is_some();
        let kept = bytes.len().saturating_sub(Self::NAME.len());
        if bytes.len() >= Self::NAME.len() {
            self.tail.clear();
        }
        self.tail.extend(&bytes[kept..]);
    }
}
