//! The errors of batches.

/// The reason why a batch cannot be found or edited. Positions and columns count from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BatchError {
    /// The workspace has no such batch.
    #[error("there is no batch {0}")]
    Missing(String),
    /// A batch needs a name.
    #[error("a batch needs a name")]
    NoName,
    /// The batch has no row at the position.
    #[error("there is no row {position} among {rows}")]
    NoRow {
        /// The position.
        position: u32,
        /// The number of rows.
        rows: u32,
    },
    /// The batch has no such column.
    #[error("there is no column {column} among {columns}")]
    NoColumn {
        /// The column.
        column: u32,
        /// The number of columns.
        columns: usize,
    },
    /// A pasted or imported row has more texts than columns.
    #[error("row {row} has more than {columns} cells")]
    TooManyCells {
        /// The row of the block or file.
        row: usize,
        /// The number of columns.
        columns: usize,
    },
    /// The batch would have more columns than it can.
    #[error("more than {most} columns")]
    TooManyColumns {
        /// The limit.
        most: usize,
    },
    /// The batch would have more rows than it can, counting deleted rows.
    #[error("too many rows")]
    TooManyRows,
}
