//! The errors of importing rows into a batch.

use super::ObjectSheetError;

use crate::error::{FileError, IdLoss};

/// The reason why rows cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum RowImportError {
    /// The file cannot be read.
    #[error("{file} cannot be read")]
    File {
        /// The file's name.
        file: String,
        /// The problem.
        #[source]
        source: FileError,
    },
    /// The file was changed while it was read.
    #[error("{file} changes")]
    Changing {
        /// The file's name.
        file: String,
    },
    /// The table is not the one that was previewed.
    #[error("the table has changed since its preview")]
    Changed,
    /// The first row with text has no names.
    #[error("no names of columns")]
    NoHeader,
    /// No column has a field.
    #[error("no column has a field")]
    NoFields,
    /// Two columns have the same field.
    #[error("two columns have the field {label}")]
    DuplicateField {
        /// The field's title.
        label: String,
    },
    /// No column has the ids of the objects.
    #[error("no column has the ids")]
    NoIdColumn,
    /// The rows change nothing in their objects.
    #[error("no changes")]
    NoChanges,
    /// Rows cannot be applied to objects.
    #[error("{count} rows cannot be imported, first in line {line}")]
    RefusedRows {
        /// The number of such rows.
        count: u32,
        /// The line of the first one, counted from 1.
        line: u32,
        /// Why the first one cannot be imported.
        reason: RowRefusal,
    },
    /// The table has no rows with text in the chosen columns.
    #[error("no rows")]
    NoRows,
    /// A spreadsheet damaged ids.
    #[error("{count} damaged ids, first {cell} in line {line}, column {column}")]
    DamagedIds {
        /// The number of damaged ids.
        count: u32,
        /// The line of the first one, counted from 1.
        line: u32,
        /// The name of its column.
        column: String,
        /// Its text.
        cell: String,
        /// Its damage.
        loss: IdLoss,
    },
}

/// Why a row cannot be applied to an existing object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowRefusal {
    /// The row has no id.
    NoId,
    /// The workspace has no object with this id.
    UnknownId(String),
    /// An earlier row has the same id.
    RepeatedId(String),
    /// The object cannot get these values.
    Object(ObjectSheetError),
}
