use super::member_names::is_id_name;
use super::{Field, FieldType, Unit};

/// What a field is, as far as something is to be said about its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Facet {
    /// It must have a value in some phase or under some condition.
    Required,
    /// The service supplies it.
    ReadOnly,
    /// It keeps its first value.
    SetOnce,
    /// Values of it that were seen before are known.
    Values,
    /// There are limits for its value.
    Limits,
    /// It counts time.
    Instant,
    /// It is a web address.
    Url,
    /// It holds a web address or a part of one, at least where its value is a text.
    Address,
    /// It is a number that counts or measures something, and so is not negative.
    Quantity,
    /// A service knows an object by it.
    Id,
    /// There is another spelling of it.
    Twin,
    /// It is what a person calls its object.
    Name,
}

impl Facet {
    /// Every facet, in their order.
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
        Self::Twin,
        Self::Name,
    ];

    /// Whether a field has it.
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
            Self::Twin => field.same_as.is_some(),
            Self::Name => field.name == "name",
        }
    }
}

/// For each facet the places of the fields that have it, in their order.
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

/// The names of what is counted or measured, other than sizes in kilobytes and instants.
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
