//! Templates: stored in the workspace, and used for new campaigns and batches.

use std::sync::Arc;

use adwright_model::{Edit, EditableDocument, JsonType, Kind, Path, UnparsedInputs};
use adwright_store::{NewTemplate, Template};
use adwright_views::{
    BatchTemplateRequest, CreatedDraft, DocumentRef, FieldKind, FieldView, Presence, SavedTemplate,
    SheetView, TemplateField, TemplateForm, TemplateProduct, TemplateRequest, TemplateRow,
    saturating_u32,
};
use derive_new::new;

use crate::context::Context;
use crate::detail::FormContext;
use crate::document::{parse_editable, parse_path, replay};
use crate::draft::{Drafts, JsonEdit, name_path, parse_edits, summary_note, without_assigned};
use crate::draft_source::DraftSource;
use crate::error::{DraftError, Error};
use crate::field::describe_kind;
use crate::host::rfc3339;
use crate::list::Lists;
use crate::object::{LoadedObject, Objects};
use crate::sheet::{FirstRow, Sheets};
use crate::wording::template_note;

/// Splits a group into its fields; a list stays whole.
fn flatten_groups(field: FieldView) -> Vec<FieldView> {
    if field.kind == FieldKind::Object {
        field.parts.into_iter().flat_map(flatten_groups).collect()
    } else {
        vec![field]
    }
}

/// The templates of new campaigns and batches.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Templates {
    context: Arc<Context>,
    objects: Arc<Objects>,
    lists: Arc<Lists>,
    drafts: Arc<Drafts>,
    sheets: Arc<Sheets>,
}

impl Templates {
    /// Returns the templates of the workspace, by name.
    pub fn templates(&self) -> Result<Vec<TemplateRow>, Error> {
        let mut all = self.stored_templates(Kind::Campaign)?;
        all.extend(self.stored_templates(Kind::RetargetingDataValue)?);
        let mut rows: Vec<_> = all.iter().map(|one| self.template_row(one)).collect();
        rows.sort_by_key(|row| row.name.to_lowercase());
        Ok(rows)
    }

    fn stored_templates(&self, kind: Kind) -> Result<Vec<Template>, Error> {
        let workspace = &self.context.workspace.id;
        Ok(self.context.store.template_list(workspace, kind)?)
    }

    /// Returns the form of "Save as template" for a campaign or draft.
    pub async fn template_form(&self, target: &DocumentRef) -> Result<TemplateForm, Error> {
        self.objects.prepare_to_open(target).await?;
        let object = self.find_campaign(target)?;
        let title = self.objects.title(&object, object.editable()?);
        let document = without_assigned(&self.context, Kind::Campaign, object.editable()?)?;
        let name = name_path(&self.context, &document).to_string();
        let fields = self.filled_fields(&document)?;
        Ok(TemplateForm {
            fields: fields
                .into_iter()
                .map(|field| template_field(field, &name))
                .collect(),
            note: summary_note(&object, &title),
            name: title,
        })
    }

    fn find_campaign(&self, target: &DocumentRef) -> Result<LoadedObject, Error> {
        let object = self.objects.find(target)?;
        if object.stored_kind == Kind::Campaign {
            return Ok(object);
        }
        Err(DraftError::NotATemplateSource.into())
    }

    /// Returns the fields of a new campaign that have a value.
    fn filled_fields(&self, document: &EditableDocument) -> Result<Vec<FieldView>, Error> {
        let shown = FormContext {
            document,
            base: None,
            phase: adwright_checks::Phase::Create,
            kind: Kind::Campaign,
            catalog: &self.context.catalog(),
            bindings: &self.context.dialect.bindings,
            pickers: &*self.lists.id_suggestions()?,
            zone: &self.context.zone,
            typed: &UnparsedInputs::new(),
            lock: None,
            open: None,
            findings: &[],
        };
        let fields = shown.groups().into_iter().flat_map(|group| group.fields);
        let fields = fields.flat_map(flatten_groups);
        Ok(fields
            .filter(|field| field.presence == Presence::Value && field.path != "type")
            .collect())
    }

