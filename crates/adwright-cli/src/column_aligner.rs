//! Aligns rows in columns, for people.

use std::io::{self, Write};

/// The greatest width of a column. A longer text pushes the rest of its line aside.
const WIDEST: usize = 44;
/// The gap between two columns.
const GAP: &str = "  ";

/// Column widths that grow with each row, because a list may be printed before its end is known.
#[derive(Debug, Default)]
pub(crate) struct ColumnAligner {
    widths: Vec<usize>,
}

impl ColumnAligner {
    /// Returns the lines of these rows, aligned with the rows before.
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

/// Prints rows below their titles. Prints nothing if there are no rows.
pub(crate) fn print_rows(
    titles: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
    out: &mut impl Write,
) -> io::Result<()> {
    let titles = titles.iter().map(|&title| title.to_owned()).collect();
    let rows: Vec<_> = [titles].into_iter().chain(rows).collect();
    if rows.len() == 1 {
        return Ok(());
    }
    for line in ColumnAligner::default().align(&rows) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
