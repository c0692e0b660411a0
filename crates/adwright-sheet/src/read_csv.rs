//! Splits the text of a CSV file into rows and cells.

use std::str;

use csv::{ByteRecord, ReaderBuilder};

use crate::LossyCell;
use crate::decode::{FileFormat, decode};
use crate::records::{Separator, record_lines, split_sep_line};

/// A table of text cells. No cell is parsed as a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The column names, each unique.
    pub columns: Vec<String>,
    /// The line of the file with the column names; the first is 1.
    pub header_line: u64,
    /// The rows, with as many cells as there are columns.
    pub rows: Vec<SheetRow>,
    /// The lines of rows without any text, such as `,,,`. These rows are left out.
    pub blank_lines: Vec<u64>,
    /// The cells that a spreadsheet changed, by index in `rows`. CSV files never tell.
    pub losses: Vec<LossyCell>,
}

/// One row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRow {
    /// The line of the file on which it begins; the first is 1.
    pub line: u64,
    /// Its cells, byte for byte.
    pub cells: Vec<String>,
}

/// The reason why a file cannot be read as a table. Its `Display` is a sentence with line and column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// The file has no line with column names.
    #[error("The file is empty: its first line has the names of the columns.")]
    Empty,
    /// The file has another format.
    #[error("This is {0}, not a CSV file. {advice}", advice = .0.advice())]
    OtherFormat(FileFormat),
    /// Pipes separate the cells of the first line.
    #[error(
        "Line {line}: pipes (|) separate the cells. Replace them with commas, semicolons or tabs, or write sep=| above this line."
    )]
    Pipes {
        /// The line with the column names.
        line: u64,
    },
    /// A cell is not UTF-8 text.
    #[error("Line {line}, column {column}: this is not UTF-8 text. Save the file as “CSV UTF-8”.")]
    NotText {
        /// The line on which the row begins; the first is 1.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// A quote is never closed.
    #[error(
        "Line {line}, column {column}: a quote (\") is opened here and never closed. Close it, or double it if it is an inch mark."
    )]
    OpenQuote {
        /// The line on which the row begins; the first is 1.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// A cell continues after its closing quote.
    #[error(
        "Line {line}, column {column}: text follows the closing quote (\"). Double each quote inside a quoted cell."
    )]
    TextAfterQuote {
        /// The line on which the row begins; the first is 1.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// A column has no name.
    #[error("Line {line}, column {column}: this column has no name.")]
    UnnamedColumn {
        /// The line with the column names.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// A cell has text, but its column has no name.
    #[error(
        "Line {line}, column {column}: this cell has text, but its column has no name. Name the column or clear the cell."
    )]
    UnnamedCell {
        /// The line on which the row begins; the first is 1.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// Two columns have the same name.
    #[error("Line {line}, column {column}: there is a column “{name}” already.")]
    DuplicateColumn {
        /// The line with the column names.
        line: u64,
        /// The column; the first is 1.
        column: usize,
        /// Its name.
        name: String,
    },
    /// A row has more or fewer cells than there are columns.
    #[error("Line {line}: this row has {cells} cells, but there are {columns} columns.")]
    WrongCellCount {
        /// The line on which the row begins.
        line: u64,
        /// The number of its cells.
        cells: usize,
        /// The number of columns.
        columns: usize,
    },
    /// Any other error of the CSV reader.
    #[error("The file cannot be read as CSV: {0}.")]
    Other(String),
}

/// Reads a CSV file in UTF-8 or UTF-16. A first line `sep=;` names the separator. Otherwise it is the comma, semicolon
/// or tab that the first line has most of. Quoted cells may contain separators and line ends. Empty lines are skipped.
pub fn read_csv(bytes: &[u8]) -> Result<Sheet, SheetError> {
    let bytes = decode(bytes).map_err(SheetError::OtherFormat)?;
    let (separator, body) = split_sep_line(&bytes);
    let lines = record_lines(body, separator)?;
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator.byte())
        .from_reader(body);
    let mut header: Option<Header> = None;
    let (mut rows, mut blank_lines) = (Vec::new(), Vec::new());
    // The reader and `record_lines` find the same records.
    for (record, line) in reader.byte_records().zip(lines) {
        let record = record.map_err(|error| SheetError::Other(error.to_string()))?;
        match &header {
            None => header = Some(Header::from_record(&record, line, separator)?),
            Some(_) if is_blank(&record) => blank_lines.push(line),
            Some(header) => rows.push(header.read_row(&record, line)?),
        }
    }
    let header = header.ok_or(SheetError::Empty)?;
    Ok(Sheet {
        columns: header.columns,
        header_line: header.line,
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
        Ok(text.to_owned())
    });
    cells.collect()
}

