use super::member_names::is_id_name;
use super::{Field, FieldType, Unit};

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
}

impl Facet {
    /// Every facet, in the order of declaration.
    pub(super) const ALL: [Self; 12] = [
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
        }
    }
}

/// For each facet, the indices of the fields that have it, in order.
#[derive(Debug)]
pub(super) struct FacetIndex([Box<[usize]>; Facet::ALL.len()]);

impl FacetIndex {
    pub(super) fn from_fields(fields: &[Field]) -> Self {
        let having = |facet: Facet| {
            let places = 0..fields.len();
            places.filter(|&at| facet.applies_to(&fields[at])).collect()
        };
        Self(Facet::ALL.map(having))
    }

    pub(super) fn field_indices(&self, facet: Facet) -> &[usize] {
        &self.0[facet as usize]
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
