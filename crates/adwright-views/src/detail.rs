use adwright_checks::Severity;
use adwright_model::{Field, FieldType, JsonType, Node, Path, Unit, is_id_name};
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DraftClashes, ListId, TextOnlyReason};

/// A reference to the document of a detail: a campaign, an ad or a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "id")]
pub enum DocumentRef {
    /// A campaign by its id on the service. If it has a draft, the draft is used.
    Campaign(String),
    /// A retargeting value by its id on the service.
    Value(String),
    /// An ad by its id. An ad from a file has a number instead, such as `file-7`.
    Ad(String),
    /// A draft by its own id. New campaigns are referenced this way.
    Draft(String),
}

/// Everything that the detail pane draws of one campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Detail {
    /// The shown document.
    pub target: DocumentRef,
    /// The list that contains it.
    pub list: ListId,
    /// The id on the service; none while it is new. For an ad from a file, the id in the file.
    pub id: Option<String>,
    /// The heading.
    pub title: String,
    /// The known names of account, advertiser and brand, from the top down.
    pub lineage: Vec<String>,
    /// The draft's state; none if nothing was changed.
    pub draft: Option<DraftState>,
    /// The reason why its draft cannot be sent from this workspace, as a sentence; none if it can, and for ads from
    /// files.
    pub stays: Option<String>,
    /// The reason why nobody can change the document here, as a sentence; none if it can be changed, and for ads from
    /// files.
    pub read_only: Option<String>,
    /// The file of an imported ad; none for drafts and for documents of the service.
    pub file: Option<FileOrigin>,
    /// A notice that only a summary is known, so missing fields may have values.
    pub summary: Option<SummaryNotice>,
    /// The master ad that this ad names.
    pub master: Option<MasterAd>,
    /// The form.
    pub groups: Vec<FieldGroup>,
    /// The fields that the draft changes.
    pub changes: Vec<ChangeView>,
    /// The values that someone else changed as well; none if there never were any.
    pub clashes: Option<DraftClashes>,
    /// The findings of the checks, errors first.
    pub findings: Vec<FindingView>,
    /// The document's exact text.
    pub source: String,
    /// The reason why the document can only be edited as text; none if the form works.
    pub text_only: Option<TextOnlyReason>,
}

/// A notice that only a list row of an object is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct SummaryNotice {
    /// The situation, its reason and the remedy.
    pub message: String,
    /// True if the full object can be fetched from the service.
    pub gettable: bool,
}

/// A master ad, from which others are made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct MasterAd {
    /// Its id, as the other ads name it.
    pub id: String,
    /// The ad, if it is in this workspace.
    pub document_ref: Option<DocumentRef>,
}

/// The file of an imported ad.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FileOrigin {
    /// The file's name.
    pub name: String,
    /// The time of the import.
    pub at: String,
    /// True if it is only a summary, as lists show it.
    pub summary: bool,
    /// The id of the service's ad with the same id, if that ad is known here.
    pub copy: Option<String>,
}

/// The state of a draft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftState {
    /// The draft's own id.
    pub id: String,
    /// True if the campaign is new and not yet on the service.
    pub new: bool,
    /// The number of fields that differ from the base.
    pub changed: u32,
    /// The time when the last edit was committed to disk.
    pub saved: String,
    /// The step that "Undo" would undo, in words; none if there is no such step.
    pub undo: Option<String>,
    /// The step that "Redo" would redo, in words.
    pub redo: Option<String>,
    /// The reason why it cannot be edited now: it is being sent, or its outcome needs a decision.
    pub lock: Option<EditLock>,
}

/// A section of the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FieldGroup {
    /// The section's heading.
    pub title: String,
    /// One sentence under the heading, if needed.
    pub note: Option<String>,
    /// Its fields, in order.
    pub fields: Vec<FieldView>,
}

