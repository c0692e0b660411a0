//! Writes XLSX.

use std::io::{self, Write};
use std::iter;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use super::{ExportError, MAX_WORKSHEET_CELL, check_length};
use crate::{MAX_COLUMNS, MAX_WORKSHEET_ROWS};

/// The number format `@` of Excel.
const TEXT_FORMAT: u8 = 49;

/// So many rows decide about the widths of columns. They are kept in memory.
const MEASURED_ROWS: usize = 1_000;

/// The narrowest and the widest column, in characters.
const COLUMN_WIDTHS: (usize, usize) = (8, 60);

/// Writes an XLSX file with one sheet. Every cell is text, so Excel keeps all digits of an id and runs no formula.
/// The header row is bold and stays visible. `temp_dir` holds the rows in a nameless file until the workbook is
/// complete, so memory does not grow with the number of rows.
///
/// Characters that XML cannot hold, such as control characters, are written as `_x0007_`, and texts that look so as
/// `_x005F_x0007_`. Excel, LibreOffice and [`Workbook`](crate::Workbook) read both back. Characters that the name of
/// a sheet may not have become `_`. [`Workbook::read`](crate::Workbook::read) leaves out rows without any text, and
/// trims column names. The output is incomplete after an error.
///
/// # Errors
/// All [`ExportError`]s but [`ExportError::ForbiddenCharacter`].
pub fn write_xlsx<C, R>(
    output: impl Write + Send,
    temp_dir: &Path,
    sheet: &str,
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
    if columns.len() > MAX_COLUMNS {
        let columns = columns.len();
        return Err(ExportError::TooManyColumns { columns });
    }
    let write = || {
        let mut workbook = Workbook::new();
        workbook.set_tempdir(temp_dir).map_err(to_error)?;
        let worksheet = workbook.add_worksheet_with_constant_memory();
        let worksheet = worksheet.map_err(to_error)?;
        worksheet.set_name(sheet_name(sheet)).map_err(to_error)?;
        write_rows(worksheet, columns, rows)?;
        workbook.save_to_writer(output).map_err(to_error)
    };
    // The writer panics if the disk of the temporary file is full. Nothing of it is used afterwards.
    panic::catch_unwind(AssertUnwindSafe(write)).unwrap_or(Err(ExportError::TemporaryFile))
}

fn write_rows<C, R>(
    worksheet: &mut Worksheet,
    columns: &[C],
    rows: impl IntoIterator<Item = R>,
) -> Result<(), ExportError>
where
    C: AsRef<str>,
    R: AsRef<[C]>,
{
    let mut rows = rows.into_iter();
    let measured: Vec<R> = rows.by_ref().take(MEASURED_ROWS).collect();
    let text = Format::new().set_num_format_index(TEXT_FORMAT);
    let sample = || iter::once(columns).chain(measured.iter().map(AsRef::as_ref));
    for (column, index) in (0..).zip(0..columns.len()) {
        let cells = sample().filter_map(|row| row.get(index));
        let width = column_width(cells.map(AsRef::as_ref));
        // So that new rows are text, too.
        worksheet
            .set_column_width(column, width)
            .and_then(|sheet| sheet.set_column_format(column, &text))
            .map_err(to_error)?;
    }
    worksheet.set_freeze_panes(1, 0).map_err(to_error)?;
    write_row(
        worksheet,
        0,
        columns,
        columns.len(),
        &text.clone().set_bold(),
    )?;
    for (row, number) in measured.into_iter().chain(rows).zip(1..) {
        write_row(worksheet, number, row.as_ref(), columns.len(), &text)?;
    }
    Ok(())
}

/// Takes the row from 0.
fn write_row<C: AsRef<str>>(
    worksheet: &mut Worksheet,
    row: u32,
    cells: &[C],
    columns: usize,
    format: &Format,
) -> Result<(), ExportError> {
    if row as usize >= MAX_WORKSHEET_ROWS {
        return Err(ExportError::TooManyRows);
    }
    let number = u64::from(row) + 1;
    check_length(cells.len(), number, columns)?;
    for (column, cell) in (0..).zip(cells) {
        let cell = cell.as_ref();
        if cell.len() > MAX_WORKSHEET_CELL && cell.encode_utf16().count() > MAX_WORKSHEET_CELL {
            return Err(ExportError::CellTooLong {
                row: number,
                column: usize::from(column) + 1,
            });
        }
        let written = worksheet.write_string_with_format(row, column, cell, format);
        written.map_err(to_error)?;
    }
    Ok(())
}

/// Returns the width of the longest line.
fn column_width<'a>(cells: impl Iterator<Item = &'a str>) -> u32 {
    let lines = cells.flat_map(str::lines);
    let longest = lines.map(|line| line.chars().count()).max();
    let (narrowest, widest) = COLUMN_WIDTHS;
    // The bold header and the borders need some room.
    let width = (longest.unwrap_or_default() + 2).clamp(narrowest, widest);
    u32::try_from(width).unwrap_or_default()
}

/// Excel allows 31 characters, and not these.
fn sheet_name(name: &str) -> String {
    let name = name.chars().take(31);
    let name = name.map(|character| match character {
        '[' | ']' | ':' | '*' | '?' | '/' | '\\' | '\'' => '_',
        _ if character.is_control() => '_',
        _ => character,
    });
    let name: String = name.collect();
    if name.trim().is_empty() {
        return "Sheet1".to_owned();
    }
    name
}

fn to_error(error: XlsxError) -> ExportError {
    ExportError::Write(match error {
        XlsxError::IoError(error) | XlsxError::TempFileError(_, error) => error,
        other => io::Error::other(other),
    })
}
