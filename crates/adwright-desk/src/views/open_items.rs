use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Decision, SendVerb};
use crate::fetch::Collection;

/// What is known of an item that waits for a person. Items of one group can be decided together, where a decision fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum EvidenceGroup {
    /// Two looks did not find it.
    Absent,
    /// Exactly one object could be it, and that object is not claimed by another item.
    Found,
    /// Nobody can tell which object it is.
    Ambiguous,
    /// An update whose object was changed or removed by someone else.
    ChangedMeanwhile,
    /// No look has shown yet what became of it.
    NotLookedUp,
}

/// The items that wait for a person, of which the same is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenGroup {
    /// What is known of them.
    pub evidence: EvidenceGroup,
    /// What can be decided for all of them at once; none where each needs a decision of its own.
    pub decision: Option<Decision>,
    /// The items, the newest first.
    pub items: Vec<OpenItem>,
}

/// An item that waits for a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenItem {
    /// Its own id.
    pub item: String,
    /// What it is one of.
    pub collection: Collection,
    /// Create or update.
    pub verb: SendVerb,
    /// Its name.
    pub title: String,
    /// The id of the only object that could be it.
    pub match_id: Option<String>,
    /// What happened, as a sentence.
    pub outcome: String,
    /// What is known, as sentences.
    pub evidence: Vec<String>,
}

/// A decision for many items. Each is looked at again first.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DecideAllRequest {
    /// Names the operation, so that it can be stopped.
    pub operation: String,
    /// What the person decided: to look again, that it was sent, or back to the drafts.
    pub decision: Decision,
    /// The items that the person was shown.
    pub items: Vec<NamedItem>,
}

/// An item as the person was shown it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NamedItem {
    /// Its own id.
    pub item: String,
    /// The only object that could be it, by its id, as the person was shown it.
    pub match_id: Option<String>,
}

/// What became of a decision for many items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DecideAllSummary {
    /// Items that the decision settled, each with its own receipt.
    pub decided: u32,
    /// Items that the look settled before the decision, because it showed what became of them.
    pub settled_by_look: u32,
    /// Items that were settled before anything was done.
    pub settled_before: u32,
    /// Items that still wait for a person.
    pub left_open: Vec<LeftOpen>,
    /// What happened, as a sentence.
    pub message: String,
}

/// An item that still waits for a person after a decision for many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct LeftOpen {
    /// Its own id.
    pub item: String,
    /// Its name.
    pub title: String,
    /// Why it was left open.
    pub reason: LeftOpenReason,
}

/// Why an item was left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum LeftOpenReason {
    /// Two looks did not find it.
    Absent,
    /// Exactly one object could be it.
    Found,
    /// Another object than the person was shown could be it.
    OtherMatch,
    /// Nobody can tell which object it is.
    Ambiguous,
    /// Someone else changed or removed the object.
    ChangedMeanwhile,
    /// The look did not show what became of it.
    NotLookedUp,
    /// The person stopped before it was decided.
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
