//! The arranged form of a workspace: labels, sections, order and hidden fields, also as a file for colleagues.

use adwright_model::Catalog;
use adwright_views::{ExportedFile, FormSection, FormSectionField};
use serde::{Deserialize, Serialize};

use super::{Customization, KIND};
use crate::context::catalog_with_custom_fields;
use crate::error::{Error, LayoutFileError};
use crate::form_layout::{arranged_sections, layout_key, sections_of};
use crate::host::write_new_file;

/// The format name and the only format version.
const FORMAT: &str = "adwright-form-layout";
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayoutFile {
    format: String,
    version: u32,
    sections: Vec<FormSection>,
}

impl Customization {
    /// Returns all sections of the form with their fields, hidden ones included.
    #[must_use]
    pub fn form_layout(&self) -> Vec<FormSection> {
        sections_of(&self.context.catalog())
    }

    /// Returns the sections as they are without an arrangement.
    pub fn usual_form_layout(&self) -> Result<Vec<FormSection>, Error> {
        Ok(sections_of(&self.usual_catalog()?))
    }

    /// Saves an arrangement of the form. An empty one restores the usual form. An empty label restores the usual one.
    pub fn save_form_layout(&self, sections: &[FormSection]) -> Result<Vec<FormSection>, Error> {
        let usual = self.usual_catalog()?;
        let sections = sections.iter().map(|section| FormSection {
            title: section.title.trim().to_owned(),
            fields: section
                .fields
                .iter()
                .map(|field| stored_field(field, &usual))
                .collect(),
        });
        let named: Vec<_> = sections
            .filter(|section| !section.title.is_empty())
            .collect();
        let key = layout_key(&self.context.workspace.id);
        self.context
            .store
            .preference_set(&key, &json_text(&named))?;
        self.lists.reload_schema()?;
        Ok(self.form_layout())
    }

    /// Returns the arrangement as the text of a file for colleagues.
    #[must_use]
    pub fn form_layout_text(&self) -> String {
        let file = LayoutFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            sections: self.form_layout(),
        };
        json_text(&file) + "\n"
    }

    /// Writes the arrangement into a new file.
    pub fn export_form_layout(&self) -> Result<ExportedFile, Error> {
        let name = format!("{}-layout", self.context.workspace.settings.name);
        let folder = self.context.paths.exports();
        write_new_file(&folder, &name, "json", &self.form_layout_text())
    }

    /// Reads the text of a layout file, as a preview: nothing is saved. Fields that this workspace does not know are
    /// left out.
    pub fn read_form_layout(&self, text: &str) -> Result<Vec<FormSection>, Error> {
        let file = parse_layout_file(text)?;
        let usual = self.usual_catalog()?;
        let arranged = usual.with_arrangement(KIND, &arranged_sections(&file.sections));
        Ok(sections_of(&arranged))
    }

    /// Returns the catalog with the workspace's own fields and without an arrangement.
    fn usual_catalog(&self) -> Result<Catalog, Error> {
        let context = &self.context;
        let (base, id) = (context.backend.catalog(), &context.workspace.id);
        catalog_with_custom_fields(base, &context.store, id, &context.zone)
    }
}

fn json_text(layout: &impl Serialize) -> String {
    serde_json::to_string_pretty(layout).expect("a layout is plain data")
}

fn parse_layout_file(text: &str) -> Result<LayoutFile, LayoutFileError> {
    let file: LayoutFile = serde_json::from_str(text).map_err(LayoutFileError::Unreadable)?;
    if (file.format.as_str(), file.version) == (FORMAT, VERSION) {
        Ok(file)
    } else {
        Err(LayoutFileError::OtherFormat)
    }
}

/// Returns a field without its label if the label is the usual one, so that a later usual label applies.
fn stored_field(field: &FormSectionField, usual: &Catalog) -> FormSectionField {
    let label = field.label.trim();
    let known = usual.root(KIND).field(&field.name);
    let is_usual = known.is_some_and(|known| known.title == label);
    FormSectionField {
        name: field.name.clone(),
        label: if is_usual {
            String::new()
        } else {
            label.to_owned()
        },
        hidden: field.hidden,
    }
}
