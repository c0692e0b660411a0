//! The format of the client reference that Adwright adds to a new object.

use std::collections::BTreeMap;

use adwright_model::Kind;
use serde::{Deserialize, Serialize};

/// Whether, and in which format, Adwright puts a fingerprint into a new entity's `clientRefId`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ClientRefFormat {
    /// `clientRefId` is not changed.
    Off,
    /// As a JSON string.
    #[default]
    Text,
    /// As a whole number.
    Integer,
}

/// The client reference format of each kind. A service that stores the reference of a campaign may drop those of its
/// values and ads.
///
/// Every kind that can be created has an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<Kind, ClientRefFormat>")]
pub struct ClientRefFormats(BTreeMap<Kind, ClientRefFormat>);

impl ClientRefFormats {
    /// The kinds that can be created.
    pub const KINDS: [Kind; 5] = [
        Kind::Campaign,
        Kind::RetargetingDataValue,
        Kind::InStreamInteractiveAd,
        Kind::ExpandableBannerAd,
        Kind::Html5ExpandableBannerAd,
    ];

    /// Returns the same format for every kind.
    #[must_use]
    pub fn uniform(form: ClientRefFormat) -> Self {
        Self(Self::KINDS.map(|kind| (kind, form)).into())
    }

    /// Returns the format for one kind; `Off` for an ad of unknown kind.
    #[must_use]
    pub fn get(&self, kind: Kind) -> ClientRefFormat {
        self.0.get(&kind).copied().unwrap_or(ClientRefFormat::Off)
    }

    /// Sets the format for one kind.
    pub fn set(&mut self, kind: Kind, form: ClientRefFormat) {
        self.0.insert(kind, form);
    }
}

impl Default for ClientRefFormats {
    fn default() -> Self {
        Self::uniform(ClientRefFormat::default())
    }
}

impl From<BTreeMap<Kind, ClientRefFormat>> for ClientRefFormats {
    /// Kinds without an entry have the default format.
    fn from(each: BTreeMap<Kind, ClientRefFormat>) -> Self {
        let mut formats = Self::default();
        formats.0.extend(each);
        formats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_own_format() {
        let read = |text: &str| serde_json::from_str::<ClientRefFormats>(text).unwrap();
        let some = read(r#"{"Campaign":"integer","RetargetingDataValue":"off"}"#);
        for (kind, expected) in [
            (Kind::Campaign, ClientRefFormat::Integer),
            (Kind::RetargetingDataValue, ClientRefFormat::Off),
            (Kind::ExpandableBannerAd, ClientRefFormat::Text),
            (Kind::Ad, ClientRefFormat::Off),
        ] {
            assert_eq!(some.get(kind), expected, "{kind}");
        }
        assert_eq!(read(&serde_json::to_string(&some).unwrap()), some);
        assert_eq!(read("{}"), ClientRefFormats::default());
    }
}
