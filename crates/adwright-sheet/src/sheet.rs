//! A table of text cells.

use crate::csv_file::parse_column_names;
use crate::{CellBlock, LossyCell, SheetError};

/// A table of text cells. No cell is parsed as a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The column names, each unique.
    pub columns: Vec<String>,
    /// The line of the file with the column names; the first is 1; 0 if no line has names.
    pub header_line: u64,
    /// The rows, with as many cells as there are columns.
    pub rows: Vec<SheetRow>,
    /// The lines of rows without any text, such as `,,,`. These rows are left out.
    pub blank_lines: Vec<u64>,
    /// The cells that a spreadsheet changed, by index in `rows`. CSV files never tell.
    pub losses: Vec<LossyCell>,
}

/// One row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetRow {
    /// The line of the file on which it begins; the first is 1.
    pub line: u64,
    /// Its cells.
    pub cells: Vec<String>,
}

impl Sheet {
    /// Makes a table of a block. The rows above the header row are ignored; without one, the columns are named `A`, `B`
    /// and so on.
    ///
    /// # Errors
    /// The [`SheetError`]s of column names, and [`SheetError::Empty`].
    pub fn from_block(block: CellBlock, header_row: Option<u32>) -> Result<Self, SheetError> {
        let width = block.column_count();
        let (all, mut losses) = block.into_parts();
        let header_line = u64::from(header_row.unwrap_or_default());
        let mut rows = all
            .into_iter()
            .zip(1..)
            .skip_while(|(_, line)| *line < header_line);
        let columns = if header_row.is_some() {
            let missing = SheetError::NoHeaderLine { line: header_line };
            let (mut names, line) = rows.next().ok_or(missing)?;
            while names.last().is_some_and(|name| name.trim().is_empty()) {
                names.pop();
            }
            parse_column_names(names, line)?
        } else {
            column_letters(width)
        };
        if columns.is_empty() {
            return Err(SheetError::Empty);
        }
        let (mut table_rows, mut blank_lines) = (Vec::new(), Vec::new());
        let mut indexes = std::collections::HashMap::new();
        for (mut cells, line) in rows {
            let last = cells.iter().rposition(|cell| !cell.trim().is_empty());
            match last {
                None => blank_lines.push(line),
                Some(last) if last >= columns.len() => {
                    let column = last + 1;
                    return Err(SheetError::UnnamedCell { line, column });
                }
                Some(_) => {
                    cells.truncate(columns.len());
                    indexes.insert(line, table_rows.len());
                    table_rows.push(SheetRow { line, cells });
                }
            }
        }
        losses.retain_mut(|loss| {
            let index = indexes.get(&(loss.row as u64 + 1));
            loss.row = index.copied().unwrap_or_default();
            index.is_some()
        });
        Ok(Self {
            columns,
            header_line,
            rows: table_rows,
            blank_lines,
            losses,
        })
    }
}

/// Returns the letters of the first columns, as spreadsheets name them.
pub(crate) fn column_letters(count: usize) -> Vec<String> {
    (1..=count).map(letters_of).collect()
}

/// Returns the letters of a column; the first is 1.
pub(crate) fn letters_of(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    while rest > 0 {
        rest -= 1;
        letters.push((b'A'..=b'Z').nth(rest % 26).unwrap_or(b'A'));
        rest /= 26;
    }
    letters
        .iter()
        .rev()
        .map(|letter| char::from(*letter))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_cells::block;

    #[test]
    fn block_becomes_a_table_with_lines() {
        let table = Sheet::from_block(
            block(&[&["x", ""], &["a", ""], &["", ""], &["1", ""]]),
            Some(2),
        );
        let table = table.unwrap();
        assert_eq!(
            (table.columns, table.header_line),
            (vec!["a".to_owned()], 2)
        );
        assert_eq!((table.rows[0].line, table.blank_lines), (4, vec![3]));
        let table = Sheet::from_block(block(&[&["1", "2"]]), None).unwrap();
        assert_eq!(
            (table.columns.join(","), table.rows[0].line),
            ("A,B".to_owned(), 1)
        );
    }

    #[test]
    fn block_with_bad_names_is_refused() {
        let duplicate = SheetError::DuplicateColumn {
            line: 1,
            column: 2,
            name: "a".to_owned(),
        };
        let unnamed = SheetError::UnnamedCell { line: 2, column: 2 };
        for (rows, expected) in [
            (&[&["a", "a"][..]][..], duplicate),
            (&[&["a", ""], &["1", "2"]], unnamed),
            (&[], SheetError::NoHeaderLine { line: 1 }),
        ] {
            assert_eq!(Sheet::from_block(block(rows), Some(1)), Err(expected));
        }
    }
}
