//! Whether a reference of ours goes with what is created.

use std::collections::BTreeMap;

use adwright_model::Kind;
use serde::{Deserialize, Deserializer, Serialize};

/// Whether, and as what, a fingerprint may travel in a new entity's `clientRefId`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ClientRefId {
    /// It is left alone.
    #[default]
    Off,
    /// As a JSON string.
    Text,
    /// As a whole number.
    Integer,
}

/// The same for each kind by itself: that a service keeps a reference of a campaign says nothing of its values and ads.
///
/// What is off has no entry.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct References(BTreeMap<Kind, ClientRefId>);

impl References {
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
    pub fn all(form: ClientRefId) -> Self {
        let mut all = Self::default();
        for kind in Self::KINDS {
            all.set(kind, form);
        }
        all
    }

    /// What holds for one kind; nothing goes with an ad of which nobody knows what it is.
    #[must_use]
    pub fn of(&self, kind: Kind) -> ClientRefId {
        self.0.get(&kind).copied().unwrap_or_default()
    }

    /// Sets it for one kind.
    pub fn set(&mut self, kind: Kind, form: ClientRefId) {
        if form == ClientRefId::Off {
            self.0.remove(&kind);
        } else {
            self.0.insert(kind, form);
        }
    }
}

impl<'de> Deserialize<'de> for References {
    /// Dialects that were stored before had one word for all kinds.
    fn deserialize<D: Deserializer<'de>>(stored: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Stored {
            All(ClientRefId),
            Each(BTreeMap<Kind, ClientRefId>),
        }
        Ok(match Stored::deserialize(stored)? {
            Stored::All(form) => Self::all(form),
            Stored::Each(mut each) => {
                each.retain(|_, form| *form != ClientRefId::Off);
                Self(each)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_own_and_one_word_is_for_all() {
        let read = |text: &str| serde_json::from_str::<References>(text).unwrap();
        let some = read(r#"{"Campaign":"text","RetargetingDataValue":"off"}"#);
        let of = |kind| some.of(kind);
        assert_eq!(of(Kind::Campaign), ClientRefId::Text);
        for other in [
            Kind::RetargetingDataValue,
            Kind::ExpandableBannerAd,
            Kind::Ad,
        ] {
            assert_eq!(of(other), ClientRefId::Off, "{other}");
        }
        assert_eq!(
            serde_json::to_string(&some).unwrap(),
            r#"{"Campaign":"text"}"#
        );
        let all = References::all(ClientRefId::Integer);
        assert_eq!(read("\"integer\""), all);
        assert_eq!(read(&serde_json::to_string(&all).unwrap()), all);
        assert_eq!(read("\"off\""), References::default());
    }
}
