//! Rows that people enter together, and the files that contain them.

mod decode;
mod read_csv;
mod records;

pub use decode::FileFormat;
pub use read_csv::{Sheet, SheetError, SheetRow, read_csv};
