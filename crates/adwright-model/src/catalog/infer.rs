//! Guesses undocumented fields from sample objects.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::field_index::LazyFieldIndex;
use super::field_role::{FieldRole, SampleTexts, member_title};
use super::inferred_type::InferredType;
use super::member_names::is_address_name;
use super::{Catalog, Field, FieldOrigin, FieldType, ObjectType, RequiredOn};
use crate::document::EditableDocument;
use crate::kind::Kind;
use crate::node::Node;
use crate::path::{Path, PathStep};

/// The most different texts of a field that are remembered. A longer list is no help in a picker.
const MAX_TEXTS: usize = 300;

/// A field of the samples that the catalog does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InferredField {
    /// The path; for an item of a list, without the item's number.
    pub path: Path,
    /// The type that fits all its values.
    pub guess: InferredType,
    /// Its meaning, if its name, type and values show one.
    pub role: Option<FieldRole>,
    /// The values to choose from, the most frequent first; empty if the field is typed.
    pub choices: Vec<String>,
    /// The number of objects with this field; in a list, the number of items.
    pub occurrences: usize,
    /// The first value, as spelled.
    pub example: String,
}

/// A workspace's own field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomField {
    /// The path; for an item of a list, without the item's number.
    pub path: Path,
    /// The type of its values.
    pub guess: InferredType,
    /// Its meaning, if known.
    pub role: Option<FieldRole>,
    /// The values to choose from; empty if the field is typed.
    pub choices: Vec<String>,
    /// The source of the field, as a sentence.
    pub about: String,
}

/// How a learned field is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldCaption {
    /// The label.
    pub title: String,
    /// The form section. A nested field is shown inside its parent instead.
    pub group: String,
    /// For a list: the name of one item, if known.
    pub item_title: Option<String>,
}

impl InferredField {
    /// Returns the field as a field of the workspace. `about` is its source, as a sentence.
    #[must_use]
    pub fn into_custom_field(self, about: String) -> CustomField {
        let Self {
            path,
            guess,
            role,
            choices,
            ..
        } = self;
        CustomField {
            path,
            guess,
            role,
            choices,
            about,
        }
    }
}

impl Catalog {
    /// Returns the fields of the samples that this catalog does not know, ordered by path. The order of the samples
    /// affects only the examples.
    #[must_use]
    pub fn infer_fields(&self, kind: Kind, samples: &[EditableDocument]) -> Vec<InferredField> {
        let mut seen = BTreeMap::new();
        for sample in samples {
            let ty = FieldType::Object(kind.as_str().to_owned());
            self.collect_fields(Some(&ty), &Path::root(), &sample.root(), &mut seen);
        }
        // A path that is a group in one sample and something else in another can be anything. Its members are left
        // out.
        let is_group = |path: &Path| {
            let seen = seen.get(path);
            seen.is_none_or(|seen: &FieldSamples| seen.guess.is_some_and(InferredType::is_group))
        };
        let parents = |path: &Path| {
            (1..path.steps().len())
                .map(|len| path.steps()[..len].iter().cloned().collect())
                .collect::<Vec<Path>>()
        };
        let left_out: Vec<_> = seen
            .keys()
            .filter(|path| !parents(path).iter().all(is_group))
            .cloned()
            .collect();
        for path in left_out {
            seen.remove(&path);
        }
        let found = seen
            .into_iter()
            .map(|(path, seen): (_, FieldSamples)| seen.into_field(path));
        found.collect()
    }

    /// Returns this catalog with a workspace's own fields. A field whose parent object is unknown is left out.
    #[must_use]
    pub fn with_custom_fields(&self, kind: Kind, fields: &[CustomField]) -> Self {
        let mut catalog = self.clone();
        let mut fields: Vec<_> = fields.iter().collect();
        fields.sort_by_key(|field| field.path.steps().len());
        for field in fields {
            catalog.add_custom_field(kind, field);
        }
        let section = LOCAL_GROUP.to_owned();
        let root = catalog.custom_object_mut(kind.as_str());
        if let Some(root) = root.filter(|root| !root.groups.contains(&section)) {
            root.groups.push(section);
        }
        catalog
    }

    /// Returns how a learned field is shown. A field that Practice knows by this name and type has its caption.
    #[must_use]
    pub fn caption(
        kind: Kind,
        path: &Path,
        guess: InferredType,
        role: Option<FieldRole>,
    ) -> FieldCaption {
        let Some(PathStep::Member(name)) = path.last() else {
            return FieldCaption::default();
        };
        let parent = Self::bundled().parent_object_name(kind, &path.parent().unwrap_or_default());
        let known = parent.and_then(|parent| Self::bundled().object(&parent)?.field(name));
        if let Some(known) = known.filter(|known| guess.is_type_of(known)) {
            return FieldCaption {
                title: known.title.clone(),
                group: known.group.clone(),
                item_title: known.item_title.clone(),
            };
        }
        let group = match (role, guess) {
            (Some(role), _) => role.group(),
            (None, InferredType::Url) => "Landing and tracking",
            (None, _) => LOCAL_GROUP,
        };
        FieldCaption {
            title: member_title(name),
            group: group.to_owned(),
            item_title: None,
        }
    }

