//! What is known of each kind's fields, compiled from `schemas/objects/`.

mod learn;
mod schema;

use std::sync::LazyLock;

use serde::Deserialize;

use crate::json::Shape;
use crate::kind::Kind;
use crate::path::{Path, Step};

pub use learn::{Found, Guess, Local};

/// Every object and its fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalog {
    objects: Vec<Object>,
}

/// An object or nested object of the interface.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    /// Its spelling on the wire, such as `AdminSettings`.
    pub name: String,
    /// What a person calls it.
    pub title: String,
    /// What it is, in one or two sentences.
    pub description: String,
    /// The form's sections in their order; empty for an object that is only ever nested.
    pub groups: Vec<String>,
    /// Its fields, in the order in which the service writes them.
    pub fields: Vec<Field>,
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
    pub ty: Type,
    /// Whether it may be `null`.
    pub nullable: bool,
    /// Whether the service supplies it.
    pub read_only: bool,
    /// Whether it stays as it was once it has a value.
    pub set_once: bool,
    /// When it must have a value.
    pub required: Required,
    /// Values seen. The list is open: another value is kept.
    pub values: Vec<String>,
    /// What its number counts.
    pub unit: Option<Unit>,
    /// The form section that it stands in.
    pub group: String,
    /// Who says that it exists.
    pub origin: Origin,
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
    limits_origin: Origin,
}

/// What a field's value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
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
    List(Box<Type>),
    /// Anything: nothing is known of it.
    Any,
}

/// When a field must have a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Required {
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
pub enum Origin {
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
        static BUNDLED: LazyLock<Catalog> = LazyLock::new(|| {
            let objects = schema::BUNDLED.iter().map(|text| schema::read(text));
            let objects: Result<_, _> = objects.collect();
            Catalog {
                objects: objects.expect("a test reads every bundled schema"),
            }
        });
        &BUNDLED
    }

    /// What holds for any service: neither the fields nor the limits that are our own choice for
    /// Practice.
    #[must_use]
    pub fn without_practice() -> &'static Self {
        static KNOWN: LazyLock<Catalog> = LazyLock::new(|| Catalog::bundled().stripped());
        &KNOWN
    }

    /// An object or nested object by its name.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.name == name)
    }

    /// The object that a document of this kind is.
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        reason = "a test finds every kind in the catalog"
    )]
    pub fn root(&self, kind: Kind) -> &Object {
        self.object(kind.as_str())
            .expect("a test finds every kind in the catalog")
    }

    /// The field at a path of a document; none for an unknown member, an item, or the document
    /// itself.
    #[must_use]
    pub fn field(&self, kind: Kind, path: &Path) -> Option<&Field> {
        matches!(path.last()?, Step::Member(_))
            .then(|| self.typed(kind, path))?
            .map(|(field, _)| field)
    }

    /// The field that a value belongs to, and the value's own type; for an item that is not the
    /// field's.
    #[must_use]
    pub fn typed(&self, kind: Kind, path: &Path) -> Option<(&Field, &Type)> {
        let (first, rest) = path.steps().split_first()?;
        let Step::Member(name) = first else {
            return None;
        };
        let field = self.root(kind).field(name)?;
        rest.iter()
            .try_fold((field, &field.ty), |(field, ty), step| {
                self.part(field, ty, step)
            })
    }

    fn part<'a>(
        &'a self,
        field: &'a Field,
        ty: &'a Type,
        step: &Step,
    ) -> Option<(&'a Field, &'a Type)> {
        match (ty, step) {
            (Type::List(item), Step::Item(_)) => Some((field, item)),
            (Type::Object(name), Step::Member(member)) => {
                let field = self.object(name)?.field(member)?;
                Some((field, &field.ty))
            }
            (Type::List(item), Step::Member(_)) if field.or_bare => self.part(field, item, step),
            _ => None,
        }
    }

    fn stripped(&self) -> Self {
        Self {
            objects: self.objects.iter().map(Object::stripped).collect(),
        }
    }
}

impl Object {
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

    fn stripped(&self) -> Self {
        let known = self
            .fields
            .iter()
            .filter(|field| field.origin != Origin::Practice);
        Self {
            fields: known.map(Field::stripped).collect(),
            ..self.clone()
        }
    }
}

impl Field {
    /// The type that a value of this field has when it looks like this: an item's, where the only item of a list may
    /// stand in its place and does.
    #[must_use]
    pub fn type_of(&self, shape: Shape) -> &Type {
        match &self.ty {
            Type::List(item) if self.or_bare && shape != Shape::Array && shape != Shape::Null => {
                item
            }
            ty => ty,
        }
    }

    fn stripped(&self) -> Self {
        let mut field = self.clone();
        // What public documentation says of null is not to be relied on.
        field.nullable |= self.origin == Origin::Public;
        if self.limits_origin == Origin::Practice {
            field.read_only = false;
            field.set_once = false;
            field.required = Required::Never;
            field.max_length = None;
            field.minimum = None;
            field.maximum = None;
        }
        field
    }
}

#[cfg(test)]
mod tests;
