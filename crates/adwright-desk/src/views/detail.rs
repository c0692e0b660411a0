use serde::{Deserialize, Serialize};
use specta::Type;

use super::{ListId, TextOnlyReason};

/// What a detail shows: a campaign that the service holds, or a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "id")]
pub enum DocumentRef {
    /// A campaign by its id on the service; its draft is used where there is one.
    Campaign(String),
    /// An ad by its id, as for a campaign; one that came from a file by its number there, such as `file-7`.
    Ad(String),
    /// A draft by its own id; how a campaign that was never sent is named.
    Draft(String),
}

/// Everything that the detail pane draws of one campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// What it shows.
    pub target: DocumentRef,
    /// The list that it stands in.
    pub list: ListId,
    /// The campaign's id on the service; none while it is new. Of an ad from a file, the id that it has there.
    pub id: Option<String>,
    /// The heading.
    pub title: String,
    /// Account, advertiser, brand: from the top down, those that are known.
    pub lineage: Vec<String>,
    /// The draft's state; none where nothing was changed.
    pub draft: Option<DraftState>,
    /// Why a draft of it is not sent from this workspace, as a sentence; none where it may be, and for what came from a file.
    pub stays: Option<String>,
    /// The file that an ad came from; none for what the service has, and for drafts.
    pub file: Option<FileOrigin>,
    /// Where less than all of it is known: what it lacks may be set all the same.
    pub summary: Option<SummaryNotice>,
    /// The ad that an ad says it was made from.
    pub master: Option<MasterAd>,
    /// The form.
    pub groups: Vec<FieldGroup>,
    /// Field by field, what the draft changes.
    pub changes: Vec<ChangeView>,
    /// What the checks noticed, errors first.
    pub findings: Vec<FindingView>,
    /// The document's exact text.
    pub source: String,
    /// Why the document is only a text, where that is so.
    pub text_only: Option<TextOnlyReason>,
}

/// Less than an object: what a list shows of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct SummaryNotice {
    /// That it is one, why, and what helps.
    pub said: String,
    /// Whether the service can be asked for the whole.
    pub gettable: bool,
}

/// The ad that others are made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct MasterAd {
    /// Its id, as they name it.
    pub id: String,
    /// It itself, where it is in this workspace as well.
    pub here: Option<DocumentRef>,
}

/// The file that an ad came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileOrigin {
    /// The file's name.
    pub name: String,
    /// When the ad came.
    pub at: String,
    /// Whether it is less than the ad: what a list shows of one.
    pub summary: bool,
    /// The id of the ad that the service has under the same id, where it is known here.
    pub copy: Option<String>,
}

/// How a draft stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftState {
    /// The draft's own id.
    pub id: String,
    /// Whether the campaign is new, not yet on the service.
    pub new: bool,
    /// How many fields differ from the base.
    pub changed: u32,
    /// When the last edit was committed to disk.
    pub saved: String,
    /// What "Undo" would take back, in words; none where there is nothing to undo.
    pub undo: Option<String>,
    /// What "Redo" would bring back, in words.
    pub redo: Option<String>,
    /// Why it cannot be edited just now: it is being sent, or its outcome needs a person.
    pub lock: Option<EditLock>,
}

/// A section of the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldGroup {
    /// The section's heading.
    pub title: String,
    /// One sentence under the heading, where it helps.
    pub note: Option<String>,
    /// Its fields, in order.
    pub fields: Vec<FieldView>,
}

/// One field of the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldView {
    /// Where it is in the document, such as `flights[0].frequencyCap.days`.
    pub path: String,
    /// The label; for an item its kind and number, such as "Flight 2".
    pub label: String,
    /// What it means, for the tooltip.
    pub description: String,
    /// How it is drawn and typed into.
    pub kind: FieldKind,
    /// Whether the member is there.
    pub presence: Presence,
    /// The value as the person reads and types it: text without quotes, a number as it is spelled,
    /// `true` or `false`, an instant in the workspace's zone, JSON for `json`.
    pub text: String,
    /// What stands beside the value, such as "ms" or the zone of an instant.
    pub unit: Option<String>,
    /// Values to choose from; with [`FieldKind::Choice`] others may be typed as well.
    pub choices: Vec<FieldChoice>,
    /// Whether it must have a value in this phase.
    pub required: bool,
    /// Why it cannot be edited, where that is so.
    pub lock: Option<EditLock>,
    /// Whether it differs from the base.
    pub changed: bool,
    /// The base's value as the person reads it, where the field changed.
    pub was: Option<String>,
    /// Whether the base had the member, where the field changed.
    pub was_presence: Option<Presence>,
    /// Whether the catalog knows it; an unknown member is shown and kept.
    pub known: bool,
    /// Where a binding found it, or what it was learned from, where worth saying.
    pub note: Option<String>,
    /// For a list: what one more item is called, such as "Flight".
    pub item: Option<String>,
    /// The fields of an object, the items of a list, in order. The items of a long list come without their own:
    /// [`Desk::field`](crate::Desk::field) has them.
    pub parts: Vec<FieldView>,
}

