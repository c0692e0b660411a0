//! The wording of document errors.

use crate::error::DocumentError;

/// Returns what is wrong with a document or an edit, and what to do.
pub(super) fn document_error_message(error: &DocumentError) -> String {
    match error {
        DocumentError::TextOnly(why) => format!("{why} It can only be shown as text."),
        DocumentError::HistoryTextOnly(name) => {
            format!("“{name}” cannot be read. It can only be shown as text.")
        }
        DocumentError::NotJson(why) => {
            format!("{why} Your text is still in the field; fix it there.")
        }
        DocumentError::NotAPath(path) => invalid_edit_message(&format!("not a path: {path}")),
        DocumentError::NoField(path) => invalid_edit_message(&format!("there is no field {path}")),
        DocumentError::NoPlace(path) => invalid_edit_message(&format!("there is no place {path}")),
        DocumentError::NoGroup(path) => {
            invalid_edit_message(&format!("there is no group of fields at {path}"))
        }
        DocumentError::NoList(path) => invalid_edit_message(&format!("there is no list at {path}")),
        DocumentError::Edit(error) => invalid_edit_message(&error.to_string()),
    }
}

fn invalid_edit_message(why: &str) -> String {
    format!("This edit does not fit the document: {why}.")
}
