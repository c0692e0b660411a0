//! Fields learned from a sample: discovered, previewed, saved in the workspace and removed.

mod form_layout;
mod own_rules;
mod rule_counts;
mod rules_edit;
mod rules_form;

use std::sync::Arc;

use adwright_model::{
    Catalog, EditableDocument, FieldRole, InferredField, InferredType, JsonType, Kind, Node, Path,
};
use adwright_store::StoredCustomField;
use adwright_views::{AcceptedField, FieldDiscovery, saturating_u32};
use derive_new::new;

use crate::context::Context;
use crate::document::parse_path;
use crate::error::{DocumentError, DraftError, Error};
use crate::host::rfc3339;
use crate::list::Lists;

const KIND: Kind = Kind::Campaign;

/// The most cached objects to examine: enough to see every field, and still fast.
const LOOKED_AT: u32 = 1_000;

/// The fields and rules that a workspace adds to those of Adwright.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Customization {
    context: Arc<Context>,
    lists: Arc<Lists>,
}

impl Customization {
    /// Returns the fields of a sample that the catalog does not know. The sample is a campaign, a list of campaigns, or
    /// a whole reply. Without a sample, the cached campaigns are examined.
    pub fn discover_fields(&self, sample: Option<&str>) -> Result<FieldDiscovery, Error> {
        let samples = match sample {
            Some(text) => parse_samples(text)?,
            None => self.cached_samples()?,
        };
        let found = self.context.catalog().infer_fields(KIND, &samples);
        Ok(FieldDiscovery {
            examined: saturating_u32(samples.len()),
            discovered: found.iter().map(discovered_field_view).collect(),
            known: self.custom_fields()?,
            declined: self
                .context
                .store
                .preference_get(&self.declined_key())?
                .is_some(),
        })
    }

    /// Saves fields in the workspace, so that form, columns and checks know them.
    pub fn save_custom_fields(
        &self,
        accepted: &[AcceptedField],
    ) -> Result<Vec<adwright_views::CustomFieldView>, Error> {
        let learned_at = self.context.now();
        let fields = accepted.iter().map(|field| StoredCustomField {
            path: field.path.clone(),
            guess: field.guess.clone(),
            role: field.role.clone(),
            choices: field.choices.clone(),
            learned_at,
        });
        let fields: Vec<_> = fields.collect();
        self.context
            .store
            .custom_field_put(&self.context.workspace.id, KIND, &fields)?;
        self.lists.reload_schema()?;
        self.custom_fields()
    }

    /// Remembers that a person declined the offer to learn fields.
    pub fn decline_fields(&self) -> Result<(), Error> {
        let (key, now) = (self.declined_key(), self.context.now());
        Ok(self.context.store.preference_set(&key, &now.to_string())?)
    }

    /// The preference with the time when the offer was declined.
    fn declined_key(&self) -> String {
        format!("learning-declined.{}", self.context.workspace.id)
    }

    /// Removes learned fields with their nested fields. No document changes.
    pub fn remove_custom_fields(
        &self,
        paths: &[String],
    ) -> Result<Vec<adwright_views::CustomFieldView>, Error> {
        let removed = paths.iter().map(|path| parse_path(path));
        let removed = removed.collect::<Result<Vec<_>, _>>()?;
        let all = self
            .context
            .store
            .custom_field_list(&self.context.workspace.id, KIND)?;
        let inside = all.into_iter().map(|field| field.path);
        let is_removed = |path: &Path| removed.iter().any(|removed| path.starts_with(removed));
        let inside = inside.filter(|path| path.parse().is_ok_and(|path| is_removed(&path)));
        let paths: Vec<_> = inside.collect();
        self.context
            .store
            .custom_field_remove(&self.context.workspace.id, KIND, &paths)?;
        self.lists.reload_schema()?;
        self.custom_fields()
    }

    /// Returns the learned fields of the workspace, by path.
    pub fn custom_fields(&self) -> Result<Vec<adwright_views::CustomFieldView>, Error> {
        let fields = self
            .context
            .store
            .custom_field_list(&self.context.workspace.id, KIND)?;
        Ok(fields.into_iter().map(custom_field_view).collect())
    }

    fn cached_samples(&self) -> Result<Vec<EditableDocument>, Error> {
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let texts = store.cache_texts(workspace, KIND, (None, LOOKED_AT))?;
        let samples = texts.iter();
        Ok(samples
            .filter_map(|(_, text)| EditableDocument::parse(text).ok())
            .collect())
    }
}

/// Returns the objects of a pasted text: the object itself, the items of a list, or the content of a reply.
fn parse_samples(text: &str) -> Result<Vec<EditableDocument>, Error> {
    let sample = EditableDocument::parse(text).map_err(DocumentError::NotJson)?;
    let root = sample.root();
    let carried = ["result", "entities"]
        .iter()
        .find_map(|name| root.member(name));
    let of = carried.unwrap_or(root);
    let nodes: Vec<_> = if of.json_type() == JsonType::Array {
        of.items().collect()
    } else {
        vec![of]
    };
    if nodes.is_empty() {
        return Err(not_a_sample(&sample, of, None).into());
    }
    if let Some(other) = nodes
        .iter()
        .find(|node| node.json_type() != JsonType::Object)
    {
        return Err(not_a_sample(&sample, *other, Some(other.json_type())).into());
    }
    let objects = nodes.into_iter();
    Ok(objects
        .filter_map(|node| EditableDocument::parse(node.raw()).ok())
        .collect())
}

fn not_a_sample(sample: &EditableDocument, node: Node<'_>, found: Option<JsonType>) -> DraftError {
    DraftError::NotASample {
        place: sample.position_at(node.span().start),
        found,
    }
}

fn custom_field_view(field: StoredCustomField) -> adwright_views::CustomFieldView {
    let guess = InferredType::parse(&field.guess).unwrap_or(InferredType::Anything);
    let role = field.role.as_deref().and_then(FieldRole::parse);
    let path = field.path.parse().unwrap_or_default();
    adwright_views::CustomFieldView {
        label: Catalog::caption(KIND, &path, guess, role).title,
        guessed_type: type_label(guess, &field.choices).to_owned(),
        learned: rfc3339(field.learned_at),
        path: field.path,
    }
}

fn discovered_field_view(found: &InferredField) -> adwright_views::DiscoveredField {
    let caption = Catalog::caption(KIND, &found.path, found.guess, found.role);
    adwright_views::DiscoveredField {
        path: found.path.to_string(),
        guess: found.guess.as_str().to_owned(),
        guessed_type: type_label(found.guess, &found.choices).to_owned(),
        label: caption.title,
        group: caption.group,
        role: found.role.map(|role| role.as_str().to_owned()),
        choices: found.choices.clone(),
        occurrences: saturating_u32(found.occurrences),
        example: found.example.clone(),
        within: found
            .path
            .parent()
            .filter(|holder| !holder.is_root())
            .map(|holder| holder.to_string()),
    }
}

fn type_label(guess: InferredType, choices: &[String]) -> &'static str {
    match guess {
        InferredType::Text if !choices.is_empty() => "choice",
        InferredType::Text => "text",
        InferredType::Url => "web address",
        InferredType::Integer => "whole number",
        InferredType::Decimal => "number",
        InferredType::Instant | InferredType::InstantSeconds => "date and time",
        InferredType::YesNo => "yes or no",
        InferredType::Object => "group of fields",
        InferredType::Objects => "list of groups",
        InferredType::Texts => "list of texts",
        InferredType::Integers => "list of whole numbers",
        InferredType::Decimals => "list of numbers",
        InferredType::Anything => "anything, as JSON",
    }
}
