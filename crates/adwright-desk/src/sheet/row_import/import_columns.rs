//! The columns of a table that are imported.

use adwright_model::Path;
use adwright_sheet::{Sheet, SheetRow};
use adwright_views::{DamagedCell, saturating_u32};

use crate::error::{Error, IdLoss, RowImportError};
use crate::values::{damaged_ids, is_of_ids};
use crate::wording::id_loss_text;

/// The most damaged ids that a preview shows.
const SHOWN_DAMAGED: usize = 20;

/// The columns of a table that have a field.
pub(super) struct ImportColumns {
    /// The positions in the table.
    pub(super) places: Vec<usize>,
    /// The fields.
    pub(super) fields: Vec<Path>,
}

/// A damaged id of a table.
pub(super) struct DamagedId {
    row: usize,
    column: usize,
    loss: IdLoss,
}

impl ImportColumns {
    /// Returns the texts of these columns.
    pub(super) fn texts<'a>(&'a self, row: &'a SheetRow) -> impl Iterator<Item = &'a str> {
        self.places.iter().map(|place| &*row.cells[*place])
    }

    /// Returns the rows with text in these columns.
    pub(super) fn rows<'a>(&'a self, sheet: &'a Sheet) -> impl Iterator<Item = &'a SheetRow> {
        let is_filled = |row: &&SheetRow| self.texts(row).any(|text| !text.trim().is_empty());
        sheet.rows.iter().filter(is_filled)
    }

    /// Returns the texts of the rows with text, to import them.
    pub(super) fn all_texts<'a>(
        &'a self,
        sheet: &'a Sheet,
    ) -> impl Iterator<Item = Result<Vec<String>, Error>> {
        let rows = self.rows(sheet);
        rows.map(|row| Ok(self.texts(row).map(str::to_owned).collect()))
    }

    /// Returns the damaged ids, row by row.
    pub(super) fn damaged_ids(&self, sheet: &Sheet) -> Vec<DamagedId> {
        let columns = self.places.iter().copied().zip(&self.fields);
        let damaged = columns
            .filter(|(_, path)| is_of_ids(path))
            .flat_map(|(column, _)| {
                let cells = sheet.rows.iter().map(|row| &*row.cells[column]);
                let damaged = damaged_ids(cells, &sheet.losses, column).into_iter();
                damaged.map(move |(row, loss)| DamagedId { row, column, loss })
            });
        let mut damaged: Vec<_> = damaged.collect();
        damaged.sort_by_key(|id| (id.row, id.column));
        damaged
    }
}

/// Fails if ids are damaged, or if there are no rows.
pub(super) fn refuse_unusable(
    sheet: &Sheet,
    columns: &ImportColumns,
    damaged: &[DamagedId],
) -> Result<(), RowImportError> {
    if let Some(first) = damaged.first() {
        let DamagedCell {
            line, column, text, ..
        } = damaged_cell(sheet, first);
        return Err(RowImportError::DamagedIds {
            count: saturating_u32(damaged.len()),
            line,
            column,
            cell: text,
            loss: first.loss,
        });
    }
    let has_rows = columns.rows(sheet).next().is_some();
    has_rows.then_some(()).ok_or(RowImportError::NoRows)
}

/// Returns the first damaged ids.
pub(super) fn damaged_cells(sheet: &Sheet, damaged: &[DamagedId]) -> Vec<DamagedCell> {
    let shown = damaged.iter().take(SHOWN_DAMAGED);
    shown.map(|id| damaged_cell(sheet, id)).collect()
}

fn damaged_cell(sheet: &Sheet, id: &DamagedId) -> DamagedCell {
    let row = &sheet.rows[id.row];
    DamagedCell {
        line: saturating_u32(row.line),
        column: sheet.columns[id.column].clone(),
        text: row.cells[id.column].clone(),
        reason: id_loss_text(id.loss).to_owned(),
    }
}
