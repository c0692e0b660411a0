//! The fields of each kind, compiled from `schemas/objects/`.

mod arrange;
mod bundle;
mod facet;
mod field_index;
mod field_role;
mod infer;
mod inferred_type;
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

pub use arrange::{ArrangedField, ArrangedSection};
pub use facet::{Facet, FacetSet, FieldFacets};
pub use field_index::{FieldRef, MemberOrder};
pub use field_role::FieldRole;
pub use infer::{CustomField, FieldCaption, InferredField};
pub use inferred_type::InferredType;
pub use member_names::{is_address_name, is_id_name};

/// Every object and its fields. A schema is parsed on first use, so a start pays only for the kinds that it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalog {
    /// The objects with a workspace's own fields. They replace the bundled ones.
    own: Vec<ObjectType>,
    /// The bundled objects, the shortest name first, which is found fastest. All copies share them, so each is parsed
    /// once.
    bundled: Arc<[LazyObject]>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct LazyObject {
    name: &'static str,
    scope: CatalogScope,
    parsed: OnceLock<ObjectType>,
}

/// The services that a catalog describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CatalogScope {
    /// Practice, with the fields and limits that we chose for it.
    Practice,
    /// Any service.
    AnyService,
}

/// An object or nested object of the interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectType {
    /// The spelling on the wire, such as `AdminSettings`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// A description of one or two sentences.
    pub description: String,
    /// The form's sections in order; empty for an object that is only nested.
    pub groups: Vec<String>,
    /// The names of the base objects, the nearest first.
    pub bases: Vec<String>,
    /// The names of the objects that a value's `type` can select.
    pub variants: Vec<String>,
    /// The fields, in the order in which the service writes them.
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
    /// The label.
    pub title: String,
    /// A description of one or two sentences.
    pub description: String,
    /// The type of the value.
    pub ty: FieldType,
    /// True if a text in this field is a web address or a part of one, even if other values are allowed.
    pub is_address: bool,
    /// True if the value may be `null`.
    pub nullable: bool,
    /// True if the service supplies the value.
    pub read_only: bool,
    /// True if the value is fixed once it is set.
    pub set_once: bool,
    /// The phases that require a value.
    pub required: RequiredOn,
    /// A condition that makes a value required in either phase; `None` if `required` says it all.
    pub required_if: Option<Condition>,
    /// Values seen. The list is open: other values are kept.
    pub values: Vec<String>,
    /// The unit of the number.
    pub unit: Option<Unit>,
    /// The form section.
    pub group: String,
    /// The source that says the field exists.
    pub origin: FieldOrigin,
    /// A second name of the member, with the same meaning.
    pub alias: Option<String>,
    /// For a list of objects: the member that identifies an item.
    pub key: Option<String>,
    /// For a list: the name of one item.
    pub item_title: Option<String>,
    /// For a list: true if a single item may replace the list.
    pub accepts_single_item: bool,
    /// The longest text, in characters.
    pub max_length: Option<usize>,
    /// The smallest number.
    pub minimum: Option<i64>,
    /// The largest number.
    pub maximum: Option<i64>,
    /// The place among the fields of its section, if a workspace arranged it.
    pub rank: Option<usize>,
    /// True if a workspace hides it in the form.
    pub hidden: bool,
    limits_origin: FieldOrigin,
}

/// The type of a field's value.
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
    /// A nested object, by name in the catalog.
    Object(String),
    /// A list.
    List(Box<FieldType>),
    /// Anything: the type is unknown.
    Any,
}

/// The phases in which a field must have a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RequiredOn {
    /// Never.
    #[default]
    Never,
    /// On create only; afterwards the field may be empty.
    Create,
    /// On update only; the service fills the field first.
    Update,
    /// On create and update.
    Both,
}

/// A condition on another member of the same object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The member is this text, in any letter case.
    Is {
        /// The other member's name.
        member: String,
        /// The text.
        word: String,
    },
    /// The member is a list with an item, or an object that replaces the list.
    NotEmpty {
        /// The other member's name.
        member: String,
    },
}

/// The unit of a number.
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

/// The source that says a field exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldOrigin {
    /// INTERFACE.md.
    Interface,
    /// Public documentation of such a service. The field is always optional.
    Public,
    /// Our own choice, because the interface shows nothing. Holds only in Practice.
    Practice,
    /// A workspace's own field, added by hand or learned from a sample.
    Local,
}

