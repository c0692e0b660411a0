//! Exports a list as a table for spreadsheets.

use adwright_list::ListIndex;
use adwright_views::{ExportedList, ListId, RowsQuery, TableFormat, saturating_u32};

use crate::error::Error;
use crate::host::TableExport;
use crate::list::Lists;

impl Lists {
    /// Writes all rows that a query finds into a new file, in the query's order and with its columns. The columns are
    /// named by their paths, and the id is always among them. Cells are exact, so the file can be imported again.
    ///
    /// # Errors
    /// [`Error::Stopped`] or [`Error::Export`]; then no file stays behind.
    pub fn export_list(
        &self,
        list: ListId,
        operation: &str,
        query: &RowsQuery,
        format: TableFormat,
    ) -> Result<ExportedList, Error> {
        let running = self.context.operations.start(operation);
        let (snapshot, drafts) = self.drafted_snapshot(list)?;
        let answer = self.answers.get(query.answer.as_deref())?;
        let runner = self.query_runner(list, &snapshot, &drafts);
        let renderer = runner.row_renderer();
        let index = &snapshot.index;
        let (positions, columns) = exported_columns(index, &query.columns);
        let found = runner.run(query, answer.as_deref()).rows;
        let rows = found.iter().map(|&row| {
            let own = |field| index.raw_value(row, field);
            renderer.exact_cells(index.row_id(row), own, &positions)
        });
        let export = TableExport {
            folder: &self.context.paths.exports(),
            name: list.as_str(),
            format,
            columns: &columns,
        };
        Ok(ExportedList {
            path: export.write(rows, &running.stop)?,
            rows: saturating_u32(found.len()),
        })
    }
}

/// Returns the positions and the paths of the known columns, with the id.
fn exported_columns(index: &ListIndex, paths: &[String]) -> (Vec<usize>, Vec<String>) {
    let id = (!paths.iter().any(|path| path == "id")).then(|| "id".to_owned());
    let paths = paths.iter().cloned().chain(id);
    let known = paths.filter_map(|path| Some((index.fields().position_of_path(&path)?, path)));
    known.unzip()
}
