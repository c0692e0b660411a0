//! Rows for people, in columns.

/// No column is made wider than this; what is longer pushes the rest of its line aside.
const WIDEST: usize = 44;
/// Between two columns.
const GAP: &str = "  ";

/// Columns that grow with what comes: a list may be printed before its end is known.
#[derive(Debug, Default)]
pub(crate) struct ColumnAligner {
    widths: Vec<usize>,
}

impl ColumnAligner {
    /// The lines of these rows, below those that were given before.
    pub(crate) fn align(&mut self, rows: &[Vec<String>]) -> Vec<String> {
        for cells in rows {
            self.widths.resize(cells.len().max(self.widths.len()), 0);
            for (width, cell) in self.widths.iter_mut().zip(cells) {
                *width = cell.chars().count().min(WIDEST).max(*width);
            }
        }
        rows.iter().map(|cells| self.align_row(cells)).collect()
    }

    fn align_row(&self, cells: &[String]) -> String {
        let padded = cells.iter().zip(&self.widths).map(|(cell, &width)| {
            let room = width.saturating_sub(cell.chars().count());
            format!("{cell}{}", " ".repeat(room))
        });
        let line = padded.collect::<Vec<_>>().join(GAP);
        line.trim_end().to_owned()
    }
}
