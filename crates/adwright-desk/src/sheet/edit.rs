//! Edits of the shown rows.

use std::ops::Range;
use std::sync::Arc;

use adwright_sheet::{BatchLabel, ClipboardContent};
use adwright_views::{RowSpan, SheetEdit, SheetEditRequest, SheetEditResult, SheetRange};

use super::objects::UndoDirection;
use super::paste::SheetPaste;
use super::shown_rows::ShownRows;
use super::source::SheetState;

use crate::batch::BatchVersion;
use crate::document::parse_path;
use crate::error::Error;
use crate::sheet::Sheets;

impl Sheets {
    /// Makes an edit: one step of undo.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`](adwright_store::StoreError::BatchConflict) if the batch is not as the window shows
    /// it, and the errors of all edits of a batch.
    pub fn edit_sheet(
        self: &Arc<Self>,
        batch: &str,
        request: &SheetEditRequest,
    ) -> Result<SheetEditResult, Error> {
        let at = BatchVersion {
            batch: batch.to_owned(),
            revision: request.revision,
        };
        let shown = self.shown_rows_at(&at, &request.filter)?;
        let batches = &self.batches;
        if changes_rows(&request.edit) {
            self.require_batch(batch)?;
        }
        let state = match &request.edit {
            SheetEdit::Set { ranges, text } => self.set_cells(&shown, ranges, text)?,
            SheetEdit::FillDown { range } => self.fill_down(&shown, range)?,
            SheetEdit::FillRight { range } => self.fill_right(&shown, range)?,
            SheetEdit::FillSeries { source, target } => {
                self.continue_series(&shown, source, *target)?
            }
            SheetEdit::Rewrite(rewrite) => self.rewrite_cells(&shown, rewrite)?,
            SheetEdit::FixFindings(alike) => self.fix_findings(&at, alike)?,
            SheetEdit::InsertRows { at: row, rows } => {
                batches.insert_rows(&at, place(&shown, *row), *rows)?.into()
            }
            SheetEdit::DeleteRows { spans } => {
                batches.delete_rows(&at, &positions(&shown, spans))?.into()
            }
            SheetEdit::DeleteDuplicates(kind) => self.delete_duplicates(&shown, *kind)?,
            SheetEdit::MoveRows { spans, to } => batches
                .move_rows(&at, &positions(&shown, spans), place(&shown, *to))?
                .into(),
            SheetEdit::AddColumn { path } => self.add_column(&at, &parse_path(path)?)?,
            SheetEdit::Paste {
                range,
                shown: columns,
                text,
                html,
                transposed,
            } => {
                let content = ClipboardContent {
                    text: text.clone(),
                    html: html.clone(),
                };
                let paste = SheetPaste {
                    range,
                    columns,
                    content,
                    transposed: *transposed,
                };
                return self.paste(&shown, &paste);
            }
        };
        Ok(self.without_selection(&state))
    }

    /// Undoes the last step, if there is one.
    pub fn undo_sheet(&self, sheet: &str) -> Result<SheetEditResult, Error> {
        self.move_and_view(sheet, UndoDirection::Undo)
    }

    /// Makes the last undone step again, if there is one.
    pub fn redo_sheet(&self, sheet: &str) -> Result<SheetEditResult, Error> {
        self.move_and_view(sheet, UndoDirection::Redo)
    }

    fn move_and_view(
        &self,
        sheet: &str,
        direction: UndoDirection,
    ) -> Result<SheetEditResult, Error> {
        let (state, message) = self.move_step(sheet, direction)?;
        Ok(SheetEditResult {
            message,
            ..self.without_selection(&state)
        })
    }

    pub(super) fn without_selection(&self, state: &SheetState) -> SheetEditResult {
        SheetEditResult {
            batch: self.edited(state),
            selected: None,
            message: None,
        }
    }

    /// Sets all cells of ranges to one text. Clearing adds no rows.
    fn set_cells(
        &self,
        shown: &ShownRows,
        ranges: &[SheetRange],
        text: &str,
    ) -> Result<SheetState, Error> {
        let mut rows: Vec<(u32, &[u32])> = Vec::new();
        for range in ranges {
            let end = range.top.saturating_add(range.rows);
            let places = (range.top..end).map(|row| shown.position(row));
            let places = places.filter(|position| !text.is_empty() || *position < shown.total);
            rows.extend(places.map(|position| (position, &*range.columns)));
        }
        let single = match ranges {
            [
                SheetRange {
                    rows: 1, columns, ..
                },
            ] => match &columns[..] {
                [column] => Some(*column),
                _ => None,
            },
            _ => None,
        };
        let columns = self.state(&shown.version.batch)?.columns;
        let column = single.and_then(|column| columns.get(column as usize));
        let label = |cells| match column {
            _ if text.is_empty() => BatchLabel::Clear { cells },
            Some(column) => BatchLabel::SetCell {
                column: column.to_string(),
            },
            None => BatchLabel::Fill { cells },
        };
        let cells_of = |columns: &'_ [u32]| {
            let columns: Vec<_> = columns.iter().map(|column| (*column, text)).collect();
            columns.into_iter()
        };
        self.write_rows(&shown.version, &rows, cells_of, label)
    }
}

const fn changes_rows(edit: &SheetEdit) -> bool {
    matches!(
        edit,
        SheetEdit::InsertRows { .. }
            | SheetEdit::DeleteRows { .. }
            | SheetEdit::DeleteDuplicates(_)
            | SheetEdit::MoveRows { .. }
    )
}

/// Returns the position before which rows are inserted at a shown row.
fn place(shown: &ShownRows, row: u32) -> u32 {
    if row < shown.len() {
        shown.position(row)
    } else {
        shown.total
    }
}

/// Returns the positions of shown rows as spans, without rows after the last one.
fn positions(shown: &ShownRows, spans: &[RowSpan]) -> Vec<Range<u32>> {
    let mut positions = Vec::<Range<u32>>::new();
    for span in spans {
        for position in shown.positions(span.top, span.rows) {
            match positions.last_mut() {
                Some(last) if last.end == position => last.end += 1,
                _ => positions.push(position..position + 1),
            }
        }
    }
    positions
}
