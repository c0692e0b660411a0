use serde::{Deserialize, Serialize};
use specta::Type;

/// The fields found in a sample, and those learned before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldDiscovery {
    /// The number of examined objects.
    pub examined: u32,
    /// The new fields, groups before their members.
    pub discovered: Vec<DiscoveredField>,
    /// The fields that are known from earlier samples.
    pub known: Vec<CustomFieldView>,
    /// True if the person declined the offer to learn the new fields.
    pub declined: bool,
}

/// A field of a sample that the catalog does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiscoveredField {
    /// Its path. A path inside a list has no item numbers.
    pub path: String,
    /// The name of the guess, needed in [`AcceptedField`].
    pub guess: String,
    /// The guess in words, such as "whole number".
    pub guessed_type: String,
    /// Its label in the form.
    pub label: String,
    /// Its section of the form. A nested field is inside its group instead.
    pub group: String,
    /// The name of its meaning, needed in [`AcceptedField`]; none if unknown.
    pub role: Option<String>,
    /// The values to choose from, the most frequent first; empty if the field is typed.
    pub choices: Vec<String>,
    /// The number of objects with this field. For a field inside a list, the number of items.
    pub occurrences: u32,
    /// The first value, in its exact spelling.
    pub example: String,
    /// The path of its group; none if it has no group.
    pub within: Option<String>,
}

/// A field that the person accepts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedField {
    /// Its path.
    pub path: String,
    /// The name of the guess.
    pub guess: String,
    /// The name of its meaning; none if unknown.
    pub role: Option<String>,
    /// The values to choose from.
    pub choices: Vec<String>,
}

impl From<DiscoveredField> for AcceptedField {
    fn from(found: DiscoveredField) -> Self {
        Self {
            path: found.path,
            guess: found.guess,
            role: found.role,
            choices: found.choices,
        }
    }
}

/// A field that the workspace learned from a sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CustomFieldView {
    /// Its path.
    pub path: String,
    /// Its label in the form.
    pub label: String,
    /// The kind of its values, in words.
    pub guessed_type: String,
    /// The time of learning.
    pub learned: String,
}
