//! Reads a source as a table, and detects how to read it.

use std::cmp::Reverse;

use adwright_sheet::{
    CsvOptions, Sheet, SheetError, SheetRow, TextEncoding, Workbook, has_workbook_signature,
    preview_csv, read_csv_with,
};
use adwright_views::{HeaderRow, RowImportOptions, TableEncoding, saturating_u32};

use super::content::ImportContent;

use crate::error::{BatchError, Error, ValueTableError};

/// The rows that decide about the header row.
const FIRST_ROWS: u16 = 50;

/// The columns that decide about the header row, and the columns of a table that cannot be read.
const FIRST_COLUMNS: usize = 300;

/// A table, and how it was read.
pub(super) struct ImportTable {
    /// The options with everything that was detected but the mapping.
    pub(super) options: RowImportOptions,
    /// The names of the sheets of a workbook.
    pub(super) worksheets: Vec<String>,
    pub(super) first_rows: Vec<SheetRow>,
    /// The table, or the reason why it cannot be read with these options.
    pub(super) sheet: Result<Sheet, Error>,
}

impl ImportTable {
    /// Reads a table. `is_field` returns whether a text is the name of a field.
    ///
    /// # Errors
    /// If not even its first rows can be read.
    pub(super) fn read(
        content: &ImportContent,
        options: &RowImportOptions,
        is_field: impl Fn(&str) -> bool,
    ) -> Result<Self, Error> {
        match content {
            ImportContent::File { name, bytes } if has_workbook_signature(bytes) => {
                read_workbook(name, bytes, options, is_field)
            }
            ImportContent::File { name, bytes } => read_csv(name, bytes, options, is_field),
            ImportContent::Clipboard(clipboard) => {
                let block = clipboard.parse().map_err(BatchError::Clipboard)?;
                let first_rows = first_rows(block.rows());
                let header = options.header;
                let header = header.unwrap_or_else(|| guess_header(&first_rows, None, is_field));
                let row = match header {
                    HeaderRow::None => None,
                    HeaderRow::Line(line) => Some(line),
                };
                let file = "The clipboard".to_owned();
                let sheet = Sheet::from_block(block, row);
                Ok(Self {
                    options: RowImportOptions {
                        header: Some(header),
                        ..RowImportOptions::default()
                    },
                    worksheets: Vec::new(),
                    first_rows,
                    sheet: sheet.map_err(|source| ValueTableError::Sheet { file, source }.into()),
                })
            }
        }
    }

    /// Returns whether no row has names.
    pub(super) fn is_headerless(&self) -> bool {
        self.options.header == Some(HeaderRow::None)
    }

    /// Returns the rows; none if they cannot be read.
    pub(super) fn rows(&self) -> &[SheetRow] {
        self.sheet.as_ref().map_or(&[], |sheet| &sheet.rows)
    }

    /// Returns the names of the columns, as far as they can be read.
    pub(super) fn column_names(&self) -> Vec<String> {
        if let Ok(sheet) = &self.sheet {
            return sheet.columns.clone();
        }
        let header = match self.options.header {
            Some(HeaderRow::Line(line)) => u64::from(line),
            _ => 0,
        };
        let header = self.first_rows.iter().find(|row| row.line == header);
        header.map(|row| row.cells.clone()).unwrap_or_default()
    }
}

fn read_workbook(
    name: &str,
    bytes: &[u8],
    options: &RowImportOptions,
    is_field: impl Fn(&str) -> bool,
) -> Result<ImportTable, Error> {
    let failed = |source| {
        let file = name.to_owned();
        Error::from(ValueTableError::Workbook { file, source })
    };
    let mut workbook = Workbook::open(bytes).map_err(failed)?;
    let worksheets = workbook.sheets().iter().map(|sheet| sheet.name.clone());
    let worksheets: Vec<String> = worksheets.collect();
    let chosen = options.worksheet.clone();
    let Some(worksheet) = chosen.or_else(|| worksheets.first().cloned()) else {
        let file = name.to_owned();
        let source = SheetError::Empty;
        return Err(ValueTableError::Sheet { file, source }.into());
    };
    let preview = workbook.preview(&worksheet, FIRST_ROWS.into());
    let first_rows = first_rows(preview.map_err(failed)?.rows());
    let header = options.header;
    let header = header.unwrap_or_else(|| guess_header(&first_rows, None, is_field));
    let sheet = match header {
        HeaderRow::None => workbook.read_headerless(&worksheet),
        HeaderRow::Line(line) => workbook.read(&worksheet, line),
    };
    Ok(ImportTable {
        options: RowImportOptions {
            worksheet: Some(worksheet),
            header: Some(header),
            ..RowImportOptions::default()
        },
        worksheets,
        first_rows,
        sheet: sheet.map_err(failed),
    })
}