impl Detail {
    /// The field at a path, however deep.
    #[must_use]
    pub fn field(&self, path: &str) -> Option<&FieldView> {
        let mut fields = self.groups.iter().flat_map(|group| &group.fields);
        fields.find_map(|field| field.find(path))
    }
}

impl FieldView {
    fn find(&self, path: &str) -> Option<&Self> {
        // The only item of a list may stand in its place: then both have one path, and the value is the item.
        let inner = self.parts.iter().find_map(|part| part.find(path));
        inner.or_else(|| (self.path == path).then_some(self))
    }
}

/// How a field is drawn and typed into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum FieldKind {
    /// A line of text.
    Text,
    /// A 64-bit id.
    Id,
    /// A whole number.
    Integer,
    /// A decimal number.
    Decimal,
    /// Yes or no.
    YesNo,
    /// A choice with free entry.
    Choice,
    /// An instant, typed as `YYYY-MM-DD HH:MM` in the workspace's zone.
    Instant,
    /// A web address.
    Url,
    /// A group of fields; [`FieldView::text`] sums it up.
    Object,
    /// A list of items; [`FieldView::text`] says how many.
    List,
    /// Anything else, as JSON.
    Json,
}

/// Whether a member is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Presence {
    /// The object has no such member.
    Absent,
    /// The member is `null`.
    Null,
    /// The member has a value, which may be an empty text.
    Value,
}

/// One value to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldChoice {
    /// The value as it is sent back in [`FieldInput::Text`].
    pub value: String,
    /// How it is shown.
    pub label: String,
}

/// Why a field or a draft cannot be edited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EditLock {
    /// A few words, such as "read-only", "set once" or "being sent".
    pub label: String,
    /// The reason, as a sentence.
    pub reason: String,
}

/// One field that the draft changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChangeView {
    /// Where it is in the document.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// The base's value as the person reads it; none where it was absent.
    pub before: Option<String>,
    /// The draft's value as the person reads it; none where it was removed.
    pub after: Option<String>,
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SeverityView {
    /// Blocks sending, unless the person overrides it for that send.
    Error,
    /// Probably wrong.
    Warning,
    /// Worth knowing.
    Note,
}

/// One thing that a check noticed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingView {
    /// The rule's id, such as `trafficking-mode-with-placements`.
    pub rule: String,
    /// The service's code that this rule foretells, such as `62000`.
    pub code: Option<u32>,
    /// How much it matters.
    pub severity: SeverityView,
    /// The field that it is about; empty for the whole document.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// What is wrong and what to do, as a sentence.
    pub message: String,
    /// What the finding rests on, where that is a fact from outside, such as "practice admin: 4 placements".
    pub source: Option<String>,
    /// A safe way to put it right at once.
    pub fix: Option<FixView>,
}

/// A safe way to put a finding right: one edit, undoable like any other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FixView {
    /// What the button says.
    pub label: String,
    /// The edit to ask for.
    pub edit: EditRequest,
}

/// One edit of one field, as the person made it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EditRequest {
    /// The field's path.
    pub path: String,
    /// What to put there.
    pub input: FieldInput,
}

/// What a person put into a field. Numbers and instants are parsed in Rust, by the field's type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "text")]
pub enum FieldInput {
    /// As typed or chosen.
    Text(String),
    /// As typed so far into a field whose value is chosen, before one was.
    Partial(String),
    /// Exact JSON; only the fix of a finding carries it.
    Raw(String),
    /// The JSON value `null`.
    Null,
    /// Take the member away.
    Absent,
    /// Back to what the base has.
    Revert,
    /// One more item at the end of the list.
    Add,
    /// One more field of the object, of any name.
    Member(NewMember),
    /// The item one place up.
    MoveUp,
    /// The item one place down.
    MoveDown,
}

/// A field that a person adds to an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewMember {
    /// The member's name; JSON allows an empty one.
    pub name: String,
    /// Its value: JSON, or a text as it is.
    pub value: String,
    /// Whether the value is a text as it is.
    pub is_text: bool,
}
