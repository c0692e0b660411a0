//! The errors of batches.

use adwright_checks::IdDamage;
use adwright_sheet::LimitError;
use adwright_views::BulkProblem;

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
    /// The clipboard holds more than can be pasted, or the selection more than can be copied.
    #[error("too much for the clipboard")]
    Clipboard(#[source] LimitError),
    /// The pasted block has more columns than there are from the selected cell on.
    #[error("a block of {columns} columns does not fit into {free}")]
    PasteTooWide {
        /// The number of columns of the block.
        columns: usize,
        /// The number of shown columns from the selected cell on.
        free: usize,
    },
    /// The row is being sent, was sent, or waits for a person, so its cells stay.
    #[error("a row is being sent or was sent")]
    RowLocked {
        /// The position; none for a row that the batch does not show now.
        position: Option<u32>,
    },
    /// No row of the batch can be sent.
    #[error("no row of the batch can be sent")]
    NothingToSend,
    /// The service refused no row of the batch.
    #[error("no row was refused")]
    NothingRefused,
    /// The search or the replacement of a rewrite is not valid.
    #[error("the input of a rewrite is not valid")]
    InvalidRewrite(BulkProblem),
    /// A spreadsheet damaged a pasted id.
    #[error("the id {cell} for row {row}, column {column}, is damaged")]
    DamagedId {
        /// The number of the row, counted from 1.
        row: u32,
        /// The label of the column.
        column: String,
        /// The text of the cell.
        cell: String,
        /// The kind of damage.
        loss: IdLoss,
    },
    /// A cell of ids has a text that a spreadsheet damaged.
    #[error("the id {cell} is damaged")]
    DamagedCell {
        /// The text of the cell.
        cell: String,
        /// The kind of damage.
        loss: IdLoss,
    },
}

/// What a spreadsheet did to an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdLoss {
    /// It made the id a date.
    Date,
    /// It removed zeros at the beginning.
    LeadingZeros,
    /// It damaged the digits.
    Damage(IdDamage),
}
