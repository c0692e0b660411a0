//! Writes tables as files that spreadsheets, programs and browsers open, and that read back unchanged.

mod csv_writer;
mod html_writer;
mod json_writer;
mod xlsx_writer;

use std::io;

pub use csv_writer::write_csv;
pub use html_writer::write_html;
pub use json_writer::write_json;
pub use xlsx_writer::write_xlsx;

use crate::{MAX_COLUMNS, MAX_WORKSHEET_ROWS};

/// The most characters of a cell in Excel, in UTF-16 code units.
pub const MAX_WORKSHEET_CELL: usize = 32_767;

/// The reason why a table cannot be written. Its `Display` is a sentence with the place.
///
/// Rows count as in the file: the header row is 1.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The table has no columns.
    #[error("The table has no columns to export.")]
    NoColumns,
    /// The table has more columns than Excel can hold.
    #[error(
        "The table has {columns} columns, and a worksheet has at most {MAX_COLUMNS}. Export fewer columns, or CSV."
    )]
    TooManyColumns {
        /// The number of columns.
        columns: usize,
    },
    /// The table has more rows than Excel can hold.
    #[error(
        "The table has more than {MAX_WORKSHEET_ROWS} rows with its header, the most of a worksheet. Export fewer rows, or CSV."
    )]
    TooManyRows,
    /// A row has another number of cells than there are columns.
    #[error("Row {row}: this row has {cells} cells, but there are {columns} columns.")]
    WrongCellCount {
        /// The row.
        row: u64,
        /// The number of its cells.
        cells: usize,
        /// The number of columns.
        columns: usize,
    },
    /// A cell is longer than Excel can hold.
    #[error(
        "Row {row}, column {column}: this text has more than {MAX_WORKSHEET_CELL} characters, the most of a cell. Shorten it, or export CSV."
    )]
    CellTooLong {
        /// The row.
        row: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// A text has the character NUL, which no CSV file holds.
    #[error("Row {row}, column {column}: a CSV file cannot hold the character NUL. Remove it.")]
    ForbiddenCharacter {
        /// The row.
        row: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// The temporary file of a workbook cannot be written.
    #[error("The temporary file of the workbook cannot be written. Free some space on the disk.")]
    TemporaryFile,
    /// The file cannot be written.
    #[error("The file cannot be written: {0}")]
    Write(#[from] io::Error),
}

fn check_length(cells: usize, row: u64, columns: usize) -> Result<(), ExportError> {
    if cells != columns {
        return Err(ExportError::WrongCellCount {
            row,
            cells,
            columns,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