    fn add_custom_field(&mut self, kind: Kind, local: &CustomField) {
        let CustomField { path, guess, .. } = local;
        let (Some(PathStep::Member(name)), Some(parent)) = (path.last(), path.parent()) else {
            return;
        };
        let Some(object) = self.parent_object_name(kind, &parent) else {
            return;
        };
        let group = format!("{object}.{name}");
        let caption = Self::caption(kind, path, *guess, local.role);
        if guess.is_group() && self.object(&group).is_none() {
            self.own.push(ObjectType {
                name: group.clone(),
                title: caption.title.clone(),
                description: String::new(),
                groups: Vec::new(),
                bases: Vec::new(),
                variants: Vec::new(),
                fields: Vec::new(),
                lookup: LazyFieldIndex::default(),
            });
        }
        let Some(known) = self.object(&object) else {
            return;
        };
        // The path does not say which variant has the field.
        let mut parents = known.variants.clone();
        parents.push(object);
        for parent in parents {
            let object = self.custom_object_mut(&parent);
            if let Some(object) = object.filter(|object| object.field(name).is_none()) {
                object
                    .fields
                    .push(to_field(name, local, &group, caption.clone()));
                object.lookup = LazyFieldIndex::default();
            }
        }
    }

    /// Returns an object that may be changed for a workspace.
    pub(super) fn custom_object_mut(&mut self, name: &str) -> Option<&mut ObjectType> {
        if self.own.iter().all(|own| own.name != name) {
            let object = self.object(name)?.clone();
            self.own.push(object);
        }
        self.own.iter_mut().find(|own| own.name == name)
    }

    /// Returns the name of the object, or of the items' object, at a path.
    fn parent_object_name(&self, kind: Kind, path: &Path) -> Option<String> {
        let mut object = kind.as_str().to_owned();
        for step in path.steps() {
            let PathStep::Member(name) = step else {
                return None;
            };
            let field = self.field_in_variants(self.object(&object)?, name)?;
            object = object_name(&field.ty)?.to_owned();
        }
        Some(object)
    }

    fn collect_fields(
        &self,
        ty: Option<&FieldType>,
        at: &Path,
        node: &Node<'_>,
        seen: &mut BTreeMap<Path, FieldSamples>,
    ) {
        for item in node.items() {
            self.collect_fields(ty, at, &item, seen);
        }
        let name = ty.and_then(object_name);
        let object = name.and_then(|name| self.object_for(name, node));
        if ty.is_some() && object.is_none() {
            // Members of an `Any` value are not fields.
            return;
        }
        for (name, member) in node.members() {
            let path = at.child(name.as_ref());
            let field = object.and_then(|object| object.field(&name));
            if field.is_none() {
                seen.entry(path.clone()).or_default().add(&name, &member);
            }
            self.collect_fields(field.map(|field| &field.ty), &path, &member, seen);
        }
    }
}

/// The values of one field over all samples.
#[derive(Default)]
struct FieldSamples {
    guess: Option<InferredType>,
    count: usize,
    example: String,
    /// The different texts with their numbers, up to [`MAX_TEXTS`].
    texts: BTreeMap<String, usize>,
    has_more_texts: bool,
}

impl FieldSamples {
    fn add(&mut self, name: &str, node: &Node<'_>) {
        self.count += 1;
        if self.guess.is_none() {
            node.raw().clone_into(&mut self.example);
        }
        self.guess = match (self.guess, InferredType::from_value(name, node)) {
            (Some(one), Some(other)) => Some(one.unify(other)),
            (one, other) => one.or(other),
        };
        if let Some(text) = node.as_str().filter(|text| !text.is_empty()) {
            if self.texts.len() < MAX_TEXTS || self.texts.contains_key(text.as_ref()) {
                *self.texts.entry(text.into_owned()).or_default() += 1;
            } else {
                self.has_more_texts = true;
            }
        }
    }

    fn into_field(self, path: Path) -> InferredField {
        let guess = self.guess.unwrap_or(InferredType::Anything);
        let mut texts: Vec<_> = self.texts.into_iter().collect();
        texts.sort_by_key(|(_, count)| Reverse(*count));
        let distinct: Vec<_> = texts.into_iter().map(|(text, _)| text).collect();
        let texts = SampleTexts {
            distinct: &distinct,
            is_cut: self.has_more_texts,
        };
        let (role, guess) = match path.last() {
            Some(PathStep::Member(name)) => {
                let role = FieldRole::recognise(name, guess, texts);
                (role, role.map_or(guess, |role| role.widen(name, guess)))
            }
            _ => (None, guess),
        };
        let is_chosen = guess == InferredType::Text
            && !self.has_more_texts
            && role.is_some_and(FieldRole::is_chosen);
        InferredField {
            path,
            guess,
            role,
            choices: if is_chosen { distinct } else { Vec::new() },
            occurrences: self.count,
            example: self.example,
        }
    }
}

fn to_field(name: &str, local: &CustomField, object: &str, caption: FieldCaption) -> Field {
    let guess = local.guess;
    Field {
        name: name.to_owned(),
        title: caption.title,
        description: local.about.clone(),
        ty: guess.to_field_type(object),
        is_address: guess == InferredType::Url || is_address_name(name),
        nullable: true,
        read_only: false,
        set_once: false,
        required: RequiredOn::Never,
        required_if: None,
        values: local.choices.clone(),
        unit: guess.unit(),
        group: caption.group,
        origin: FieldOrigin::Local,
        alias: None,
        key: None,
        item_title: caption.item_title,
        accepts_single_item: false,
        max_length: None,
        minimum: None,
        maximum: None,
        rank: None,
        hidden: false,
        limits_origin: FieldOrigin::Local,
    }
}

/// The form section for a workspace's own fields.
const LOCAL_GROUP: &str = "Fields of this workspace";

fn object_name(ty: &FieldType) -> Option<&str> {
    match ty {
        FieldType::Object(name) => Some(name),
        FieldType::List(item) => object_name(item),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
