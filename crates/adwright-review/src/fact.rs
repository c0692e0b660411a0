use serde::Serialize;
use specta::Type;

/// One thing that an ad says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct AdFact {
    /// What it is about.
    pub title: String,
    /// What the ad says.
    pub value: String,
    /// Where it stands in the document.
    pub path: String,
}
