use serde::{Deserialize, Serialize};

/// What an operation on a batch did. Columns are named by the path of their field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BatchLabel {
    /// It set one cell.
    SetCell {
        /// The cell's column.
        column: String,
    },
    /// It pasted a block of cells.
    Paste {
        /// The number of rows in the block.
        rows: u32,
        /// The number of columns in the block.
        columns: u32,
    },
    /// It set cells to one text.
    Fill {
        /// The number of changed cells.
        cells: u32,
    },
    /// It copied cells into the rows below them.
    FillDown {
        /// The number of changed cells.
        cells: u32,
    },
    /// It emptied cells.
    Clear {
        /// The number of changed cells.
        cells: u32,
    },
    /// It replaced text in cells.
    Replace {
        /// The number of changed cells.
        cells: u32,
    },
    /// It applied the fix of a rule to cells.
    Fix {
        /// The number of changed cells.
        cells: u32,
    },
    /// It inserted empty rows.
    InsertRows {
        /// The number of rows.
        rows: u32,
    },
    /// It deleted rows.
    DeleteRows {
        /// The number of rows.
        rows: u32,
    },
    /// It moved rows.
    MoveRows {
        /// The number of rows.
        rows: u32,
    },
    /// It added the rows of a file at the end.
    Import {
        /// The number of rows.
        rows: u32,
        /// The file's name; empty for the clipboard.
        file: String,
    },
    /// It added a column.
    AddColumn {
        /// The column.
        column: String,
    },
    /// It changed something. The stored label cannot be read.
    Change,
}
