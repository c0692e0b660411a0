use serde::{Deserialize, Serialize};
use specta::Type;

/// What a sample teaches, and what was learned before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldDiscovery {
    /// How many objects were looked at.
    pub looked_at: u32,
    /// The fields that nobody knows yet, groups before their members.
    pub found: Vec<DiscoveredField>,
    /// The fields that are known from earlier samples.
    pub kept: Vec<CustomFieldView>,
}

/// A field that a sample has and the catalog does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DiscoveredField {
    /// Where it is; of an item of a list, without the item's number.
    pub path: String,
    /// The name of the guess, to be handed back in [`AcceptedField`].
    pub guess: String,
    /// The guess in words, such as "whole number".
    pub what: String,
    /// In how many objects it was seen; of a list, in how many of its items.
    pub seen: u32,
    /// The first value, as it is spelled.
    pub example: String,
    /// The path of the group that it is in, where it is in one.
    pub within: Option<String>,
}

/// A field that the person wants to keep.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AcceptedField {
    /// Where it is.
    pub path: String,
    /// The name of the guess.
    pub guess: String,
}

/// A field that the workspace knows from a sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CustomFieldView {
    /// Where it is.
    pub path: String,
    /// What its values are, in words.
    pub what: String,
    /// When it was learned.
    pub learned: String,
}
