use serde::{Deserialize, Serialize};
use specta::Type;

/// A section of the form of campaigns, as a workspace arranges it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FormSection {
    /// The heading.
    pub title: String,
    /// The fields, in order.
    pub fields: Vec<FormSectionField>,
}

/// A field of a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FormSectionField {
    /// The name of the top-level member.
    pub name: String,
    /// The label.
    pub label: String,
    /// True if the form leaves the field out while it is unchanged and has no finding.
    pub hidden: bool,
}
