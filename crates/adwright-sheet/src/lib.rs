//! Reads CSV files as tables. Every cell stays text, and nothing is read as a number.

mod decode;
mod read_csv;
mod records;

pub use decode::FileFormat;
pub use read_csv::{Sheet, SheetError, SheetRow, read_csv};
