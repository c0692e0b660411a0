//! Whether a reference of ours goes with what is created.

use std::collections::BTreeMap;

use adwright_model::Kind;
use serde::{Deserialize, Deserializer, Serialize};

/// Whether, and as what, a fingerprint may travel in a new entity's `clientRefId`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ClientRefFormat {
    /// It is left alone.
    Off,
    /// As a JSON string.
    #[default]
    Text,
    /// As a whole number.
    Integer,
}

/// The same for each kind by itself: that a service keeps a reference of a campaign says nothing of its values and ads.
///
/// Every kind of which there can be new objects has an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ClientRefFormats(BTreeMap<Kind, ClientRefFormat>);

impl ClientRefFormats {
    /// The kinds of which there can be new ones.
    pub const KINDS: [Kind; 5] = [
        Kind::Campaign,
        Kind::RetargetingDataValue,
        Kind::InStreamInteractiveAd,
        Kind::ExpandableBannerAd,
        Kind::Html5ExpandableBannerAd,
    ];

    /// The same for every kind.
    #[must_use]
    pub fn uniform(form: ClientRefFormat) -> Self {
        Self(Self::KINDS.map(|kind| (kind, form)).into())
    }

    /// What holds for one kind; nothing goes with an ad of which nobody knows what it is.
    #[must_use]
    pub fn get(&self, kind: Kind) -> ClientRefFormat {
        self.0.get(&kind).copied().unwrap_or(ClientRefFormat::Off)
    }

    /// Sets it for one kind.
    pub fn set(&mut self, kind: Kind, form: ClientRefFormat) {
        self.0.insert(kind, form);
    }
}

impl Default for ClientRefFormats {
    fn default() -> Self {
        Self::uniform(ClientRefFormat::default())
    }
}

impl<'de> Deserialize<'de> for ClientRefFormats {
    /// Dialects that were stored before had one word for all kinds.
    fn deserialize<D: Deserializer<'de>>(stored: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum PersistedFormats {
            All(ClientRefFormat),
            Each(BTreeMap<Kind, ClientRefFormat>),
        }
        Ok(match PersistedFormats::deserialize(stored)? {
            PersistedFormats::All(form) => Self::uniform(form),
            PersistedFormats::Each(each) => {
                let mut references = Self::default();
                references.0.extend(each);
                references
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_own_and_one_word_is_for_all() {
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
        let all = ClientRefFormats::uniform(ClientRefFormat::Integer);
        assert_eq!(read("\"integer\""), all);
        assert_eq!(read(&serde_json::to_string(&all).unwrap()), all);
        assert_eq!(read("{}"), ClientRefFormats::uniform(ClientRefFormat::Text));
        assert_eq!(read("{}"), ClientRefFormats::default());
    }
}
