//! The types of undocumented fields.

use std::ops::Range;

use super::field_role::is_instant_name;
use super::{Field, FieldType, Unit};
use crate::json::JsonType;
use crate::node::Node;

/// Numbers in this range count as epochs in milliseconds: 2001 to 2096.
const EPOCHS: Range<i64> = 1_000_000_000_000..4_000_000_000_000;

/// Numbers in this range count as epochs in seconds: 2001 to 2096.
const EPOCH_SECONDS: Range<i64> = 1_000_000_000..4_000_000_000;

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
    /// Whole numbers that are instants by name and size: seconds since 1970 in UTC.
    InstantSeconds,
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
        Self::InstantSeconds,
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
            Self::InstantSeconds => "instant-seconds",
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
    pub(super) fn unify(self, other: Self) -> Self {
        match (self, other) {
            (one, two) if one == two => one,
            (one, other) if one.is_whole_number() && other.is_whole_number() => Self::Integer,
            (Self::Url | Self::Text, Self::Url | Self::Text) => Self::Text,
            (one, other) if one.is_number() && other.is_number() => Self::Decimal,
            (Self::Integers | Self::Decimals, Self::Integers | Self::Decimals) => Self::Decimals,
            _ => Self::Anything,
        }
    }

    /// Returns whether the values are objects, whose members are separate fields.
    #[must_use]
    pub const fn is_group(self) -> bool {
        matches!(self, Self::Object | Self::Objects)
    }

    const fn is_whole_number(self) -> bool {
        matches!(self, Self::Integer | Self::Instant | Self::InstantSeconds)
    }

    const fn is_number(self) -> bool {
        self.is_whole_number() || matches!(self, Self::Decimal)
    }

    pub(super) const fn unit(self) -> Option<Unit> {
        match self {
            Self::Instant => Some(Unit::EpochMilliseconds),
            Self::InstantSeconds => Some(Unit::EpochSeconds),
            _ => None,
        }
    }

    /// Returns whether a field of the catalog has this type.
    pub(super) fn is_type_of(self, field: &Field) -> bool {
        let is_object = |ty: &FieldType| matches!(ty, FieldType::Object(_));
        match &field.ty {
            FieldType::List(item) if is_object(item) => self == Self::Objects,
            ty if is_object(ty) => self == Self::Object,
            ty => *ty == self.to_field_type("") && field.unit.is_some() == self.unit().is_some(),
        }
    }

    pub(super) fn from_value(name: &str, node: &Node<'_>) -> Option<Self> {
        Some(match node.json_type() {
            JsonType::Null => return None,
            JsonType::Bool => Self::YesNo,
            JsonType::Object => Self::Object,
            JsonType::String if node.as_str().is_some_and(|text| is_address(&text)) => Self::Url,
            JsonType::String => Self::Text,
            JsonType::Number => match (node.as_i64(), is_instant_name(name)) {
                (Some(number), true) if EPOCHS.contains(&number) => Self::Instant,
                (Some(number), true) if EPOCH_SECONDS.contains(&number) => Self::InstantSeconds,
                // Services write 0 for a date that is not set.
                (Some(0), true) => return None,
                (Some(_), _) => Self::Integer,
                (None, _) => Self::Decimal,
            },
            JsonType::Array => return Self::from_list(node),
        })
    }

    /// An empty list tells nothing, so the result is `None`.
    fn from_list(node: &Node<'_>) -> Option<Self> {
        let items = node.items().map(|item| match Self::from_value("", &item) {
            Some(Self::Object) => Self::Objects,
            Some(Self::Text | Self::Url) => Self::Texts,
            Some(Self::Integer | Self::Instant | Self::InstantSeconds) => Self::Integers,
            Some(Self::Decimal) => Self::Decimals,
            _ => Self::Anything,
        });
        items.reduce(Self::unify)
    }

    pub(super) fn to_field_type(self, group: &str) -> FieldType {
        let group = || FieldType::Object(group.to_owned());
        match self {
            Self::Text => FieldType::Text,
            Self::Url => FieldType::Url,
            Self::Integer | Self::Instant | Self::InstantSeconds => FieldType::Integer,
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

fn is_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}