impl Catalog {
    /// Returns everything in `schemas/`, including the fields and limits that hold only in Practice.
    #[must_use]
    pub fn bundled() -> &'static Self {
        static BUNDLED: LazyLock<Catalog> =
            LazyLock::new(|| Catalog::unparsed(CatalogScope::Practice));
        &BUNDLED
    }

    /// Returns what holds for any service, without the fields and limits that we chose for Practice.
    #[must_use]
    pub fn without_practice() -> &'static Self {
        static KNOWN: LazyLock<Catalog> =
            LazyLock::new(|| Catalog::unparsed(CatalogScope::AnyService));
        &KNOWN
    }

    fn unparsed(scope: CatalogScope) -> Self {
        let object = |&(name, _): &(&'static str, _)| LazyObject {
            name,
            scope,
            parsed: OnceLock::new(),
        };
        let mut bundled: Vec<_> = bundle::SCHEMAS.iter().map(object).collect();
        bundled.sort_unstable_by(|one, other| one.place().cmp(&other.place()));
        Self {
            own: Vec::new(),
            bundled: bundled.into(),
        }
    }

    /// Returns the schema of an object as written in `schemas/objects/`.
    #[must_use]
    pub fn schema_text(name: &str) -> Option<&'static str> {
        let at = bundle::SCHEMAS.binary_search_by_key(&name, |(name, _)| name);
        at.ok().map(|at| bundle::SCHEMAS[at].1)
    }

    /// Returns every object and nested object, a workspace's own first. Parses all schemas.
    pub fn objects(&self) -> impl Iterator<Item = &ObjectType> {
        let is_own = |name: &str| self.own.iter().any(|own| own.name == name);
        let others = self.bundled.iter().filter(move |one| !is_own(one.name));
        self.own.iter().chain(others.map(LazyObject::object))
    }

    /// Returns an object or nested object by name.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<&ObjectType> {
        let own = self.own.iter().find(|own| own.name == name);
        own.or_else(|| {
            let place = (name.len(), name);
            let at = self.bundled.binary_search_by_key(&place, LazyObject::place);
            at.ok().map(|at| self.bundled[at].object())
        })
    }

    /// Returns the object of a value: the variant that the value's `type` selects, otherwise the named object.
    #[must_use]
    pub fn object_for(&self, name: &str, value: &Node<'_>) -> Option<&ObjectType> {
        let object = self.object(name)?;
        Some(self.variant_of(object, value))
    }

    /// Returns the variant that a value's `type` selects, or the object itself if `type` selects none.
    #[must_use]
    pub fn variant_of<'a>(&'a self, object: &'a ObjectType, value: &Node<'_>) -> &'a ObjectType {
        let variant = object.variant_name(value);
        variant
            .and_then(|variant| self.object(variant))
            .unwrap_or(object)
    }

    /// Returns the object for documents of this kind.
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        reason = "a test finds every kind in the catalog"
    )]
    pub fn root(&self, kind: Kind) -> &ObjectType {
        self.object(kind.as_str())
            .expect("a test finds every kind in the catalog")
    }

    /// Returns the field at a path; `None` for an unknown member, an item, or the document itself.
    #[must_use]
    pub fn field(&self, kind: Kind, path: &Path) -> Option<&Field> {
        matches!(path.last()?, PathStep::Member(_))
            .then(|| self.field_and_type(kind, path))?
            .map(|(field, _)| field)
    }

    /// Returns the field that a value belongs to, and the value's own type. The type of an item is not the field's
    /// type. If a path leads through an object with variants, the first variant with the member counts.
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
            (FieldType::List(item), PathStep::Member(_)) if field.accepts_single_item => {
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
    /// Returns the key of its place among the others.
    fn place(&self) -> (usize, &str) {
        (self.name.len(), self.name)
    }

    fn object(&self) -> &ObjectType {
        self.parsed.get_or_init(|| match self.scope {
            CatalogScope::Practice => {
                let text =
                    bundle::schema_text(self.name).expect("the names are those of the texts");
                schema::parse_object_schema(text).expect("a test reads every bundled schema")
            }
            CatalogScope::AnyService => {
                let object = Catalog::bundled().object(self.name);
                object
                    .expect("both have the same names")
                    .without_practice_fields()
            }
        })
    }
}

impl ObjectType {
    /// Returns a field by member name, in either spelling.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Field> {
        let exact = self.fields.iter().find(|field| field.name == name);
        exact.or_else(|| {
            self.fields
                .iter()
                .find(|field| field.alias.as_deref() == Some(name))
        })
    }

    /// Returns the index of a field, by either spelling of its name.
    #[must_use]
    pub fn field_index(&self, name: &str) -> Option<usize> {
        let place = self.lookup.find(&self.fields, name);
        place.map(|place| place.field)
    }

    /// Returns the name of the variant that a value's `type` selects; `None` if `type` selects none.
    #[must_use]
    pub fn variant_name(&self, value: &Node<'_>) -> Option<&str> {
        if self.variants.is_empty() {
            return None;
        }
        let word = value.member("type")?.as_str()?;
        let variant = self.variants.iter().find(|variant| **variant == word);
        variant.map(String::as_str)
    }

    /// Returns true if this is the named object or is built on it.
    #[must_use]
    pub fn is_a(&self, name: &str) -> bool {
        self.name == name || self.bases.iter().any(|base| base == name)
    }

    /// Returns the `type` of a new object; `None` if the object has no such field or the field can be anything.
    #[must_use]
    pub fn default_type(&self) -> Option<&str> {
        let words = &self.field("type")?.values;
        words.first().map(String::as_str)
    }

    fn without_practice_fields(&self) -> Self {
        let known = self
            .fields
            .iter()
            .filter(|field| field.origin != FieldOrigin::Practice);
        Self {
            fields: known.map(Field::without_practice_limits).collect(),
            ..self.clone()
        }
    }
}

impl Condition {
    /// Returns the member that the condition tests.
    #[must_use]
    pub fn member(&self) -> &str {
        match self {
            Self::Is { member, .. } | Self::NotEmpty { member } => member,
        }
    }

    /// Returns true if the condition holds in this object.
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
    /// Returns the type that fits a value of this JSON type. It is the item's type if a single item replaces the
    /// list.
    #[must_use]
    pub fn type_for(&self, shape: JsonType) -> &FieldType {
        match &self.ty {
            FieldType::List(item)
                if self.accepts_single_item
                    && shape != JsonType::Array
                    && shape != JsonType::Null =>
            {
                item
            }
            ty => ty,
        }
    }

    /// Returns true if the field must have a value in some phase or under some condition.
    #[must_use]
    pub fn can_be_required(&self) -> bool {
        self.required != RequiredOn::Never || self.required_if.is_some()
    }

    fn without_practice_limits(&self) -> Self {
        let mut field = self.clone();
        // Public documentation is unreliable about `null`.
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
