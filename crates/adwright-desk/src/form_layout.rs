//! The arrangement of the form that a workspace saved, as text in its preferences.

use adwright_model::{ArrangedField, ArrangedSection, Catalog, Kind};
use adwright_store::Store;
use adwright_views::{FormSection, FormSectionField};

use crate::error::Error;

const KIND: Kind = Kind::Campaign;

/// Returns a catalog with the arrangement that a workspace saved. An unreadable one is not applied.
pub(crate) fn with_stored_layout(
    catalog: Catalog,
    store: &Store,
    workspace: &str,
) -> Result<Catalog, Error> {
    let text = store.preference_get(&layout_key(workspace))?;
    let stored = text.and_then(|text| serde_json::from_str::<Vec<FormSection>>(&text).ok());
    Ok(match stored {
        Some(sections) if !sections.is_empty() => {
            catalog.with_arrangement(KIND, &arranged_sections(&sections))
        }
        _ => catalog,
    })
}

/// The preference with a workspace's arrangement.
pub(crate) fn layout_key(workspace: &str) -> String {
    format!("form-layout.{workspace}")
}

pub(crate) fn arranged_sections(sections: &[FormSection]) -> Vec<ArrangedSection> {
    let field = |field: &FormSectionField| ArrangedField {
        name: field.name.clone(),
        label: Some(field.label.clone()).filter(|label| !label.is_empty()),
        hidden: field.hidden,
    };
    let section = |section: &FormSection| ArrangedSection {
        title: section.title.clone(),
        fields: section.fields.iter().map(field).collect(),
    };
    sections.iter().map(section).collect()
}

pub(crate) fn sections_of(catalog: &Catalog) -> Vec<FormSection> {
    let field = |field: ArrangedField| FormSectionField {
        label: field.label.unwrap_or_default(),
        name: field.name,
        hidden: field.hidden,
    };
    let section = |section: ArrangedSection| FormSection {
        title: section.title,
        fields: section.fields.into_iter().map(field).collect(),
    };
    catalog.arrangement(KIND).into_iter().map(section).collect()
}
