//! The errors of tables of values.

use adwright_checks::IdDamage;
use adwright_sheet::SheetError;

use crate::error::Error;

/// The reason why a table cannot become values. Lines and columns are counted from one.
#[derive(Debug, thiserror::Error)]
pub enum ValueTableError {
    /// The file is not a table.
    #[error("{file} is not a table")]
    Sheet {
        /// The file's name.
        file: String,
        /// The problem.
        #[source]
        source: SheetError,
    },
    /// A column is not named like a field.
    #[error("{file} has a column {name}")]
    Column {
        /// The file's name.
        file: String,
        /// The line of the header.
        line: u64,
        /// The column.
        column: usize,
        /// The column's name.
        name: String,
    },
    /// A cell cannot become a value of its field.
    #[error("{file} has an invalid cell in line {line}, column {column}")]
    Cell {
        /// The file's name.
        file: String,
        /// The line.
        line: u64,
        /// The column.
        column: usize,
        /// The problem.
        #[source]
        source: Box<Error>,
    },
    /// A spreadsheet damaged an id.
    #[error("{file} has a damaged id in line {line}, column {column}")]
    DamagedId {
        /// The file's name.
        file: String,
        /// The line.
        line: u64,
        /// The column.
        column: usize,
        /// The text of the cell.
        cell: String,
        /// The kind of damage.
        damage: IdDamage,
    },
}
