//! The reasons why a CSV file cannot be read, with their sentences.

use super::decode::FileFormat;
use crate::LimitError;

/// The reason why a file cannot be read as a table. Its `Display` is a sentence with line and column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// The file has no line with column names.
    #[error("The file is empty: its first line has the names of the columns.")]
    Empty,
    /// The file has another format.
    #[error("This is {0}, not a CSV file. {advice}", advice = .0.advice())]
    OtherFormat(FileFormat),
    /// Pipes separate the cells of the first line.
    #[error(
        "Line {line}: pipes (|) separate the cells. Replace them with commas, semicolons or tabs, or write sep=| above this line."
    )]
    Pipes {
        /// The line with the column names.
        line: u64,
    },
    /// A cell is not UTF-8 text.
    #[error("Line {line}, column {column}: this is not UTF-8 text. Save the file as “CSV UTF-8”.")]
    NotText {
        /// The line on which the row begins; the first is 1.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// A quote is never closed.
    #[error(
        "Line {line}, column {column}: a quote (\") is opened here and never closed. Close it, or double it if it is an inch mark."
    )]
    OpenQuote {
        /// The line on which the row begins; the first is 1.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// A cell continues after its closing quote.
    #[error(
        "Line {line}, column {column}: text follows the closing quote (\"). Double each quote inside a quoted cell."
    )]
    TextAfterQuote {
        /// The line on which the row begins; the first is 1.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// A column has no name.
    #[error("Line {line}, column {column}: this column has no name.")]
    UnnamedColumn {
        /// The line with the column names.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// A cell has text, but its column has no name.
    #[error(
        "Line {line}, column {column}: this cell has text, but its column has no name. Name the column or clear the cell."
    )]
    UnnamedCell {
        /// The line on which the row begins; the first is 1.
        line: u64,
        /// The column; the first is 1.
        column: usize,
    },
    /// Two columns have the same name.
    #[error("Line {line}, column {column}: there is a column “{name}” already.")]
    DuplicateColumn {
        /// The line with the column names.
        line: u64,
        /// The column; the first is 1.
        column: usize,
        /// Its name.
        name: String,
    },
    /// A row has more or fewer cells than there are columns.
    #[error("Line {line}: this row has {cells} cells, but there are {columns} columns.")]
    WrongCellCount {
        /// The line on which the row begins.
        line: u64,
        /// The number of its cells.
        cells: usize,
        /// The number of columns.
        columns: usize,
    },
    /// No row begins on the chosen header line.
    #[error("Line {line}: no row begins here. Choose another line for the column names.")]
    NoHeaderLine {
        /// The chosen line; the first is 1.
        line: u64,
    },
    /// The character cannot separate or enclose cells.
    #[error("“{}” cannot separate or enclose cells.", .character.escape_default())]
    InvalidSeparator {
        /// The chosen character.
        character: char,
    },
    /// The file or the table is too large.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// Any other error of the CSV reader.
    #[error("The file cannot be read as CSV: {0}.")]
    Other(String),
}
