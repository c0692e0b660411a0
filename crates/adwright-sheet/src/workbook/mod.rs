//! Reads workbooks as tables of text: XLSX and XLSM with calamine, ODS with a reader of our own.

mod cell_value;
mod document_cell;
mod document_walker;
mod error;
mod grid;
mod open_document;
mod open_xml;
mod package;
mod table;

pub use error::{CellPlace, CellPosition, WorkbookError, WorksheetRange};

use crate::{CellBlock, Sheet};
use grid::{Grid, GridMode};
use open_document::OpenDocumentFile;
use open_xml::OpenXmlFile;
use package::{PackageFormat, check_package};

/// An open workbook.
///
/// Cells become text: whole numbers up to 15 digits exactly, other numbers with the fewest digits that identify them,
/// dates as `2026-11-26` or `2026-11-26T12:30:00`, truth values as `true` and `false`, formulas as their stored
/// results. Percentages and currencies are plain numbers. Numbers with more than 15 digits and dates are listed in
/// [`Sheet::losses`]: an id among them is damaged.
pub struct Workbook<'bytes> {
    file: WorkbookFile<'bytes>,
    sheets: Vec<WorksheetInfo>,
}

enum WorkbookFile<'bytes> {
    OpenXml(Box<OpenXmlFile<'bytes>>),
    OpenDocument(OpenDocumentFile<'bytes>),
}

/// A sheet of a workbook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorksheetInfo {
    /// Its name.
    pub name: String,
    /// The number of rows. Some programs declare too few or too many in XLSX files.
    pub rows: u32,
    /// The number of columns, from the same source.
    pub columns: u32,
}

/// Returns true if a file begins like a workbook, of a supported or of another format. Read other files as CSV.
#[must_use]
pub fn has_workbook_signature(bytes: &[u8]) -> bool {
    package::has_signature(bytes)
}

impl<'bytes> Workbook<'bytes> {
    /// Opens a workbook. The archive is unpacked once, to check its size and its checksums.
    ///
    /// # Errors
    /// [`WorkbookError`]s of the whole file.
    pub fn open(bytes: &'bytes [u8]) -> Result<Self, WorkbookError> {
        let package = check_package(bytes)?;
        let (file, sheets) = match package.format {
            PackageFormat::OpenXml => {
                let mut file = OpenXmlFile::open(bytes, package.has_merged_cells)?;
                let sheets = file.sheets()?;
                (WorkbookFile::OpenXml(Box::new(file)), sheets)
            }
            PackageFormat::OpenDocument => {
                let file = OpenDocumentFile::new(bytes);
                let sheets = file.sheets()?;
                (WorkbookFile::OpenDocument(file), sheets)
            }
        };
        Ok(Self { file, sheets })
    }

    /// Returns the sheets with cells, in the order of the workbook.
    #[must_use]
    pub fn sheets(&self) -> &[WorksheetInfo] {
        &self.sheets
    }

    /// Reads a sheet as a table. The first header row is 1; rows above it are ignored. Short rows are padded.
    ///
    /// # Errors
    /// The first [`WorkbookError`] of the sheet. Merged cells are one: only the first of them has a value, and most
    /// people mean it for all of them.
    pub fn read(&mut self, sheet: &str, header_row: u32) -> Result<Sheet, WorkbookError> {
        let grid = self.read_grid(sheet, GridMode::Strict, header_row..u32::MAX)?;
        if grid.rows.is_empty() && grid.merges.is_empty() && header_row == 1 {
            let sheet = sheet.to_owned();
            return Err(WorkbookError::EmptySheet { sheet });
        }
        table::to_table(sheet, header_row, grid)
    }

    /// Reads a sheet without column names like [`read`](Self::read). The columns are named `A`, `B` and so on.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_headerless(&mut self, sheet: &str) -> Result<Sheet, WorkbookError> {
        let grid = self.read_grid(sheet, GridMode::Strict, 1..u32::MAX)?;
        table::to_headerless_table(sheet, grid)
    }

    /// Returns the first rows of a sheet, as a person sees them before choosing the header row. Empty rows are kept,
    /// errors are shown, and formulas without results are empty.
    ///
    /// # Errors
    /// [`WorkbookError`]s of the file, and limits.
    pub fn preview(&mut self, sheet: &str, row_count: u32) -> Result<CellBlock, WorkbookError> {
        let end = row_count.saturating_add(1);
        let grid = self.read_grid(sheet, GridMode::Lenient, 1..end)?;
        let (rows, losses) = grid.into_block();
        Ok(CellBlock::with_losses(rows, losses)?)
    }

    fn read_grid(
        &mut self,
        sheet: &str,
        mode: GridMode,
        kept_rows: std::ops::Range<u32>,
    ) -> Result<Grid, WorkbookError> {
        if !self.sheets.iter().any(|info| info.name == sheet) {
            let sheet = sheet.to_owned();
            return Err(WorkbookError::NoSheet { sheet });
        }
        let mut grid = Grid::new(sheet.to_owned(), mode, kept_rows);
        match &mut self.file {
            WorkbookFile::OpenXml(file) => file.read(sheet, &mut grid)?,
            WorkbookFile::OpenDocument(file) => file.read(sheet, &mut grid)?,
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests;
