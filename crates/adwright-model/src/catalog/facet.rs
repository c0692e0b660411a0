use super::member_names::is_id_name;
use super::{Field, FieldType, Unit};
use crate::json::JsonType;

/// A property of a field that some check or view asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet {
    /// The field must have a value in some phase or under some condition.
    Required,
    /// The service supplies the value.
    ReadOnly,
    /// The field keeps its first value.
    SetOnce,
    /// The catalog lists values seen before.
    Values,
    /// The value has limits.
    Limits,
    /// The value is an instant.
    Instant,
    /// The value is a web address.
    Url,
    /// The value, if it is a text, is a web address or a part of one.
    Address,
    /// The value counts or measures something, so it is not negative.
    Quantity,
    /// The value is an id.
    Id,
    /// The field has an alias.
    Alias,
    /// The value is the name of its object.
    Name,
    /// The catalog knows the type of the value.
    Type,
}

impl Facet {
    /// Every facet, in the order of declaration.
    pub const ALL: [Self; 13] = [
        Self::Required,
        Self::ReadOnly,
        Self::SetOnce,
        Self::Values,
        Self::Limits,
        Self::Instant,
        Self::Url,
        Self::Address,
        Self::Quantity,
        Self::Id,
        Self::Alias,
        Self::Name,
        Self::Type,
    ];

    /// Returns true if the field has this facet.
    #[must_use]
    pub fn applies_to(self, field: &Field) -> bool {
        match self {
            Self::Required => field.can_be_required(),
            Self::ReadOnly => field.read_only,
            Self::SetOnce => field.set_once,
            Self::Values => !field.values.is_empty(),
            Self::Limits => is_limited(field),
            Self::Instant => is_instant(field),
            Self::Url => field.ty == FieldType::Url,
            Self::Address => field.is_address,
            Self::Quantity => is_quantity(field),
            Self::Id => is_id(field),
            Self::Alias => field.alias.is_some(),
            Self::Name => field.name == "name",
            Self::Type => field.ty != FieldType::Any,
        }
    }

    /// Returns true if a check may find a problem under this facet in a value of this JSON type. An absent value
    /// counts as `null`.
    fn can_fail(self, field: &Field, json_type: JsonType) -> bool {
        match self {
            Self::Required => {
                matches!(
                    json_type,
                    JsonType::Null | JsonType::String | JsonType::Array
                )
            }
            Self::ReadOnly | Self::SetOnce => true,
            Self::Alias => json_type != JsonType::Null,
            Self::Values | Self::Url | Self::Address | Self::Name => json_type == JsonType::String,
            Self::Limits | Self::Instant | Self::Id => {
                matches!(json_type, JsonType::Number | JsonType::String)
            }
            Self::Quantity => json_type == JsonType::Number,
            Self::Type => !has_type(field, json_type),
        }
    }
}

/// Returns true if every value of this JSON type has the type of the field.
fn has_type(field: &Field, json_type: JsonType) -> bool {
    match (&field.ty, json_type) {
        (_, JsonType::Null) => field.nullable,
        (FieldType::Text | FieldType::Url, JsonType::String)
        | (FieldType::Decimal, JsonType::Number)
        | (FieldType::YesNo, JsonType::Bool)
        | (FieldType::Object(_), JsonType::Object)
        | (FieldType::Any, _) => true,
        _ => false,
    }
}

/// The facets of a field under which a check may find a problem, for a value of each JSON type.
#[derive(Debug, Clone, Copy)]
pub struct FieldFacets([FacetSet; 6]);

impl FieldFacets {
    pub(super) fn of_field(field: &Field) -> Self {
        Self(JsonType::ALL.map(|json_type| {
            let facets = Facet::ALL
                .into_iter()
                .filter(|facet| facet.applies_to(field));
            FacetSet::new(facets.filter(|facet| facet.can_fail(field, json_type)))
        }))
    }

    /// Returns the facets for a value of this JSON type. An absent value counts as `null`.
    #[must_use]
    pub fn for_value(&self, json_type: JsonType) -> FacetSet {
        self.0[json_type as usize]
    }
}

/// A set of facets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FacetSet(u16);

impl FacetSet {
    fn new(facets: impl Iterator<Item = Facet>) -> Self {
        Self(facets.fold(0, |bits, facet| bits | 1 << facet as u16))
    }

    /// Returns the facets, in the order of declaration.
    pub fn facets(self) -> impl Iterator<Item = Facet> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let first = Facet::ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(*first)
        })
    }
}

/// The names of fields that count or measure something, except sizes in kilobytes and instants.
const QUANTITIES: [&str; 14] = [
    "width",
    "height",
    "duration",
    "bitRate",
    "fileDuration",
    "skipDelay",
    "sequence",
    "numberOfPlacementAds",
    "overallNumberOfPlacementAds",
    "panelFrequencyTimes",
    "expandedPanelWidth",
    "expandedPanelHeight",
    "componentCollapsedSizeX",
    "componentCollapsedSizeY",
];

fn is_limited(field: &Field) -> bool {
    field.minimum.is_some() || field.maximum.is_some() || field.max_length.is_some()
}

fn is_instant(field: &Field) -> bool {
    matches!(
        field.unit,
        Some(Unit::EpochMilliseconds | Unit::EpochSeconds)
    )
}

fn is_quantity(field: &Field) -> bool {
    let is_number = matches!(field.ty, FieldType::Integer | FieldType::Decimal);
    is_number && (field.unit == Some(Unit::Kilobytes) || QUANTITIES.contains(&&*field.name))
}

fn is_id(field: &Field) -> bool {
    let is_scalar = matches!(
        field.ty,
        FieldType::Integer | FieldType::Text | FieldType::Any
    );
    is_scalar && is_id_name(&field.name)
}
