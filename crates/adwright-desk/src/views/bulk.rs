use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DocumentRef, EditRequest, FieldChoice, FieldKind, Presence, SeverityView};

/// Which campaigns and drafts a bulk edit is about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum BulkScope {
    /// Campaigns that the service has; of each, its draft where there is one.
    Campaigns {
        /// Their ids, in decimal.
        ids: Vec<String>,
    },
    /// Drafts, those of new campaigns among them.
    Drafts {
        /// Their own ids.
        ids: Vec<String>,
    },
}

/// What the person wants to change, and in which campaigns.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkRequest {
    /// Minted by the window. By it the preview is stopped, read and applied.
    pub operation: String,
    /// In which campaigns.
    pub scope: BulkScope,
    /// What to change in each of them.
    pub change: BulkChange,
}

/// What a bulk edit does to each campaign.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum BulkChange {
    /// Puts the same into each of these fields.
    Set(Vec<EditRequest>),
    /// Finds a text and puts another in its place.
    Replace(FindReplace),
}

/// What to find, what to put in its place, and where.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindReplace {
    /// The text or the regular expression to find.
    pub find: String,
    /// What goes in its place. `{path}` and `{path:YYYY-MM-DD}` stand for other fields, `{{` for a brace; in a regular
    /// expression `$1` stands for a group, `$$` for a dollar sign.
    pub replace: String,
    /// Whether `find` is a regular expression.
    pub regular: bool,
    /// Whether capital and small letters differ.
    pub match_case: bool,
    /// Whether only whole words are found.
    pub whole_word: bool,
    /// The fields to look into, by their paths.
    pub fields: Vec<String>,
}

/// What the pane of a bulk edit offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkForm {
    /// How many campaigns and drafts it is about.
    pub count: u32,
    /// The fields that can be set, in the catalog's order.
    pub fields: Vec<BulkField>,
    /// The fields that can stand for themselves in a replacement, such as `{advertiserName}`.
    pub tokens: Vec<FieldChoice>,
    /// The zone that instants are typed and shown in.
    pub zone: String,
}

/// One field that can be set in many campaigns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkField {
    /// Where it is in the document.
    pub path: String,
    /// Its label.
    pub label: String,
    /// What it means.
    pub description: String,
    /// How it is typed into.
    pub kind: FieldKind,
    /// Values to choose from; others may be typed as well.
    pub choices: Vec<FieldChoice>,
    /// Whether it holds text that can be searched.
    pub text: bool,
    /// What to know before setting it, such as that it is for new campaigns only.
    pub note: Option<String>,
}

/// How far a preview or a bulk edit has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkProgress {
    /// What is being done.
    pub step: BulkStep,
    /// How many campaigns it is done for.
    pub done: u32,
    /// How many there are.
    pub total: u32,
}

/// What takes its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BulkStep {
    /// Looks at each campaign.
    Looking,
    /// Gets campaigns whole of which only the list's part is here.
    Getting,
    /// Writes the drafts.
    Saving,
}

/// What a preview came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum BulkPreviewResult {
    /// What would change.
    Ready(BulkPreview),
    /// What was typed makes no sense yet.
    Refused(BulkProblem),
}

/// What is wrong with what was typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkProblem {
    /// In which box.
    pub part: BulkFormInput,
    /// At which character of it, counted from 1; none where it is about all of it.
    pub at: Option<u32>,
    /// What is wrong and what to do, as a sentence.
    pub message: String,
}

/// A box of the pane.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "path")]
pub enum BulkFormInput {
    /// What to find.
    Find,
    /// What to put in its place.
    Replace,
    /// The choice of fields.
    Fields,
    /// The value for the field at this path.
    Value(String),
}

/// What a bulk edit would do. Nothing is changed by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkPreview {
    /// By which its rows are read and it is applied.
    pub operation: String,
    /// What it does, in words, such as "Set Status to PAUSED".
    pub label: String,
    /// Campaigns that would change.
    pub changed: u32,
    /// Campaigns that would stay as they are.
    pub unchanged: u32,
    /// Campaigns in which nothing can be changed.
    pub skipped: u32,
    /// Of those that would change, how many are known from the list only and are got whole before anything is changed.
    pub summaries: u32,
    /// Why something was skipped, most campaigns first.
    pub reasons: Vec<BulkSkipReason>,
    /// What the change would cause, errors first.
    pub findings: Vec<BulkFinding>,
}

/// Why something is skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkSkipReason {
    /// The reason, as a sentence.
    pub reason: String,
    /// In how many campaigns.
    pub count: u32,
}

/// One thing that the checks would notice, with all the campaigns in which they would.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkFinding {
    /// The service's code that it foretells.
    pub code: Option<u32>,
    /// How much it matters.
    pub severity: SeverityView,
    /// The rule's name for a person.
    pub title: String,
    /// The field that it is about; empty for the whole document.
    pub label: String,
    /// What is wrong and what to do, as it reads for the first of the campaigns.
    pub message: String,
    /// In how many campaigns.
    pub count: u32,
}

/// Which rows of a preview are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkQuery {
    /// The preview.
    pub operation: String,
    /// Which of its lists.
    pub list: BulkList,
    /// The first row wanted, counted from 0.
    pub offset: u32,
    /// How many rows are wanted.
    pub limit: u32,
}

/// One of the lists of a preview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "index")]
pub enum BulkList {
    /// What would change, a row for each field.
    Changed,
    /// What would stay as it is.
    Unchanged,
    /// What is skipped, with the reason.
    Skipped,
    /// The campaigns of one of [`BulkPreview::findings`], by its place in there.
    Finding(u32),
}

/// A window of rows onto one of the lists of a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkWindow {
    /// How many rows the list has.
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
    /// What to open.
    pub target: DocumentRef,
    /// The campaign's name.
    pub title: String,
    /// The field's label; empty where it is about all of the campaign.
    pub label: String,
    /// The value as it is; none where the row is about no value.
    pub before: Option<BulkValue>,
    /// The value as it would be; none where it stays.
    pub after: Option<BulkValue>,
    /// The reason or the finding, as a sentence.
    pub note: Option<String>,
}

/// A value, shortened to what can be read in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkValue {
    /// Whether there is one.
    pub presence: Presence,
    /// Its text in parts.
    pub parts: Vec<BulkTextSpan>,
}

/// A part of a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkTextSpan {
    /// The text.
    pub text: String,
    /// Whether this is the part that differs.
    pub marked: bool,
}

/// What became of a bulk edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum BulkOutcome {
    /// It is in all drafts, and on disk.
    Applied(AppliedBulkEdit),
    /// Nothing was changed, since the campaigns are not what the preview showed any more; as a sentence.
    OutOfDate(String),
}

/// A bulk edit that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AppliedBulkEdit {
    /// Its own id.
    pub id: String,
    /// What it does, in words.
    pub label: String,
    /// When it was made.
    pub at: String,
    /// In how many drafts it is applied.
    pub applied: u32,
    /// From how many drafts it was taken out, and can be put back.
    pub taken: u32,
}

/// What became of "Undo" or "Redo" of a bulk edit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BulkUndoResult {
    /// What happened, as sentences.
    pub message: String,
    /// How many drafts were changed.
    pub drafts: u32,
    /// The drafts that were left as they are, each with the reason.
    pub left: Vec<BulkRow>,
}