    /// Saves a campaign or draft as a template, without the members that the service assigns and the fields to leave
    /// open.
    pub async fn save_template(&self, request: &TemplateRequest) -> Result<SavedTemplate, Error> {
        self.objects.prepare_to_open(&request.target).await?;
        let object = self.find_campaign(&request.target)?;
        let document = without_assigned(&self.context, Kind::Campaign, object.editable()?)?;
        let asked = parse_paths(&request.open)?;
        let text = remove_paths(&document, &asked)?;
        let new = NewTemplate {
            workspace: &self.context.workspace.id,
            kind: Kind::Campaign,
            name: require_name(&request.name)?,
            description: request.description.trim(),
            text: text.text(),
            prompts: &asked,
        };
        self.save(&new, request.replace)
    }

    /// Saves the columns and the first row of a batch as a template.
    pub fn save_batch_template(
        &self,
        request: &BatchTemplateRequest,
    ) -> Result<SavedTemplate, Error> {
        let row = self.sheets.first_row(&request.batch)?;
        let new = NewTemplate {
            workspace: &self.context.workspace.id,
            kind: Kind::RetargetingDataValue,
            name: require_name(&request.name)?,
            description: request.description.trim(),
            text: row.document.text(),
            prompts: &row.open,
        };
        self.save(&new, request.replace)
    }

    fn save(&self, new: &NewTemplate<'_>, replace: bool) -> Result<SavedTemplate, Error> {
        let replaced = if replace {
            self.find_template_by_name(new.kind, new.name)?
        } else {
            None
        };
        let store = &self.context.store;
        let saved = store.template_save(new, replaced.as_deref(), self.context.now())?;
        Ok(SavedTemplate {
            template: self.template_row(&saved),
            replaced,
        })
    }

    /// Returns the id of the template with this name, in any case.
    fn find_template_by_name(&self, kind: Kind, name: &str) -> Result<Option<String>, Error> {
        let mut same = self
            .stored_templates(kind)?
            .into_iter()
            .filter(|template| template.name.eq_ignore_ascii_case(name));
        Ok(same.next().map(|template| template.id))
    }

    /// Creates a batch from a template, with its columns and its row.
    pub fn create_batch(&self, id: &str) -> Result<SheetView, Error> {
        let template = self.context.store.template_get(id)?;
        let row = FirstRow {
            document: parse_editable(&template.text)?,
            open: template.prompts,
        };
        let name = &template.name;
        self.sheets.create_batch_of_first_row(name, name, &row)
    }

    /// Creates a new campaign from a template.
    pub fn use_template(&self, id: &str) -> Result<CreatedDraft, Error> {
        self.use_template_with(id, &[])
    }

    /// Creates a new campaign from a template, with these values on top.
    pub fn use_template_with(&self, id: &str, values: &[JsonEdit]) -> Result<CreatedDraft, Error> {
        let template = self.context.store.template_get(id)?;
        let from = DraftSource::Template(template.name.clone());
        let start = parse_editable(&template.text)?;
        let edits = parse_edits(&self.context, Kind::Campaign, &start, values)?;
        let campaign = replay(&start, &edits)?;
        let detail = self
            .drafts
            .create_draft_from(Kind::Campaign, campaign.text(), &from)?;
        let mut open = template.prompts;
        open.retain(|path| campaign.get(path).is_none());
        let labels = self.labels(template.kind, &open);
        Ok(CreatedDraft {
            focus: open.iter().find_map(|path| detail.form_path(path)),
            note: (!labels.is_empty()).then(|| template_note(&from, &labels)),
            detail,
        })
    }

    /// Changes the name and description of a template.
    pub fn rename_template(
        &self,
        id: &str,
        name: &str,
        description: &str,
    ) -> Result<TemplateRow, Error> {
        let template =
            self.context
                .store
                .template_rename(id, require_name(name)?, description.trim())?;
        Ok(self.template_row(&template))
    }

