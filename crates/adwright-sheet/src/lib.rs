//! Tables of text cells: batches of rows, CSV files, workbooks and the clipboard. Every cell stays text.

mod batch;
mod cell_block;
mod clipboard;
mod csv_file;
mod decimal_sum;
mod export;
mod formula_escape;
mod limits;
mod plain_number;
mod series;
mod sheet;
#[cfg(test)]
mod test_cells;
mod workbook;

pub use batch::{
    BatchDataError, BatchLabel, BatchRowId, CHUNK_ROWS, ChunkChanges, OrderChanges, OrderSplice,
    RowChunk, RowOrder, RowPacker, RowRun,
};
pub use cell_block::{CellBlock, CellLoss, LossyCell};
pub use clipboard::ClipboardContent;
pub use csv_file::{
    CsvOptions, CsvPreview, FileFormat, SheetError, TextEncoding, preview_csv, read_csv,
    read_csv_rows, read_csv_with,
};
pub use decimal_sum::DecimalSum;
pub use export::{ExportError, MAX_WORKSHEET_CELL, write_csv, write_html, write_json, write_xlsx};
pub use limits::{
    LimitError, MAX_CELLS, MAX_CLIPBOARD_BYTES, MAX_CLIPBOARD_CELLS, MAX_COLUMNS, MAX_FILE_BYTES,
    MAX_UNPACKED_BYTES, MAX_WORKSHEET_ROWS,
};
pub use series::{FillDirection, FillMode, fill_series};
pub use sheet::{Sheet, SheetRow};
pub use workbook::{
    CellPlace, CellPosition, Workbook, WorkbookError, WorksheetInfo, WorksheetRange,
    has_workbook_signature,
};
