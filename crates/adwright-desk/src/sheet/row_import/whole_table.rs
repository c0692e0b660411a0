//! A table of the terminal becomes a batch with all of its columns. Nobody maps columns there, so only names count: a
//! column without a known field keeps its own name as the path.

use std::cmp::Reverse;

use adwright_model::{EditableDocument, JsonType, Kind, Path};
use adwright_sheet::{Sheet, SheetRow};
use adwright_store::ResendPolicy;
use adwright_views::{ColumnMatch, RowImportOptions};

use super::STEP;
use super::content::ImportContent;
use super::import_columns::{ImportColumns, refuse_unusable};
use super::open_import::OpenImport;

use crate::batch::{BatchImport, BatchState, default_columns};
use crate::document::replay;
use crate::draft::{JsonEdit, parse_edits};
use crate::error::{
    DraftError, Error, NewObjectError, RowImportError, SetOptionError, ValueTableError,
};
use crate::object::NEW_VALUE;
use crate::sheet::{KIND, Sheets};
use crate::values::CellParser;
use crate::wording::table_batch_name;

/// The operation id of an import.
const OPERATION: &str = "table";

/// A file with a table: CSV, XLSX or ODS.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableFile {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The sheet of the workbook; none if it has only one. CSV files have none.
    pub worksheet: Option<String>,
}

/// The batch with the rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableBatch {
    /// The batch.
    pub batch: BatchState,
    /// Whether it existed before, with the same rows.
    pub is_reused: bool,
    /// Columns without a known field. Their cells become text, except for whole numbers in columns whose name ends
    /// with `Id`.
    pub unknown_columns: Vec<String>,
    /// The lines without text, such as `,,,`, counted from 1. They become no row.
    pub blank_lines: Vec<u64>,
}

impl Sheets {
    /// Returns the batch with the rows of a table, and with the edits in each row. A batch with the same rows is used
    /// again. If the objects are to be created again, only a batch of which nothing was sent is.
    ///
    /// # Errors
    /// [`ValueTableError`], [`RowImportError`], and [`DraftError::Set`] for a value that no cell can have. Then
    /// nothing is created.
    pub fn create_from_table(
        &self,
        file: &TableFile,
        edits: &[JsonEdit],
        if_sent: ResendPolicy,
    ) -> Result<TableBatch, Error> {
        let filled = self.filled_cells(edits)?;
        let open = self.open_table(file)?;
        let OpenImport { table, matched, .. } = open;
        let mut sheet = table.sheet?;
        let mut fields = Vec::new();
        for (column, matched) in matched.into_iter().enumerate() {
            let known = matched.map(|(path, _)| path);
            fields.push(known.map_or_else(|| own_path(file, &sheet, column), Ok)?);
        }
        let catalog = self.context.catalog();
        let is_known = |field: &Path| catalog.field(KIND, field).is_some();
        let names = sheet.columns.iter().zip(&fields);
        let unknown = names.filter(|(_, field)| !is_known(field));
        let unknown_columns = unknown.map(|(name, _)| name.clone()).collect();
        for (field, text) in filled {
            fill_column(&mut sheet, &mut fields, field, &text);
        }
        let columns = new_object_columns(file, &sheet, fields)?;
        refuse_unusable(&sheet, &columns, &columns.damaged_ids(&sheet))?;
        let rows: Vec<_> = columns.rows(&sheet).collect();
        let same = self.find_same_rows(&columns, &rows, if_sent)?;
        let is_reused = same.is_some();
        let batch = if let Some(batch) = same {
            batch
        } else {
            let import = BatchImport {
                file: &file.name,
                fields: &columns.fields,
                operation: OPERATION,
            };
            let name = table_batch_name(&file.name);
            let rows = columns.all_texts(&sheet);
            self.batches.create_with_rows(&name, &import, rows)?
        };
        Ok(TableBatch {
            batch,
            is_reused,
            unknown_columns,
            blank_lines: sheet.blank_lines,
        })
    }

    /// Reads a table whose first row with text has the names.
    fn open_table(&self, file: &TableFile) -> Result<OpenImport, Error> {
        let content = ImportContent::File {
            name: file.name.clone(),
            bytes: file.bytes.clone(),
        };
        let options = RowImportOptions {
            worksheet: file.worksheet.clone(),
            ..RowImportOptions::default()
        };
        let existing = default_columns(&self.context.catalog());
        let fields = self.import_fields(&existing)?;
        let by = [ColumnMatch::Name, ColumnMatch::Alias];
        let open = OpenImport::read(content, (existing, fields), &options, &by)?;
        if file.worksheet.is_none() && open.table.worksheets.len() > 1 {
            return Err(ValueTableError::SeveralWorksheets {
                file: file.name.clone(),
                worksheets: open.table.worksheets,
            }
            .into());
        }
        if open.table.is_headerless() {
            return Err(RowImportError::NoHeader.into());
        }
        Ok(open)
    }

