use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Collection, Decision, SendVerb};

/// The evidence about an item that waits for a person. Items with the same evidence can be decided together, if a decision
/// fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum EvidenceGroup {
    /// Two lookups did not find it.
    Absent,
    /// Exactly one object could be it, and no other item claims that object.
    Found,
    /// Several objects could be it.
    Ambiguous,
    /// Someone else changed or removed the object of an update.
    ChangedMeanwhile,
    /// No look has shown the outcome yet.
    NotLookedUp,
}

/// The items that wait for a person with the same evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenGroup {
    /// The evidence.
    pub evidence: EvidenceGroup,
    /// The decision that fits all of them; none if each item needs its own.
    pub decision: Option<Decision>,
    /// The items, newest first.
    pub items: Vec<OpenItem>,
}

/// An item that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenItem {
    /// Its own id.
    pub item: String,
    /// The list that it belongs to.
    pub collection: Collection,
    /// Create or update.
    pub verb: SendVerb,
    /// Its name.
    pub title: String,
    /// The id of the only object that could be it.
    pub match_id: Option<String>,
    /// A sentence about the outcome.
    pub outcome: String,
    /// The evidence, as sentences.
    pub evidence: Vec<String>,
}

/// A decision for many items. Each item is looked up again first.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DecideAllRequest {
    /// The operation's id, needed to stop it.
    pub operation: String,
    /// The decision: look again, it was sent, or back to the drafts.
    pub decision: Decision,
    /// The items on the person's screen.
    pub items: Vec<NamedItem>,
}

/// An item, as the window showed it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NamedItem {
    /// Its own id.
    pub item: String,
    /// The id of the only object that could be it, as the window showed it.
    pub match_id: Option<String>,
}

/// The outcome of a decision for many items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DecideAllSummary {
    /// The number of items that the decision settled, each with its own receipt.
    pub decided: u32,
    /// Items that the look settled before the decision.
    pub settled_by_look: u32,
    /// Items that were settled before the look.
    pub settled_before: u32,
    /// Items that still wait for a person.
    pub left_open: Vec<LeftOpen>,
    /// A sentence about the result.
    pub message: String,
}

/// An item that still waits for a person after a decision for many items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LeftOpen {
    /// Its own id.
    pub item: String,
    /// Its name.
    pub title: String,
    /// The reason.
    pub reason: LeftOpenReason,
}

/// The reason why an item was left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LeftOpenReason {
    /// Two lookups did not find it.
    Absent,
    /// Exactly one object could be it.
    Found,
    /// Another object than the shown one could be it.
    OtherMatch,
    /// Several objects could be it.
    Ambiguous,
    /// Someone else changed or removed the object.
    ChangedMeanwhile,
    /// The look did not show the outcome.
    NotLookedUp,
    /// The person stopped the operation before this item was decided.
    Stopped,
}

impl From<EvidenceGroup> for LeftOpenReason {
    fn from(evidence: EvidenceGroup) -> Self {
        match evidence {
            EvidenceGroup::Absent => Self::Absent,
            EvidenceGroup::Found => Self::Found,
            EvidenceGroup::Ambiguous => Self::Ambiguous,
            EvidenceGroup::ChangedMeanwhile => Self::ChangedMeanwhile,
            EvidenceGroup::NotLookedUp => Self::NotLookedUp,
        }
    }
}
