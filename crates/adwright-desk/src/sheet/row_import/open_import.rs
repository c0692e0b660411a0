//! A table with the fields of its columns.

use adwright_model::Path;
use adwright_views::{
    ColumnMatch, FieldChoice, ImportedColumn, ListId, RowImportOptions, RowImportPreview,
    RowImportRequest, RowImportTarget, SheetCheck,
};

use super::column_match::{ImportField, MatchedField, is_field_name, match_columns, sample};
use super::content::ImportContent;
use super::import_columns::ImportColumns;
use super::table::ImportTable;

use crate::batch::default_columns;
use crate::document::parse_path;
use crate::error::{Error, RowImportError};
use crate::sheet::Sheets;

/// The usual text of a cell that clears a field.
const CLEAR_MARKER: &str = "(clear)";

/// The texts of a column that a preview shows.
const SAMPLES: usize = 3;

/// A table that was read, with the fields of its columns.
pub(super) struct OpenImport {
    pub(super) content: ImportContent,
    pub(super) table: ImportTable,
    /// The columns of the batch.
    existing: Vec<Path>,
    fields: Vec<ImportField>,
    pub(super) names: Vec<String>,
    pub(super) matched: Vec<MatchedField>,
    /// The text of a cell that clears a field; none for rows of a batch.
    pub(super) clear_marker: Option<String>,
}

impl Sheets {
    pub(super) fn open_import(&self, request: &RowImportRequest) -> Result<OpenImport, Error> {
        let existing = match &request.target {
            RowImportTarget::NewBatch(_) => default_columns(&self.context.catalog()),
            RowImportTarget::Batch(batch) => self.batches.batch(batch)?.columns,
            RowImportTarget::Objects(_) => Vec::new(),
        };
        let fields = match &request.target {
            RowImportTarget::Objects(list) => self.object_import_fields(*list),
            _ => self.import_fields(&existing)?,
        };
        let content = ImportContent::read(&request.source)?;
        let by = [ColumnMatch::Name, ColumnMatch::Alias, ColumnMatch::Content];
        let mut open = OpenImport::read(content, (existing, fields), &request.options, &by)?;
        open.clear_marker = clear_marker(request);
        let chosen = request.options.mapping.as_ref();
        if let Some(chosen) = chosen.filter(|chosen| chosen.len() == open.names.len()) {
            let chosen = chosen.iter().map(|path| path.as_deref().map(parse_path));
            let chosen = chosen.map(Option::transpose);
            let chosen = chosen.collect::<Result<Vec<_>, _>>()?;
            open.matched = with_reason(chosen, &open.matched, ColumnMatch::Chosen);
        } else if !open.table.is_headerless()
            && let Some(known) =
                self.remembered_mapping(target_list(&request.target), &open.names)?
        {
            open.matched = with_reason(known, &open.matched, ColumnMatch::Remembered);
        }
        Ok(open)
    }
}

/// Returns the list of the objects that the rows are or become.
pub(super) const fn target_list(target: &RowImportTarget) -> ListId {
    match target {
        RowImportTarget::Objects(list) => *list,
        RowImportTarget::NewBatch(_) | RowImportTarget::Batch(_) => ListId::Values,
    }
}

fn clear_marker(request: &RowImportRequest) -> Option<String> {
    let is_for_objects = matches!(request.target, RowImportTarget::Objects(_));
    let chosen = request.options.clear_marker.clone();
    is_for_objects.then(|| chosen.unwrap_or_else(|| CLEAR_MARKER.to_owned()))
}

/// Adds the reason for each field. A field that would be detected keeps the reason for that.
fn with_reason(
    fields: Vec<Option<Path>>,
    detected: &[MatchedField],
    reason: ColumnMatch,
) -> Vec<MatchedField> {
    let fields = fields.into_iter().zip(detected);
    let matched = fields.map(|(field, detected)| {
        let field = field?;
        let detected = detected.as_ref().filter(|(path, _)| *path == field);
        let reason = detected.map_or(reason, |(_, detected)| *detected);
        Some((field, reason))
    });
    matched.collect()
}

impl OpenImport {
    /// Reads a table for the rows of a batch with these columns and fields, and matches its columns in these ways, the
    /// best first.
    pub(super) fn read(
        content: ImportContent,
        (existing, fields): (Vec<Path>, Vec<ImportField>),
        options: &RowImportOptions,
        by: &[ColumnMatch],
    ) -> Result<Self, Error> {
        let is_field = |text: &str| is_field_name(&fields, text);
        let table = ImportTable::read(&content, options, is_field)?;
        let names = table.column_names();
        let matched = match_columns(&fields, &names, table.rows(), by);
        Ok(Self {
            content,
            table,
            existing,
            fields,
            names,
            matched,
            clear_marker: None,
        })
    }

    /// Returns the columns that have a field.
    ///
    /// # Errors
    /// [`RowImportError::NoFields`] and [`RowImportError::DuplicateField`].
    pub(super) fn columns(&self) -> Result<ImportColumns, RowImportError> {
        let (mut places, mut fields) = (Vec::new(), Vec::new());
        for (place, matched) in self.matched.iter().enumerate() {
            let Some((path, _)) = matched else { continue };
            if fields.contains(path) {
                let label = self.label(path);
                return Err(RowImportError::DuplicateField { label });
            }
            places.push(place);
            fields.push(path.clone());
        }
        if fields.is_empty() {
            return Err(RowImportError::NoFields);
        }
        Ok(ImportColumns { places, fields })
    }

    /// Returns the field of each column.
    pub(super) fn mapping(&self) -> Vec<Option<String>> {
        let fields = self.matched.iter();
        let fields = fields.map(|field| field.as_ref().map(|(path, _)| path.to_string()));
        fields.collect()
    }

    /// Returns the titles of the fields that the batch has no columns for.
    pub(super) fn new_columns(&self, columns: &ImportColumns) -> Vec<String> {
        let fields = columns.fields.iter();
        let new = fields.filter(|path| !self.existing.contains(path));
        new.map(|path| self.label(path)).collect()
    }

    /// Returns the preview without anything about rows.
    pub(super) fn preview(&self) -> RowImportPreview {
        let choice = |field: &ImportField| FieldChoice {
            value: field.path.to_string(),
            label: field.label.clone(),
        };
        RowImportPreview {
            digest: self.content.digest(),
            options: RowImportOptions {
                mapping: Some(self.mapping()),
                clear_marker: self.clear_marker.clone(),
                ..self.table.options.clone()
            },
            worksheets: self.table.worksheets.clone(),
            columns: self.table_columns(),
            fields: self.fields.iter().map(choice).collect(),
            new_columns: Vec::new(),
            rows: 0,
            blank_rows: 0,
            check: SheetCheck::default(),
            lines: Vec::new(),
            damaged: Vec::new(),
            damaged_count: 0,
            problem: None,
            objects: None,
        }
    }

    fn table_columns(&self) -> Vec<ImportedColumn> {
        let columns = self.names.iter().zip(&self.matched).enumerate();
        let columns = columns.map(|(column, (name, matched))| {
            let texts = sample(self.table.rows(), column).take(SAMPLES);
            ImportedColumn {
                name: name.clone(),
                samples: texts.map(str::to_owned).collect(),
                field: matched.as_ref().map(|(path, _)| path.to_string()),
                matched_by: matched.as_ref().map(|(_, reason)| *reason),
            }
        });
        columns.collect()
    }

    fn label(&self, path: &Path) -> String {
        let field = self.fields.iter().find(|field| field.path == *path);
        field.map_or_else(|| path.to_string(), |field| field.label.clone())
    }
}
