//! Reads ODS with a reader of our own. calamine does not report merged cells, repeats cells without a limit, and
//! never ends on XML that is cut off.

use std::io::BufReader;
use std::ops::ControlFlow;

use quick_xml::events::Event;

use super::document_walker::{DocumentRow, DocumentWalker};
use super::grid::Grid;
use super::package::open_archive;
use super::{CellPosition, WorkbookError, WorksheetInfo};

/// An ODS file.
pub(super) struct OpenDocumentFile<'bytes> {
    bytes: &'bytes [u8],
}

/// What to do after a row.
type Flow = Result<ControlFlow<()>, WorkbookError>;

impl<'bytes> OpenDocumentFile<'bytes> {
    pub(super) const fn new(bytes: &'bytes [u8]) -> Self {
        Self { bytes }
    }

    /// Lists the sheets with their exact sizes.
    pub(super) fn sheets(&self) -> Result<Vec<WorksheetInfo>, WorkbookError> {
        let mut infos: Vec<WorksheetInfo> = Vec::new();
        self.walk(&mut |sheet, row| {
            if infos.last().is_none_or(|info| info.name != sheet) {
                infos.push(WorksheetInfo {
                    name: sheet.to_owned(),
                    rows: 0,
                    columns: 0,
                });
            }
            if let (Some(info), Some(cell)) = (infos.last_mut(), row.cells.last()) {
                info.rows = row.number.saturating_add(row.repeats - 1);
                let column = cell.column.saturating_add(cell.repeats - 1);
                info.columns = info.columns.max(column);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(infos)
    }

    pub(super) fn read(&self, sheet: &str, grid: &mut Grid) -> Result<(), WorkbookError> {
        self.walk(&mut |name, row| {
            if name == sheet {
                return push_row(grid, row);
            }
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Calls `on_row` with the name of its sheet for each row of the document.
    fn walk(&self, on_row: &mut dyn FnMut(&str, DocumentRow) -> Flow) -> Result<(), WorkbookError> {
        let mut archive = open_archive(self.bytes)?;
        let part = archive.by_name("content.xml");
        let part = part.map_err(|_| WorkbookError::Damaged)?;
        let mut reader = quick_xml::Reader::from_reader(BufReader::new(part));
        reader.config_mut().expand_empty_elements = true;
        let mut walker = DocumentWalker::new();
        let mut buffer = Vec::new();
        loop {
            buffer.clear();
            let event = reader.read_event_into(&mut buffer);
            let event = event.map_err(|_| WorkbookError::Damaged)?;
            if matches!(event, Event::Eof) {
                return walker.finish();
            }
            if let Some(row) = walker.next(&event)?
                && on_row(walker.sheet(), row)?.is_break()
            {
                return Ok(());
            }
        }
    }
}

fn push_row(grid: &mut Grid, row: DocumentRow) -> Flow {
    grid.merges.extend(row.merges);
    let end = row.number.saturating_add(row.repeats);
    // A sheet usually ends with a million empty rows, written as one.
    let numbers = row.number..if row.cells.is_empty() {
        row.number
    } else {
        end
    };
    let cell_count = row.cells.iter().map(|cell| u64::from(cell.repeats)).sum();
    grid.check_room(&numbers, cell_count)?;
    for number in numbers {
        if grid.is_past_end(number) {
            return Ok(ControlFlow::Break(()));
        }
        for cell in &row.cells {
            for column in cell.column..cell.column.saturating_add(cell.repeats) {
                let position = CellPosition {
                    row: number,
                    column,
                };
                grid.push(position, cell.value.clone())?;
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}
