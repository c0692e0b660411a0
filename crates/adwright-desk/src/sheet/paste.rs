//! Pastes what the clipboard holds.

use std::sync::Arc;

use adwright_sheet::{BatchLabel, CellBlock, ClipboardContent, LimitError, MAX_CELLS};
use adwright_views::{SheetEditResult, SheetRange, saturating_u32};

use super::shown_rows::ShownRows;

use crate::error::{BatchError, Error};
use crate::field::describe_kind;
use crate::sheet::Sheets;
use crate::values::{damaged_ids, is_of_ids};

/// What to paste, and where.
pub(super) struct SheetPaste<'a> {
    /// The selected cells.
    pub(super) range: &'a SheetRange,
    /// All shown columns from left to right.
    pub(super) columns: &'a [u32],
    pub(super) content: ClipboardContent,
    /// True to turn rows into columns.
    pub(super) transposed: bool,
}

impl SheetPaste<'_> {
    fn block(&self) -> Result<CellBlock, BatchError> {
        let block = self.content.parse().map_err(BatchError::Clipboard)?;
        if self.transposed {
            return block.transposed().map_err(BatchError::Clipboard);
        }
        Ok(block)
    }
}

impl Sheets {
    /// Pastes a block at the top left cell of a range, and selects the pasted cells.
    pub(super) fn paste(
        self: &Arc<Self>,
        shown: &ShownRows,
        paste: &SheetPaste<'_>,
    ) -> Result<SheetEditResult, Error> {
        let block = paste.block()?;
        if block.column_count() == 0 {
            let state = self.state(&shown.version.batch)?;
            return Ok(self.without_selection(&state));
        }
        let target = target(shown, paste, &block)?;
        self.refuse_damaged_ids(shown, &target, &block)?;
        let height = block.rows().len();
        let places = (0..target.rows).map(|row| shown.position(target.top.saturating_add(row)));
        let rows: Vec<_> = places.zip((0..height).cycle()).collect();
        let cells_of = |row: usize| {
            let texts = block.rows()[row].iter().cycle();
            let columns = target.columns.iter();
            columns.zip(texts).map(|(column, text)| (*column, &**text))
        };
        let label = |_| BatchLabel::Paste {
            rows: target.rows,
            columns: saturating_u32(target.columns.len()),
        };
        let state = self.write_rows(&shown.version, &rows, cells_of, label)?;
        Ok(SheetEditResult {
            batch: self.edited(&state),
            // After a filter, the rows may be elsewhere.
            selected: shown.are_all().then_some(target),
            message: None,
        })
    }

    /// Fails at the first id that a spreadsheet damaged. The original id is never guessed.
    fn refuse_damaged_ids(
        &self,
        shown: &ShownRows,
        target: &SheetRange,
        block: &CellBlock,
    ) -> Result<(), Error> {
        let state = self.state(&shown.version.batch)?;
        let (kind, columns) = (state.source.list().kind(), state.columns);
        for (place, column) in target.columns.iter().enumerate() {
            let Some(path) = columns.get(*column as usize).filter(|path| is_of_ids(path)) else {
                continue;
            };
            let source = place % block.column_count();
            let cells = block.rows().iter().map(|row| &*row[source]);
            let damaged = damaged_ids(cells, block.losses(), source);
            if let Some((row, loss)) = damaged.into_iter().next() {
                let shown_row = target.top.saturating_add(saturating_u32(row));
                return Err(BatchError::DamagedId {
                    row: shown.position(shown_row).saturating_add(1),
                    column: describe_kind(&self.context, kind).label(path),
                    cell: block.rows()[row][source].clone(),
                    loss,
                }
                .into());
            }
        }
        Ok(())
    }
}

/// Returns the cells that a block fills: the range if it is a whole number of blocks high and wide, otherwise one block
/// from its top left cell on.
fn target(
    shown: &ShownRows,
    paste: &SheetPaste<'_>,
    block: &CellBlock,
) -> Result<SheetRange, BatchError> {
    let SheetPaste { range, columns, .. } = *paste;
    let height = saturating_u32(block.rows().len());
    let width = block.column_count();
    // A selection of all rows includes the new one, which only a block that reaches it fills.
    let existing = shown.len().saturating_sub(range.top);
    let rows = if range.rows > height && existing > 0 {
        range.rows.min(existing)
    } else {
        range.rows
    };
    if rows.is_multiple_of(height) && rows > 0 && is_multiple(range.columns.len(), width) {
        if (rows as usize).saturating_mul(range.columns.len()) > MAX_CELLS {
            return Err(BatchError::Clipboard(LimitError::Cells { max: MAX_CELLS }));
        }
        return Ok(SheetRange {
            rows,
            ..range.clone()
        });
    }
    let first = range.columns.first();
    let first = columns.iter().position(|column| Some(column) == first);
    let free = first.map_or(&[][..], |first| &columns[first..]);
    let Some(columns) = free.get(..width) else {
        return Err(BatchError::PasteTooWide {
            columns: width,
            free: free.len(),
        });
    };
    Ok(SheetRange {
        top: range.top,
        rows: height,
        columns: columns.to_vec(),
    })
}

const fn is_multiple(selected: usize, block: usize) -> bool {
    selected > 0 && selected.is_multiple_of(block)
}
