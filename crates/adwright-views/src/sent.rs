use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ChangeView, ClashedValues, Collection, ReplyView, SendVerb};

/// The state of an item of a send.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ItemState {
    /// It waits for its turn.
    Planned,
    /// It is about to be sent, or is being sent.
    Intent,
    /// The service confirmed it.
    Confirmed,
    /// The service refused it and changed nothing.
    Refused,
    /// A person decided that the service does not have it, so it is a draft again.
    TakenBack,
    /// No reply has settled it yet.
    Unknown,
    /// A person has to decide, based on the evidence.
    NeedsYou,
}

/// One row in the list of sent items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SentRow {
    /// The item's own id.
    pub item: String,
    /// The list that it belongs to.
    pub collection: Collection,
    /// Create or update.
    pub verb: SendVerb,
    /// Its name.
    pub title: String,
    /// Its id on the service, if one is known.
    pub id: Option<String>,
    /// Its state.
    pub state: ItemState,
    /// The code of a refusal.
    pub code: Option<u32>,
    /// A sentence about the outcome.
    pub outcome: String,
    /// The time when it reached the state.
    pub at: String,
    /// The person who sent it.
    pub person: String,
}

/// A filter of sent items by their state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SentFilter {
    /// Every item.
    All,
    /// Items that need a decision.
    NeedsYou,
    /// Refused items.
    Refused,
    /// Confirmed items.
    Confirmed,
}

/// A request for a window of the list of sent items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SentQuery {
    /// The states.
    pub shown: SentFilter,
    /// Words that occur in name, id, code of a refusal or person, in any letter case.
    pub search: String,
    /// The person who sent; none for everyone.
    pub person: Option<String>,
    /// The first day or time, as typed, in the workspace's zone; empty for no limit.
    pub from: String,
    /// The last day or time, as typed, in the workspace's zone; empty for no limit.
    pub until: String,
    /// True if each send has a head above its items.
    pub by_send: bool,
    /// The number of lines before the window.
    pub offset: u32,
    /// The maximum number of lines.
    pub limit: u32,
}

/// A window of lines onto the list of sent items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SentWindow {
    /// The number of lines before the window.
    pub offset: u32,
    /// Its lines.
    pub lines: Vec<SentLine>,
    /// The number of lines that the query finds, with the heads of sends.
    pub count: u32,
    /// The number of items that the query finds.
    pub matched: u32,
    /// The number of items per state, without regard to the query.
    pub counts: SentCounts,
    /// Everyone who sent from this workspace.
    pub persons: Vec<String>,
    /// True if the first day is not a date, so that it limits nothing.
    pub from_unreadable: bool,
    /// True if the last day is not a date, so that it limits nothing.
    pub until_unreadable: bool,
}

/// A line in the list of sent items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum SentLine {
    /// The head of a send.
    Send(SentSend),
    /// An item.
    Item(SentRow),
}

/// One send in the list of sent items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SentSend {
    /// Its own id.
    pub send: String,
    /// The time when it was released.
    pub at: String,
    /// The person who released it.
    pub person: String,
    /// All its items, listed or not.
    pub counts: SentCounts,
}

/// The number of items per state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SentCounts {
    /// All items.
    pub all: u32,
    /// Items that need a decision.
    pub needs_you: u32,
    /// Refused items.
    pub refused: u32,
    /// Confirmed items.
    pub confirmed: u32,
}

