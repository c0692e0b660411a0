use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::json::exact_i64;

/// The service's id of one entity: a Long of INTERFACE.md.
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

/// The id that a raw JSON value is: a whole number, or a text of just its digits. The text may not have escapes.
#[must_use]
pub fn parse_json_id(raw: &str) -> Option<i64> {
    match raw.as_bytes().first()? {
        b'"' => parse_text_id(raw.strip_prefix('"')?.strip_suffix('"')?),
        b'-' | b'0'..=b'9' => exact_i64(raw),
        _ => None,
    }
}

/// The id that is written as a text. With a plus or zeros in front it would be another text when it is written again.
#[must_use]
pub fn parse_text_id(text: &str) -> Option<i64> {
    let number: i64 = text.parse().ok()?;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_as_written = text == "0" || digits.starts_with(|first| matches!(first, '1'..='9'));
    is_as_written.then_some(number)
}

/// What an entity is: the value of its `type` member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Kind {
    /// An advertising campaign.
    Campaign,
    /// The person to ask about a site. Can only be got.
    SiteContact,
    /// A value that ads are chosen by. Can be created, but not updated.
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
    /// An ad of any of these three kinds: what is listed, got and cached together. A document is one of the three; a row of
    /// a list may say no more than this.
    Ad,
}

impl Kind {
    /// Every kind that a document is of.
    pub const ALL: &[Self] = &[
        Self::Campaign,
        Self::SiteContact,
        Self::RetargetingDataValue,
        Self::InStreamInteractiveAd,
        Self::ExpandableBannerAd,
        Self::Html5ExpandableBannerAd,
    ];

    /// The spelling on the wire and in files.
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

    /// What it is listed and cached among: ads have one list and one range of ids, whatever their kind.
    #[must_use]
    pub const fn list_kind(self) -> Self {
        match self {
            Self::InStreamInteractiveAd
            | Self::ExpandableBannerAd
            | Self::Html5ExpandableBannerAd => Self::Ad,
            other => other,
        }
    }

    /// Reads the spelling on the wire, or another one that services are known to use; none where the
    /// kind is unknown, and for `Ad`, which leaves open what it is.
    #[must_use]
    pub fn from_wire(text: &str) -> Option<Self> {
        let mut kinds = Self::ALL.iter().copied();
        kinds.find(|kind| kind.as_str() == text || kind.alias() == Some(text))
    }

    /// Public documentation of such a service gives another spelling than INTERFACE.md.
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
