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
    pub const ALL: [Self; 12] = [
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

/// A set of facets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FacetSet(u16);

impl FacetSet {
    /// Creates a set.
    #[must_use]
    pub const fn new(facets: &[Facet]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < facets.len() {
            bits |= 1 << facets[at] as u16;
            at += 1;
        }
        Self(bits)
    }

    pub(super) fn of_field(field: &Field) -> Self {
        let facets = Facet::ALL.into_iter();
        Self(facets.fold(0, |bits, facet| {
            bits | u16::from(facet.applies_to(field)) << facet as u16
        }))
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

    /// Returns true if the set contains a facet.
    #[must_use]
    pub const fn contains(self, facet: Facet) -> bool {
        self.0 >> facet as u16 & 1 != 0
    }

    /// Returns the facets that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the facets that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
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
