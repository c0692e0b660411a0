//! The origin of a draft of a new object.

use serde::{Deserialize, Serialize};

/// The source of a new draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DraftSource {
    /// An empty object.
    Nothing,
    /// An object or draft with this title.
    Copy(String),
    /// The template with this name.
    Template(String),
    /// An input with this name, such as a file.
    Input(String),
}

impl DraftSource {
    /// Formats the source for the store.
    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a source is plain data")
    }

    /// Parses a stored source.
    pub(crate) fn from_json(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }
}
