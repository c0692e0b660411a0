//! Exports everything that is shown as rows: one table, in any format.

#![expect(
    clippy::too_many_arguments,
    reason = "a constructor takes every noun that this one uses"
)]

mod tables;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adwright_views::{ExportSource, ExportedList, TableFormat, saturating_u32};
use derive_new::new;

use crate::context::Context;
use crate::draft::Drafts;
use crate::error::Error;
use crate::history::ObjectHistory;
use crate::host::TableExport;
use crate::list::Lists;
use crate::outbox::Outbox;
use crate::sheet::Sheets;

/// The exports of lists, drafts, reviews, sent items, receipts and histories into files.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Exports {
    context: Arc<Context>,
    lists: Arc<Lists>,
    drafts: Arc<Drafts>,
    sheets: Arc<Sheets>,
    outbox: Arc<Outbox>,
    history: Arc<ObjectHistory>,
}

/// A table before it is written. All cells are text.
struct ExportTable {
    /// The name of the file and the title of the page.
    name: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Exports {
    /// Writes the rows into a new file. Ids are exact, and no cell runs as a formula.
    ///
    /// # Errors
    /// [`Error::Stopped`] or [`Error::Export`]; then no file stays behind.
    pub fn export(
        &self,
        source: &ExportSource,
        operation: &str,
        format: TableFormat,
    ) -> Result<ExportedList, Error> {
        let table = match source {
            // Their rows are written one by one, because there may be a million.
            ExportSource::List(one) => {
                return (self.lists).export_list(one.list, operation, &one.query, format);
            }
            ExportSource::Batch(batch) => {
                return self.sheets.export_batch(batch, operation, format);
            }
            ExportSource::Drafts(query) => self.drafts_table(query)?,
            ExportSource::Review(drafts) => self.review_table(drafts)?,
            ExportSource::Sent(query) => self.sent_table(query)?,
            ExportSource::Receipt(item) => self.receipt_table(item)?,
            ExportSource::History(target) => self.history_table(target)?,
        };
        let running = self.context.operations.start(operation);
        let export = TableExport {
            folder: &self.context.paths.exports(),
            name: &table.name,
            format,
            columns: &table.columns,
        };
        Ok(ExportedList {
            path: export.write(&table.rows, &running.stop)?,
            rows: saturating_u32(table.rows.len()),
        })
    }

    /// Returns the path of an exported page. Only pages in the folder of exports are returned, wherever `path` leads.
    ///
    /// # Errors
    /// [`Error::NotAWebAddress`] if the path does not name an exported page.
    pub fn exported_page(&self, path: &str) -> Result<PathBuf, Error> {
        let name = Path::new(path).file_name();
        let file = name.map(|name| self.context.paths.exports().join(name));
        let is_page = |file: &PathBuf| {
            file.is_file() && file.extension().is_some_and(|ending| ending == "html")
        };
        file.filter(is_page).ok_or(Error::NotAWebAddress)
    }
}
