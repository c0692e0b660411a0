//! Fills cells from their neighbours: down, to the right, and as a series.

use adwright_sheet::{BatchLabel, FillDirection, FillMode, fill_series};
use adwright_views::{RowSpan, SheetRange};

use super::shown_rows::{ShownRows, conflict};
use super::source::SheetState;

use crate::batch::BatchSnapshot;
use crate::error::Error;
use crate::sheet::Sheets;

/// The new texts of a row, by column.
pub(super) type RowTexts = Vec<(u32, String)>;

impl Sheets {
    /// Copies the first row of a range into its other rows.
    pub(super) fn fill_down(
        &self,
        shown: &ShownRows,
        range: &SheetRange,
    ) -> Result<SheetState, Error> {
        let source = self.source_rows(
            shown,
            &SheetRange {
                rows: 1,
                ..range.clone()
            },
        )?;
        let texts: RowTexts = match source.ids().first() {
            Some(row) => {
                let columns = range.columns.iter();
                let texts = columns.map(|column| (*column, source.cell(*row, *column).to_owned()));
                texts.collect()
            }
            None => Vec::new(),
        };
        let targets = shown.positions(range.top.saturating_add(1), range.rows.saturating_sub(1));
        let rows: Vec<_> = targets.into_iter().map(|at| (at, &*texts)).collect();
        let label = |cells| BatchLabel::FillDown { cells };
        self.write_rows(&shown.version, &rows, cells_of, label)
    }

    /// Copies the first column of a range into its other columns.
    pub(super) fn fill_right(
        &self,
        shown: &ShownRows,
        range: &SheetRange,
    ) -> Result<SheetState, Error> {
        let source = self.source_rows(shown, range)?;
        let Some((first, others)) = range.columns.split_first() else {
            return self.state(&shown.version.batch);
        };
        let texts: Vec<RowTexts> = source
            .ids()
            .iter()
            .map(|row| {
                let text = source.cell(*row, *first);
                others
                    .iter()
                    .map(|column| (*column, text.to_owned()))
                    .collect()
            })
            .collect();
        let targets = shown.positions(range.top, range.rows).into_iter();
        let rows: Vec<_> = targets.zip(texts.iter().map(Vec::as_slice)).collect();
        let label = |cells| BatchLabel::Fill { cells };
        self.write_rows(&shown.version, &rows, cells_of, label)
    }

    /// Continues the series of each column of `source` in the rows above or below.
    pub(super) fn continue_series(
        &self,
        shown: &ShownRows,
        source: &SheetRange,
        target: RowSpan,
    ) -> Result<SheetState, Error> {
        let cells = self.source_rows(shown, source)?;
        let direction = if target.top < source.top {
            FillDirection::Up
        } else {
            FillDirection::Down
        };
        let count = target.rows as usize;
        let mut texts = vec![RowTexts::new(); count];
        for column in &source.columns {
            let column_cells: Vec<_> = cells
                .ids()
                .iter()
                .map(|row| cells.cell(*row, *column))
                .collect();
            let series = fill_series(&column_cells, count, direction, FillMode::Auto);
            for (row, text) in texts.iter_mut().zip(series) {
                row.push((*column, text));
            }
        }
        if direction == FillDirection::Up {
            // The series begins with the row next to the source.
            texts.reverse();
        }
        let end = target.top.saturating_add(target.rows);
        let targets = (target.top..end).map(|row| shown.position(row));
        let rows: Vec<_> = targets.zip(texts.iter().map(Vec::as_slice)).collect();
        let label = |cells| BatchLabel::Fill { cells };
        self.write_rows(&shown.version, &rows, cells_of, label)
    }

    /// Returns the rows of a range as they are shown.
    fn source_rows(&self, shown: &ShownRows, range: &SheetRange) -> Result<BatchSnapshot, Error> {
        self.rows_at(shown, &shown.positions(range.top, range.rows))
    }

    /// Returns the rows at these positions.
    pub(super) fn rows_at(
        &self,
        shown: &ShownRows,
        positions: &[u32],
    ) -> Result<BatchSnapshot, Error> {
        let rows = self.snapshot_at(&shown.version.batch, positions)?;
        if rows.version != shown.version {
            return Err(conflict(&shown.version));
        }
        Ok(rows)
    }
}

pub(super) fn cells_of(texts: &[(u32, String)]) -> impl Iterator<Item = (u32, &str)> {
    texts.iter().map(|(column, text)| (*column, &**text))
}
