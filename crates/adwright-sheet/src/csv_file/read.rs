//! Splits the text of a CSV file into rows and cells.

use std::collections::HashSet;
use std::str;

use csv::ByteRecord;

use super::SheetError;
use super::decode::decode;
use super::options::CsvOptions;
use super::records::{RecordFormat, Separator, split_sep_line};
use crate::formula_escape::unescape_formula;
use crate::sheet::column_letters;
use crate::{LimitError, MAX_COLUMNS, Sheet, SheetRow};

/// Reads a CSV file in UTF-8 or UTF-16. A first line `sep=;` names the separator. Otherwise it is the comma, semicolon
/// or tab that the first line has most of. Quoted cells may contain separators and line ends. Empty lines are skipped.
/// The apostrophe in front of formulas, which [`write_csv`](crate::write_csv) adds, is removed.
///
/// # Errors
/// The first [`SheetError`] of the file.
pub fn read_csv(bytes: &[u8]) -> Result<Sheet, SheetError> {
    read_csv_with(bytes, &CsvOptions::default())
}

/// Reads a CSV or TSV file like [`read_csv`], but with the choices of a person.
///
/// # Errors
/// The first [`SheetError`] of the file.
pub fn read_csv_with(bytes: &[u8], options: &CsvOptions) -> Result<Sheet, SheetError> {
    LimitError::check_file(bytes)?;
    let text = decode(bytes, options.encoding).map_err(SheetError::OtherFormat)?;
    let (from_file, body) = split_sep_line(&text);
    let format = options.record_format(|| from_file)?;
    let (lines, quotes) = format.record_lines(body);
    quotes?;
    read_records(body, format, lines, options)
}

/// Reads a CSV or TSV file like [`read_csv_with`], but passes its columns and rows to `read` one after another, because a
/// table of a long file needs several times its size in memory.
///
/// # Errors
/// The first [`SheetError`] before the rows. Each row has its own.
pub fn read_csv_rows<T>(
    bytes: &[u8],
    options: &CsvOptions,
    read: impl FnOnce(&[String], &mut dyn Iterator<Item = Result<SheetRow, SheetError>>) -> T,
) -> Result<T, SheetError> {
    LimitError::check_file(bytes)?;
    let text = decode(bytes, options.encoding).map_err(SheetError::OtherFormat)?;
    let (from_file, body) = split_sep_line(&text);
    let format = options.record_format(|| from_file)?;
    let (lines, quotes) = format.record_lines(body);
    quotes?;
    let first_line = options.header_line.unwrap_or(1);
    let mut reader = format.reader(body);
    let records = reader.byte_records().zip(lines);
    let mut records = records.skip_while(|(_, line)| *line < first_line);
    let other = |error: csv::Error| SheetError::Other(error.to_string());
    let header = match (records.next(), options.header_line) {
        (Some((record, line)), expected) if expected.is_none_or(|expected| expected == line) => {
            Header::from_record(&record.map_err(other)?, line, format.separator)?
        }
        (_, Some(line)) => return Err(SheetError::NoHeaderLine { line }),
        (_, None) => return Err(SheetError::Empty),
    };
    let mut rows = records.filter_map(|(record, line)| match record {
        Ok(record) if is_blank(&record) => None,
        Ok(record) => Some(header.read_row(&record, line)),
        Err(error) => Some(Err(other(error))),
    });
    Ok(read(&header.columns, &mut rows))
}

