use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Detail, DocumentRef};

/// A new campaign that was begun from another one or from a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CreatedDraft {
    /// The new draft.
    pub detail: Detail,
    /// The field to go on with, by its path.
    pub focus: Option<String>,
    /// What the person should know, as a sentence.
    pub note: Option<String>,
}

/// One template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateRow {
    /// Its own id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is for, in the person's words; may be empty.
    pub description: String,
    /// How many values it fills in.
    pub values: u32,
    /// The labels of the fields that are filled in each time.
    pub asked: Vec<String>,
    /// When it was saved.
    pub saved: String,
}

/// What "Save as template" asks about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateForm {
    /// The name to begin with.
    pub name: String,
    /// What the template would fill in.
    pub fields: Vec<TemplateField>,
    /// What the person should know, as a sentence.
    pub note: Option<String>,
}

/// A field that a template fills in, or leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateField {
    /// Where it is in the document.
    pub path: String,
    /// The field's label.
    pub label: String,
    /// Its value as the person reads it.
    pub text: String,
    /// Whether it is usually another one each time.
    pub open: bool,
}

/// A template to save.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateRequest {
    /// The campaign or draft that it is made from.
    pub target: DocumentRef,
    /// Its name.
    pub name: String,
    /// What it is for; may be empty.
    pub description: String,
    /// The paths of the fields to be filled in each time.
    pub open: Vec<String>,
    /// Whether it takes the place of the one that has this name.
    pub replace: bool,
}

/// A template that was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedTemplate {
    /// The template.
    pub template: TemplateRow,
    /// The one whose place it took, which can be brought back.
    pub replaced: Option<String>,
}
