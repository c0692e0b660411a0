//! Imports the rows of a table into a batch or over existing objects: first a preview that changes nothing, then all
//! rows in one step of undo.

mod column_match;
mod content;
mod dry_run;
mod import_columns;
mod object_import;
mod open_import;
mod remembered;
mod table;
mod whole_table;

use adwright_views::{
    RowImportPreview, RowImportRequest, RowImportTarget, SheetView, saturating_u32,
};

pub use self::whole_table::{TableBatch, TableFile};

use self::import_columns::{damaged_cells, refuse_unusable};
use self::open_import::target_list;

use crate::batch::BatchImport;
use crate::error::{Error, RowImportError};
use crate::sheet::Sheets;
use crate::wording::error_message;

/// The rows of one step in a batch.
const STEP: u32 = 1_024;

impl Sheets {
    /// Returns what an import would do. If other options may make a table readable, its problem is a part of the
    /// preview.
    ///
    /// # Errors
    /// [`RowImportError::File`], [`RowImportError::Changing`], [`Error::Stopped`], and the errors of tables that no
    /// option makes readable.
    pub fn preview_import(
        &self,
        request: &RowImportRequest,
        operation: &str,
    ) -> Result<RowImportPreview, Error> {
        let running = self.context.operations.start(operation);
        let open = self.open_import(request)?;
        let mut preview = open.preview();
        let (sheet, columns) = match (&open.table.sheet, open.columns()) {
            (Ok(sheet), Ok(columns)) => (sheet, columns),
            (Err(error), _) => {
                preview.problem = Some(error_message(error));
                return Ok(preview);
            }
            (_, Err(error)) => {
                preview.problem = Some(error_message(&error.into()));
                return Ok(preview);
            }
        };
        if let RowImportTarget::Objects(list) = request.target {
            self.preview_objects((list, &open), sheet, &columns, &mut preview, &running.stop)?;
            return Ok(preview);
        }
        let run = self.check_import(&request.target, sheet, &columns, &running.stop)?;
        let damaged = columns.damaged_ids(sheet);
        let refused = refuse_unusable(sheet, &columns, &damaged).err();
        preview.rows = run.rows;
        let lines = sheet.rows.len() + sheet.blank_lines.len();
        preview.blank_rows = saturating_u32(lines).saturating_sub(run.rows);
        preview.check = run.check;
        preview.lines = run.lines;
        preview.new_columns = open.new_columns(&columns);
        preview.damaged = damaged_cells(sheet, &damaged);
        preview.damaged_count = saturating_u32(damaged.len());
        preview.problem = refused.map(|error| error_message(&error.into()));
        Ok(preview)
    }

    /// Imports all rows as one step of undo, and remembers the fields of the columns.
    ///
    /// # Errors
    /// Those of [`Sheets::preview_import`] and all [`RowImportError`]s. Then no row is imported.
    pub fn import(
        &self,
        request: &RowImportRequest,
        digest: &str,
        operation: &str,
    ) -> Result<SheetView, Error> {
        let running = self.context.operations.start(operation);
        let open = self.open_import(request)?;
        let mapping = open.mapping();
        let is_same = |chosen: &Vec<_>| *chosen == mapping;
        if open.content.digest() != digest || !request.options.mapping.as_ref().is_none_or(is_same)
        {
            return Err(RowImportError::Changed.into());
        }
        let columns = open.columns()?;
        let (file, is_headerless) = (open.content.name(), open.table.is_headerless());
        let sheet = open.table.sheet?;
        refuse_unusable(&sheet, &columns, &columns.damaged_ids(&sheet))?;
        if running.stop.is_cancelled() {
            return Err(Error::Stopped);
        }
        let import = BatchImport {
            file,
            fields: &columns.fields,
            operation,
        };
        let rows = columns.all_texts(&sheet);
        let imported = match &request.target {
            RowImportTarget::Objects(list) => {
                let marker = open.clear_marker.as_deref().unwrap_or_default();
                let plan = self.plan_objects(*list, &sheet, &columns, marker, &running.stop)?;
                self.import_objects(*list, plan, &columns, file)?
            }
            RowImportTarget::NewBatch(name) => {
                drop(running);
                self.view(&self.batches.create_with_rows(name, &import, rows)?.into())?
            }
            RowImportTarget::Batch(batch) => {
                drop(running);
                let at = self.batches.batch(batch)?.version;
                self.view(&self.batches.import_rows(&at, &import, rows)?.into())?
            }
        };
        if !is_headerless {
            self.remember_mapping(target_list(&request.target), &open.names, mapping)?;
        }
        Ok(imported)
    }
}
