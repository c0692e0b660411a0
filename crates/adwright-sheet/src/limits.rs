//! The sizes that a file and a clipboard may have.

/// The most bytes of a CSV file or a workbook: 512 MiB. Compare the size of a file with it before reading the file.
pub const MAX_FILE_BYTES: u64 = 512 * MEBIBYTE;

/// The most bytes that the parts of a workbook may have together after unpacking: 2 GiB.
pub const MAX_UNPACKED_BYTES: u64 = 2048 * MEBIBYTE;

/// The most bytes of one flavour of the clipboard: 256 MiB.
pub const MAX_CLIPBOARD_BYTES: u64 = 256 * MEBIBYTE;

/// The most cells of the clipboard, empty cells included: 1 million rows of 12 columns.
pub const MAX_CLIPBOARD_CELLS: usize = 12_000_000;

/// The most columns of a table or of a batch, as in Excel.
pub const MAX_COLUMNS: usize = 16_384;

/// The most rows of a worksheet, as in Excel. The header row is one of them.
pub const MAX_WORKSHEET_ROWS: usize = 1_048_576;

/// The most cells of a table, empty cells included: 1 million rows of 32 columns.
pub const MAX_CELLS: usize = 32_000_000;

const MEBIBYTE: u64 = 1024 * 1024;

/// A table that is too large. Its `Display` is a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// The file is larger than [`MAX_FILE_BYTES`].
    #[error(
        "The file has {} MiB, and at most {} MiB can be read. Split the file.",
        .bytes / MEBIBYTE,
        MAX_FILE_BYTES / MEBIBYTE
    )]
    FileBytes {
        /// The size of the file in bytes.
        bytes: u64,
    },
    /// The parts of a workbook are larger than [`MAX_UNPACKED_BYTES`] together.
    #[error(
        "The workbook unpacks to more than {} MiB. Split the workbook.",
        MAX_UNPACKED_BYTES / MEBIBYTE
    )]
    UnpackedBytes,
    /// The clipboard is larger than [`MAX_CLIPBOARD_BYTES`].
    #[error(
        "The clipboard has {} MiB, and at most {} MiB can be pasted. Copy fewer cells, or import a file.",
        .bytes / MEBIBYTE,
        MAX_CLIPBOARD_BYTES / MEBIBYTE
    )]
    ClipboardBytes {
        /// The size of the larger flavour in bytes.
        bytes: u64,
    },
    /// A row has more cells than [`MAX_COLUMNS`].
    #[error("Row {row} has more than {MAX_COLUMNS} cells. Check the separator, or remove columns.")]
    Columns {
        /// The row or line; the first is 1.
        row: u64,
    },
    /// The sheet has more rows than [`MAX_WORKSHEET_ROWS`].
    #[error("The sheet has more than {MAX_WORKSHEET_ROWS} rows. Split the sheet.")]
    Rows,
    /// The table has more cells than [`MAX_CELLS`] or [`MAX_CLIPBOARD_CELLS`], empty cells included.
    #[error("The table has more than {max} cells. Split the table.")]
    Cells {
        /// The most cells.
        max: usize,
    },
}

impl LimitError {
    pub(crate) const fn check_file(bytes: &[u8]) -> Result<(), Self> {
        let bytes = bytes.len() as u64;
        if bytes > MAX_FILE_BYTES {
            return Err(Self::FileBytes { bytes });
        }
        Ok(())
    }

    /// Checks the size of a table whose rows are padded to the same length.
    pub(crate) const fn check_cells(rows: usize, columns: usize) -> Result<(), Self> {
        if rows.saturating_mul(columns) > MAX_CELLS {
            return Err(Self::Cells { max: MAX_CELLS });
        }
        Ok(())
    }
}
