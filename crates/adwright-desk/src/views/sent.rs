use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ChangeView, RawReply, SendVerb};
use crate::fetch::Collection;

/// How an item ended, or where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ItemState {
    /// Waits for its turn.
    Planned,
    /// About to go, or on its way.
    Intent,
    /// The service has it.
    Confirmed,
    /// The service said no; nothing was changed.
    Refused,
    /// A person took it back: the service is taken not to have it, and the draft is a draft again.
    TakenBack,
    /// No answer yet that settles it.
    Unknown,
    /// A person has to decide, on the evidence shown.
    NeedsYou,
}

/// One row of the list of what was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SentRow {
    /// The item's own id.
    pub item: String,
    /// What it is one of.
    pub collection: Collection,
    /// Create or update.
    pub verb: SendVerb,
    /// Its name.
    pub title: String,
    /// Its id on the service, where one is known.
    pub id: Option<String>,
    /// Where it is.
    pub state: ItemState,
    /// The code of a refusal.
    pub code: Option<u32>,
    /// What happened, as a sentence.
    pub outcome: String,
    /// When the state was reached.
    pub at: String,
    /// Who sent it.
    pub person: String,
}

/// The kept proof of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptView {
    /// The row that it belongs to.
    pub row: SentRow,
    /// Field by field, what was sent against what was there before.
    pub changes: Vec<ChangeView>,
    /// What the service changed on its own, found by reading back.
    pub service_changes: Vec<ChangeView>,
    /// Every request tried, in order.
    pub attempts: Vec<AttemptRow>,
    /// What the person sent in spite of: the rules' titles.
    pub overrides: Vec<String>,
    /// The name under which the workspace was logged in.
    pub login: String,
    /// The exact text that was sent; none where nothing left this computer.
    pub body: Option<String>,
    /// What is known, as sentences, where a person has to decide.
    pub evidence: Vec<String>,
    /// What someone else changed meanwhile, field by field, where that is why a person has to decide.
    pub meanwhile: Vec<ChangeView>,
    /// What the person can decide, the safest first; empty unless the item needs them.
    pub decisions: Vec<Decision>,
    /// The hash of this receipt, in hexadecimal; none while the item is open.
    pub hash: Option<String>,
    /// The hash of the receipt before it.
    pub previous_hash: Option<String>,
}

/// One request tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AttemptRow {
    /// Method and path, such as `PUT /campaigns/1072288341`.
    pub request: String,
    /// When it began.
    pub at: String,
    /// The HTTP status; none where no answer came.
    pub status: Option<u16>,
    /// What came of it, in words.
    pub outcome: String,
    /// The reply, without its headers.
    pub reply: Option<RawReply>,
}

/// What a person can decide about an item that needs them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Decision {
    /// Ask the service once more; writes nothing.
    LookAgain,
    /// Put the draft on top of the service's newest version and review it again.
    Rebase,
    /// The person has seen that the service has it.
    ItWasSent,
    /// The person has seen that the service does not have it: back to the drafts.
    BackToDraft,
}
