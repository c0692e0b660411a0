use std::str;

use csv::{ByteRecord, ReaderBuilder};

/// A table as it was written: every cell is a text, and nothing in it was read as a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The names of the columns, each once.
    pub columns: Vec<String>,
    /// The rows, with as many cells as there are columns.
    pub rows: Vec<Row>,
}

/// One row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The line of the file that it begins on; the first is 1.
    pub line: u64,
    /// Its cells, byte for byte.
    pub cells: Vec<String>,
}

/// Why a file is no table, as a sentence with its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// It has no line with the names of columns.
    #[error("The file is empty: its first line has the names of the columns.")]
    Empty,
    /// It is a file of two bytes for each letter.
    #[error("The file is UTF-16. Save it as “CSV UTF-8”.")]
    Utf16,
    /// A cell is no text.
    #[error("Line {line}, column {column}: this is no UTF-8 text. Save the file as “CSV UTF-8”.")]
    NotText {
        /// The line of its row.
        line: u64,
        /// Which cell of it; the first is 1.
        column: usize,
    },
    /// A quote is opened and never closed.
    #[error("Line {line}: a quote (\") is opened here or below and never closed.")]
    OpenQuote {
        /// The line of the last row that could be told.
        line: u64,
    },
    /// A column has no name.
    #[error("Line 1, column {column}: this column has no name.")]
    Unnamed {
        /// Which; the first is 1.
        column: usize,
    },
    /// Two columns have the same name.
    #[error("Line 1, column {column}: there is a column “{name}” already.")]
    Twice {
        /// Which; the first is 1.
        column: usize,
        /// Its name.
        name: String,
    },
    /// A row has more or fewer cells than there are columns.
    #[error("Line {line}: this row has {cells} cells, but there are {columns} columns.")]
    Uneven {
        /// The line that it begins on.
        line: u64,
        /// How many it has.
        cells: usize,
        /// How many there are to be.
        columns: usize,
    },
    /// Anything else.
    #[error("The file cannot be read as CSV: {0}.")]
    Other(String),
}

/// Reads a CSV file. A comma, a semicolon or a tab parts the cells, whichever the first line has most of; cells in quotes
/// may hold all of them, line ends too. Lines with nothing in them are left out.
pub fn read_csv(bytes: &[u8]) -> Result<Sheet, SheetError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(SheetError::Utf16);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator(bytes))
        .from_reader(bytes);
    let mut record = ByteRecord::new();
    let (mut columns, mut rows, mut line) = (None, Vec::new(), 1);
    loop {
        let more = reader.read_byte_record(&mut record);
        if !more.map_err(|error| SheetError::Other(error.to_string()))? {
            break;
        }
        line = record.position().map_or(line, csv::Position::line);
        match &columns {
            None => columns = Some(named(cells(&record, line)?)?),
            Some(columns) => rows.push(row(&record, line, columns)?),
        }
    }
    // A cell that swallowed the rest of the file would look like a row.
    let is_open = |is_open: bool, byte: &u8| is_open ^ (*byte == b'"');
    if bytes.iter().fold(false, is_open) {
        return Err(SheetError::OpenQuote { line });
    }
    let columns = columns.ok_or(SheetError::Empty)?;
    Ok(Sheet { columns, rows })
}

fn row(record: &ByteRecord, line: u64, columns: &[String]) -> Result<Row, SheetError> {
    let cells = cells(record, line)?;
    if cells.len() != columns.len() {
        return Err(SheetError::Uneven {
            line,
            cells: cells.len(),
            columns: columns.len(),
        });
    }
    Ok(Row { line, cells })
}

fn cells(record: &ByteRecord, line: u64) -> Result<Vec<String>, SheetError> {
    let cells = record.iter().zip(1..).map(|(cell, column)| {
        let text = str::from_utf8(cell).map_err(|_| SheetError::NotText { line, column })?;
        Ok(text.to_owned())
    });
    cells.collect()
}

fn named(cells: Vec<String>) -> Result<Vec<String>, SheetError> {
    let mut columns: Vec<String> = Vec::with_capacity(cells.len());
    for (cell, column) in cells.into_iter().zip(1..) {
        let name = cell.trim().to_owned();
        if name.is_empty() {
            return Err(SheetError::Unnamed { column });
        }
        if columns.contains(&name) {
            return Err(SheetError::Twice { column, name });
        }
        columns.push(name);
    }
    Ok(columns)
}

/// What parts the cells of the first line, outside of quotes.
fn separator(bytes: &[u8]) -> u8 {
    let mut is_quoted = false;
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    for byte in bytes {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            byte if !is_quoted => {
                let known = counts.iter_mut().find(|(separator, _)| separator == byte);
                if let Some((_, count)) = known {
                    *count += 1;
                }
            }
            _ => {}
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max();
    let found = counts.iter().find(|(_, count)| Some(*count) == most);
    found.map_or(b',', |(separator, _)| *separator)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(file: impl AsRef<[u8]>, expected: &Expect) {
        let shown = match read_csv(file.as_ref()) {
            Err(error) => error.to_string(),
            Ok(Sheet { columns, rows }) => {
                let rows = rows
                    .iter()
                    .map(|row| format!("\n{}: {:?}", row.line, row.cells));
                format!("{columns:?}{}", rows.collect::<String>())
            }
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn cells_stay_as_they_were_written() {
        check(
            "\u{feff}name, id \n 007 ,9223372036854775807\n\n1.50,9.00E+18\n",
            &expect![[r#"
                ["name", "id"]
                2: [" 007 ", "9223372036854775807"]
                3: ["1.50", "9.00E+18"]"#]],
        );
    }

    #[test]
    fn semicolons_and_tabs_part_cells_too_and_quotes_hold_all_of_them() {
        check(
            "a;b\r\n\"x;\r\n\"\"y\"\"\";1,5\r\nz;\r\n",
            &expect![[r#"
                ["a", "b"]
                1: ["x;\r\n\"y\"", "1,5"]
                3: ["z", ""]"#]],
        );
        check(
            "a\tb\n1\t2",
            &expect![[r#"
            ["a", "b"]
            2: ["1", "2"]"#]],
        );
        check(
            "\"a;b\"\n1",
            &expect![[r#"
            ["a;b"]
            2: ["1"]"#]],
        );
    }

    #[test]
    fn what_is_no_table_is_told_with_its_place() {
        check(
            "",
            &expect!["The file is empty: its first line has the names of the columns."],
        );
        check(
            b"\xff\xfea\0",
            &expect!["The file is UTF-16. Save it as “CSV UTF-8”."],
        );
        check(
            b"a,b\n1,\xfc",
            &expect!["Line 2, column 2: this is no UTF-8 text. Save the file as “CSV UTF-8”."],
        );
        check(
            "a,b\n1,2\n1,2,3",
            &expect!["Line 3: this row has 3 cells, but there are 2 columns."],
        );
        check(
            "a,b\n1",
            &expect!["Line 2: this row has 1 cells, but there are 2 columns."],
        );
        check(
            "a,,b\n",
            &expect!["Line 1, column 2: this column has no name."],
        );
        check(
            "a,b,a\n",
            &expect!["Line 1, column 3: there is a column “a” already."],
        );
        check(
            "a\n\"x\ny\nz",
            &expect!["Line 2: a quote (\") is opened here or below and never closed."],
        );
    }
}
