//! The fields of each kind, compiled from `schemas/objects/`.

mod bundle;
mod facet;
mod field_index;
mod infer;
mod kind_detection;
mod member_names;
mod schema;
mod value;

use std::sync::{Arc, LazyLock, OnceLock};

use serde::Deserialize;

use crate::json::JsonType;
use crate::kind::Kind;
use crate::node::Node;
use crate::path::{Path, PathStep};
use field_index::LazyFieldIndex;

pub use facet::Facet;
pub use field_index::FieldRef;
pub use infer::{CustomField, InferredField, InferredType};
pub use member_names::{is_address_name, is_id_name};

/// Every object and its fields. Each is read from its schema when it is first asked for, so that a
/// start pays only for the kinds that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalog {
    /// Those with fields of a workspace's own, in the place of those from the schemas.
    own: Vec<ObjectType>,
    /// Those from the schemas, in the order of their names; shared by all copies, so that each is read once.
    bundled: Arc<[LazyObject]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct LazyObject {
    name: &'static str,
    practice: bool,
    read: OnceLock<ObjectType>,
}

/// An object or nested object of the interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectType {
    /// Its spelling on the wire, such as `AdminSettings`.
    pub name: String,
    /// What a person calls it.
    pub title: String,
    /// What it is, in one or two sentences.
    pub description: String,
    /// The form's sections in their order; empty for an object that is only ever nested.
    pub groups: Vec<String>,
    /// The objects that it is built on, by their names in the catalog, the nearest first.
    pub bases: Vec<String>,
    /// The objects, by their names in the catalog, that a value of it is where its `type` says so.
    pub variants: Vec<String>,
    /// Its fields, in the order in which the service writes them.
    pub fields: Vec<Field>,
    lookup: LazyFieldIndex,
}

/// One field of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a keyword of its own in the schema"
)]
pub struct Field {
    /// The member's name.
    pub name: String,
    /// Its label.
    pub title: String,
    /// What it means, in one or two sentences.
    pub description: String,
    /// What its value is.
    pub ty: FieldType,
    /// Whether a text in it is a web address or a part of one, whatever else it may hold.
    pub is_address: bool,
    /// Whether it may be `null`.
    pub nullable: bool,
    /// Whether the service supplies it.
    pub read_only: bool,
    /// Whether it stays as it was once it has a value.
    pub set_once: bool,
    /// When it must have a value.
    pub required: RequiredOn,
    /// On what it depends whether it must have a value, in either phase; none where `required` says
    /// all.
    pub required_if: Option<Condition>,
    /// Values seen. The list is open: another value is kept.
    pub values: Vec<String>,
    /// What its number counts.
    pub unit: Option<Unit>,
    /// The form section that it stands in.
    pub group: String,
    /// Who says that it exists.
    pub origin: FieldOrigin,
    /// Another spelling of the same member.
    pub same_as: Option<String>,
    /// For a list of objects: the member by which its items are told apart.
    pub key: Option<String>,
    /// For a list: what one of its items is called.
    pub item_title: Option<String>,
    /// For a list: whether its only item may stand in its place, without the list around it.
    pub or_bare: bool,
    /// The longest text, in characters.
    pub max_length: Option<usize>,
    /// The smallest number.
    pub minimum: Option<i64>,
    /// The largest number.
    pub maximum: Option<i64>,
    limits_origin: FieldOrigin,
}

/// What a field's value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldType {
    /// A text.
    Text,
    /// A text that is a web address.
    Url,
    /// A whole number within 64 bits.
    Integer,
    /// A number.
    Decimal,
    /// `true` or `false`.
    YesNo,
    /// A nested object, by its name in the catalog.
    Object(String),
    /// A list.
    List(Box<FieldType>),
    /// Anything: nothing is known of it.
    Any,
}

/// When a field must have a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RequiredOn {
    /// Never.
    #[default]
    Never,
    /// When it is created; afterwards it may be empty.
    Create,
    /// When it is updated; the service fills it at first.
    Update,
    /// Always.
    Both,
}

/// What must hold of another member of the same object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// It is this text, in any letter case.
    Is {
        /// The other member's name.
        member: String,
        /// The text.
        word: String,
    },
    /// It is a list with an item, or an object that stands in its place.
    NotEmpty {
        /// The other member's name.
        member: String,
    },
}

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Unit {
    /// Milliseconds since 1970 in UTC.
    #[serde(rename = "epoch")]
    EpochMilliseconds,
    /// Seconds since 1970 in UTC.
    #[serde(rename = "epoch-seconds")]
    EpochSeconds,
    /// Kilobytes.
    #[serde(rename = "KB")]
    Kilobytes,
}

