//! Reads CSV and TSV files as tables. Every cell stays text.

mod decode;
mod error;
mod options;
mod preview;
mod read;
mod records;

pub use decode::{FileFormat, TextEncoding};
pub use error::SheetError;
pub use options::CsvOptions;
pub use preview::{CsvPreview, preview_csv};
pub(crate) use read::parse_column_names;
pub use read::{read_csv, read_csv_rows, read_csv_with};

#[cfg(test)]
mod option_tests;
#[cfg(test)]
mod tests;
