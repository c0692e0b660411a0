use adwright_review::Drawing;
use serde::Serialize;
use specta::Type;

use super::ItemState;

/// The known history of a campaign or a new draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct History {
    /// The entries, newest first: first the steps of the draft, then fetches, sends and discards.
    pub entries: Vec<HistoryEntry>,
    /// The live draft, if there is one.
    pub draft: Option<String>,
    /// A sentence for the case that nothing can be compared yet.
    pub note: Option<String>,
    /// A sentence about older versions that the retention rule removed; none if it removed none.
    pub removed: Option<String>,
}

/// One event and the document's text at that time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// Its own id.
    pub id: String,
    /// The kind of event.
    pub kind: HistoryKind,
    /// A distinguishing name, such as "Fetched 2026-10-14 10:12".
    pub name: String,
    /// The difference that it made, in words.
    pub title: String,
    /// Details in sentences.
    pub about: String,
    /// The time, as RFC 3339.
    pub at: String,
    /// The person, if known.
    pub who: Option<String>,
    /// Its relation to the present.
    pub mark: HistoryStatus,
    /// The item's state, if it was sent.
    pub state: Option<ItemState>,
    /// The item with the receipt, if it was sent.
    pub item: Option<String>,
    /// The position that the draft can be moved to; none if the draft is there already, or if this is not a step of the
    /// draft.
    pub position: Option<u32>,
    /// The default entry to compare with.
    pub before: Option<String>,
}

/// A kind of event in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum HistoryKind {
    /// The service showed this text.
    Fetched,
    /// This text was sent.
    Sent,
    /// The draft was created.
    Begun,
    /// One step of the draft.
    Step,
    /// A draft with this text was discarded.
    Discarded,
}

/// The relation of an entry to the present.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum HistoryStatus {
    /// It is in the past.
    None,
    /// It is the newest known text of the service.
    OnService,
    /// It is the draft's current position.
    Here,
    /// It is a step of the draft that was undone.
    TakenBack,
}

/// A comparison of two history entries, field by field.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HistoryComparison {
    /// The name of the left entry.
    pub before: String,
    /// The name of the right entry.
    pub after: String,
    /// The fields that differ.
    pub fields: Vec<ComparedField>,
    /// The number of equal values.
    pub same: u32,
    /// A sentence about the limits of the comparison.
    pub note: Option<String>,
    /// The number of fields that "Restore all" would restore from the left entry.
    pub restorable_before: u32,
    /// The number of fields that "Restore all" would restore from the right entry.
    pub restorable_after: u32,
    /// The exact texts, if one entry can only be shown as text.
    pub texts: Option<ComparedTexts>,
    /// The layouts, for ads.
    pub layouts: Option<ComparedLayouts>,
}

/// The layouts of two entries of an ad's history.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ComparedLayouts {
    /// Both layouts drawn on top of each other; none if no drawn part differs.
    pub drawing: Option<Drawing>,
    /// The differences in sentences.
    pub sentences: Vec<String>,
}

/// One field that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComparedField {
    /// Its path in the document.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// The value on the left.
    pub before: ComparedValue,
    /// The value on the right.
    pub after: ComparedValue,
}

/// The value of a field on one side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComparedValue {
    /// The value as the person reads it; none if there is no value.
    pub text: Option<String>,
    /// True if the value is unknown because the entry is a summary.
    pub unknown: bool,
    /// True if the value can be restored into the draft.
    pub restorable: bool,
}

/// Two exact texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComparedTexts {
    /// The text on the left.
    pub before: String,
    /// The text on the right.
    pub after: String,
    /// The reason why they can only be shown as text, as a sentence.
    pub reason: String,
}
