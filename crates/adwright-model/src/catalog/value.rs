//! The keywords that describe a field's value.

use serde::Deserialize;

use super::FieldType;
use super::schema::{SchemaRef, TypeProperty, object_name};

/// The schema of a value.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueSchema {
    #[serde(rename = "type")]
    words: Option<SchemaTypes>,
    format: Option<ValueFormat>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    /// An object or `null`.
    #[serde(rename = "anyOf")]
    any_of: Option<(SchemaRef, TypeProperty<NullType>)>,
    items: Option<Box<ValueSchema>>,
}

/// The keywords of [`ValueSchema`].
pub(super) const VALUE_KEYWORDS: [&str; 5] = ["type", "format", "$ref", "anyOf", "items"];

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum NullType {
    Null,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SchemaTypes {
    One(SchemaType),
    /// A type, its alternative, and `null`.
    Any(Vec<SchemaType>),
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum SchemaType {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    Null,
}

/// The type that may replace a list: its single item.
#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(super) enum AlternativeType {
    Object,
    String,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum ValueFormat {
    Int32,
    Int64,
    Double,
    Uri,
    /// An address with macros, such as `[timestamp]`. The brackets are not valid in a URI.
    UriWithMacros,
    /// An address, or a part that is appended to another address.
    UriReference,
}

impl AlternativeType {
    fn is_item_of(self, list: &FieldType) -> bool {
        let FieldType::List(item) = list else {
            return false;
        };
        match **item {
            FieldType::Object(_) => self == Self::Object,
            FieldType::Text | FieldType::Url => self == Self::String,
            _ => false,
        }
    }

    fn schema_type(self) -> SchemaType {
        match self {
            Self::Object => SchemaType::Object,
            Self::String => SchemaType::String,
        }
    }
}

impl ValueSchema {
    pub(super) fn field_type(&self) -> FieldType {
        let nullable = self.any_of.as_ref().map(|(object, _)| &object.reference);
        if let Some(reference) = self.reference.as_ref().or(nullable) {
            return FieldType::Object(object_name(reference));
        }
        match self.schema_type() {
            Some(SchemaType::String) if self.is_url() => FieldType::Url,
            Some(SchemaType::String) => FieldType::Text,
            Some(SchemaType::Integer) => FieldType::Integer,
            Some(SchemaType::Number) => FieldType::Decimal,
            Some(SchemaType::Boolean) => FieldType::YesNo,
            Some(SchemaType::Array) => FieldType::List(Box::new(
                self.items
                    .as_ref()
                    .map_or(FieldType::Any, |items| items.field_type()),
            )),
            Some(SchemaType::Object | SchemaType::Null) | None => FieldType::Any,
        }
    }

    fn is_url(&self) -> bool {
        matches!(
            self.format,
            Some(ValueFormat::Uri | ValueFormat::UriWithMacros)
        )
    }

    /// Returns true if a text is an address or a part of one. The format of a value without a type applies only to
    /// texts.
    pub(super) fn is_address(&self) -> bool {
        self.is_url() || self.format == Some(ValueFormat::UriReference)
    }

    fn schema_types(&self) -> &[SchemaType] {
        match &self.words {
            None => &[],
            Some(SchemaTypes::One(word)) => std::slice::from_ref(word),
            Some(SchemaTypes::Any(words)) => words,
        }
    }

    fn schema_type(&self) -> Option<SchemaType> {
        self.non_null_types().next()
    }

    /// Returns every type except `null`.
    fn non_null_types(&self) -> impl Iterator<Item = SchemaType> {
        let words = self.schema_types().iter().copied();
        words.filter(|&word| word != SchemaType::Null)
    }

    /// Returns true if exactly this type may replace the value.
    pub(super) fn accepts_only(&self, also: Option<AlternativeType>) -> bool {
        let is_item = also.is_none_or(|also| also.is_item_of(&self.field_type()));
        is_item
            && self
                .non_null_types()
                .skip(1)
                .eq(also.map(AlternativeType::schema_type))
    }

    pub(super) fn is_nullable(&self) -> bool {
        self.any_of.is_some()
            || self.schema_types().contains(&SchemaType::Null)
            || self.field_type() == FieldType::Any
    }

    /// Returns the smallest and largest number of the format, if it is narrower than the type.
    pub(super) fn range(&self) -> Option<(i64, i64)> {
        (self.format == Some(ValueFormat::Int32)).then(|| (i32::MIN.into(), i32::MAX.into()))
    }
}
