//! A file of rows as a new batch, for measurements.

use std::fs;

use adwright_desk::{BatchImport, BatchVersion, Desk};
use adwright_sheet::{CsvOptions, read_csv_rows};

/// Imports a CSV file whose header names fields.
pub(crate) fn import(desk: &Desk, file: &str) -> BatchVersion {
    let batch = desk.batches.create_batch("Measured");
    let batch = batch.expect("a batch").version;
    let bytes = fs::read(file).expect("the file is readable");
    let done = read_csv_rows(&bytes, &CsvOptions::default(), |columns, rows| {
        let fields = columns.iter().map(|name| name.parse());
        let fields: Vec<_> = fields.collect::<Result<_, _>>().expect("paths of fields");
        let import = BatchImport {
            file: "values.csv",
            fields: &fields,
            operation: "import",
        };
        let rows = rows.map(|row| Ok(row.expect("the file is a table").cells));
        desk.batches.import_rows(&batch, &import, rows)
    });
    let done = done.expect("the file has columns");
    done.expect("the rows are imported").version
}
