//! Writes tables into files.

use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use adwright_sheet::{ExportError, write_csv, write_html, write_json, write_xlsx};
use adwright_views::TableFormat;

use super::export_file::create_new_file;
use super::operation::CancellationToken;

use crate::error::Error;

/// A table to write into a new file.
pub(crate) struct TableExport<'a> {
    /// The folder of the file.
    pub(crate) folder: &'a Path,
    /// The name of the file without its ending. It is also the name of the worksheet and the title of the page.
    pub(crate) name: &'a str,
    pub(crate) format: TableFormat,
    pub(crate) columns: &'a [String],
}

impl TableExport<'_> {
    /// Writes the rows, and returns the path of the file.
    ///
    /// # Errors
    /// [`Error::Stopped`] or [`Error::Export`]; then no file stays behind.
    pub(crate) fn write<R: AsRef<[String]>>(
        &self,
        rows: impl IntoIterator<Item = R>,
        stop: &CancellationToken,
    ) -> Result<String, Error> {
        let Self {
            folder,
            name,
            columns,
            ..
        } = self;
        let rows = rows.into_iter().take_while(|_| !stop.is_cancelled());
        let ending = match self.format {
            TableFormat::Csv => "csv",
            TableFormat::Xlsx => "xlsx",
            TableFormat::Json => "json",
            TableFormat::Html => "html",
        };
        let (path, file) = create_new_file(folder, name, ending)?;
        let mut output = BufWriter::new(file);
        let written = match self.format {
            TableFormat::Csv => write_csv(&mut output, columns, rows),
            TableFormat::Xlsx => write_xlsx(&mut output, folder, name, columns, rows),
            TableFormat::Json => write_json(&mut output, columns, rows),
            TableFormat::Html => write_html(&mut output, name, columns, rows),
        };
        let synced = written.and_then(|()| {
            output.flush()?;
            Ok(output.get_ref().sync_all()?)
        });
        let failure = match synced {
            Err(error) => Some(Error::Export(error)),
            Ok(()) => stop.is_cancelled().then_some(Error::Stopped),
        };
        match failure {
            Some(error) => {
                fs::remove_file(&path).map_err(ExportError::Write)?;
                Err(error)
            }
            None => Ok(path.display().to_string()),
        }
    }
}
