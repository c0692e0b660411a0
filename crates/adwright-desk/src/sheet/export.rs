//! Exports a batch as a table for spreadsheets.

use adwright_model::Path;
use adwright_views::{ExportedList, TableFormat, saturating_u32};

use crate::error::Error;
use crate::host::TableExport;
use crate::sheet::Sheets;

impl Sheets {
    /// Writes all rows of a batch into a new file, in their own order. The columns are named by their paths, and the cells
    /// are exact, so an import of the file has equal cells. An import leaves out rows without text.
    ///
    /// # Errors
    /// [`Error::Stopped`] or [`Error::Export`]; then no file stays behind.
    pub fn export_batch(
        &self,
        batch: &str,
        operation: &str,
        format: TableFormat,
    ) -> Result<ExportedList, Error> {
        let running = self.context.operations.start(operation);
        let name = self.batches.batch(batch)?.name;
        let rows = self.batches.snapshot(batch, 0..u32::MAX)?;
        let columns: Vec<_> = rows.columns.iter().map(Path::to_string).collect();
        let lines = rows.ids().iter().map(|row| {
            let mut cells: Vec<_> = rows.cells(*row).map(str::to_owned).collect();
            cells.resize(columns.len(), String::new());
            cells
        });
        let export = TableExport {
            folder: &self.context.paths.exports(),
            name: &name,
            format,
            columns: &columns,
        };
        Ok(ExportedList {
            path: export.write(lines, &running.stop)?,
            rows: saturating_u32(rows.ids().len()),
        })
    }
}
