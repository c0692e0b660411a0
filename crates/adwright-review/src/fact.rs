use serde::Serialize;
use specta::Type;

/// One property of an ad, with a label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct AdFact {
    /// The label.
    pub title: String,
    /// The value, in words.
    pub value: String,
    /// Its path in the document.
    pub path: String,
}
