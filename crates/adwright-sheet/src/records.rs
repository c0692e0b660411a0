//! Finds the lines on which CSV records begin, and checks quotes. The reader of the `csv` crate accepts misplaced
//! quotes and drops some.

use crate::SheetError;

/// The separator of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Separator {
    /// A first line `sep=` names the separator.
    Declared(u8),
    /// This separator is the most frequent in the first line.
    Detected(u8),
}

impl Separator {
    pub(crate) const fn byte(self) -> u8 {
        match self {
            Self::Declared(byte) | Self::Detected(byte) => byte,
        }
    }
}

/// Returns the separator, and the text without the content of a `sep=;` line. Its line end stays, so that line numbers
/// are right.
pub(crate) fn split_sep_line(text: &[u8]) -> (Separator, &[u8]) {
    let declared = text.split_at_checked(4).and_then(|(sep, rest)| match rest {
        [byte, b'\r' | b'\n', ..] if sep.eq_ignore_ascii_case(b"sep=") => Some((*byte, &rest[1..])),
        _ => None,
    });
    match declared {
        Some((byte, body)) if byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n') => {
            (Separator::Declared(byte), body)
        }
        _ => (Separator::Detected(detect_separator(text)), text),
    }
}

/// Returns the most frequent separator in the first line outside quotes: a comma, a semicolon or a tab.
fn detect_separator(text: &[u8]) -> u8 {
    let candidates = [b',', b';', b'\t'];
    let (mut counts, mut is_quoted, mut starts_cell) = ([0; 3], false, true);
    for byte in text {
        match byte {
            // A quote elsewhere is an inch mark.
            b'"' if is_quoted || starts_cell => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            _ => {}
        }
        let candidate = candidates.iter().position(|candidate| candidate == byte);
        starts_cell = candidate.is_some() && !is_quoted;
        if let Some(index) = candidate.filter(|_| !is_quoted) {
            counts[index] += 1;
        }
    }
    let max_count = counts.iter().max();
    let separator = candidates
        .iter()
        .zip(&counts)
        .find(|(_, count)| Some(*count) == max_count);
    separator.map_or(b',', |(candidate, _)| *candidate)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CsvState {
    BeforeRecord,
    BeforeCell,
    Plain,
    Quoted,
    /// After a quote in a quoted cell. The quote ends the cell, or a second quote follows.
    AfterQuote,
}

/// Returns the line on which each record begins.
///
/// # Errors
/// [`SheetError::OpenQuote`] and [`SheetError::TextAfterQuote`]. A quote within an unquoted cell is an inch mark.
pub(crate) fn record_lines(text: &[u8], separator: Separator) -> Result<Vec<u64>, SheetError> {
    let mut state = CsvState::BeforeRecord;
    let mut lines = Vec::new();
    let (mut line, mut column, mut previous) = (1, 1, 0);
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
        if byte == b'\n' && previous != b'\r' || byte == b'\r' {
            line += 1;
        }
        previous = byte;
    }
    if state == CsvState::Quoted {
        let line = lines.last().copied().unwrap_or(line);
        return Err(SheetError::OpenQuote { line, column });
    }
    Ok(lines)
}
