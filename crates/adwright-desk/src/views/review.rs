use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ChangeView, FindingView};
use crate::fetch::Collection;

/// What sending does with an item.
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
    /// One for each draft with changes, without what only the draft that is looked at needs.
    pub rows: Vec<ReviewRow>,
    /// Who is sending in this workspace just now, as a sentence.
    pub sending: Option<String>,
    /// What stands between the person and a send that was not meant.
    pub guard: SendGuard,
}

/// What stands between a person and a send that was not meant. The desk refuses a send that passes it by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SendGuard {
    /// Why nothing may be sent from this workspace, as a sentence; none where it may.
    pub read_only: Option<String>,
    /// Why the workspace has to be opened again before anything is sent, as a sentence; none where it has not.
    pub stale: Option<String>,
    /// The name to type before a send of more drafts than `above`; none outside production.
    pub name: Option<String>,
    /// How many drafts are sent without asking for the name.
    pub above: u32,
}

/// One draft, with what decides about sending it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewRow {
    /// The draft's own id.
    pub draft: String,
    /// Which state of the draft this is; only what was reviewed is sent.
    pub revision: u32,
    /// What it is one of.
    pub collection: Collection,
    /// Create or update.
    pub verb: SendVerb,
    /// Its name.
    pub title: String,
    /// Its id on the service; none while it is new.
    pub id: Option<String>,
    /// How many fields differ.
    pub changed: u32,
    /// The errors, each of which stops it unless it is overridden.
    pub errors: Vec<FindingKey>,
    /// How many warnings there are.
    pub warnings: u32,
    /// Why it cannot be sent at all (text only, being sent, an ad where ads may not be sent), as a sentence.
    pub blocked: Option<String>,
}

/// One draft, as whoever lists all of them sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftEntry {
    /// What decides about sending it.
    pub row: ReviewRow,
    /// When the last edit was committed to disk; of a discarded one, when it was discarded.
    pub saved: String,
    /// Whether it was discarded, and can be restored.
    pub discarded: bool,
}

/// What tells one finding of a draft from the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingKey {
    /// The rule that noticed it.
    pub rule: String,
    /// The field that it is about.
    pub path: String,
}

/// One draft field by field, as it would be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReviewItem {
    /// Its row, as it is now.
    pub row: ReviewRow,
    /// Field by field, before and after.
    pub changes: Vec<ChangeView>,
    /// The proof line.
    pub proof: ProofLine,
    /// What the checks noticed.
    pub findings: Vec<FindingView>,
}

/// What happens to every member of the document: nothing is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ProofLine {
    /// Fields that the person changed.
    pub changed: u32,
    /// Fields that go back byte for byte as they came.
    pub carried: u32,
    /// Fields that would be lost without anyone having asked; must be 0.
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

/// An error that the person sends in spite of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RuleOverride {
    /// The draft.
    pub draft: String,
    /// The rule that noticed it.
    pub rule: String,
    /// The field that it is about.
    pub path: String,
}

/// What the person released together.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SendRequest {
    /// Minted by the window, so that it can stop this send.
    pub operation: String,
    /// The drafts, in the order of sending.
    pub drafts: Vec<ReviewedDraft>,
    /// Errors to send in spite of.
    pub overrides: Vec<RuleOverride>,
    /// The workspace's name as the person typed it; empty where nobody was asked for it.
    pub typed_name: String,
}
