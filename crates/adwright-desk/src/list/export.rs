//! Exports a list as a table for spreadsheets.

use std::fs;
use std::io::{BufWriter, Write as _};

use adwright_list::ListIndex;
use adwright_sheet::{ExportError, write_csv, write_xlsx};
use adwright_views::{ExportedList, ListId, RowsQuery, TableFormat, saturating_u32};

use crate::error::Error;
use crate::host::create_new_file;
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
        let (snapshot, drafts) = (
            self.list_snapshot(list)?,
            self.check_cache.draft_marks_of(list)?,
        );
        let answer = self.answers.get(query.answer.as_deref())?;
        let runner = self.query_runner(list, &snapshot, &drafts);
        let renderer = runner.row_renderer();
        let index = &snapshot.index;
        let (positions, columns) = exported_columns(index, &query.columns);
        let found = runner.run(query, answer.as_deref()).rows;
        let going_on = found.iter().take_while(|_| !running.stop.is_cancelled());
        let rows = going_on.map(|&row| {
            let own = |field| index.raw_value(row, field);
            renderer.exact_cells(index.row_id(row), own, &positions)
        });
        let ending = match format {
            TableFormat::Csv => "csv",
            TableFormat::Xlsx => "xlsx",
        };
        let folder = self.context.paths.exports();
        let (path, file) = create_new_file(&folder, list.as_str(), ending)?;
        let mut output = BufWriter::new(file);
        let written = match format {
            TableFormat::Csv => write_csv(&mut output, &columns, rows),
            TableFormat::Xlsx => write_xlsx(&mut output, &folder, list.as_str(), &columns, rows),
        };
        let synced = written.and_then(|()| {
            output.flush()?;
            Ok(output.get_ref().sync_all()?)
        });
        let failure = match synced {
            Err(error) => Some(Error::Export(error)),
            Ok(()) => running.stop.is_cancelled().then_some(Error::Stopped),
        };
        match failure {
            Some(error) => {
                fs::remove_file(&path).map_err(ExportError::Write)?;
                Err(error)
            }
            None => Ok(ExportedList {
                path: path.display().to_string(),
                rows: saturating_u32(found.len()),
            }),
        }
    }
}

/// Returns the positions and the paths of the known columns, with the id.
fn exported_columns(index: &ListIndex, paths: &[String]) -> (Vec<usize>, Vec<String>) {
    let id = (!paths.iter().any(|path| path == "id")).then(|| "id".to_owned());
    let paths = paths.iter().cloned().chain(id);
    let known = paths.filter_map(|path| Some((index.fields().position_of_path(&path)?, path)));
    known.unzip()
}
