//! A table of text cells.

use crate::LossyCell;

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
    /// Its cells.
    pub cells: Vec<String>,
}