    /// Duplicates a template under an unused name.
    pub fn duplicate_template(&self, id: &str) -> Result<TemplateRow, Error> {
        let template = self.context.store.template_get(id)?;
        let name = self.unused_template_name(template.kind, &template.name)?;
        let copy = NewTemplate {
            workspace: &self.context.workspace.id,
            kind: template.kind,
            name: &name,
            description: &template.description,
            text: &template.text,
            prompts: &template.prompts,
        };
        let copy = self
            .context
            .store
            .template_save(&copy, None, self.context.now())?;
        Ok(self.template_row(&copy))
    }

    fn unused_template_name(&self, kind: Kind, of: &str) -> Result<String, Error> {
        let mut name = format!("Copy of {of}");
        let mut number = 2;
        while self.find_template_by_name(kind, &name)?.is_some() {
            name = format!("Copy {number} of {of}");
            number += 1;
        }
        Ok(name)
    }

    /// Deletes a template; [`Templates::restore_template`] restores it.
    pub fn delete_template(&self, id: &str) -> Result<(), Error> {
        Ok(self.context.store.template_delete(id, self.context.now())?)
    }

    /// Restores a deleted template. If another template replaced it, it replaces that one.
    pub fn restore_template(
        &self,
        id: &str,
        in_place_of: Option<&str>,
    ) -> Result<TemplateRow, Error> {
        let template = self
            .context
            .store
            .template_restore(id, in_place_of, self.context.now())?;
        Ok(self.template_row(&template))
    }

    fn template_row(&self, template: &Template) -> TemplateRow {
        let values = parse_editable(&template.text).map_or(0, |document| count_values(&document));
        TemplateRow {
            id: template.id.clone(),
            product: match template.kind {
                Kind::RetargetingDataValue => TemplateProduct::Batch,
                _ => TemplateProduct::Campaign,
            },
            name: template.name.clone(),
            description: template.description.clone(),
            values: saturating_u32(values),
            prompts: self.labels(template.kind, &template.prompts),
            saved: rfc3339(template.saved_at),
        }
    }

    fn labels(&self, kind: Kind, paths: &[Path]) -> Vec<String> {
        let describe = describe_kind(&self.context, kind);
        paths.iter().map(|path| describe.label(path)).collect()
    }
}

/// Returns a field for "Save as template". A campaign's name and its times are left open, because they differ each
/// time.
fn template_field(field: FieldView, name: &str) -> TemplateField {
    TemplateField {
        open: field.path == name || field.kind == FieldKind::Instant,
        path: field.path,
        label: field.label,
        text: field.text,
    }
}

fn require_name(name: &str) -> Result<&str, Error> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Error::NoTemplateName);
    }
    Ok(name)
}

fn parse_paths(texts: &[String]) -> Result<Vec<Path>, Error> {
    texts.iter().map(|text| parse_path(text)).collect()
}

/// Returns the document without the values at these paths. List items are removed from the end, so that the other
/// indexes stay valid.
fn remove_paths(document: &EditableDocument, paths: &[Path]) -> Result<EditableDocument, Error> {
    let mut there: Vec<Path> = paths
        .iter()
        .filter(|path| document.get(path).is_some())
        .cloned()
        .collect();
    there.sort();
    there.dedup_by(|inner, outer| inner.starts_with(outer));
    let edits: Vec<Edit> = there
        .into_iter()
        .rev()
        .map(|path| Edit::Remove { path })
        .collect();
    replay(document, &edits)
}

/// Counts the values that a document fills in, without groups, its `type` and `null`.
fn count_values(document: &EditableDocument) -> usize {
    fn values(node: adwright_model::Node<'_>) -> usize {
        match node.json_type() {
            JsonType::Null => 0,
            JsonType::Object => node
                .members()
                .filter(|(name, _)| name != "type")
                .map(|(_, member)| values(member))
                .sum(),
            JsonType::Array => node.items().map(values).sum(),
            _ => 1,
        }
    }
    values(document.root())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_fields_are_removed_in_any_order() {
        let document =
            EditableDocument::parse(r#"{"a":[1,2,3],"b":{"c":1,"d":2}, "e":0}"#).unwrap();
        let paths = parse_paths(&["a[0]", "b", "a[2]", "b.c", "x"].map(str::to_owned)).unwrap();
        assert_eq!(
            remove_paths(&document, &paths).unwrap().text(),
            r#"{"a":[2], "e":0}"#
        );
    }
}
