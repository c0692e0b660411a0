//! The wording of errors about ads, and of tables of values.

use super::draft::new_object_message;

use crate::error::{AdError, ValueTableError};

/// Returns why an ad cannot be reviewed, drawn or compared.
pub(super) fn ad_error_message(error: &AdError) -> String {
    match error {
        AdError::NotAnAd => "Only ads are reviewed here.".to_owned(),
        AdError::PlaysNothing => "This ad plays nothing.".to_owned(),
        AdError::NoThumbnail => "The ad has no picture of this file.".to_owned(),
        AdError::Picture(why) => format!("No picture: {why}."),
        AdError::ComparisonSize { most } => {
            format!("Choose between two and {most} ads to compare.")
        }
        AdError::TooFewLayouts => "Fewer than two of these ads have a complete layout.".to_owned(),
        AdError::SameDrawing => "The drawings do not differ.".to_owned(),
    }
}

/// Returns the place and the problem of a table, and what to do.
pub(super) fn value_table_message(error: &ValueTableError) -> String {
    match error {
        ValueTableError::Sheet { file, source } => format!("{file}: {source}"),
        ValueTableError::Workbook { file, source } => format!("{file}: {source}"),
        ValueTableError::SeveralWorksheets { file, worksheets } => {
            let names = worksheets.iter().map(|name| format!("“{name}”"));
            let names = names.collect::<Vec<_>>().join(", ");
            format!("{file}: This workbook has several sheets: {names}. Name the sheet to read.")
        }
        ValueTableError::Column {
            file,
            line,
            column,
            name,
        } => format!("{file}: Line {line}, column {column}: “{name}” is not the name of a field."),
        ValueTableError::NotNew { file, line, error } => {
            format!("{file}, line {line} {}", new_object_message(error))
        }
    }
}