fn parse_column_names(names: Vec<String>, line: u64) -> Result<Vec<String>, SheetError> {
    let mut columns: Vec<String> = Vec::with_capacity(names.len());
    for (name, column) in names.into_iter().zip(1..) {
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err(SheetError::UnnamedColumn { line, column });
        }
        if columns.contains(&name) {
            return Err(SheetError::DuplicateColumn { line, column, name });
        }
        columns.push(name);
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    fn check(file: impl AsRef<[u8]>, expected: &Expect) {
        let text = match read_csv(file.as_ref()) {
            Err(error) => error.to_string(),
            Ok(sheet) => {
                let rows = sheet.rows.iter();
                let rows = rows.map(|row| format!("\n{}: {:?}", row.line, row.cells));
                let blank = match sheet.blank_lines.as_slice() {
                    [] => String::new(),
                    lines => format!("\nblank: {lines:?}"),
                };
                format!("{:?}{}{blank}", sheet.columns, rows.collect::<String>())
            }
        };
        expected.assert_eq(&text);
    }

    #[test]
    fn cells_stay_unchanged() {
        check(
            "\u{feff}name, id \n 007 ,9223372036854775807\n\n1.50,9.00E+18\n",
            &expect![[r#"
                ["name", "id"]
                2: [" 007 ", "9223372036854775807"]
                4: ["1.50", "9.00E+18"]"#]],
        );
    }

    #[test]
    fn semicolons_and_tabs_separate_and_quotes_protect() {
        check(
            "a;b\r\n\"x;\r\n\"\"y\"\"\";1,5\r\nz;\r\n",
            &expect![[r#"
                ["a", "b"]
                2: ["x;\r\n\"y\"", "1,5"]
                4: ["z", ""]"#]],
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
    fn non_table_is_reported_with_its_place() {
        check(
            "",
            &expect!["The file is empty: its first line has the names of the columns."],
        );
        check(
            b"a,b\n1,\xfc",
            &expect!["Line 2, column 2: this is not UTF-8 text. Save the file as “CSV UTF-8”."],
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
            &expect![
                r#"Line 2, column 1: a quote (") is opened here and never closed. Close it, or double it if it is an inch mark."#
            ],
        );
    }

    #[test]
    fn sep_line_names_the_separator() {
        for (separator, file) in [
            (';', "sep=;\r\na,b;c\r\n\r\n1;2"),
            ('\t', "SEP=\t\na,b\tc\n\n1\t2"),
            ('|', "\u{feff}sep=|\na,b|c\n\n1|2\n"),
        ] {
            let sheet = read_csv(file.as_bytes()).unwrap();
            let cells = ["1", "2"].map(str::to_owned).to_vec();
            assert_eq!(sheet.columns, ["a,b", "c"], "{separator}");
            assert_eq!(sheet.header_line, 2, "{separator}");
            assert_eq!(sheet.rows, [SheetRow { line: 4, cells }], "{separator}");
        }
        assert_eq!(read_csv(b"sep=,\n"), Err(SheetError::Empty));
        let line = 2;
        let twice = SheetError::DuplicateColumn {
            line,
            column: 2,
            name: "a".to_owned(),
        };
        assert_eq!(read_csv(b"sep=,\na,a\n"), Err(twice));
    }

    #[test]
    fn trailing_columns_without_name_are_dropped() {
        check(
            "a,b,, \n1,2,,\n3,4\n5,6, \n",
            &expect![[r#"
                ["a", "b"]
                2: ["1", "2"]
                3: ["3", "4"]
                4: ["5", "6"]"#]],
        );
        for (file, error) in [
            (
                "a,b,\n1,2,3\n",
                SheetError::UnnamedCell { line: 2, column: 3 },
            ),
            (
                "a,b,\n1,2,,\n",
                SheetError::WrongCellCount {
                    line: 2,
                    cells: 4,
                    columns: 2,
                },
            ),
            (
                "a,b,\n1\n",
                SheetError::WrongCellCount {
                    line: 2,
                    cells: 1,
                    columns: 2,
                },
            ),
            (
                ",,\n1,2,3\n",
                SheetError::UnnamedColumn { line: 1, column: 1 },
            ),
        ] {
            assert_eq!(read_csv(file.as_bytes()), Err(error), "{file}");
        }
    }

    #[test]
    fn utf16_with_mark_is_read() {
        let text = "sep=;\r\nnäme;b\r\n😀;2\r\n";
        let expected = read_csv(text.as_bytes());
        assert!(expected.is_ok());
        let encoded = |unit: fn(u16) -> [u8; 2]| -> Vec<u8> {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            units.flat_map(unit).collect()
        };
        let [little, big] = [u16::to_le_bytes, u16::to_be_bytes].map(encoded);
        assert_eq!(read_csv(&little), expected);
        assert_eq!(read_csv(&big), expected);
        let damaged = Err(SheetError::OtherFormat(FileFormat::DamagedUtf16));
        assert_eq!(read_csv(&little[..little.len() - 1]), damaged);
        assert_eq!(read_csv(b"\xff\xfea\0\0\xd8"), damaged);
    }

    #[test]
    fn inch_marks_are_text_and_bad_quotes_refused() {
        check(
            "size \"x\";b\n5\" screen;2\n\"5\"\" screen\";3\n 6\" ; \"7\"\n",
            &expect![[r#"
                ["size \"x\"", "b"]
                2: ["5\" screen", "2"]
                3: ["5\" screen", "3"]
                4: [" 6\" ", " \"7\""]"#]],
        );
        assert_eq!(read_csv(b"5\" size;b\n1;2\n").unwrap().columns.len(), 2);
        for (file, error) in [
            (
                "a,b\n1,\"5\" screen\"\n",
                SheetError::TextAfterQuote { line: 2, column: 2 },
            ),
            (
                "a,b\n1,2\n1,\" wide\n3,4\n",
                SheetError::OpenQuote { line: 3, column: 2 },
            ),
        ] {
            assert_eq!(read_csv(file.as_bytes()), Err(error), "{file}");
        }
    }

    #[test]
    fn empty_rows_are_skipped_and_reported() {
        check(
            "a,b\r\n,\r\n\"x\ny\",2\r\n\r\n,,,\r\n \t, \r\n3,\r\n\"\",\r\n",
            &expect![[r#"
                ["a", "b"]
                3: ["x\ny", "2"]
                8: ["3", ""]
                blank: [2, 6, 7, 9]"#]],
        );
    }

    #[test]
    fn other_formats_are_refused_by_name() {
        for (file, format) in [
            (&b"PK\x03\x04\x14\0"[..], FileFormat::Zip),
            (b"\xd0\xcf\x11\xe0\xa1\xb1", FileFormat::OldExcel),
            (b"\n<html><table><tr><td>name", FileFormat::Html),
            (b"\xef\xbb\xbf<!DOCTYPE html>", FileFormat::Html),
            (b"\xff\xfe<\0t\0a\0b\0l\0e\0", FileFormat::Html),
            (b"<?xml version=\"1.0\"?><Workbook>", FileFormat::Xml),
            (b"n\0a\0m\0e\0,\0", FileFormat::Binary),
        ] {
            assert_eq!(read_csv(file), Err(SheetError::OtherFormat(format)));
        }
        check(
            "<html>",
            &expect![
                "This is an HTML page, not a CSV file. Open it in a spreadsheet program and save it as “CSV UTF-8”."
            ],
        );
        assert_eq!(
            read_csv(b"name|value\nA|1\n"),
            Err(SheetError::Pipes { line: 1 })
        );
        assert!(read_csv(b"name\nA|1\n").is_ok());
        assert!(read_csv(b"na|me,value\nA|1,2\n").is_ok());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(file in "(sep=)?[ab|,;\t\r\n\" ]{0,30}") {
            let lines = file.replace("\r\n", "\n").split(['\r', '\n']).count() as u64;
            if let Ok(sheet) = read_csv(file.as_bytes()) {
                let all = sheet.rows.iter().map(|row| row.line).chain(sheet.blank_lines);
                prop_assert!(all.into_iter().all(|line| (sheet.header_line + 1..=lines).contains(&line)));
            }
        }
    }
}
