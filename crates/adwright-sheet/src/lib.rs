//! Rows that people enter together, and the files that they come in.

mod read_csv;

pub use read_csv::{Row, Sheet, SheetError, read_csv};
