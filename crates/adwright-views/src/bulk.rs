use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DocumentRef, EditRequest, FieldChoice, FieldKind, Presence, Severity};

/// The campaigns and drafts of a bulk edit.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum BulkScope {
    /// Campaigns on the service. If a campaign has a draft, the draft is used.
    Campaigns {
        /// Their ids, in decimal.
        ids: Vec<String>,
    },
    /// Drafts, including drafts of new campaigns.
    Drafts {
        /// Their own ids.
        ids: Vec<String>,
    },
}

/// A requested bulk edit and its campaigns.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkRequest {
    /// Minted by the window. It identifies the preview when rows are read, when the edit is applied and on a stop.
    pub operation: String,
    /// The campaigns to change.
    pub scope: BulkScope,
    /// The change to make in each campaign.
    pub change: BulkChange,
}

/// The change that a bulk edit makes in each campaign.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum BulkChange {
    /// Sets these fields to the given values.
    Set(Vec<EditRequest>),
    /// Finds a text and replaces it.
    Replace(FindReplace),
}

/// A text search with its replacement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindReplace {
    /// The text or the regular expression to find.
    pub find: String,
    /// The replacement text. `{path}` and `{path:YYYY-MM-DD}` insert other fields, `{{` inserts a brace. In a regular
    /// expression `$1` inserts a group, `$$` inserts a dollar sign.
    pub replace: String,
    /// True if `find` is a regular expression.
    pub regular: bool,
    /// True if the search distinguishes upper and lower case.
    pub match_case: bool,
    /// True if the search matches whole words only.
    pub whole_word: bool,
    /// The paths of the fields to search.
    pub fields: Vec<String>,
}

/// The content of the bulk edit pane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkForm {
    /// The number of campaigns and drafts to edit.
    pub count: u32,
    /// The fields that can be set, in the catalog's order.
    pub fields: Vec<BulkField>,
    /// The fields that a replacement may insert, such as `{advertiserName}`.
    pub tokens: Vec<FieldChoice>,
    /// The time zone for typed and shown instants.
    pub zone: String,
}

/// One field that can be set in many campaigns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkField {
    /// Its path in the document.
    pub path: String,
    /// Its label.
    pub label: String,
    /// Its meaning.
    pub description: String,
    /// Its input kind.
    pub kind: FieldKind,
    /// Suggested values; other values may be typed as well.
    pub choices: Vec<FieldChoice>,
    /// True if it holds searchable text.
    pub text: bool,
    /// A remark to read before setting it, for example that it is for new campaigns only.
    pub note: Option<String>,
}

/// The progress of a preview or a bulk edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkProgress {
    /// The current step.
    pub step: BulkStep,
    /// The number of campaigns that are finished in this step.
    pub finished: u32,
    /// The number of campaigns in this step.
    pub total: u32,
}

/// A slow step of a preview or a bulk edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BulkStep {
    /// Computes the change for each campaign.
    Looking,
    /// Fetches full campaigns if only their list rows are cached.
    Getting,
    /// Writes the drafts.
    Saving,
}

/// The result of a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum BulkPreviewResult {
    /// The preview.
    Ready(BulkPreview),
    /// The typed input is not valid yet.
    Refused(BulkProblem),
}

/// A problem with the typed input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkProblem {
    /// The input with the problem.
    pub part: BulkFormInput,
    /// The position of the problem in characters, counted from 1; none if it concerns the whole input.
    pub at: Option<u32>,
    /// The problem and its remedy, as a sentence.
    pub message: String,
}

/// An input of the bulk edit pane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "path")]
pub enum BulkFormInput {
    /// The text to find.
    Find,
    /// The replacement text.
    Replace,
    /// The choice of fields.
    Fields,
    /// The value for the field at this path.
    Value(String),
}

/// A preview of a bulk edit. It changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkPreview {
    /// The operation id that reads its rows and applies it.
    pub operation: String,
    /// The edit in words, such as "Set Status to PAUSED".
    pub label: String,
    /// The number of campaigns that would change.
    pub changed: u32,
    /// The number of campaigns that would stay unchanged.
    pub unchanged: u32,
    /// The number of campaigns that cannot be changed.
    pub skipped: u32,
    /// The number of changing campaigns that are known from the list only. They are fetched in full before the edit.
    pub summaries: u32,
    /// The reasons for skipping, most frequent first.
    pub reasons: Vec<BulkSkipReason>,
    /// The findings that the change would cause, errors first.
    pub findings: Vec<BulkFinding>,
}

/// A reason for skipping campaigns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkSkipReason {
    /// The reason, as a sentence.
    pub reason: String,
    /// The number of campaigns skipped for this reason.
    pub count: u32,
}

/// One finding that the change would cause, with its campaigns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkFinding {
    /// The error code that it predicts.
    pub code: Option<u32>,
    /// Its severity.
    pub severity: Severity,
    /// The rule's title.
    pub title: String,
    /// The label of the field concerned; empty for the whole document.
    pub label: String,
    /// The problem and its remedy, in the wording for the first campaign.
    pub message: String,
    /// The number of campaigns with this finding.
    pub count: u32,
}

/// A request for rows of a preview.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkQuery {
    /// The preview's operation id.
    pub operation: String,
    /// The requested list.
    pub list: BulkList,
    /// The first requested row, counted from 0.
    pub offset: u32,
    /// The number of requested rows.
    pub limit: u32,
}

/// One of the lists of a preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "index")]
pub enum BulkList {
    /// The changed fields, one row per field.
    Changed,
    /// The campaigns that would stay unchanged.
    Unchanged,
    /// The skipped campaigns, with the reason.
    Skipped,
    /// The campaigns of one finding, by its index in [`BulkPreview::findings`].
    Finding(u32),
}

/// A window of rows from one list of a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkWindow {
    /// The number of rows in the list.
    pub total: u32,
    /// The position of the first row.
    pub offset: u32,
    /// The rows.
    pub rows: Vec<BulkRow>,
}

/// One row of a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkRow {
    /// The document to open.
    pub target: DocumentRef,
    /// The campaign's name.
    pub title: String,
    /// The field's label; empty if the row concerns the whole campaign.
    pub label: String,
    /// The current value; none if the row concerns no value.
    pub before: Option<BulkValue>,
    /// The new value; none if the value stays.
    pub after: Option<BulkValue>,
    /// The reason or the finding, as a sentence.
    pub note: Option<String>,
}

/// A value, shortened to fit into a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkValue {
    /// The presence of the value.
    pub presence: Presence,
    /// Its text in spans.
    pub parts: Vec<BulkTextSpan>,
}

/// A span of a value's text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkTextSpan {
    /// The text.
    pub text: String,
    /// True if this span differs.
    pub marked: bool,
}

/// The outcome of a bulk edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum BulkOutcome {
    /// The edit is in all drafts and on disk.
    Applied(AppliedBulkEdit),
    /// Nothing was changed, because the campaigns differ from the preview; as a sentence.
    OutOfDate(String),
}

/// A bulk edit that was applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AppliedBulkEdit {
    /// Its own id.
    pub id: String,
    /// The edit in words.
    pub label: String,
    /// The time of the edit.
    pub at: String,
    /// The number of drafts that contain the edit.
    pub applied: u32,
    /// The number of drafts in which the edit was undone and can be redone.
    pub undone: u32,
}

/// The outcome of "Undo" or "Redo" of a bulk edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkUndoResult {
    /// A few sentences about the result.
    pub message: String,
    /// The number of changed drafts.
    pub drafts: u32,
    /// The drafts that stayed unchanged, each with the reason.
    pub left: Vec<BulkRow>,
}