/// Who says that a field exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldOrigin {
    /// The interface.
    Interface,
    /// Public documentation of such a service: always optional.
    Public,
    /// Our own choice where the interface shows nothing; holds in Practice only.
    Practice,
    /// A workspace's own field, added by hand or learned from a sample.
    Local,
}

impl Catalog {
    /// Everything in `schemas/`, with the fields and limits that hold in Practice only.
    #[must_use]
    pub fn bundled() -> &'static Self {
        static BUNDLED: LazyLock<Catalog> = LazyLock::new(|| Catalog::unloaded(true));
        &BUNDLED
    }

    /// What holds for any service: neither the fields nor the limits that are our own choice for
    /// Practice.
    #[must_use]
    pub fn without_practice() -> &'static Self {
        static KNOWN: LazyLock<Catalog> = LazyLock::new(|| Catalog::unloaded(false));
        &KNOWN
    }

    fn unloaded(practice: bool) -> Self {
        let object = |&(name, _): &(&'static str, _)| LazyObject {
            name,
            practice,
            read: OnceLock::new(),
        };
        Self {
            own: Vec::new(),
            bundled: bundle::SCHEMAS.iter().map(object).collect(),
        }
    }

    /// The schema of an object as it is written in `schemas/objects/`, by the object's name.
    #[must_use]
    pub fn schema_text(name: &str) -> Option<&'static str> {
        let at = bundle::SCHEMAS.binary_search_by_key(&name, |(name, _)| name);
        at.ok().map(|at| bundle::SCHEMAS[at].1)
    }

    /// Every object and nested object, a workspace's own first. Reads all of them.
    pub fn objects(&self) -> impl Iterator<Item = &ObjectType> {
        let is_own = |name: &str| self.own.iter().any(|own| own.name == name);
        let others = self.bundled.iter().filter(move |one| !is_own(one.name));
        self.own.iter().chain(others.map(LazyObject::object))
    }

    /// An object or nested object by its name.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<&ObjectType> {
        let own = self.own.iter().find(|own| own.name == name);
        own.or_else(|| {
            let at = self.bundled.binary_search_by_key(&name, |one| one.name);
            at.ok().map(|at| self.bundled[at].object())
        })
    }

    /// The object that a value is: where its `type` says so, one of the variants of the named one.
    #[must_use]
    pub fn object_for(&self, name: &str, value: &Node<'_>) -> Option<&ObjectType> {
        let object = self.object(name)?;
        Some(self.variant_of(object, value))
    }

    /// The variant of an object that a value is by its `type`; the object itself where it says none.
    #[must_use]
    pub fn variant_of<'a>(&'a self, object: &'a ObjectType, value: &Node<'_>) -> &'a ObjectType {
        if object.variants.is_empty() {
            return object;
        }
        let word = value.member("type").and_then(|word| word.as_str());
        let variant = object
            .variants
            .iter()
            .find(|variant| word.as_deref() == Some(variant));
        variant
            .and_then(|variant| self.object(variant))
            .unwrap_or(object)
    }

    /// The object that a document of this kind is.
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        reason = "a test finds every kind in the catalog"
    )]
    pub fn root(&self, kind: Kind) -> &ObjectType {
        self.object(kind.as_str())
            .expect("a test finds every kind in the catalog")
    }

    /// The field at a path of a document; none for an unknown member, an item, or the document
    /// itself.
    #[must_use]
    pub fn field(&self, kind: Kind, path: &Path) -> Option<&Field> {
        matches!(path.last()?, PathStep::Member(_))
            .then(|| self.field_and_type(kind, path))?
            .map(|(field, _)| field)
    }

    /// The field that a value belongs to, and the value's own type; for an item that is not the
    /// field's. Where a path leads through an object with variants, the first that has the member
    /// counts.
    #[must_use]
    pub fn field_and_type(&self, kind: Kind, path: &Path) -> Option<(&Field, &FieldType)> {
        let (first, rest) = path.steps().split_first()?;
        let PathStep::Member(name) = first else {
            return None;
        };
        let field = self.root(kind).field(name)?;
        rest.iter()
            .try_fold((field, &field.ty), |(field, ty), step| {
                self.step_into(field, ty, step)
            })
    }

    fn step_into<'a>(
        &'a self,
        field: &'a Field,
        ty: &'a FieldType,
        step: &PathStep,
    ) -> Option<(&'a Field, &'a FieldType)> {
        match (ty, step) {
            (FieldType::List(item), PathStep::Item(_)) => Some((field, item)),
            (FieldType::Object(name), PathStep::Member(member)) => {
                let field = self.field_in_variants(self.object(name)?, member)?;
                Some((field, &field.ty))
            }
            (FieldType::List(item), PathStep::Member(_)) if field.or_bare => {
                self.step_into(field, item, step)
            }
            _ => None,
        }
    }

    fn field_in_variants<'a>(&'a self, object: &'a ObjectType, member: &str) -> Option<&'a Field> {
        let variants = object.variants.iter();
        let mut variants = variants.filter_map(|name| self.object(name)?.field(member));
        object.field(member).or_else(|| variants.next())
    }
}