/// One field of the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each is drawn by itself")]
pub struct FieldView {
    /// Its path in the document, such as `flights[0].frequencyCap.days`.
    pub path: String,
    /// The label. For a list item, the kind and the number, such as "Flight 2".
    pub label: String,
    /// Its meaning, for the tooltip.
    pub description: String,
    /// Its kind, which decides drawing and input.
    pub kind: FieldKind,
    /// The presence of the member.
    pub presence: Presence,
    /// The value as the person reads and types it: text without quotes, a number in its exact spelling, `true` or
    /// `false`, an instant in the workspace's zone, JSON for `json`.
    pub text: String,
    /// The unit shown beside the value, such as "ms" or the zone of an instant.
    pub unit: Option<String>,
    /// The number of an instant, as the service counts it; none for other kinds.
    pub exact: Option<ExactNumber>,
    /// Suggested values; with [`FieldKind::Choice`] other values may be typed as well.
    pub choices: Vec<FieldChoice>,
    /// True if there may be more choices than these. One request for the field returns all.
    pub more_choices: bool,
    /// True if it must have a value in this phase.
    pub required: bool,
    /// The reason why it cannot be edited; none if it can.
    pub lock: Option<EditLock>,
    /// True if it differs from the base.
    pub changed: bool,
    /// The base's value as the person reads it, if the field changed.
    pub was: Option<String>,
    /// The presence in the base, if the field changed.
    pub was_presence: Option<Presence>,
    /// True if the catalog knows it. Unknown members are shown and kept.
    pub known: bool,
    /// The place of a bound field, or its other spelling, if worth showing.
    pub note: Option<String>,
    /// For a list, the name of one more item, such as "Flight".
    pub item: Option<String>,
    /// The fields of an object or the items of a list, in order. Items of a long list come without their fields, which
    /// one request per item returns.
    pub parts: Vec<FieldView>,
}

impl Detail {
    /// Returns the field at a path, at any depth.
    #[must_use]
    pub fn field(&self, path: &str) -> Option<&FieldView> {
        let mut fields = self.groups.iter().flat_map(|group| &group.fields);
        fields.find_map(|field| field.find(path))
    }

    /// Returns the path in the form's spelling; none if the form lacks that field.
    #[must_use]
    pub fn form_path(&self, path: &Path) -> Option<String> {
        let wanted = path.to_string();
        self.field(&wanted).map(|field| field.path.clone())
    }
}

impl FieldView {
    fn find(&self, path: &str) -> Option<&Self> {
        // The only item of a list may stand in its place: then both have one path, and the value is the item.
        let inner = self.parts.iter().find_map(|part| part.find(path));
        inner.or_else(|| (self.path == path).then_some(self))
    }
}

/// The number behind a value that is shown in another form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct ExactNumber {
    /// Its exact spelling; empty without a value.
    pub text: String,
    /// What it counts, such as "milliseconds since 1970".
    pub unit: String,
}

/// A kind of field, which decides drawing and input.
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
    /// An instant, shown as `YYYY-MM-DD HH:MM` in the workspace's zone and typed in any usual form.
    Instant,
    /// A web address.
    Url,
    /// A group of fields; [`FieldView::text`] is a summary.
    Object,
    /// A list of items; [`FieldView::text`] is the number of items.
    List,
    /// Anything else, as JSON.
    Json,
}

impl FieldKind {
    /// Returns how a field of the catalog is shown and edited, independent of its value.
    #[must_use]
    pub fn of_field(field: &Field) -> Self {
        Self::of_value(field, &field.ty, None)
    }

    /// Returns how a value of a field, or an item of a list, is shown and edited. A group or a list with another JSON
    /// type is shown as JSON. If the field allows any value, the JSON type of the value decides.
    #[must_use]
    pub fn of_value(field: &Field, ty: &FieldType, node: Option<Node<'_>>) -> Self {
        let shape = node
            .map(|node| node.json_type())
            .filter(|shape| *shape != JsonType::Null);
        match (ty, field.unit) {
            (FieldType::Integer, Some(Unit::EpochMilliseconds | Unit::EpochSeconds)) => {
                Self::Instant
            }
            (FieldType::Integer, _) if is_id_name(&field.name) => Self::Id,
            (FieldType::Integer, _) => Self::Integer,
            (FieldType::Decimal, _) => Self::Decimal,
            (FieldType::YesNo, _) => Self::YesNo,
            (FieldType::Url, _) => Self::Url,
            (FieldType::Text, _) if !field.values.is_empty() => Self::Choice,
            (FieldType::Text, _) => Self::Text,
            (FieldType::Object(_), _) if matches!(shape, None | Some(JsonType::Object)) => {
                Self::Object
            }
            (FieldType::List(_), _)
                if field.accepts_single_item || matches!(shape, None | Some(JsonType::Array)) =>
            {
                Self::List
            }
            (FieldType::Object(_) | FieldType::List(_), _) => Self::Json,
            (FieldType::Any, _) => match shape {
                None | Some(JsonType::String | JsonType::Null) => Self::Text,
                Some(JsonType::Bool) => Self::YesNo,
                Some(JsonType::Number) => Self::Decimal,
                Some(JsonType::Array | JsonType::Object) => Self::Json,
            },
        }
    }