/// The receipt of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptView {
    /// The item's row.
    pub row: SentRow,
    /// The sent changes compared with the previous content, field by field.
    pub changes: Vec<ChangeView>,
    /// The fields that the service changed on its own, found by reading back.
    pub service_changes: Vec<ChangeView>,
    /// The attempted requests, in order.
    pub attempts: Vec<AttemptRow>,
    /// The titles of the rules that the person overrode.
    pub overrides: Vec<String>,
    /// The login name.
    pub login: String,
    /// The exact text that was sent; none if nothing left this computer.
    pub body: Option<String>,
    /// The evidence as sentences, if a person has to decide.
    pub evidence: Vec<String>,
    /// The fields that both the person and someone else changed, if a person has to decide because of them.
    pub clashes: Vec<ClashedValues>,
    /// The other fields that someone else changed in the meantime. If something was sent, it includes these changes.
    pub concurrent_changes: Vec<ChangeView>,
    /// The available decisions, safest first; empty unless the item needs a person.
    pub decisions: Vec<Decision>,
    /// The hash of this receipt, in hexadecimal; none while the item is open.
    pub hash: Option<String>,
    /// The hash of the receipt before it.
    pub previous_hash: Option<String>,
}

/// The verification of all receipts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptAudit {
    /// The number of receipts before the first broken one; all receipts if none is broken.
    pub intact: u32,
    /// The hash of the last of them, in hexadecimal.
    pub last_hash: Option<String>,
    /// The first broken receipt.
    pub broken: Option<BrokenReceipt>,
    /// A sentence about the result.
    pub message: String,
}

/// A receipt that does not fit the receipts before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BrokenReceipt {
    /// Its place among the receipts, from 1.
    pub seq: u32,
    /// The id of its sent item; none if there is no such item.
    pub item: Option<String>,
    /// The name of the sent object; none if nothing names it.
    pub title: Option<String>,
    /// The time when it was written.
    pub at: String,
    /// The property that does not fit.
    pub property: BrokenProperty,
}

/// The property of a receipt that does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BrokenProperty {
    /// Its place: receipts before it are missing.
    Order,
    /// The hash of the receipt before it.
    Link,
    /// Its own hash: the content was changed.
    Hash,
    /// Its sent item, which is missing.
    Item,
    /// The receipt itself, which is missing although the item is settled.
    Receipt,
}

/// One attempted request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AttemptRow {
    /// Method and path, such as `PUT /campaigns/1072288341`.
    pub request: String,
    /// The time when it started.
    pub at: String,
    /// The HTTP status; none if no reply came.
    pub status: Option<u16>,
    /// The outcome, in words.
    pub outcome: String,
    /// The reply, without its headers.
    pub reply: Option<ReplyView>,
}

/// A person's decision about an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Decision {
    /// Asks the service once more without writing.
    LookAgain,
    /// Applies the draft to the service's newest version, for a new review.
    Rebase,
    /// Records that the service has it, as the person saw.
    WasSent,
    /// Returns it to the drafts, because the person saw that the service does not have it.
    BackToDraft,
}

/// The sent items to take back.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct UndoRequest {
    /// The operation id, to stop it.
    pub operation: String,
    /// The items.
    pub scope: SentScope,
}

/// A choice of sent items.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum SentScope {
    /// Items by their ids.
    Items(Vec<String>),
    /// Everything that was sent together with an item.
    SendOf(String),
}

/// The drafts that take back sent updates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SendUndo {
    /// The new drafts.
    pub drafts: Vec<String>,
    /// The items without a draft.
    pub skipped: Vec<SkippedUndo>,
    /// What happened, in words.
    pub message: String,
}

/// The drafts of items that failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FailedItems {
    /// The drafts, which can be sent again.
    pub drafts: Vec<String>,
    /// What can be sent again, in words.
    pub message: String,
}

/// A sent item that was not taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SkippedUndo {
    /// The item.
    pub item: String,
    /// The object's name.
    pub title: String,
    /// The reason.
    pub blocker: SendUndoBlocker,
    /// The reason, and what can be done instead, in words.
    pub message: String,
}

/// The reason why a sent item cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SendUndoBlocker {
    /// It created an object. The interface cannot delete objects.
    Created,
    /// The service did not confirm it.
    NotConfirmed,
    /// The object has a draft, which an undo would replace.
    HasDraft,
    /// The newest full object is not on this computer.
    NotFetched,
    /// The object no longer has any of the sent values.
    NothingLeft,
}
