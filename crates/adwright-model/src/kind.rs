use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::document::EditableDocument;
use crate::json::exact_i64;

/// The service's id of an entity: a Long in INTERFACE.md.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Id(pub i64);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Id {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// Parses the id in a raw JSON value: a whole number, or a string of digits without escapes.
#[must_use]
pub fn parse_json_id(raw: &str) -> Option<i64> {
    match raw.as_bytes().first()? {
        b'"' => parse_text_id(raw.strip_prefix('"')?.strip_suffix('"')?),
        b'-' | b'0'..=b'9' => exact_i64(raw),
        _ => None,
    }
}

/// Parses an id from a text. A plus sign or leading zeros are rejected, because they would be lost on writing.
#[must_use]
pub fn parse_text_id(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_as_written = text == "0" || digits.starts_with(|first| matches!(first, '1'..='9'));
    is_as_written.then_some(number)
}

/// The kind of an entity: the value of its `type` member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Kind {
    /// An advertising campaign.
    Campaign,
    /// The contact person of a site. Can only be fetched.
    SiteContact,
    /// A value that selects ads. Can be created, but not updated.
    RetargetingDataValue,
    /// An ad that plays inside a video.
    InStreamInteractiveAd,
    /// A banner that opens larger panels.
    ExpandableBannerAd,
    /// The same, made in HTML5.
    #[serde(
        rename = "HTML5ExpandableBannerAd",
        alias = "HTML5SingleExpandableBannerAd"
    )]
    Html5ExpandableBannerAd,
    /// An ad of any of the three kinds. Ads are listed, fetched and cached together. A document has one of the
    /// three kinds; a list row may know only this one.
    Ad,
}

impl Kind {
    /// Every kind of a document.
    pub const ALL: &[Self] = &[
        Self::Campaign,
        Self::SiteContact,
        Self::RetargetingDataValue,
        Self::InStreamInteractiveAd,
        Self::ExpandableBannerAd,
        Self::Html5ExpandableBannerAd,
    ];

    /// Returns the spelling on the wire and in files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Campaign => "Campaign",
            Self::SiteContact => "SiteContact",
            Self::RetargetingDataValue => "RetargetingDataValue",
            Self::InStreamInteractiveAd => "InStreamInteractiveAd",
            Self::ExpandableBannerAd => "ExpandableBannerAd",
            Self::Html5ExpandableBannerAd => "HTML5ExpandableBannerAd",
            Self::Ad => "Ad",
        }
    }

    /// Returns the specific kind of an ad by its type; [`Kind::Ad`] for any other type.
    #[must_use]
    pub fn of_ad(ad: &EditableDocument) -> Self {
        let word = ad.root().member("type").and_then(|word| word.as_str());
        let kind = word.and_then(|word| Self::from_wire(&word));
        kind.filter(|kind| kind.list_kind() == Self::Ad)
            .unwrap_or(Self::Ad)
    }

    /// Returns the kind of a document that is listed under this kind; for an ad, its specific kind.
    #[must_use]
    pub fn specific(self, document: &EditableDocument) -> Self {
        match self {
            Self::Ad => Self::of_ad(document),
            other => other,
        }
    }

    /// Returns the kind under which it is listed and cached. All ads share one list and one range of ids.
    #[must_use]
    pub const fn list_kind(self) -> Self {
        match self {
            Self::InStreamInteractiveAd
            | Self::ExpandableBannerAd
            | Self::Html5ExpandableBannerAd => Self::Ad,
            other => other,
        }
    }

    /// Parses the spelling on the wire, or an alias that services use. Returns `None` for an unknown kind and for
    /// `Ad`, which does not name a document's kind.
    #[must_use]
    pub fn from_wire(text: &str) -> Option<Self> {
        let mut kinds = Self::ALL.iter().copied();
        kinds.find(|kind| kind.as_str() == text || kind.alias() == Some(text))
    }

    /// Public documentation of such a service spells this kind differently from INTERFACE.md.
    fn alias(self) -> Option<&'static str> {
        (self == Self::Html5ExpandableBannerAd).then_some("HTML5SingleExpandableBannerAd")
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wire_spelling_leads_back_to_the_kind() {
        for &kind in Kind::ALL {
            assert_eq!(Kind::from_wire(kind.as_str()), Some(kind));
            let json = format!("\"{kind}\"");
            assert_eq!(serde_json::to_string(&kind).unwrap(), json);
        }
        let single = "HTML5SingleExpandableBannerAd";
        let kind = Some(Kind::Html5ExpandableBannerAd);
        assert_eq!(Kind::from_wire(single), kind);
        let json = format!("\"{single}\"");
        assert_eq!(serde_json::from_str(&json).ok(), kind);
        assert_eq!(Kind::from_wire("campaign"), None);
    }

    #[test]
    fn id_is_written_and_read_as_a_decimal() {
        assert_eq!(
            "1072288341".parse::<Id>().unwrap().to_string(),
            "1072288341"
        );
        assert!("9223372036854775808".parse::<Id>().is_err());
    }
}
