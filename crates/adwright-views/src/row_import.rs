use serde::{Deserialize, Serialize};
use specta::Type;

use super::{FieldChoice, ListId, SheetCheck, SheetLine};

/// A table whose rows a person imports into a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum RowImportSource {
    /// The path of a file: CSV, TSV, XLSX or ODS.
    File(String),
    /// What the clipboard holds.
    Clipboard {
        /// The plain text.
        text: String,
        /// The HTML flavour; none if there is none.
        html: Option<String>,
    },
}

/// Where imported rows go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum RowImportTarget {
    /// A new batch with this name.
    NewBatch(String),
    /// The end of the batch with this id.
    Batch(String),
    /// The existing objects of a list, which the rows name by their ids. Their changes become drafts.
    Objects(ListId),
}

/// How to read a table. Whatever is none is detected.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowImportOptions {
    /// The sheet of a workbook.
    pub worksheet: Option<String>,
    /// The character between the cells of a CSV file.
    pub separator: Option<char>,
    /// The encoding of a CSV file.
    pub encoding: Option<TableEncoding>,
    /// The row with the names of the columns.
    pub header: Option<HeaderRow>,
    /// The field of each column; none for a column that is left out.
    pub mapping: Option<Vec<Option<String>>>,
    /// The text of a cell that clears the field of an existing object. An empty cell keeps the field.
    pub clear_marker: Option<String>,
}

/// The encoding of a CSV file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum TableEncoding {
    /// UTF-8.
    Utf8,
    /// UTF-16 with the low byte first.
    Utf16Le,
    /// UTF-16 with the high byte first.
    Utf16Be,
    /// The encoding of Western Europe.
    Windows1252,
}

/// The row with the names of the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum HeaderRow {
    /// No row has names. The columns are named `A`, `B` and so on.
    None,
    /// The row that begins on this line; the first is 1.
    Line(u32),
}

/// A request to import rows, or to preview that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowImportRequest {
    /// The table.
    pub source: RowImportSource,
    /// The batch.
    pub target: RowImportTarget,
    /// How to read the table.
    pub options: RowImportOptions,
}

/// What an import would do. Nothing is imported yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowImportPreview {
    /// Identifies the content of the source. An import of other content is refused.
    pub digest: String,
    /// The options with everything that was detected.
    pub options: RowImportOptions,
    /// The sheets of the workbook; empty for other tables.
    pub worksheets: Vec<String>,
    /// The columns of the table.
    pub columns: Vec<ImportedColumn>,
    /// The fields that a column can become.
    pub fields: Vec<FieldChoice>,
    /// The titles of fields that become new columns of the batch.
    pub new_columns: Vec<String>,
    /// The number of rows to import.
    pub rows: u32,
    /// The number of rows without text in the chosen columns. They are left out.
    pub blank_rows: u32,
    /// The counts of findings in all rows.
    pub check: SheetCheck,
    /// The first rows, and the first of the rows with findings. The cells and the columns of findings are those of the
    /// columns that have a field; the number is the line in the table.
    pub lines: Vec<SheetLine>,
    /// The first ids that a spreadsheet damaged.
    pub damaged: Vec<DamagedCell>,
    /// The number of all damaged ids. While there are any, nothing can be imported.
    pub damaged_count: u32,
    /// The reason why nothing can be imported, as a sentence; none if the rows can be imported.
    pub problem: Option<String>,
    /// The changes of existing objects; none for rows of a batch.
    pub objects: Option<ObjectImportPreview>,
}

/// What an import would change in existing objects.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ObjectImportPreview {
    /// The number of rows whose object is known.
    pub matched: u32,
    /// The number of objects that change.
    pub changed: u32,
    /// The number of fields that get a value.
    pub set: u32,
    /// The number of fields that are cleared.
    pub cleared: u32,
    /// The first changes.
    pub changes: Vec<ImportedChange>,
    /// The first rows that cannot be imported.
    pub refused: Vec<RefusedImportLine>,
    /// The number of all rows that cannot be imported. While there are any, nothing can be imported.
    pub refused_count: u32,
}

/// A change of one field by an import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportedChange {
    /// The line in the table; the first is 1.
    pub line: u32,
    /// The id of the object.
    pub id: String,
    /// The title of the field.
    pub label: String,
    /// The text before.
    pub before: String,
    /// The text after; none if the field is cleared.
    pub after: Option<String>,
}

/// A row that cannot be imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RefusedImportLine {
    /// The line in the table; the first is 1.
    pub line: u32,
    /// The reason, as a sentence.
    pub reason: String,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ImportedColumn {
    /// Its name.
    pub name: String,
    /// Its first texts.
    pub samples: Vec<String>,
    /// The path of its field; none if it is left out.
    pub field: Option<String>,
    /// The reason why it has this field; none if it is left out.
    pub matched_by: Option<ColumnMatch>,
}

/// The reason why a column of a table has its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ColumnMatch {
    /// A person chose the field.
    Chosen,
    /// A person chose the field at an earlier import of these columns.
    Remembered,
    /// The column has the name or the title of the field.
    Name,
    /// The column has another usual name of the field.
    Alias,
    /// All cells are known values of the field.
    Content,
}

/// An id that a spreadsheet damaged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DamagedCell {
    /// The line in the table; the first is 1.
    pub line: u32,
    /// The name of the column.
    pub column: String,
    /// The text of the cell.
    pub text: String,
    /// The damage, as a part of a sentence.
    pub reason: String,
}
