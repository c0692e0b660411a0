use serde::Serialize;
use specta::Type;

use crate::amount::{Amount, format_number};
use crate::object_reader::ObjectReader;
use crate::rect::Rect;
use crate::timeline::has_playback;

/// The size assumed for a banner of unknown size, so that panels can be placed around it.
const ASSUMED_SIZE: (f64, f64) = (300.0, 250.0);

/// The source of the size of the banner with closed panels.
const COLLAPSED: &str = "panel settings, collapsed";

/// The banner: the part of an ad that is visible before anything opens. For an in-stream ad, it is the player.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Banner {
    /// The name of its file, if it is known.
    pub name: Option<String>,
    /// Its width in pixels.
    pub width: Amount,
    /// Its height in pixels.
    pub height: Amount,
    /// Its drawn rectangle. If the size is unknown, the rectangle has an assumed size.
    pub rect: Rect,
    /// The source of its size in words, if it is not the ad itself.
    #[serde(skip)]
    pub(crate) size_source: Option<&'static str>,
    /// True if its size is unknown, so the drawing uses an assumed size.
    pub is_assumed: bool,
    /// True if it is a player.
    pub is_player: bool,
    /// Other sizes that the ad gives for the banner, such as `banner: 728x90`.
    pub other_sizes: Vec<String>,
}

impl Banner {
    pub(super) fn from_ad(ad: &ObjectReader<'_>) -> Self {
        let sizes = candidate_sizes(ad);
        let drawable = sizes.iter().find(|size| size.drawable_area().is_some());
        let stated = drawable.or_else(|| sizes.iter().find(|size| size.is_stated()));
        let (width, height) = stated.map_or_else(Default::default, |size| {
            (size.width.clone(), size.height.clone())
        });
        let area = drawable.and_then(BannerSize::drawable_area);
        let (width_px, height_px) = area.unwrap_or(ASSUMED_SIZE);
        let differs = |size: &&BannerSize| size.is_stated() && size.drawable_area() != area;
        let other_sizes = sizes
            .iter()
            .filter(differs)
            .map(BannerSize::to_text)
            .collect();
        let file_name = ["banner", "html5"]
            .into_iter()
            .find_map(|name| ad.object(name)?.short_text("assetName"));
        Self {
            name: file_name,
            width,
            height,
            rect: Rect::from_size(width_px, height_px),
            size_source: drawable.and_then(BannerSize::source_text),
            is_assumed: area.is_none(),
            is_player: has_playback(ad),
            other_sizes,
        }
    }

    /// Returns `player` or `banner`.
    pub(crate) fn noun(&self) -> &'static str {
        if self.is_player { "player" } else { "banner" }
    }
}

/// A size that the ad gives for its banner, and its source.
struct BannerSize {
    source: &'static str,
    width: Amount,
    height: Amount,
}

impl BannerSize {
    fn new(reader: &ObjectReader<'_>, source: &'static str, [width, height]: [&str; 2]) -> Self {
        Self {
            source,
            width: Amount::from_node(reader.value(width)),
            height: Amount::from_node(reader.value(height)),
        }
    }

    fn is_stated(&self) -> bool {
        self.width != Amount::Missing || self.height != Amount::Missing
    }

    /// Returns the source in words, if it is not the ad itself.
    fn source_text(&self) -> Option<&'static str> {
        match self.source {
            "banner" => Some("as its file says"),
            "html5" => Some("as its HTML5 folder says"),
            "dimensions" => Some("as its dimensions say"),
            "linear" => Some("like the linear in it"),
            COLLAPSED => Some("as the panel settings say"),
            _ => None,
        }
    }

    /// Returns width and height, if they can be drawn.
    fn drawable_area(&self) -> Option<(f64, f64)> {
        Some((self.width.drawable_size()?, self.height.drawable_size()?))
    }

    fn to_text(&self) -> String {
        let side = |amount: &Amount| amount.value().map_or("?".to_owned(), format_number);
        format!(
            "{}: {}x{}",
            self.source,
            side(&self.width),
            side(&self.height)
        )
    }
}

/// Returns the drawn width and height of an ad in pixels, from the first source with a drawable size.
pub(crate) fn size_of(ad: &ObjectReader<'_>) -> Option<(f64, f64)> {
    candidate_sizes(ad)
        .iter()
        .find_map(BannerSize::drawable_area)
}

/// Returns the possible sizes of the banner, the most reliable source first.
fn candidate_sizes(ad: &ObjectReader<'_>) -> Vec<BannerSize> {
    let own_members = ["width", "height"];
    let mut sizes = vec![BannerSize::new(ad, "ad", own_members)];
    for name in ["banner", "html5"] {
        sizes.extend(
            ad.object(name)
                .map(|asset| BannerSize::new(&asset, name, own_members)),
        );
    }
    sizes.extend(parse_dimensions(ad));
    let settings = ad.object("panelsSettings");
    let collapsed_members = ["componentCollapsedSizeX", "componentCollapsedSizeY"];
    sizes.extend(settings.map(|settings| BannerSize::new(&settings, COLLAPSED, collapsed_members)));
    // Without other sizes, the player is as large as the linear in it.
    let linears = ad.objects("linears");
    let mut linears = linears
        .iter()
        .map(|linear| BannerSize::new(linear, "linear", own_members));
    if sizes.iter().all(|size| size.drawable_area().is_none()) {
        sizes.extend(linears.find(|size| size.drawable_area().is_some()));
    }
    sizes
}

/// Parses a size in a text, such as `970x250`.
fn parse_dimensions(ad: &ObjectReader<'_>) -> Option<BannerSize> {
    let text = ad.text("dimensions")?;
    let (width, height) = text.split_once(['x', 'X', '×'])?;
    let side = |text: &str| {
        let value = text
            .trim()
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite());
        value.map_or(Amount::Missing, |value| Amount::Known { value })
    };
    Some(BannerSize {
        source: "dimensions",
        width: side(width),
        height: side(height),
    })
}
