//! The cells of one sheet while it is read.

use std::ops::Range;

use super::cell_value::CellValue;
use super::{CellPlace, CellPosition, WorkbookError, WorksheetRange};
use crate::{
    CellLoss, LimitError, LossyCell, MAX_CELLS, MAX_COLUMNS, MAX_UNPACKED_BYTES, MAX_WORKSHEET_ROWS,
};

/// What happens to cells that have no usable value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GridMode {
    /// The first one is an error.
    Strict,
    /// They are shown as the spreadsheet shows them.
    Lenient,
}

/// The rows of a sheet from a first row on. Rows without cells are left out.
#[derive(Debug)]
pub(super) struct Grid {
    sheet: String,
    mode: GridMode,
    /// The first row that is kept, and the first that is not; the first row of a sheet is 1.
    kept_rows: Range<u32>,
    pub(super) rows: Vec<GridRow>,
    pub(super) merges: Vec<WorksheetRange>,
    cell_count: usize,
    text_bytes: u64,
}

#[derive(Debug)]
pub(super) struct GridRow {
    /// The row; the first is 1.
    pub(super) number: u32,
    pub(super) cells: Vec<String>,
    /// The cells that a spreadsheet changed: the index and the change.
    pub(super) losses: Vec<(usize, CellLoss)>,
}

impl Grid {
    pub(super) const fn new(sheet: String, mode: GridMode, kept_rows: Range<u32>) -> Self {
        Self {
            sheet,
            mode,
            kept_rows,
            rows: Vec::new(),
            merges: Vec::new(),
            cell_count: 0,
            text_bytes: 0,
        }
    }

    /// Returns true if no later row is kept.
    pub(super) const fn is_past_end(&self, row: u32) -> bool {
        row >= self.kept_rows.end
    }

    /// Checks that so many cells in each of these rows fit, before they are repeated in memory.
    pub(super) fn check_room(&self, rows: &Range<u32>, cells: u64) -> Result<(), LimitError> {
        let start = rows.start.max(self.kept_rows.start);
        let count = rows.end.min(self.kept_rows.end).saturating_sub(start);
        if u64::from(count).saturating_mul(cells) > MAX_CELLS as u64 {
            return Err(LimitError::Cells { max: MAX_CELLS });
        }
        Ok(())
    }

    /// Adds the next cell of a sheet, row by row from left to right.
    pub(super) fn push(
        &mut self,
        cell: CellPosition,
        value: CellValue,
    ) -> Result<(), WorkbookError> {
        if !self.kept_rows.contains(&cell.row) || value == CellValue::EMPTY {
            return Ok(());
        }
        let index = cell.column as usize - 1;
        if cell.row as usize > MAX_WORKSHEET_ROWS {
            return Err(LimitError::Rows.into());
        }
        if index >= MAX_COLUMNS {
            let row = cell.row.into();
            return Err(LimitError::Columns { row }.into());
        }
        let (text, loss) = self.text_of(cell, value)?;
        if self.rows.last().is_none_or(|row| row.number < cell.row) {
            // Most rows are as wide as the one above.
            let width = self.rows.last().map_or(0, |row| row.cells.len());
            self.rows.push(GridRow {
                number: cell.row,
                cells: Vec::with_capacity(width),
                losses: Vec::new(),
            });
        }
        let Some(row) = self.rows.last_mut() else {
            return Ok(());
        };
        // Excel itself calls a file broken whose cells are out of order.
        if row.number != cell.row || index < row.cells.len() {
            return Err(WorkbookError::Damaged);
        }
        self.cell_count += index + 1 - row.cells.len();
        self.text_bytes += text.len() as u64;
        if self.cell_count > MAX_CELLS || self.text_bytes > MAX_UNPACKED_BYTES {
            return Err(LimitError::Cells { max: MAX_CELLS }.into());
        }
        row.losses.extend(loss.map(|loss| (index, loss)));
        row.cells.resize(index, String::new());
        row.cells.push(text);
        Ok(())
    }

    fn text_of(
        &self,
        cell: CellPosition,
        value: CellValue,
    ) -> Result<(String, Option<CellLoss>), WorkbookError> {
        let place = || CellPlace {
            sheet: self.sheet.clone(),
            cell,
        };
        match (value, self.mode) {
            (CellValue::Text(text), _) => Ok((text, None)),
            (CellValue::Lossy(text, loss), _) => Ok((text, Some(loss))),
            (CellValue::Error(value), GridMode::Lenient) => Ok((value, None)),
            (CellValue::NoResult, GridMode::Lenient) => Ok((String::new(), None)),
            (CellValue::Error(value), GridMode::Strict) => {
                let place = place();
                Err(WorkbookError::ErrorValue { place, value })
            }
            (CellValue::NoResult, GridMode::Strict) => Err(WorkbookError::NoResult(place())),
        }
    }

    /// Returns the texts of all rows up to the last one, and the changed cells.
    pub(super) fn into_block(self) -> (Vec<Vec<String>>, Vec<LossyCell>) {
        let (mut rows, mut losses) = (Vec::new(), Vec::new());
        for grid_row in self.rows {
            let row = (grid_row.number - self.kept_rows.start) as usize;
            rows.resize(row, Vec::new());
            rows.push(grid_row.cells);
            let changed = grid_row.losses.into_iter();
            losses.extend(changed.map(|(column, loss)| LossyCell { row, column, loss }));
        }
        (rows, losses)
    }
}
