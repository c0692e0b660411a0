use adwright_review::Drawing;
use serde::Serialize;
use specta::Type;

use super::ItemState;

/// Everything that is known to have happened to a campaign or a new draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct History {
    /// What happened, the newest first: the steps of the draft, then what was fetched, sent and discarded.
    pub entries: Vec<HistoryEntry>,
    /// The live draft, where there is one.
    pub draft: Option<String>,
    /// What to say where there is nothing to compare yet, as a sentence.
    pub note: Option<String>,
}

/// One thing that happened, and the text that the document had then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntry {
    /// Its own id.
    pub id: String,
    /// What happened.
    pub kind: HistoryKind,
    /// By what a person tells it from the others, such as "Fetched 2026-10-14 10:12".
    pub name: String,
    /// What was different from then on, in words.
    pub title: String,
    /// All that is known about it, as sentences.
    pub about: String,
    /// When, as RFC 3339.
    pub at: String,
    /// Who did it, where that is known.
    pub who: Option<String>,
    /// How it stands to what is there now.
    pub mark: HistoryStatus,
    /// What became of it, where it was sent.
    pub state: Option<ItemState>,
    /// The item whose receipt tells more, where it was sent.
    pub item: Option<String>,
    /// Where the draft goes back or on to; none where it stands there, or where this is no step of it.
    pub position: Option<u32>,
    /// The entry that it is compared with unless the person chooses another.
    pub before: Option<String>,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum HistoryKind {
    /// The service showed this text.
    Fetched,
    /// This text was sent.
    Sent,
    /// The draft was begun.
    Begun,
    /// One step of the draft.
    Step,
    /// A draft with this text was discarded.
    Discarded,
}

/// How an entry stands to what is there now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum HistoryStatus {
    /// It is past.
    None,
    /// It is the newest that is known of the service.
    OnService,
    /// It is where the draft stands.
    Here,
    /// It is a step of the draft that was taken back.
    TakenBack,
}

/// Two entries of a history, field by field.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct HistoryComparison {
    /// The name of the one on the left.
    pub before: String,
    /// The name of the one on the right.
    pub after: String,
    /// What differs.
    pub fields: Vec<ComparedField>,
    /// How many values both have and agree in.
    pub same: u32,
    /// What cannot be told from them, as a sentence.
    pub note: Option<String>,
    /// How many fields of the left one the draft would get back with "Restore all".
    pub restorable_before: u32,
    /// The same for the right one.
    pub restorable_after: u32,
    /// The exact texts, where one of them can only be shown as that.
    pub texts: Option<ComparedTexts>,
    /// Of ads, their layouts.
    pub layouts: Option<ComparedLayouts>,
}

/// The layouts of two entries of an ad's history.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct ComparedLayouts {
    /// One over the other; none where nothing that is drawn differs.
    pub drawing: Option<Drawing>,
    /// In what they differ, in sentences.
    pub sentences: Vec<String>,
}

/// One field that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComparedField {
    /// Where it is in the document.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// What the left one has.
    pub before: ComparedValue,
    /// What the right one has.
    pub after: ComparedValue,
}

/// What one of the two has in a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComparedValue {
    /// The value as the person reads it; none where there is none.
    pub text: Option<String>,
    /// Whether nothing is known of it: it is a summary, which has not all members.
    pub unknown: bool,
    /// Whether it can be put into the draft.
    pub restorable: bool,
}

/// Two exact texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ComparedTexts {
    /// The one on the left.
    pub before: String,
    /// The one on the right.
    pub after: String,
    /// Why they can only be shown, as a sentence.
    pub reason: String,
}
