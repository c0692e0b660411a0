//! The keywords of a field that say what its value is.

use serde::Deserialize;

use super::Type;
use super::schema::{OfType, Reference, object_name};

/// What a value is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValueSchema {
    #[serde(rename = "type")]
    words: Option<Words>,
    format: Option<Format>,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    /// An object or `null`.
    #[serde(rename = "anyOf")]
    any_of: Option<(Reference, OfType<NullWord>)>,
    items: Option<Box<ValueSchema>>,
}

/// The keywords of [`ValueSchema`].
pub(super) const VALUE_KEYWORDS: [&str; 5] = ["type", "format", "$ref", "anyOf", "items"];

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum NullWord {
    Null,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    One(Word),
    /// A type, what may stand in its place, and `null`.
    Any(Vec<Word>),
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Word {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    Null,
}

/// What may stand in the place of a list: its only item.
#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
pub(super) enum AlsoShape {
    Object,
    String,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Format {
    Int32,
    Int64,
    Double,
    Uri,
    /// An address in which macros may stand, such as `[timestamp]`: their brackets are no part of a URI.
    UriWithMacros,
    /// An address, or a part of one that is added to another.
    UriReference,
}

impl AlsoShape {
    fn is_item_of(self, list: &Type) -> bool {
        let Type::List(item) = list else {
            return false;
        };
        match **item {
            Type::Object(_) => self == Self::Object,
            Type::Text | Type::Url => self == Self::String,
            _ => false,
        }
    }

    fn word(self) -> Word {
        match self {
            Self::Object => Word::Object,
            Self::String => Word::String,
        }
    }
}

impl ValueSchema {
    pub(super) fn ty(&self) -> Type {
        let nullable = self.any_of.as_ref().map(|(object, _)| &object.reference);
        if let Some(reference) = self.reference.as_ref().or(nullable) {
            return Type::Object(object_name(reference));
        }
        match self.word() {
            Some(Word::String) if self.is_url() => Type::Url,
            Some(Word::String) => Type::Text,
            Some(Word::Integer) => Type::Integer,
            Some(Word::Number) => Type::Decimal,
            Some(Word::Boolean) => Type::YesNo,
            Some(Word::Array) => Type::List(Box::new(
                self.items.as_ref().map_or(Type::Any, |items| items.ty()),
            )),
            Some(Word::Object | Word::Null) | None => Type::Any,
        }
    }

    fn is_url(&self) -> bool {
        matches!(self.format, Some(Format::Uri | Format::UriWithMacros))
    }

    /// Whether a text is an address or a part of one. The format of a value without a type is about texts only.
    pub(super) fn is_address(&self) -> bool {
        self.is_url() || self.format == Some(Format::UriReference)
    }

    fn words(&self) -> &[Word] {
        match &self.words {
            None => &[],
            Some(Words::One(word)) => std::slice::from_ref(word),
            Some(Words::Any(words)) => words,
        }
    }

    fn word(&self) -> Option<Word> {
        self.shapes().next()
    }

    /// Every type but `null`.
    fn shapes(&self) -> impl Iterator<Item = Word> {
        let words = self.words().iter().copied();
        words.filter(|&word| word != Word::Null)
    }

    /// Whether this, and nothing else, may stand in the place of the value.
    pub(super) fn takes(&self, also: Option<AlsoShape>) -> bool {
        let is_item = also.is_none_or(|also| also.is_item_of(&self.ty()));
        is_item && self.shapes().skip(1).eq(also.map(AlsoShape::word))
    }

    pub(super) fn is_nullable(&self) -> bool {
        self.any_of.is_some() || self.words().contains(&Word::Null) || self.ty() == Type::Any
    }

    /// The smallest and the largest number that the format has room for, where that is narrower
    /// than the type.
    pub(super) fn range(&self) -> Option<(i64, i64)> {
        (self.format == Some(Format::Int32)).then(|| (i32::MIN.into(), i32::MAX.into()))
    }
}
