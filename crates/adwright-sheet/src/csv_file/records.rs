//! Finds the lines on which CSV records begin, and checks quotes. The reader of the `csv` crate accepts misplaced
//! quotes and drops some.

use csv::{Reader, ReaderBuilder};

use super::SheetError;

/// The separator of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// A first line `sep=` names the separator.
    Declared(u8),
    /// This separator is the most frequent in the first line.
    Detected(u8),
}

impl Separator {
    pub(super) const fn byte(self) -> u8 {
        match self {
            Self::Declared(byte) | Self::Detected(byte) => byte,
        }
    }
}

/// How the records of a file are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RecordFormat {
    pub(super) separator: Separator,
    /// `None` if no character encloses cells.
    pub(super) quote: Option<u8>,
}

/// Returns the separator, and the text without the content of a `sep=;` line. Its line end stays, so that line numbers
/// are right.
pub(super) fn split_sep_line(text: &[u8]) -> (Separator, &[u8]) {
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

impl RecordFormat {
    /// Returns a reader of records with any number of cells.
    pub(super) fn reader(self, text: &[u8]) -> Reader<&[u8]> {
        let mut builder = ReaderBuilder::new();
        builder
            .has_headers(false)
            .flexible(true)
            .delimiter(self.separator.byte());
        match self.quote {
            Some(quote) => builder.quote(quote),
            None => builder.quoting(false),
        };
        builder.from_reader(text)
    }

    /// Returns the line on which each record begins, up to the first misplaced quote.
    ///
    /// # Errors
    /// [`SheetError::OpenQuote`] and [`SheetError::TextAfterQuote`]. A quote within an unquoted cell is an inch mark.
    pub(super) fn record_lines(self, text: &[u8]) -> (Vec<u64>, Result<(), SheetError>) {
        let mut state = CsvState::BeforeRecord;
        let mut lines = Vec::new();
        let (mut line, mut column, mut previous) = (1, 1, 0);
        for &byte in text {
            let is_line_end = matches!(byte, b'\r' | b'\n');
            if state == CsvState::BeforeRecord && !is_line_end {
                lines.push(line);
                (state, column) = (CsvState::BeforeCell, 1);
            }
            let Some(next) = self.next_state(state, byte) else {
                let line = lines.last().copied().unwrap_or(line);
                return (lines, Err(SheetError::TextAfterQuote { line, column }));
            };
            if state != CsvState::Quoted && byte == self.separator.byte() {
                column += 1;
            }
            state = next;
            // Both bytes of CRLF are one line end.
            if byte == b'\n' && previous != b'\r' || byte == b'\r' {
                line += 1;
            }
            previous = byte;
        }
        let mut result = Ok(());
        if state == CsvState::Quoted {
            let line = lines.last().copied().unwrap_or(line);
            result = Err(SheetError::OpenQuote { line, column });
        }
        (lines, result)
    }

    /// Returns `None` if text follows a closing quote.
    fn next_state(self, state: CsvState, byte: u8) -> Option<CsvState> {
        let is_quote = Some(byte) == self.quote;
        Some(match (state, byte) {
            (CsvState::Quoted, _) if is_quote => CsvState::AfterQuote,
            (CsvState::AfterQuote | CsvState::BeforeCell, _) if is_quote => CsvState::Quoted,
            (CsvState::Quoted, _) => CsvState::Quoted,
            (_, byte) if byte == self.separator.byte() => CsvState::BeforeCell,
            (_, b'\r' | b'\n') => CsvState::BeforeRecord,
            (CsvState::AfterQuote, _) => return None,
            _ => CsvState::Plain,
        })
    }
}