    /// Returns whether its value can be chosen from known values or from ids that were seen.
    #[must_use]
    pub const fn is_selectable(self) -> bool {
        matches!(self, Self::Choice | Self::Id)
    }
}

/// The presence of a member.
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
    /// The value to return in [`FieldInput::Text`].
    pub value: String,
    /// Its label.
    pub label: String,
}

/// The reason why a field or a draft cannot be edited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EditLock {
    /// The cause.
    pub kind: EditLockKind,
    /// A few words, such as "read-only", "set once" or "being sent".
    pub label: String,
    /// The reason, as a sentence.
    pub reason: String,
}

/// The cause of a lock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum EditLockKind {
    /// The service or a file supplies the value.
    ReadOnly,
    /// The field was set when the object was created.
    SetOnce,
    /// The draft was discarded.
    Discarded,
    /// The draft was sent, and a person must decide about the outcome.
    NeedsYou,
    /// The draft is being sent.
    BeingSent,
}

/// One field that the draft changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ChangeView {
    /// Its path in the document.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// The base's value as the person reads it; none if it was absent.
    pub before: Option<String>,
    /// The draft's value as the person reads it; none if it was removed.
    pub after: Option<String>,
}

/// A field that a draft and someone else changed to different values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ClashedValues {
    /// Its path in the document.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// The value that both started from, as the person reads it; none if it was absent.
    pub base: Option<String>,
    /// The draft's value; none if the draft removed it.
    pub mine: Option<String>,
    /// The other person's value; none if it was removed.
    pub theirs: Option<String>,
}

/// One finding of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingView {
    /// The rule's id, such as `trafficking-mode-with-placements`.
    pub rule: String,
    /// The error code that this rule predicts, such as `62000`.
    pub code: Option<u32>,
    /// Its severity.
    pub severity: Severity,
    /// The path of the field concerned; empty for the whole document.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// The problem and its remedy, as a sentence.
    pub message: String,
    /// The external fact behind the finding, such as "practice admin: 4 placements"; none without such a fact.
    pub source: Option<String>,
    /// A safe fix, if there is one.
    pub fix: Option<FixView>,
}

/// A safe fix of a finding: one edit that can be undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FixView {
    /// The button's label.
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
    /// The new content.
    pub input: FieldInput,
}

/// A person's input into a field. Rust parses numbers and instants by the field's type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "text")]
pub enum FieldInput {
    /// Text, typed or chosen.
    Text(String),
    /// The exact number of an instant, as in [`FieldView::exact`].
    Number(String),
    /// Unfinished text in a field whose value has to be chosen.
    Partial(String),
    /// Exact JSON, used only by the fix of a finding.
    Raw(String),
    /// The JSON value `null`.
    Null,
    /// Removes the member.
    Absent,
    /// Restores the base's content.
    Revert,
    /// Adds an item at the end of the list.
    Add,
    /// Adds a field of any name to the object.
    Member(NewMember),
    /// Moves the item up one place.
    MoveUp,
    /// Moves the item down one place.
    MoveDown,
}

/// A field that a person adds to an object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NewMember {
    /// The member's name; JSON allows an empty one.
    pub name: String,
    /// Its value: JSON or plain text.
    pub value: String,
    /// True if the value is plain text.
    pub is_text: bool,
}
