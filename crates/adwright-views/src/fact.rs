use serde::{Deserialize, Serialize};
use specta::Type;

/// Names one fact.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactKey {
    /// What the fact is about, such as `campaign/700120`.
    pub subject: String,
    /// Its name, such as `placementAttached`.
    pub fact: String,
}

/// A known fact: something that a rule needs and no document holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactView {
    /// The key to change it.
    pub key: FactKey,
    /// The question that it answers.
    pub question: String,
    /// The answer.
    pub value: bool,
    /// The source, as a sentence.
    pub source: String,
    /// True if a person entered it.
    pub is_from_person: bool,
    /// When it was learned or entered.
    pub at: String,
}
