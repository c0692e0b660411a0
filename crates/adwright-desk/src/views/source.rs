//! What the editor of a document's text shows besides the text.

use serde::Serialize;
use specta::Type;

/// What is known of one place of a document's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SourceCompletion {
    /// The field that the value is, or is an item of; none where the catalog does not know it.
    pub field: Option<KnownField>,
    /// The members that the value may have, where it is an object.
    pub members: Vec<KnownField>,
    /// What the value may be, the likeliest first. Other values are no mistake.
    pub values: Vec<KnownValue>,
}

/// One field, as far as the catalog knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KnownField {
    /// The member's name.
    pub name: String,
    /// What a person calls it.
    pub label: String,
    /// What it means, in one or two sentences.
    pub description: String,
    /// What its value is, such as "a whole number".
    pub takes: String,
    /// The JSON that a new one begins with; empty where nothing can be said.
    pub start: String,
    /// Whether the service supplies it.
    pub read_only: bool,
    /// Whether it stays as it was once it has a value.
    pub set_once: bool,
    /// Whether it must have a value at some time.
    pub required: bool,
}

/// One value that a field may have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct KnownValue {
    /// Its exact JSON.
    pub json: String,
    /// What it stands for, such as the name of an id; empty where it speaks for itself.
    pub label: String,
}

/// Why a document is only a text, and where that shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TextOnlyReason {
    /// The reason with line and column, as a sentence.
    pub reason: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// Whether a person wrote it, under Source, and can mend it there.
    pub written: bool,
}
