//! Detects documents that are only a summary of an ad, and holds the texts about them.

use adwright_model::{EditableDocument, Kind};

/// The notice that only a summary is known.
pub const ONLY_SUMMARY: &str = "Only a summary of this ad is known: the fields that a list has.";

/// The placeholder for empty sections of a summary.
pub const NOT_IN_SUMMARY: &str = "not in the summary";

/// Returns true if the document is only a summary: a row of a list, without its kind.
#[must_use]
pub fn is_summary(ad: &EditableDocument) -> bool {
    let type_name = ad.root().member("type").and_then(|node| node.as_str());
    type_name.is_some_and(|name| name == Kind::Ad.as_str())
}
