//! What the editor of a document's text shows besides the text.

use serde::Serialize;
use specta::Type;

/// A completion for one place of a document's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SourceCompletion {
    /// The field of the value or of its list; none if the catalog does not know it.
    pub field: Option<KnownField>,
    /// The members that the value may have, if it is an object.
    pub members: Vec<KnownField>,
    /// The suggested values, likeliest first. Other values are allowed.
    pub values: Vec<KnownValue>,
}

/// A field of the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KnownField {
    /// The member's name.
    pub name: String,
    /// Its label.
    pub label: String,
    /// Its meaning, in one or two sentences.
    pub description: String,
    /// The kind of its value, such as "a whole number".
    pub takes: String,
    /// The initial JSON of a new value; empty if unknown.
    pub start: String,
    /// True if the service supplies it.
    pub read_only: bool,
    /// True if it cannot be changed once it has a value.
    pub set_once: bool,
    /// True if it must have a value in some phase.
    pub required: bool,
}

/// One value that a field may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KnownValue {
    /// Its exact JSON.
    pub json: String,
    /// Its meaning, such as the name of an id; empty if the value is clear.
    pub label: String,
}

/// The reason why a document can only be edited as text, with its position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TextOnlyReason {
    /// The reason with line and column, as a sentence.
    pub reason: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// True if a person wrote the text under Source and can fix it there.
    pub written: bool,
}
