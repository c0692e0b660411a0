//! The choices that a person may make about a CSV file.

use super::SheetError;
use super::decode::TextEncoding;
use super::records::{RecordFormat, Separator};

/// How to read a CSV or TSV file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvOptions {
    /// The ASCII character between cells. `None` detects it. It overrides a line `sep=;`.
    pub separator: Option<char>,
    /// The encoding of the text. `None` reads UTF-8, and UTF-16 with a byte order mark.
    pub encoding: Option<TextEncoding>,
    /// The line on which the header row begins; the first is 1. Rows above it are ignored. `None` takes the first row.
    pub header_line: Option<u64>,
    /// True if no row has names: the header line is the first row of data, and the columns are named `A`, `B` and so on.
    pub is_headerless: bool,
    /// The ASCII character around cells with separators or line ends. `None` reads it as part of the text.
    pub quote: Option<char>,
}

impl Default for CsvOptions {
    /// Detects everything. Double quotes enclose cells.
    fn default() -> Self {
        Self {
            separator: None,
            encoding: None,
            header_line: None,
            is_headerless: false,
            quote: Some('"'),
        }
    }
}

impl CsvOptions {
    /// Returns the format of records, with the separator of the file if none is chosen.
    pub(super) fn record_format(
        &self,
        from_file: impl FnOnce() -> Separator,
    ) -> Result<RecordFormat, SheetError> {
        let quote = self.quote.map(to_byte).transpose()?;
        let separator = match self.separator {
            Some(character) => Separator::Declared(to_byte(character)?),
            None => from_file(),
        };
        if quote == Some(separator.byte()) {
            let character = char::from(separator.byte());
            return Err(SheetError::InvalidSeparator { character });
        }
        Ok(RecordFormat { separator, quote })
    }
}

fn to_byte(character: char) -> Result<u8, SheetError> {
    let byte = u8::try_from(character).ok();
    let byte = byte.filter(|byte| byte.is_ascii() && !matches!(byte, b'\r' | b'\n' | 0));
    byte.ok_or(SheetError::InvalidSeparator { character })
}
