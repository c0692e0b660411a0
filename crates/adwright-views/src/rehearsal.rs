use serde::{Deserialize, Serialize};
use specta::Type;

use super::FactKey;

/// The send that is rehearsed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum RehearsalSubject {
    /// Drafts, in the order of the send.
    Drafts {
        /// The drafts.
        drafts: Vec<String>,
    },
    /// The rows of a batch that can be sent.
    Batch {
        /// The batch.
        batch: String,
        /// The rules whose errors are overridden.
        overrides: Vec<String>,
    },
}

/// The progress of a rehearsal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RehearsalProgress {
    /// The number of rehearsed items.
    pub done: u32,
    /// The number of items.
    pub total: u32,
}

/// The result of a rehearsal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Rehearsal {
    /// The number of items that the service would accept.
    pub accepted: u32,
    /// The number of items that the service would refuse.
    pub refused: u32,
    /// The number of items that would wait for a person.
    pub stopped: u32,
    /// The number of items that depend on something unknown.
    pub unknown: u32,
    /// The result as a sentence.
    pub summary: String,
    /// The items, in the order of the send.
    pub items: Vec<RehearsedRow>,
    /// The questions whose answers the items need, each once.
    pub questions: Vec<FactQuestion>,
}

/// A rehearsed item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RehearsedRow {
    /// The draft; none for a row of a batch.
    pub draft: Option<String>,
    /// The id of the row in its batch; none for a draft.
    pub row: Option<u32>,
    /// What would happen.
    pub verdict: ItemVerdictKind,
    /// What would happen and what to do, as sentences.
    pub message: String,
    /// The code of a refusal.
    pub code: Option<u32>,
    /// The label of a fix of a refusal.
    pub fix: Option<String>,
    /// The questions that a person can answer.
    pub questions: Vec<FactQuestion>,
    /// When the service last showed the object; none for a new object.
    pub cached: Option<String>,
}

/// What would happen to an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ItemVerdictKind {
    /// The service would accept it.
    Accepted,
    /// The service would refuse it.
    Refused,
    /// The item would wait for a person.
    Stopped,
    /// Nobody knows offline.
    Unknown,
}

/// A question about a fact, which a person can answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FactQuestion {
    /// The key of the fact.
    pub key: FactKey,
    /// The question. Yes makes the fact true.
    pub question: String,
}