/// Takes the line on which each record begins.
fn read_records(
    body: &[u8],
    format: RecordFormat,
    lines: Vec<u64>,
    options: &CsvOptions,
) -> Result<Sheet, SheetError> {
    let header_line = options.header_line;
    let first_line = header_line.unwrap_or(1);
    let mut header: Option<Header> = None;
    let (mut rows, mut blank_lines) = (Vec::new(), Vec::new());
    let mut reader = format.reader(body);
    // The reader and `record_lines` find the same records.
    let records = reader.byte_records().zip(lines);
    for (record, line) in records.skip_while(|(_, line)| *line < first_line) {
        let record = record.map_err(|error| SheetError::Other(error.to_string()))?;
        match &header {
            None if line > first_line && header_line.is_some() => break,
            None if options.is_headerless => {
                let lettered = Header::of_letters(&record, line)?;
                rows.push(lettered.read_row(&record, line)?);
                header = Some(lettered);
            }
            None => header = Some(Header::from_record(&record, line, format.separator)?),
            Some(_) if is_blank(&record) => blank_lines.push(line),
            Some(header) => {
                rows.push(header.read_row(&record, line)?);
                LimitError::check_cells(rows.len(), header.columns.len())?;
            }
        }
    }
    let missing = header_line.map_or(SheetError::Empty, |line| SheetError::NoHeaderLine { line });
    let header = header.ok_or(missing)?;
    Ok(Sheet {
        columns: header.columns,
        header_line: if options.is_headerless {
            0
        } else {
            header.line
        },
        rows,
        blank_lines,
        losses: Vec::new(),
    })
}

fn is_blank(record: &ByteRecord) -> bool {
    record.iter().all(|cell| cell.trim_ascii().is_empty())
}

/// The header row.
struct Header {
    columns: Vec<String>,
    /// The number of unnamed columns at the end, which spreadsheets write for cleared cells.
    unnamed_count: usize,
    line: u64,
}

impl Header {
    fn from_record(
        record: &ByteRecord,
        line: u64,
        separator: Separator,
    ) -> Result<Self, SheetError> {
        if record.len() > MAX_COLUMNS {
            return Err(LimitError::Columns { row: line }.into());
        }
        let mut names: Vec<_> = read_cells(record, line)?;
        let cell_count = names.len();
        while names.last().is_some_and(|name| name.trim().is_empty()) {
            names.pop();
        }
        if names.is_empty() {
            return Err(SheetError::UnnamedColumn { line, column: 1 });
        }
        let has_pipes = matches!(separator, Separator::Detected(_))
            && cell_count == 1
            && names[0].contains('|');
        if has_pipes {
            return Err(SheetError::Pipes { line });
        }
        let unnamed_count = cell_count - names.len();
        let columns = parse_column_names(names, line)?;
        Ok(Self {
            columns,
            unnamed_count,
            line,
        })
    }

    /// Names the columns of a file without a header row.
    fn of_letters(record: &ByteRecord, line: u64) -> Result<Self, SheetError> {
        if record.len() > MAX_COLUMNS {
            return Err(LimitError::Columns { row: line }.into());
        }
        Ok(Self {
            columns: column_letters(record.len()),
            unnamed_count: 0,
            line,
        })
    }

    fn read_row(&self, record: &ByteRecord, line: u64) -> Result<SheetRow, SheetError> {
        let mut cells = read_cells(record, line)?;
        let columns = self.columns.len();
        if (columns + 1..=columns + self.unnamed_count).contains(&cells.len()) {
            let last_text = cells.iter().rposition(|cell| !cell.trim().is_empty());
            if let Some(index) = last_text.filter(|index| *index >= columns) {
                let column = index + 1;
                return Err(SheetError::UnnamedCell { line, column });
            }
            cells.truncate(columns);
        }
        if cells.len() != columns {
            return Err(SheetError::WrongCellCount {
                line,
                cells: cells.len(),
                columns,
            });
        }
        Ok(SheetRow { line, cells })
    }
}

fn read_cells(record: &ByteRecord, line: u64) -> Result<Vec<String>, SheetError> {
    let cells = record.iter().zip(1..).map(|(cell, column)| {
        let text = str::from_utf8(cell).map_err(|_| SheetError::NotText { line, column })?;
        Ok(unescape_formula(text).to_owned())
    });
    cells.collect()
}

pub(crate) fn parse_column_names(names: Vec<String>, line: u64) -> Result<Vec<String>, SheetError> {
    let mut columns: Vec<String> = Vec::with_capacity(names.len());
    let mut seen = HashSet::new();
    for (name, column) in names.into_iter().zip(1..) {
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(SheetError::UnnamedColumn { line, column });
        }
        if !seen.insert(name.clone()) {
            return Err(SheetError::DuplicateColumn { line, column, name });
        }
        columns.push(name);
    }
    Ok(columns)
}
