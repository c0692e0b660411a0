//! Blocks of text cells, as they are copied and pasted.

use crate::LimitError;

/// A block of text cells whose rows have equal length.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellBlock {
    column_count: usize,
    rows: Vec<Vec<String>>,
    losses: Vec<LossyCell>,
}

/// A cell whose text is no longer what somebody typed, because a spreadsheet changed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LossyCell {
    /// The index of the row; the first is 0.
    pub row: usize,
    /// The index of the column; the first is 0.
    pub column: usize,
    /// The change.
    pub loss: CellLoss,
}

/// How a spreadsheet changed what somebody typed. An id with a loss must be refused; its digits cannot be recovered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellLoss {
    /// A number with more than 15 digits. The spreadsheet replaced the others by zeros.
    Rounded,
    /// A date or a time. Ids such as `1-2` become dates.
    Date,
}

impl CellBlock {
    /// Pads the rows with empty cells to equal length.
    ///
    /// # Errors
    /// [`LimitError::Columns`] and [`LimitError::Cells`].
    pub fn from_rows(rows: Vec<Vec<String>>) -> Result<Self, LimitError> {
        Self::with_losses(rows, Vec::new())
    }

    pub(crate) fn with_losses(
        mut rows: Vec<Vec<String>>,
        losses: Vec<LossyCell>,
    ) -> Result<Self, LimitError> {
        let column_count = rows.iter().map(Vec::len).max().unwrap_or_default();
        if let Some((_, row)) = rows
            .iter()
            .zip(1..)
            .find(|(cells, _)| cells.len() > crate::MAX_COLUMNS)
        {
            return Err(LimitError::Columns { row });
        }
        LimitError::check_cells(rows.len(), column_count)?;
        if column_count == 0 {
            rows.clear();
        }
        for row in &mut rows {
            row.resize(column_count, String::new());
        }
        Ok(Self {
            column_count,
            rows,
            losses,
        })
    }

    /// Returns the rows. Each has [`column_count`](Self::column_count) cells.
    #[must_use]
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Returns the number of cells in each row. It is 0 only if there are no rows.
    #[must_use]
    pub const fn column_count(&self) -> usize {
        self.column_count
    }

    /// Returns the cells that a spreadsheet changed before they were copied.
    #[must_use]
    pub fn losses(&self) -> &[LossyCell] {
        &self.losses
    }

    /// Returns the rows, and the cells that a spreadsheet changed.
    pub(crate) fn into_parts(self) -> (Vec<Vec<String>>, Vec<LossyCell>) {
        (self.rows, self.losses)
    }

    /// Returns the block with rows and columns exchanged.
    ///
    /// # Errors
    /// [`LimitError::Columns`] if there are too many rows to become columns.
    pub fn transposed(&self) -> Result<Self, LimitError> {
        if self.rows.len() > crate::MAX_COLUMNS {
            return Err(LimitError::Columns { row: 1 });
        }
        let columns = 0..self.column_count;
        let rows = columns.map(|column| self.rows.iter().map(|row| row[column].clone()).collect());
        let losses = self.losses.iter().map(|cell| LossyCell {
            row: cell.column,
            column: cell.row,
            loss: cell.loss,
        });
        Self::with_losses(rows.collect(), losses.collect())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_cells::{block, blocks};
    use crate::{MAX_CELLS, MAX_COLUMNS};

    #[test]
    fn short_rows_are_padded() {
        let ragged = vec![vec!["a".to_owned()], vec!["b".to_owned(), "c".to_owned()]];
        let padded = CellBlock::from_rows(ragged).unwrap();
        assert_eq!(padded, block(&[&["a", ""], &["b", "c"]]));
        assert_eq!(CellBlock::from_rows(vec![vec![]]), Ok(CellBlock::default()));
    }

    #[test]
    fn transposed_block_moves_losses() {
        let loss = CellLoss::Rounded;
        let (row, column) = (0, 1);
        let rows = vec![vec!["a".to_owned(), "b".to_owned()]];
        let block = CellBlock::with_losses(rows, vec![LossyCell { row, column, loss }]).unwrap();
        let moved = LossyCell {
            row: column,
            column: row,
            loss,
        };
        assert_eq!(block.transposed().unwrap().losses(), [moved]);
    }

    #[test]
    fn too_large_block_is_refused() {
        let wide = vec![vec![], vec![String::new(); MAX_COLUMNS + 1]];
        assert_eq!(
            CellBlock::from_rows(wide),
            Err(LimitError::Columns { row: 2 })
        );
        // A ragged block of few cells could be padded to billions.
        let mut ragged = vec![vec![String::new()]; 2_000];
        ragged.push(vec![String::new(); MAX_COLUMNS]);
        assert_eq!(
            CellBlock::from_rows(ragged),
            Err(LimitError::Cells { max: MAX_CELLS })
        );
        let tall = CellBlock::from_rows(vec![vec![String::new()]; MAX_COLUMNS + 1]).unwrap();
        assert_eq!(tall.transposed(), Err(LimitError::Columns { row: 1 }));
    }

    proptest! {
        #[test]
        fn transposing_twice_changes_nothing(block in blocks()) {
            prop_assert_eq!(block.transposed().unwrap().transposed().unwrap(), block);
        }
    }
}
