use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ChangeView, Collection, FindingView};

/// The action that sending performs for an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SendVerb {
    /// Create a new object.
    Create,
    /// Update an existing one.
    Update,
}

/// Everything that "Review and send" draws.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SendReview {
    /// The rows, one for each draft with changes. They lack the details of a reviewed draft.
    pub rows: Vec<ReviewRow>,
    /// The sender, if someone sends in this workspace now, as a sentence.
    pub sending: Option<String>,
    /// The guard against unintended sends.
    pub guard: SendGuard,
}

/// A guard against unintended sends. The desk refuses a send that violates it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SendGuard {
    /// The reason why this workspace is read-only, as a sentence; none if it may send.
    pub read_only: Option<String>,
    /// The reason why the workspace has to be reopened before a send, as a sentence; none if it need not.
    pub stale: Option<String>,
    /// The name to type before a send of more drafts than `above`; none outside production.
    pub name: Option<String>,
    /// The largest number of drafts that can be sent without the name.
    pub above: u32,
}

/// One draft, with the facts that decide about sending it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewRow {
    /// The draft's own id.
    pub draft: String,
    /// The draft's revision. Only the reviewed revision is sent.
    pub revision: u32,
    /// Its collection.
    pub collection: Collection,
    /// Create or update.
    pub verb: SendVerb,
    /// Its name.
    pub title: String,
    /// Its id on the service; none while it is new.
    pub id: Option<String>,
    /// The advertiser's name; empty if unknown.
    pub advertiser: String,
    /// Its id and advertiser, if another row has the same name.
    pub disambiguation: Option<String>,
    /// The number of fields that differ.
    pub changed: u32,
    /// The errors. Each error blocks the draft unless it is overridden.
    pub errors: Vec<FindingKey>,
    /// The number of warnings.
    pub warnings: u32,
    /// The number of open clashes with someone else's changes.
    pub clashes: u32,
    /// The reason why it cannot be sent at all (text only, being sent, an ad that must not be sent), as a sentence.
    pub blocked: Option<String>,
}

/// The drafts of the review that change one field alike, or that change it at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChangeGroup {
    /// The change that the drafts share.
    pub change: SharedChange,
    /// The drafts, in the order of the review.
    pub drafts: Vec<GroupedDraft>,
}

/// The change that the drafts of a group share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum SharedChange {
    /// The same field, with the same values before and after.
    Same(ChangeView),
    /// The same field, with different values. It has the field's label.
    Different(String),
    /// No earlier object: the drafts are new.
    Create,
    /// Unknown, because the drafts are text that cannot be read.
    Unreadable,
}

/// One draft of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GroupedDraft {
    /// The draft's own id.
    pub draft: String,
    /// Its own change, if the group has different values.
    pub change: Option<ChangeView>,
}

/// One draft in a list of all drafts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftEntry {
    /// The facts that decide about sending it.
    pub row: ReviewRow,
    /// The time when the last edit was committed to disk. For a discarded draft, the time when it was discarded.
    pub saved: String,
    /// True if it was discarded and can be restored.
    pub discarded: bool,
}

/// The identity of a finding within a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingKey {
    /// The rule that noticed it.
    pub rule: String,
    /// The path of the field concerned.
    pub path: String,
}

/// One draft, field by field, as it would be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewItem {
    /// Its current row.
    pub row: ReviewRow,
    /// The changes, field by field.
    pub changes: Vec<ChangeView>,
    /// The proof line.
    pub proof: ProofLine,
    /// The findings of the checks.
    pub findings: Vec<FindingView>,
}

/// The fate of every member of the document: no member is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProofLine {
    /// The number of fields that the person changed.
    pub changed: u32,
    /// The number of fields that are sent back byte for byte.
    pub carried: u32,
    /// The number of fields that would be lost without a request; must be 0.
    pub dropped: u32,
}

/// A draft to send, as it was reviewed.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedDraft {
    /// The draft's own id.
    pub draft: String,
    /// The [`ReviewRow::revision`] that was reviewed.
    pub revision: u32,
}

/// An error that the person overrides.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleOverride {
    /// The draft.
    pub draft: String,
    /// The rule that noticed it.
    pub rule: String,
    /// The path of the field concerned.
    pub path: String,
}

/// A send that the person released.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SendRequest {
    /// Minted by the window, so that it can stop this send.
    pub operation: String,
    /// The drafts, in the order of sending.
    pub drafts: Vec<ReviewedDraft>,
    /// The overridden errors.
    pub overrides: Vec<RuleOverride>,
    /// The workspace's name as the person typed it; empty if the name was not required.
    pub typed_name: String,
}
