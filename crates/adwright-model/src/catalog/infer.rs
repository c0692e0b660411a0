//! Guesses undocumented fields from sample objects.

use std::collections::BTreeMap;

use super::field_index::LazyFieldIndex;
use super::member_names::is_address_name;
use super::{Catalog, Field, FieldOrigin, FieldType, ObjectType, RequiredOn};
use crate::document::EditableDocument;
use crate::json::JsonType;
use crate::kind::Kind;
use crate::node::Node;
use crate::path::{Path, PathStep};

/// Numbers in this range count as epochs: 2001 to 2096, in milliseconds.
const EPOCHS: std::ops::Range<i64> = 1_000_000_000_000..4_000_000_000_000;

/// A field of the samples that the catalog does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InferredField {
    /// The path; for an item of a list, without the item's number.
    pub path: Path,
    /// The type that fits all its values.
    pub guess: InferredType,
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
    /// The source of the field, as a sentence.
    pub about: String,
}

/// The type of a field's values, as guessed from samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InferredType {
    /// Texts.
    Text,
    /// Web addresses.
    Url,
    /// Whole numbers.
    Integer,
    /// Numbers.
    Decimal,
    /// Whole numbers that are instants by name and size: milliseconds since 1970 in UTC.
    Instant,
    /// Yes or no.
    YesNo,
    /// Objects; their members are separate fields.
    Object,
    /// Lists of objects; their members are separate fields.
    Objects,
    /// Lists of texts.
    Texts,
    /// Lists of whole numbers.
    Integers,
    /// Lists of numbers.
    Decimals,
    /// Only `null`, or values of several types.
    Anything,
}

impl InferredType {
    /// Every type.
    pub const ALL: &[Self] = &[
        Self::Text,
        Self::Url,
        Self::Integer,
        Self::Decimal,
        Self::Instant,
        Self::YesNo,
        Self::Object,
        Self::Objects,
        Self::Texts,
        Self::Integers,
        Self::Decimals,
        Self::Anything,
    ];

    /// Returns the name used in files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Url => "url",
            Self::Integer => "integer",
            Self::Decimal => "decimal",
            Self::Instant => "instant",
            Self::YesNo => "yes-no",
            Self::Object => "group",
            Self::Objects => "groups",
            Self::Texts => "texts",
            Self::Integers => "integers",
            Self::Decimals => "decimals",
            Self::Anything => "anything",
        }
    }

    /// Parses the name used in files; `None` if this version does not know it.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|guess| guess.as_str() == word)
    }

    /// Returns the type that fits both.
    fn unify(self, other: Self) -> Self {
        match (self, other) {
            (one, two) if one == two => one,
            (Self::Integer | Self::Instant, Self::Integer | Self::Instant) => Self::Integer,
            (Self::Url | Self::Text, Self::Url | Self::Text) => Self::Text,
            (
                Self::Integer | Self::Instant | Self::Decimal,
                Self::Integer | Self::Instant | Self::Decimal,
            ) => Self::Decimal,
            (Self::Integers | Self::Decimals, Self::Integers | Self::Decimals) => Self::Decimals,
            _ => Self::Anything,
        }
    }

    fn from_value(name: &str, node: &Node<'_>) -> Option<Self> {
        Some(match node.json_type() {
            JsonType::Null => return None,
            JsonType::Bool => Self::YesNo,
            JsonType::Object => Self::Object,
            JsonType::String if node.as_str().is_some_and(|text| is_address(&text)) => Self::Url,
            JsonType::String => Self::Text,
            JsonType::Number => match node.as_i64() {
                Some(number) if EPOCHS.contains(&number) && is_instant_name(name) => Self::Instant,
                Some(_) => Self::Integer,
                None => Self::Decimal,
            },
            JsonType::Array => return Self::from_list(node),
        })
    }

    /// An empty list tells nothing, so the result is `None`.
    fn from_list(node: &Node<'_>) -> Option<Self> {
        let items = node.items().map(|item| match Self::from_value("", &item) {
            Some(Self::Object) => Self::Objects,
            Some(Self::Text | Self::Url) => Self::Texts,
            Some(Self::Integer | Self::Instant) => Self::Integers,
            Some(Self::Decimal) => Self::Decimals,
            _ => Self::Anything,
        });
        items.reduce(Self::unify)
    }

    fn to_field_type(self, group: &str) -> FieldType {
        let group = || FieldType::Object(group.to_owned());
        match self {
            Self::Text => FieldType::Text,
            Self::Url => FieldType::Url,
            Self::Integer | Self::Instant => FieldType::Integer,
            Self::Decimal => FieldType::Decimal,
            Self::YesNo => FieldType::YesNo,
            Self::Object => group(),
            Self::Objects => FieldType::List(Box::new(group())),
            Self::Texts => FieldType::List(Box::new(FieldType::Text)),
            Self::Integers => FieldType::List(Box::new(FieldType::Integer)),
            Self::Decimals => FieldType::List(Box::new(FieldType::Decimal)),
            Self::Anything => FieldType::Any,
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
            let guess = seen.get(path).map(|seen: &FieldSamples| seen.guess);
            matches!(
                guess,
                None | Some(Some(InferredType::Object | InferredType::Objects))
            )
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
            .map(|(path, seen): (_, FieldSamples)| InferredField {
                path,
                guess: seen.guess.unwrap_or(InferredType::Anything),
                occurrences: seen.count,
                example: seen.example,
            });
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

    fn add_custom_field(&mut self, kind: Kind, local: &CustomField) {
        let CustomField { path, guess, .. } = local;
        let (Some(PathStep::Member(name)), Some(parent)) = (path.last(), path.parent()) else {
            return;
        };
        let Some(object) = self.parent_object_name(kind, &parent) else {
            return;
        };
        let group = format!("{object}.{name}");
        if matches!(guess, InferredType::Object | InferredType::Objects)
            && self.object(&group).is_none()
        {
            self.own.push(ObjectType {
                name: group.clone(),
                title: name.clone(),
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
                object.fields.push(to_field(name, local, &group));
                object.lookup = LazyFieldIndex::default();
            }
        }
    }

    /// Returns an object that may be changed for a workspace.
    fn custom_object_mut(&mut self, name: &str) -> Option<&mut ObjectType> {
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
    }
}

fn to_field(name: &str, local: &CustomField, group: &str) -> Field {
    let guess = local.guess;
    Field {
        name: name.to_owned(),
        title: name.to_owned(),
        description: local.about.clone(),
        ty: guess.to_field_type(group),
        is_address: guess == InferredType::Url || is_address_name(name),
        nullable: true,
        read_only: false,
        set_once: false,
        required: RequiredOn::Never,
        required_if: None,
        values: Vec::new(),
        unit: (guess == InferredType::Instant).then_some(super::Unit::EpochMilliseconds),
        group: LOCAL_GROUP.to_owned(),
        origin: FieldOrigin::Local,
        alias: None,
        key: None,
        item_title: None,
        accepts_single_item: false,
        max_length: None,
        minimum: None,
        maximum: None,
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

fn is_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

fn is_instant_name(name: &str) -> bool {
    ["Date", "On", "At", "Time", "date", "time"]
        .iter()
        .any(|word| name.ends_with(word))
}

#[cfg(test)]
mod tests;
