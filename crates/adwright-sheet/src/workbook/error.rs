//! The reasons why a workbook cannot be read, with their sentences.

use std::fmt;

use crate::LimitError;
use crate::sheet::letters_of;

/// The reason why a workbook cannot be read as a table. Its `Display` is a sentence with the place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WorkbookError {
    /// The file or the table is too large.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The file has another format.
    #[error("This is not a workbook (XLSX, XLSM or ODS).")]
    NotAWorkbook,
    /// XLS of Excel 97 to 2003.
    #[error("This is an old Excel workbook (XLS). Save it as XLSX.")]
    OldExcel,
    /// XLSB. Its cells with errors cannot be told from empty cells.
    #[error("This is a binary Excel workbook (XLSB). Save it as XLSX.")]
    BinaryExcel,
    /// The file is encrypted.
    #[error("The workbook is protected by a password. Save it without the password.")]
    Password,
    /// The file is incomplete or broken.
    #[error(
        "The workbook is damaged or incomplete. Open it in a spreadsheet program and save it again."
    )]
    Damaged,
    /// The workbook has no sheet of this name.
    #[error("The workbook has no sheet “{sheet}”.")]
    NoSheet {
        /// The name.
        sheet: String,
    },
    /// The sheet has no cells.
    #[error("Sheet “{sheet}” is empty.")]
    EmptySheet {
        /// The name of the sheet.
        sheet: String,
    },
    /// The header row has no text.
    #[error("Sheet “{sheet}”, row {row}: this row has no column names.")]
    EmptyHeader {
        /// The name of the sheet.
        sheet: String,
        /// The header row; the first is 1.
        row: u32,
    },
    /// A column has no name.
    #[error("{0}: this column has no name.")]
    UnnamedColumn(CellPlace),
    /// A cell has text, but its column has no name.
    #[error(
        "{0}: this cell has text, but its column has no name. Name the column or clear the cell."
    )]
    UnnamedCell(CellPlace),
    /// Two columns have the same name.
    #[error("{place}: there is a column “{name}” already.")]
    DuplicateColumn {
        /// The second column.
        place: CellPlace,
        /// The name of both.
        name: String,
    },
    /// Cells of the table are merged, so only the first of them has a value.
    #[error("Sheet “{sheet}”, cells {range}: these cells are merged. Unmerge them and fill each.")]
    MergedCells {
        /// The name of the sheet.
        sheet: String,
        /// The merged cells.
        range: WorksheetRange,
    },
    /// The file has no result of a formula. Some programs write formulas without results.
    #[error(
        "{0}: the formula has no stored result. Open the workbook in a spreadsheet program and save it again."
    )]
    NoResult(CellPlace),
    /// A cell shows an error such as `#REF!`.
    #[error("{place}: this cell shows the error {value}. Fix its formula or clear the cell.")]
    ErrorValue {
        /// The cell.
        place: CellPlace,
        /// The error as the spreadsheet shows it.
        value: String,
    },
    /// A cell shows an error of a newer Excel, such as `#SPILL!`. Its place is unknown.
    #[error("Sheet “{sheet}”: a cell shows the error {value}. Fix its formula or clear the cell.")]
    NewErrorValue {
        /// The name of the sheet.
        sheet: String,
        /// The error as the spreadsheet shows it.
        value: String,
    },
}

/// The place of a cell in a workbook, displayed as `Sheet “Values”, cell B12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellPlace {
    /// The name of the sheet.
    pub sheet: String,
    /// The cell.
    pub cell: CellPosition,
}

/// The position of a cell in a sheet, displayed as `B12`. Ordered by row, then column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellPosition {
    /// The row; the first is 1.
    pub row: u32,
    /// The column; the first is 1.
    pub column: u32,
}

/// A rectangle of cells, displayed as `B2:C3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorksheetRange {
    /// The cell at the top left.
    pub first: CellPosition,
    /// The cell at the bottom right.
    pub last: CellPosition,
}

impl fmt::Display for CellPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sheet “{}”, cell {}", self.sheet, self.cell)
    }
}

impl fmt::Display for CellPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&letters_of(self.column as usize))?;
        write!(f, "{}", self.row)
    }
}

impl fmt::Display for WorksheetRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.first, self.last)
    }
}
