use serde::Serialize;
use specta::Type;

use super::banner::Banner;
use crate::amount::Amount;
use crate::object_reader::ObjectReader;
use crate::rect::Rect;

/// A part with a size but no position, such as a companion.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct SizedPart {
    /// Its name.
    pub name: String,
    /// Its path in the document.
    pub path: String,
    /// Its width in pixels.
    pub width: Amount,
    /// Its height in pixels.
    pub height: Amount,
}

impl SizedPart {
    fn new(held: &ObjectReader<'_>, otherwise: &str) -> Self {
        Self {
            name: held.name().unwrap_or_else(|| otherwise.to_owned()),
            path: held.path.to_string(),
            width: Amount::from_node(held.value("width")),
            height: Amount::from_node(held.value("height")),
        }
    }

    /// Returns the rectangle at the origin, if its size can be drawn.
    pub(crate) fn rect(&self) -> Option<Rect> {
        Some(Rect::from_size(
            self.width.drawable_size()?,
            self.height.drawable_size()?,
        ))
    }
}

/// The image that is shown if the ad cannot run.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DefaultImage {
    /// The image itself.
    pub part: SizedPart,
    /// True if it has the size of the banner. `None` if one of the sizes is unknown.
    pub fits: Option<bool>,
}

impl DefaultImage {
    pub(super) fn from_ad(ad: &ObjectReader<'_>, banner: &Banner) -> Option<Self> {
        let part = SizedPart::new(&ad.object("defaultImage")?, "default image");
        let rect = part.rect().filter(|_| !banner.assumed);
        Some(Self {
            fits: rect.map(|rect| rect == banner.rect),
            part,
        })
    }
}

/// Returns the companions of an in-stream ad, including the advanced ones.
pub(super) fn read_companions(ad: &ObjectReader<'_>) -> Vec<SizedPart> {
    let of = |name, called: &'static str| {
        let held = ad.objects(name).into_iter().enumerate();
        held.map(move |(at, held)| SizedPart::new(&held, &format!("{called} {}", at + 1)))
    };
    let advanced = of("advancedCompanions", "Advanced companion");
    of("companions", "Companion").chain(advanced).collect()
}
