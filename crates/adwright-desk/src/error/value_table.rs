//! The errors of tables of values.

use adwright_sheet::{SheetError, WorkbookError};

use crate::error::NewObjectError;

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
    /// The workbook or its sheet cannot be read.
    #[error("{file} cannot be read as a workbook")]
    Workbook {
        /// The file's name.
        file: String,
        /// The problem.
        #[source]
        source: WorkbookError,
    },
    /// The workbook has several sheets, and none was chosen.
    #[error("{file} has several sheets")]
    SeveralWorksheets {
        /// The file's name.
        file: String,
        /// The names of its sheets with cells, in order.
        worksheets: Vec<String>,
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
    /// A row is no new value.
    #[error("{file} has something else than a new value in line {line}")]
    NotNew {
        /// The file's name.
        file: String,
        /// The line.
        line: u64,
        /// The problem.
        error: NewObjectError,
    },
}
