//! Guesses how to read a CSV file, for a person to confirm.

use std::collections::{BTreeMap, HashSet};

use csv::StringRecord;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::SheetError;
use super::decode::{TextEncoding, detect_other_format};
use super::options::CsvOptions;
use super::records::{RecordFormat, Separator, split_sep_line};
use crate::formula_escape::unescape_formula;
use crate::{LimitError, SheetRow};

/// A guess about a file, and the rows that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvPreview {
    /// The chosen options, with a guess for each that was `None`.
    pub options: CsvOptions,
    /// The first rows with their lines. The header row and rows above it are among them. Their lengths may differ.
    pub rows: Vec<SheetRow>,
}

/// Only so many bytes are looked at, except to find the encoding.
const PREVIEW_BYTES: usize = 1 << 20;

/// So many rows decide about the separator.
const GUESS_ROWS: usize = 50;

/// Guesses the options that are `None`, and returns at most `row_count` rows for a mapping step. The encoding is
/// Windows-1252 if the text is neither UTF-8 nor UTF-16; only a person can confirm that. Misplaced quotes end the
/// preview; [`read_csv_with`](crate::read_csv_with) reports them.
///
/// # Errors
/// [`SheetError::OtherFormat`], [`SheetError::InvalidSeparator`], [`SheetError::Empty`] and limits.
pub fn preview_csv(
    bytes: &[u8],
    options: &CsvOptions,
    row_count: usize,
) -> Result<CsvPreview, SheetError> {
    LimitError::check_file(bytes)?;
    let encoding = options.encoding.unwrap_or_else(|| guess_encoding(bytes));
    let start = &bytes[..bytes.len().min(PREVIEW_BYTES)];
    let (text, _) = to_encoding_rs(encoding).decode_without_bom_handling(start);
    let text = text.trim_start_matches('\u{feff}');
    detect_other_format(text.as_bytes())
        .map_or(Ok(()), |format| Err(SheetError::OtherFormat(format)))?;
    let (declared, body) = split_sep_line(text.as_bytes());
    let body = str::from_utf8(body).map_err(|_| SheetError::Empty)?;
    let format = options.record_format(|| match declared {
        Separator::Declared(_) => declared,
        Separator::Detected(_) => guess_separator(body, options.quote),
    })?;
    let is_cut = start.len() < bytes.len();
    let rows = first_rows(body, format, row_count.max(GUESS_ROWS), is_cut);
    let header_line = options.header_line.or_else(|| guess_header(&rows));
    let header_line = Some(header_line.ok_or(SheetError::Empty)?);
    Ok(CsvPreview {
        options: CsvOptions {
            separator: Some(char::from(format.separator.byte())),
            encoding: Some(encoding),
            header_line,
            is_headerless: options.is_headerless,
            quote: options.quote,
        },
        rows: rows.into_iter().take(row_count).collect(),
    })
}

const fn to_encoding_rs(encoding: TextEncoding) -> &'static Encoding {
    match encoding {
        TextEncoding::Utf8 => UTF_8,
        TextEncoding::Utf16Le => UTF_16LE,
        TextEncoding::Utf16Be => UTF_16BE,
        TextEncoding::Windows1252 => WINDOWS_1252,
    }
}

fn guess_encoding(bytes: &[u8]) -> TextEncoding {
    /// Enough to see that every second byte of Latin text is zero.
    const LOOK: usize = 1_000;
    match bytes {
        [0xff, 0xfe, ..] => return TextEncoding::Utf16Le,
        [0xfe, 0xff, ..] => return TextEncoding::Utf16Be,
        _ => {}
    }
    let (pairs, _) = bytes[..bytes.len().min(LOOK)].as_chunks::<2>();
    let zeros = |at: usize| pairs.iter().filter(|pair| pair[at] == 0).count();
    let (high, low) = (zeros(0), zeros(1));
    if low > pairs.len() / 2 && high == 0 {
        TextEncoding::Utf16Le
    } else if high > pairs.len() / 2 && low == 0 {
        TextEncoding::Utf16Be
    } else if str::from_utf8(bytes).is_ok() {
        TextEncoding::Utf8
    } else {
        TextEncoding::Windows1252
    }
}

/// Returns the separator with which most rows in succession have the same number of cells, at least two.
fn guess_separator(text: &str, quote: Option<char>) -> Separator {
    let options = CsvOptions {
        quote,
        ..CsvOptions::default()
    };
    let mut best = (Separator::Detected(b','), (0, 0));
    for byte in [b',', b';', b'\t', b'|'] {
        let separator = Separator::Detected(byte);
        let Ok(format) = options.record_format(|| separator) else {
            continue;
        };
        let rows = first_rows(text, format, GUESS_ROWS, true);
        let widths: Vec<_> = rows.iter().map(|row| row.cells.len()).collect();
        let runs = widths.chunk_by(|one, next| one == next);
        let longest = runs.filter(|run| run[0] > 1).map(|run| (run.len(), run[0]));
        if let Some(score) = longest.max().filter(|score| *score > best.1) {
            best = (separator, score);
        }
    }
    best.0
}

/// Returns the first rows. The last row of a text that was cut is left out, unless it is the only one.
fn first_rows(text: &str, format: RecordFormat, count: usize, is_cut: bool) -> Vec<SheetRow> {
    let (lines, _) = format.record_lines(text.as_bytes());
    let mut reader = format.reader(text.as_bytes());
    let mut record = StringRecord::new();
    let mut rows = Vec::new();
    let whole = lines.len().saturating_sub(usize::from(is_cut)).max(1);
    for line in lines.into_iter().take(whole.min(count)) {
        if !matches!(reader.read_record(&mut record), Ok(true)) {
            break;
        }
        let cells = record.iter().map(|cell| unescape_formula(cell).to_owned());
        rows.push(SheetRow {
            line,
            cells: cells.collect(),
        });
    }
    rows
}

/// Returns the line of the first row that has as many cells as most rows, all of them different names.
fn guess_header(rows: &[SheetRow]) -> Option<u64> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(row.cells.len()).or_insert(0) += 1;
    }
    let most = counts
        .into_iter()
        .max_by_key(|(width, rows)| (*rows, *width));
    let width = most.map(|(width, _)| width)?;
    let is_header = |row: &&SheetRow| {
        let mut names = HashSet::new();
        let mut cells = row.cells.iter().map(|cell| cell.trim());
        row.cells.len() == width && cells.all(|name| !name.is_empty() && names.insert(name))
    };
    let header = rows.iter().find(is_header).or_else(|| rows.first());
    header.map(|row| row.line)
}
