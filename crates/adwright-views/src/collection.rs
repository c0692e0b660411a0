use adwright_model::Kind;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A list of the service.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Type,
)]
#[serde(rename_all = "camelCase")]
pub enum Collection {
    /// Its campaigns.
    Campaigns,
    /// Its retargeting values.
    Values,
    /// Its ads of all kinds, if the dialect has a path for ads.
    Ads,
}

impl Collection {
    /// Returns the kind that its objects are stored as.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Campaigns => Kind::Campaign,
            Self::Values => Kind::RetargetingDataValue,
            Self::Ads => Kind::Ad,
        }
    }

    /// Returns the list of a kind. Kinds without a list are never drafted or sent.
    #[must_use]
    pub const fn of(kind: Kind) -> Self {
        match kind.list_kind() {
            Kind::RetargetingDataValue => Self::Values,
            Kind::Ad => Self::Ads,
            _ => Self::Campaigns,
        }
    }
}