fn read_csv(
    name: &str,
    bytes: &[u8],
    options: &RowImportOptions,
    is_field: impl Fn(&str) -> bool,
) -> Result<ImportTable, Error> {
    let failed = |source| {
        let file = name.to_owned();
        Error::from(ValueTableError::Sheet { file, source })
    };
    let chosen = CsvOptions {
        separator: options.separator,
        encoding: options.encoding.map(to_sheet_encoding),
        ..CsvOptions::default()
    };
    let mut preview = preview_csv(bytes, &chosen, FIRST_ROWS.into()).map_err(failed)?;
    let rows = preview.rows.iter_mut();
    rows.for_each(|row| row.cells.truncate(FIRST_COLUMNS));
    let guessed = preview.options;
    let header = options
        .header
        .unwrap_or_else(|| guess_header(&preview.rows, guessed.header_line, is_field));
    let first = preview.rows.first().map(|row| row.line);
    let sheet = read_csv_with(
        bytes,
        &CsvOptions {
            header_line: match header {
                HeaderRow::None => first,
                HeaderRow::Line(line) => Some(line.into()),
            },
            is_headerless: header == HeaderRow::None,
            ..guessed
        },
    );
    Ok(ImportTable {
        options: RowImportOptions {
            separator: guessed.separator,
            encoding: guessed.encoding.map(from_sheet_encoding),
            header: Some(header),
            ..RowImportOptions::default()
        },
        worksheets: Vec::new(),
        first_rows: preview.rows,
        sheet: sheet.map_err(failed),
    })
}

/// Returns the beginning of rows whose lines are counted from 1.
fn first_rows(rows: &[Vec<String>]) -> Vec<SheetRow> {
    let rows = rows.iter().take(FIRST_ROWS.into()).zip(1..);
    rows.map(|(cells, line)| SheetRow {
        line,
        cells: cells.iter().take(FIRST_COLUMNS).cloned().collect(),
    })
    .collect()
}

/// Returns the row with most names of fields. If there is none, it is the likely row, or the first one with text, unless
/// a cell of that row is a number, which no column is called.
fn guess_header(
    rows: &[SheetRow],
    likely: Option<u64>,
    is_field: impl Fn(&str) -> bool,
) -> HeaderRow {
    let names = |row: &SheetRow| row.cells.iter().filter(|cell| is_field(cell)).count();
    let scored = rows.iter().map(|row| (names(row), Reverse(row.line)));
    if let Some((_, Reverse(line))) = scored.filter(|(names, _)| *names > 0).max() {
        return HeaderRow::Line(saturating_u32(line));
    }
    let is_filled = |row: &&SheetRow| row.cells.iter().any(|cell| !cell.trim().is_empty());
    let row = rows.iter().find(|row| Some(row.line) == likely);
    let Some(row) = row.or_else(|| rows.iter().find(is_filled)) else {
        return HeaderRow::Line(1);
    };
    let is_number = |cell: &String| cell.trim().parse::<f64>().is_ok();
    if row.cells.iter().any(is_number) {
        return HeaderRow::None;
    }
    HeaderRow::Line(saturating_u32(row.line))
}

const fn to_sheet_encoding(encoding: TableEncoding) -> TextEncoding {
    match encoding {
        TableEncoding::Utf8 => TextEncoding::Utf8,
        TableEncoding::Utf16Le => TextEncoding::Utf16Le,
        TableEncoding::Utf16Be => TextEncoding::Utf16Be,
        TableEncoding::Windows1252 => TextEncoding::Windows1252,
    }
}

const fn from_sheet_encoding(encoding: TextEncoding) -> TableEncoding {
    match encoding {
        TextEncoding::Utf8 => TableEncoding::Utf8,
        TextEncoding::Utf16Le => TableEncoding::Utf16Le,
        TextEncoding::Utf16Be => TableEncoding::Utf16Be,
        TextEncoding::Windows1252 => TableEncoding::Windows1252,
    }
}
