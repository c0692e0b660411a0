//! Why a document cannot be read or edited.

use adwright_model::{EditError, Path, UneditableText};

/// The reason why a text is not a document, or an edit does not fit the document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DocumentError {
    /// The document is text only.
    #[error("the document is text only")]
    TextOnly(UneditableText),
    /// The entry of the history with this name is text only.
    #[error("the entry {0} is text only")]
    HistoryTextOnly(String),
    /// The text of a field is not JSON.
    #[error("the text is not JSON")]
    NotJson(UneditableText),
    /// The text is not a path.
    #[error("not a path: {0}")]
    NotAPath(String),
    /// The form has no such field.
    #[error("there is no field {0}")]
    NoField(String),
    /// The text is not a place in a document.
    #[error("there is no place {0}")]
    NoPlace(String),
    /// There is no object at the path.
    #[error("there is no object at {0}")]
    NoGroup(Path),
    /// There is no list at the path.
    #[error("there is no list at {0}")]
    NoList(Path),
    /// The edit is impossible.
    #[error("the edit is impossible")]
    Edit(#[from] EditError),
}
