use serde::Serialize;
use specta::Type;

use crate::object_reader::ObjectReader;

/// The ad choices icon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
pub struct Icon {
    /// The corner of the banner, if the ad names a known corner.
    pub corner: Option<Corner>,
    /// Its location, as the ad says.
    pub location: Option<String>,
}

/// A corner of the banner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Corner {
    /// Upper left.
    TopLeft,
    /// Upper right.
    TopRight,
    /// Lower left.
    BottomLeft,
    /// Lower right.
    BottomRight,
}

impl Icon {
    /// Reads the icon, if the ad shows one.
    pub(super) fn from_ad(ad: &ObjectReader<'_>) -> Option<Self> {
        ad.boolean("adChoicesStatus").filter(|shown| *shown)?;
        let location = ad.text("adChoicesLocation");
        Some(Self {
            corner: location.as_deref().and_then(parse_corner),
            location: ad.short_text("adChoicesLocation"),
        })
    }
}

fn parse_corner(location: &str) -> Option<Corner> {
    let corners = [
        ("TOP_LEFT", Corner::TopLeft),
        ("TOP_RIGHT", Corner::TopRight),
        ("BOTTOM_LEFT", Corner::BottomLeft),
        ("BOTTOM_RIGHT", Corner::BottomRight),
    ];
    let mut known = corners.into_iter();
    let (_, corner) = known.find(|(word, _)| location.eq_ignore_ascii_case(word))?;
    Some(corner)
}
