//! Reads XLSX and XLSM with calamine.

use std::io::Cursor;

use calamine::{DataRef, Dimensions, Reader, SheetType, Xlsx, XlsxError};

use super::cell_value::CellValue;
use super::grid::Grid;
use super::{CellPosition, WorkbookError, WorksheetInfo, WorksheetRange};

/// An open XLSX or XLSM file.
pub(super) struct OpenXmlFile<'bytes> {
    reader: Xlsx<Cursor<&'bytes [u8]>>,
    has_merged_cells: bool,
}

impl<'bytes> OpenXmlFile<'bytes> {
    pub(super) fn open(bytes: &'bytes [u8], has_merged_cells: bool) -> Result<Self, WorkbookError> {
        let reader = Xlsx::new(Cursor::new(bytes)).map_err(|error| to_error(&error))?;
        Ok(Self {
            reader,
            has_merged_cells,
        })
    }

    /// Lists the sheets that have cells. The sizes are those that the file declares.
    pub(super) fn sheets(&mut self) -> Result<Vec<WorksheetInfo>, WorkbookError> {
        let sheets = self.reader.sheets_metadata().to_vec();
        let mut infos = Vec::new();
        for sheet in sheets {
            if sheet.typ != SheetType::WorkSheet {
                continue;
            }
            let size = match self.reader.worksheet_cells_reader(&sheet.name) {
                Ok(reader) => reader.dimensions(),
                Err(XlsxError::NotAWorksheet(_)) => continue,
                Err(error) => return Err(to_error(&error)),
            };
            infos.push(WorksheetInfo {
                name: sheet.name,
                rows: size.end.0.saturating_add(1),
                columns: size.end.1.saturating_add(1),
            });
        }
        Ok(infos)
    }

    pub(super) fn read(&mut self, sheet: &str, grid: &mut Grid) -> Result<(), WorkbookError> {
        self.read_cells(sheet, grid)?;
        if self.has_merged_cells {
            let merges = self.reader.merge_cells_by_sheet_name(sheet);
            let merges = merges.map_err(|error| to_error(&error))?;
            grid.merges = merges.iter().map(to_range).collect();
        }
        Ok(())
    }

    fn read_cells(&mut self, sheet: &str, grid: &mut Grid) -> Result<(), WorkbookError> {
        let cells = self.reader.worksheet_cells_reader(sheet);
        let mut cells = cells.map_err(|error| to_error(&error))?;
        loop {
            let cell = cells.next_cell_with_formula_metadata();
            let Some(cell) = cell.map_err(|error| to_cell_error(&error, sheet))? else {
                break;
            };
            let position = to_position(cell.pos);
            if grid.is_past_end(position.row) {
                break;
            }
            // An empty text is a result, a missing one is not.
            let value = match (&cell.value, &cell.formula) {
                (DataRef::Empty, Some(_)) => CellValue::NoResult,
                (value, _) => CellValue::from_excel(value),
            };
            grid.push(position, value)?;
        }
        Ok(())
    }
}

/// Takes a place that counts from 0.
const fn to_position((row, column): (u32, u32)) -> CellPosition {
    CellPosition {
        row: row.saturating_add(1),
        column: column.saturating_add(1),
    }
}

const fn to_range(cells: &Dimensions) -> WorksheetRange {
    WorksheetRange {
        first: to_position(cells.start),
        last: to_position(cells.end),
    }
}

/// calamine knows only the errors of older versions of Excel.
fn to_cell_error(error: &XlsxError, sheet: &str) -> WorkbookError {
    match error {
        XlsxError::CellError(value) => WorkbookError::NewErrorValue {
            sheet: sheet.to_owned(),
            value: value.clone(),
        },
        error => to_error(error),
    }
}

fn to_error(error: &XlsxError) -> WorkbookError {
    match error {
        XlsxError::Password => WorkbookError::Password,
        XlsxError::WorksheetNotFound(sheet) => WorkbookError::NoSheet {
            sheet: sheet.clone(),
        },
        _ => WorkbookError::Damaged,
    }
}
