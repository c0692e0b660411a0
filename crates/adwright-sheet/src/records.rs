//! Finds where the records of a CSV text begin, and checks its quotes. The reader of the `csv` crate accepts any quote
//! and drops some.

use crate::SheetError;

/// The separator of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    /// A first line `sep=` names the separator.
    Declared(u8),
    /// The first line has most of this separator.
    Detected(u8),
}

impl Separator {
    pub(crate) const fn byte(self) -> u8 {
        match self {
            Self::Declared(byte) | Self::Detected(byte) => byte,
        }
    }
}

/// Returns the separator, and the text without the content of a `sep=;` line. Its line end stays, so that lines count.
pub(crate) fn split_sep_line(text: &[u8]) -> (Separator, &[u8]) {
    let named = text.split_at_checked(4).and_then(|(sep, rest)| match rest {
        [byte, b'\r' | b'\n', ..] if sep.eq_ignore_ascii_case(b"sep=") => Some((*byte, &rest[1..])),
        _ => None,
    });
    match named {
        Some((byte, body)) if byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n') => {
            (Separator::Declared(byte), body)
        }
        _ => (Separator::Detected(most_frequent(text)), text),
    }
}

/// Returns the separator that the first line has most of outside quotes: a comma, a semicolon or a tab.
fn most_frequent(text: &[u8]) -> u8 {
    let candidates = [b',', b';', b'\t'];
    let (mut counts, mut is_quoted, mut starts_cell) = ([0; 3], false, true);
    for byte in text {
        match byte {
            // Elsewhere a quote is an inch mark.
            b'"' if is_quoted || starts_cell => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            _ => {}
        }
        let candidate = candidates.iter().position(|candidate| candidate == byte);
        starts_cell = candidate.is_some() && !is_quoted;
        if let Some(at) = candidate.filter(|_| !is_quoted) {
            counts[at] += 1;
        }
    }
    let most = counts.iter().max();
    let found = candidates
        .iter()
        .zip(&counts)
        .find(|(_, count)| Some(*count) == most);
    found.map_or(b',', |(candidate, _)| *candidate)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CsvState {
    BeforeRecord,
    BeforeCell,
    Plain,
    Quoted,
    /// After a quote in a quoted cell: it ends the cell, or another one follows.
    AfterQuote,
}

/// Returns the line that each record begins on.
///
/// # Errors
/// [`SheetError::OpenQuote`] and [`SheetError::TextAfterQuote`]. A quote within an unquoted cell is an inch mark.
pub(crate) fn record_lines(text: &[u8], separator: Separator) -> Result<Vec<u64>, SheetError> {
    let mut state = CsvState::BeforeRecord;
    let mut lines = Vec::new();
    let (mut line, mut column, mut last) = (1, 1, 0);
    for &byte in text {
        let is_line_end = matches!(byte, b'\r' | b'\n');
        if state == CsvState::BeforeRecord && !is_line_end {
            lines.push(line);
            (state, column) = (CsvState::BeforeCell, 1);
        }
        state = match (state, byte) {
            (CsvState::Quoted, b'"') => CsvState::AfterQuote,
            (CsvState::AfterQuote | CsvState::BeforeCell, b'"') | (CsvState::Quoted, _) => {
                CsvState::Quoted
            }
            (_, byte) if byte == separator.byte() => {
                column += 1;
                CsvState::BeforeCell
            }
            _ if is_line_end => CsvState::BeforeRecord,
            (CsvState::AfterQuote, _) => {
                let line = lines.last().copied().unwrap_or(line);
                return Err(SheetError::TextAfterQuote { line, column });
            }
            _ => CsvState::Plain,
        };
        // Both bytes of CRLF are one line end.
        if byte == b'\n' && last != b'\r' || byte == b'\r' {
            line += 1;
        }
        last = byte;
    }
    if state == CsvState::Quoted {
        let line = lines.last().copied().unwrap_or(line);
        return Err(SheetError::OpenQuote { line, column });
    }
    Ok(lines)
}
