//! Follows the XML of an ODS file and finds its rows.

use quick_xml::events::{BytesStart, Event};

use super::cell_value::CellValue;
use super::document_cell::{OpenCell, count_attribute, text_attribute};
use super::{CellPosition, WorkbookError, WorksheetRange};

/// A row of a table, perhaps repeated.
#[derive(Debug)]
pub(super) struct DocumentRow {
    /// The first row is 1.
    pub(super) number: u32,
    pub(super) repeats: u32,
    /// The cells that have a value.
    pub(super) cells: Vec<DocumentCell>,
    pub(super) merges: Vec<WorksheetRange>,
}

/// A cell with a value, perhaps repeated.
#[derive(Debug)]
pub(super) struct DocumentCell {
    /// The first column is 1.
    pub(super) column: u32,
    pub(super) repeats: u32,
    pub(super) value: CellValue,
}

/// The place in a document.
#[derive(Debug)]
pub(super) struct DocumentWalker {
    /// The name of the current sheet.
    sheet: String,
    open_elements: usize,
    /// A cell may contain tables, which are no sheets.
    open_tables: usize,
    row: Option<DocumentRow>,
    cell: Option<OpenCell>,
    next_row: u32,
    next_column: u32,
}

impl DocumentWalker {
    pub(super) const fn new() -> Self {
        Self {
            sheet: String::new(),
            open_elements: 0,
            open_tables: 0,
            row: None,
            cell: None,
            next_row: 1,
            next_column: 1,
        }
    }

    pub(super) fn sheet(&self) -> &str {
        &self.sheet
    }

    /// Checks that the document is complete.
    pub(super) const fn finish(&self) -> Result<(), WorkbookError> {
        if self.open_elements > 0 {
            return Err(WorkbookError::Damaged);
        }
        Ok(())
    }

    /// Returns a row if it ends here.
    pub(super) fn next(&mut self, event: &Event<'_>) -> Result<Option<DocumentRow>, WorkbookError> {
        match event {
            Event::Start(element) => {
                self.open_elements += 1;
                if !self.start(element)?
                    && let Some(cell) = &mut self.cell
                {
                    cell.read(event)?;
                }
            }
            Event::End(element) => {
                self.open_elements = self.open_elements.saturating_sub(1);
                return self.end(element.name().as_ref(), event);
            }
            _ => {
                if let Some(cell) = &mut self.cell {
                    cell.read(event)?;
                }
            }
        }
        Ok(None)
    }

    /// Returns true if the element belongs to the table, not to a cell.
    fn start(&mut self, element: &BytesStart<'_>) -> Result<bool, WorkbookError> {
        match (element.name().as_ref(), self.open_tables) {
            ("table:table", 0) => {
                self.open_tables = 1;
                self.sheet = text_attribute(element, "table:name")?.unwrap_or_default();
                self.next_row = 1;
            }
            ("table:table", _) => self.open_tables += 1,
            ("table:table-row", 1) => {
                self.row = Some(DocumentRow {
                    number: self.next_row,
                    repeats: count_attribute(element, "table:number-rows-repeated")?,
                    cells: Vec::new(),
                    merges: Vec::new(),
                });
                self.next_column = 1;
            }
            ("table:table-cell", 1) => self.cell = Some(OpenCell::start(element, false)?),
            ("table:covered-table-cell", 1) => self.cell = Some(OpenCell::start(element, true)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn end(&mut self, name: &str, event: &Event<'_>) -> Result<Option<DocumentRow>, WorkbookError> {
        match (name, self.open_tables) {
            ("table:table", tables) => self.open_tables = tables.saturating_sub(1),
            ("table:table-row", 1) => return Ok(self.end_row()),
            ("table:table-cell" | "table:covered-table-cell", 1) => self.end_cell(),
            _ => {
                if let Some(cell) = &mut self.cell {
                    cell.read(event)?;
                }
            }
        }
        Ok(None)
    }

    fn end_row(&mut self) -> Option<DocumentRow> {
        let row = self.row.take()?;
        self.next_row = self.next_row.saturating_add(row.repeats);
        Some(row)
    }

    fn end_cell(&mut self) {
        let (Some(cell), Some(row)) = (self.cell.take(), &mut self.row) else {
            return;
        };
        let repeats = cell.repeats;
        let column = self.next_column;
        self.next_column = column.saturating_add(repeats);
        if cell.spanned_columns > 1 || cell.spanned_rows > 1 {
            row.merges.push(WorksheetRange {
                first: CellPosition {
                    row: row.number,
                    column,
                },
                last: CellPosition {
                    row: row.number.saturating_add(cell.spanned_rows - 1),
                    column: column.saturating_add(cell.spanned_columns - 1),
                },
            });
        }
        let value = cell.finish();
        if value != CellValue::EMPTY {
            row.cells.push(DocumentCell {
                column,
                repeats,
                value,
            });
        }
    }
}
