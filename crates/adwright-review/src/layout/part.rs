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
    fn new(reader: &ObjectReader<'_>, default_name: &str) -> Self {
        Self {
            name: reader.name().unwrap_or_else(|| default_name.to_owned()),
            path: reader.path.to_string(),
            width: Amount::from_node(reader.value("width")),
            height: Amount::from_node(reader.value("height")),
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
    pub has_banner_size: Option<bool>,
}

impl DefaultImage {
    pub(super) fn from_ad(ad: &ObjectReader<'_>, banner: &Banner) -> Option<Self> {
        let part = SizedPart::new(&ad.object("defaultImage")?, "default image");
        let rect = part.rect().filter(|_| !banner.is_assumed);
        Some(Self {
            has_banner_size: rect.map(|rect| rect == banner.rect),
            part,
        })
    }
}

/// Returns the companions of an in-stream ad, including the advanced ones.
pub(super) fn read_companions(ad: &ObjectReader<'_>) -> Vec<SizedPart> {
    let read = |name, label: &'static str| {
        let readers = ad.objects(name).into_iter().enumerate();
        readers
            .map(move |(index, reader)| SizedPart::new(&reader, &format!("{label} {}", index + 1)))
    };
    let advanced = read("advancedCompanions", "Advanced companion");
    read("companions", "Companion").chain(advanced).collect()
}