impl LazyObject {
    fn object(&self) -> &ObjectType {
        self.read.get_or_init(|| {
            if self.practice {
                let text =
                    bundle::schema_text(self.name).expect("the names are those of the texts");
                schema::parse_object_schema(text).expect("a test reads every bundled schema")
            } else {
                let object = Catalog::bundled().object(self.name);
                object
                    .expect("both have the same names")
                    .without_practice_parts()
            }
        })
    }
}

impl ObjectType {
    /// A field by its member's name, in either of its spellings.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        let exact = self.fields.iter().find(|field| field.name == name);
        exact.or_else(|| {
            self.fields
                .iter()
                .find(|field| field.same_as.as_deref() == Some(name))
        })
    }

    /// The place of a field among the others, by either spelling of its name.
    #[must_use]
    pub fn field_index(&self, name: &str) -> Option<usize> {
        let place = self.lookup.find(&self.fields, name);
        place.map(|place| place.field)
    }

    /// The members of a value in their order, each with the field that it is; none for a member that the catalog does not
    /// know. Quick where they come in the order of the fields.
    pub fn members<'a>(
        &self,
        value: &Node<'a>,
    ) -> impl Iterator<Item = (Option<FieldRef>, Node<'a>)> {
        let mut near = 0;
        value.member_values().map(move |member| {
            let place = self.lookup.find_near(&self.fields, &member, near);
            near = place.map_or(near, |place| place.field + 1);
            (place, member)
        })
    }

    /// The places of the fields with a facet, in their order.
    #[must_use]
    pub fn field_indices(&self, facet: Facet) -> &[usize] {
        self.lookup.indices_with(&self.fields, facet)
    }

    /// Whether it is the named object or built on it.
    #[must_use]
    pub fn is_a(&self, name: &str) -> bool {
        self.name == name || self.bases.iter().any(|base| base == name)
    }

    /// The `type` that a new one starts with; none where it has no such field, or one that can be
    /// anything.
    #[must_use]
    pub fn default_type(&self) -> Option<&str> {
        let words = &self.field("type")?.values;
        words.first().map(String::as_str)
    }

    fn without_practice_parts(&self) -> Self {
        let known = self
            .fields
            .iter()
            .filter(|field| field.origin != FieldOrigin::Practice);
        Self {
            fields: known.map(Field::without_practice_parts).collect(),
            ..self.clone()
        }
    }
}

impl Condition {
    /// The member that it looks at.
    #[must_use]
    pub fn member(&self) -> &str {
        match self {
            Self::Is { member, .. } | Self::NotEmpty { member } => member,
        }
    }

    /// Whether it holds in this object.
    #[must_use]
    pub fn is_met_by(&self, object: &Node<'_>) -> bool {
        let Some(node) = object.member(self.member()) else {
            return false;
        };
        match self {
            Self::Is { word, .. } => node
                .as_str()
                .is_some_and(|text| text.eq_ignore_ascii_case(word)),
            Self::NotEmpty { .. } => match node.json_type() {
                JsonType::Array | JsonType::Object => !node.is_empty(),
                _ => false,
            },
        }
    }
}

impl Field {
    /// The type that a value of this field has when it looks like this: an item's, where the only item of a list may
    /// stand in its place and does.
    #[must_use]
    pub fn type_for(&self, shape: JsonType) -> &FieldType {
        match &self.ty {
            FieldType::List(item)
                if self.or_bare && shape != JsonType::Array && shape != JsonType::Null =>
            {
                item
            }
            ty => ty,
        }
    }

    /// Whether it must have a value in some phase or under some condition.
    #[must_use]
    pub fn can_be_required(&self) -> bool {
        self.required != RequiredOn::Never || self.required_if.is_some()
    }

    fn without_practice_parts(&self) -> Self {
        let mut field = self.clone();
        // What public documentation says of null is not to be relied on.
        field.nullable |= self.origin == FieldOrigin::Public;
        if self.limits_origin == FieldOrigin::Practice {
            field.read_only = false;
            field.set_once = false;
            field.required = RequiredOn::Never;
            field.required_if = None;
            field.max_length = None;
            field.minimum = None;
            field.maximum = None;
        }
        field
    }
}

#[cfg(test)]
mod tests;