    /// Returns the values to put into each row, as the texts of cells.
    ///
    /// # Errors
    /// [`SetOptionError::NotACell`] for a value that a cell would change.
    fn filled_cells(&self, edits: &[JsonEdit]) -> Result<Vec<(Path, String)>, Error> {
        let new = EditableDocument::parse(NEW_VALUE).expect("it is an object");
        let made = parse_edits(&self.context, KIND, &new, edits)?;
        let edited = replay(&new, &made)?;
        let catalog = self.context.catalog();
        let parser = CellParser {
            catalog: &catalog,
            zone: &self.context.zone,
        };
        let cells = edits.iter().map(|JsonEdit { path, json }| {
            let not_a_cell = || DraftError::Set {
                path: path.clone(),
                value: json.clone(),
                error: SetOptionError::NotACell,
            };
            let field: Path = path.parse().map_err(|_| not_a_cell())?;
            let value = edited.get(&field).ok_or_else(not_a_cell)?;
            let text = match value.json_type() {
                JsonType::String => value.as_str().unwrap_or_default().into_owned(),
                _ => value.raw().to_owned(),
            };
            let edit = parser.edit(&new, &field, &text)?;
            let row = replay(&new, edit.as_ref())?;
            // An empty cell leaves its field out.
            let is_same =
                !text.is_empty() && row.get(&field).is_some_and(|cell| cell.same_value(&value));
            is_same
                .then_some((field, text))
                .ok_or_else(|| not_a_cell().into())
        });
        cells.collect()
    }

    /// Returns the batch, the last changed first, that has exactly these rows.
    fn find_same_rows(
        &self,
        columns: &ImportColumns,
        rows: &[&SheetRow],
        if_sent: ResendPolicy,
    ) -> Result<Option<BatchState>, Error> {
        let mut batches = self.batches.batches()?;
        batches.sort_by_key(|batch| Reverse(batch.changed_at));
        batches.retain(|batch| batch.row_count as usize == rows.len());
        for batch in batches {
            let states = self.context.store.row_state_counts(&batch.version.batch)?;
            let is_usable = if_sent == ResendPolicy::Skip || states.is_empty();
            if is_usable && self.has_rows(&batch, columns, rows)? {
                return Ok(Some(batch));
            }
        }
        Ok(None)
    }

    fn has_rows(
        &self,
        batch: &BatchState,
        columns: &ImportColumns,
        rows: &[&SheetRow],
    ) -> Result<bool, Error> {
        let place = |field| batch.columns.iter().position(|column| column == field);
        let places: Option<Vec<_>> = columns.fields.iter().map(place).collect();
        let Some(places) = places else {
            return Ok(false);
        };
        for (start, rows) in (0..).step_by(STEP as usize).zip(rows.chunks(STEP as usize)) {
            let stored = self
                .batches
                .snapshot(&batch.version.batch, start..start + STEP)?;
            for (id, row) in stored.ids().iter().zip(rows) {
                let mut expected = vec![""; batch.columns.len()];
                for (place, text) in places.iter().zip(columns.texts(row)) {
                    expected[*place] = text;
                }
                let mut cells: Vec<_> = stored.cells(*id).collect();
                cells.resize(expected.len(), "");
                if cells != expected {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

fn own_path(file: &TableFile, sheet: &Sheet, column: usize) -> Result<Path, ValueTableError> {
    let name = &sheet.columns[column];
    let path = name.parse::<Path>().ok().filter(|path| !path.is_root());
    path.ok_or_else(|| ValueTableError::Column {
        file: file.name.clone(),
        line: sheet.header_line,
        column: column + 1,
        name: name.clone(),
    })
}

/// Puts a text into a column of every row. A field without a column gets one.
fn fill_column(sheet: &mut Sheet, fields: &mut Vec<Path>, field: Path, text: &str) {
    let column = fields.iter().position(|known| *known == field);
    let column = column.unwrap_or_else(|| {
        sheet.columns.push(field.to_string());
        fields.push(field);
        fields.len() - 1
    });
    for row in &mut sheet.rows {
        row.cells.resize(fields.len(), String::new());
        text.clone_into(&mut row.cells[column]);
    }
    sheet.losses.retain(|lost| lost.column != column);
}

/// Returns the columns of a table of new objects. Their ids and types are empty, or say what is known.
fn new_object_columns(
    file: &TableFile,
    sheet: &Sheet,
    fields: Vec<Path>,
) -> Result<ImportColumns, ValueTableError> {
    let mut columns = ImportColumns {
        places: Vec::new(),
        fields: Vec::new(),
    };
    for (place, field) in fields.into_iter().enumerate() {
        let (allowed, error) = match &*field.to_string() {
            "id" => ("", NewObjectError::HasId(KIND)),
            "type" => (
                Kind::RetargetingDataValue.as_str(),
                NewObjectError::OtherKind(KIND),
            ),
            _ => {
                columns.places.push(place);
                columns.fields.push(field);
                continue;
            }
        };
        let is_other = |row: &&SheetRow| !["", allowed].contains(&row.cells[place].trim());
        if let Some(row) = sheet.rows.iter().find(is_other) {
            return Err(ValueTableError::NotNew {
                file: file.name.clone(),
                line: row.line,
                error,
            });
        }
    }
    Ok(columns)
}
