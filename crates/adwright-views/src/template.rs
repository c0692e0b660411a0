use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Detail, DocumentRef};

/// A new campaign made from another campaign or from a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CreatedDraft {
    /// The new draft.
    pub detail: Detail,
    /// The path of the field to edit next.
    pub focus: Option<String>,
    /// A sentence that the person should read.
    pub note: Option<String>,
}

/// What a template creates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum TemplateProduct {
    /// A new campaign.
    Campaign,
    /// A batch of retargeting values with one row.
    Batch,
}

/// One template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateRow {
    /// Its own id.
    pub id: String,
    /// What it creates.
    pub product: TemplateProduct,
    /// Its name.
    pub name: String,
    /// Its purpose, in the person's words; may be empty.
    pub description: String,
    /// The number of values that it fills in.
    pub values: u32,
    /// The labels of the fields that a person fills in each time.
    pub prompts: Vec<String>,
    /// The time when it was saved.
    pub saved: String,
}

/// The form of "Save as template".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateForm {
    /// The suggested name.
    pub name: String,
    /// The fields that the template would fill in.
    pub fields: Vec<TemplateField>,
    /// A sentence that the person should read.
    pub note: Option<String>,
}

/// A field that a template fills in, or leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateField {
    /// Its path in the document.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// Its value as the person reads it.
    pub text: String,
    /// True if its value usually differs from campaign to campaign.
    pub open: bool,
}

/// A template to save.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateRequest {
    /// The campaign or draft to make it from.
    pub target: DocumentRef,
    /// Its name.
    pub name: String,
    /// Its purpose; may be empty.
    pub description: String,
    /// The paths of the fields that a person fills in each time.
    pub open: Vec<String>,
    /// True if it replaces the template with the same name.
    pub replace: bool,
}

/// A template of batches to save.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BatchTemplateRequest {
    /// The batch whose columns and first row it keeps.
    pub batch: String,
    /// Its name.
    pub name: String,
    /// Its purpose; may be empty.
    pub description: String,
    /// True if it replaces the template with the same name.
    pub replace: bool,
}

/// A template that was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedTemplate {
    /// The template.
    pub template: TemplateRow,
    /// The id of the replaced template, which can be restored.
    pub replaced: Option<String>,
}
