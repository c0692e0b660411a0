//! Detects files that are not CSV, and decodes CSV that is not UTF-8.

use std::borrow::Cow;
use std::fmt;

use encoding_rs::WINDOWS_1252;

/// A format other than CSV, detected by the first bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// XLSX and ODS are ZIP archives.
    Zip,
    /// XLS of Excel 97 to 2003.
    OldExcel,
    /// HTML, often in a file named `.xls`.
    Html,
    /// XML, such as that of Excel 2003.
    Xml,
    /// UTF-16 with an incomplete code unit.
    DamagedUtf16,
    /// Bytes that never occur in text.
    Binary,
}

impl FileFormat {
    pub(super) const fn advice(self) -> &'static str {
        match self {
            Self::Zip | Self::OldExcel | Self::Html | Self::Xml => {
                "Open it in a spreadsheet program and save it as “CSV UTF-8”."
            }
            Self::DamagedUtf16 | Self::Binary => "Save the table again as “CSV UTF-8”.",
        }
    }
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Zip => "an Excel workbook (XLSX) or another ZIP archive",
            Self::OldExcel => "an old Excel workbook (XLS)",
            Self::Html => "an HTML page",
            Self::Xml => "an XML file",
            Self::DamagedUtf16 => "damaged UTF-16 text",
            Self::Binary => "a binary file, or UTF-16 text without a byte order mark",
        })
    }
}

/// An encoding of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextEncoding {
    /// UTF-8.
    Utf8,
    /// UTF-16 with the low byte first, as Excel writes “Unicode text”.
    Utf16Le,
    /// UTF-16 with the high byte first.
    Utf16Be,
    /// The encoding of Western Europe, as Excel writes “CSV”.
    Windows1252,
}

/// Returns the text of a file as UTF-8, without its byte order mark. The cells may still be invalid UTF-8. A byte
/// order mark decides if no encoding is chosen.
pub(super) fn decode(
    bytes: &[u8],
    encoding: Option<TextEncoding>,
) -> Result<Cow<'_, [u8]>, FileFormat> {
    let (marked, unmarked) = match bytes {
        [0xff, 0xfe, rest @ ..] => (TextEncoding::Utf16Le, rest),
        [0xfe, 0xff, rest @ ..] => (TextEncoding::Utf16Be, rest),
        [0xef, 0xbb, 0xbf, rest @ ..] => (TextEncoding::Utf8, rest),
        _ => (TextEncoding::Utf8, bytes),
    };
    let encoding = encoding.unwrap_or(marked);
    let bytes = if encoding == marked { unmarked } else { bytes };
    let text = match encoding {
        TextEncoding::Utf8 => Cow::Borrowed(bytes),
        TextEncoding::Utf16Le => Cow::Owned(decode_utf16(bytes, u16::from_le_bytes)?),
        TextEncoding::Utf16Be => Cow::Owned(decode_utf16(bytes, u16::from_be_bytes)?),
        TextEncoding::Windows1252 => match WINDOWS_1252.decode_without_bom_handling(bytes).0 {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        },
    };
    detect_other_format(&text).map_or(Ok(text), Err)
}

fn decode_utf16(bytes: &[u8], to_unit: fn([u8; 2]) -> u16) -> Result<Vec<u8>, FileFormat> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| to_unit(*pair));
    let text = char::decode_utf16(units).collect::<Result<String, _>>();
    text.ok()
        .filter(|_| rest.is_empty())
        .map(String::into_bytes)
        .ok_or(FileFormat::DamagedUtf16)
}

pub(super) fn detect_other_format(bytes: &[u8]) -> Option<FileFormat> {
    let trimmed = bytes.trim_ascii_start();
    if bytes.starts_with(b"PK\x03\x04") {
        Some(FileFormat::Zip)
    } else if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        Some(FileFormat::OldExcel)
    } else if trimmed.starts_with(b"<?xml") {
        Some(FileFormat::Xml)
    } else if trimmed.starts_with(b"<") {
        Some(FileFormat::Html)
    } else if bytes.contains(&0) {
        Some(FileFormat::Binary)
    } else {
        None
    }
}
