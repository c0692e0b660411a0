//! Writes CSV.

use std::io::{self, Write};

use csv::{QuoteStyle, Terminator, WriterBuilder};

use super::{ExportError, check_length};
use crate::formula_escape::escape_formula;

/// Excel reads a file as UTF-8 only with this mark.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Writes a CSV file in UTF-8 with a byte order mark, commas and CRLF.
///
/// A cell that a spreadsheet would run as a formula begins with `=`, `+`, `-`, `@`, a tab or a carriage return. It
/// gets an apostrophe in front, unless it is a plain number such as `-12.5`. A cell that already has apostrophes in
/// front of such a character gets one more. [`read_csv`](crate::read_csv) removes one apostrophe from these cells, so
/// it returns what was written. It leaves out rows without any text, and trims column names.
///
/// The columns need a name each. The output is incomplete after an error.
///
/// # Errors
/// [`ExportError::NoColumns`], [`ExportError::WrongCellCount`], [`ExportError::Write`], and
/// [`ExportError::ForbiddenCharacter`].
pub fn write_csv<C, R>(
    mut output: impl Write,
    columns: &[C],
    rows: impl IntoIterator<Item = R>,
) -> Result<(), ExportError>
where
    C: AsRef<str>,
    R: AsRef<[C]>,
{
    if columns.is_empty() {
        return Err(ExportError::NoColumns);
    }
    output.write_all(BYTE_ORDER_MARK)?;
    // Quotes keep a first name `sep=;` from naming the separator.
    let mut header = CsvRecords::new(&mut output, QuoteStyle::Always, columns.len());
    header.write(columns, 1)?;
    header.finish()?;
    let mut records = CsvRecords::new(output, QuoteStyle::Necessary, columns.len());
    for (row, number) in rows.into_iter().zip(2..) {
        records.write(row.as_ref(), number)?;
    }
    records.finish()
}

struct CsvRecords<W: Write> {
    writer: csv::Writer<W>,
    columns: usize,
}

impl<W: Write> CsvRecords<W> {
    fn new(output: W, style: QuoteStyle, columns: usize) -> Self {
        let mut builder = WriterBuilder::new();
        builder
            .quote_style(style)
            .terminator(Terminator::CRLF)
            .flexible(true);
        let writer = builder.from_writer(output);
        Self { writer, columns }
    }

    fn write<C: AsRef<str>>(&mut self, cells: &[C], row: u64) -> Result<(), ExportError> {
        check_length(cells.len(), row, self.columns)?;
        for (cell, column) in cells.iter().zip(1..) {
            if cell.as_ref().contains('\0') {
                return Err(ExportError::ForbiddenCharacter { row, column });
            }
            let cell = escape_formula(cell.as_ref());
            self.writer
                .write_field(cell.as_bytes())
                .map_err(to_io_error)?;
        }
        let end: [&[u8]; 0] = [];
        self.writer.write_record(end).map_err(to_io_error)?;
        Ok(())
    }

    fn finish(mut self) -> Result<(), ExportError> {
        self.writer.flush()?;
        Ok(())
    }
}

fn to_io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
