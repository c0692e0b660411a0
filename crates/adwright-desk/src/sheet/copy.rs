//! What is read of selected cells: their text for the clipboard, and figures about them.

use std::collections::HashSet;
use std::sync::Arc;

use adwright_sheet::{BatchRowId, CellBlock, ClipboardContent, DecimalSum};
use adwright_views::{CopiedCells, SelectionSummary, SheetFilter, SheetRange, saturating_u32};

use super::shown_rows::{conflict, retry};

use crate::batch::BatchSnapshot;
use crate::error::{BatchError, Error};
use crate::sheet::Sheets;

/// The rows of a selected range.
struct SelectedRows {
    rows: BatchSnapshot,
    columns: Vec<u32>,
}

impl Sheets {
    /// Returns the text of selected cells in both flavours of the clipboard. Ranges of the same rows are copied beside
    /// each other, other ranges below each other.
    ///
    /// # Errors
    /// [`BatchError::Clipboard`] for too many cells.
    pub fn copy_cells(
        self: &Arc<Self>,
        batch: &str,
        filter: &SheetFilter,
        ranges: &[SheetRange],
        transposed: bool,
    ) -> Result<CopiedCells, Error> {
        let selected = self.selected_rows(batch, filter, ranges)?;
        let mut are_beside = ranges.iter().map(|range| (range.top, range.rows));
        let first = are_beside.next();
        let are_beside = are_beside.all(|rows| Some(rows) == first);
        let mut lines: Vec<Vec<String>> = Vec::new();
        for SelectedRows { rows, columns } in &selected {
            let texts = rows.ids().iter().map(|row| {
                let columns = columns.iter();
                columns.map(|column| rows.cell(*row, *column).to_owned())
            });
            if are_beside && !lines.is_empty() {
                for (line, texts) in lines.iter_mut().zip(texts) {
                    line.extend(texts);
                }
            } else {
                lines.extend(texts.map(Iterator::collect));
            }
        }
        let block = CellBlock::from_rows(lines).map_err(BatchError::Clipboard)?;
        let block = if transposed {
            block.transposed().map_err(BatchError::Clipboard)?
        } else {
            block
        };
        let ClipboardContent { text, html } = ClipboardContent::from_block(&block);
        Ok(CopiedCells {
            text,
            html: html.unwrap_or_default(),
        })
    }

    /// Returns figures about selected cells. A cell in several ranges counts once.
    pub fn summarize_selection(
        self: &Arc<Self>,
        batch: &str,
        filter: &SheetFilter,
        ranges: &[SheetRange],
    ) -> Result<SelectionSummary, Error> {
        let selected = self.selected_rows(batch, filter, ranges)?;
        let mut counted = HashSet::<(BatchRowId, u32)>::new();
        let (mut texts, mut sum, mut count) = (HashSet::new(), DecimalSum::default(), 0_u32);
        for SelectedRows { rows, columns } in &selected {
            for row in rows.ids() {
                for column in columns {
                    let text = rows.cell(*row, *column);
                    let is_new = selected.len() == 1 || counted.insert((*row, *column));
                    if text.is_empty() || !is_new {
                        continue;
                    }
                    count = count.saturating_add(1);
                    sum.add(text);
                    texts.insert(text);
                }
            }
        }
        Ok(SelectionSummary {
            count,
            distinct: saturating_u32(texts.len()),
            sum: sum.total(),
        })
    }

    /// Returns the rows of each range, all of one revision.
    fn selected_rows(
        self: &Arc<Self>,
        batch: &str,
        filter: &SheetFilter,
        ranges: &[SheetRange],
    ) -> Result<Vec<SelectedRows>, Error> {
        retry(|| {
            let shown = self.shown_rows(batch, filter)?;
            let selected = ranges.iter().map(|range| {
                let positions = shown.positions(range.top, range.rows);
                let rows = self.snapshot_at(batch, &positions)?;
                if rows.version != shown.version {
                    return Err(conflict(&shown.version));
                }
                let columns = range.columns.clone();
                Ok(SelectedRows { rows, columns })
            });
            selected.collect()
        })
    }
}
