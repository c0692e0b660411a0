//! The layout of an ad: the place of each part, and how its panels open.

mod banner;
mod behaviour;
mod differences;
mod icon;
mod panel;
mod panel_position;
mod part;
mod wording;

use adwright_model::Editable;
use serde::Serialize;
use specta::Type;

pub use banner::Banner;
pub(crate) use banner::size_of;
pub use icon::{Corner, Icon};
pub use panel::Panel;
pub use panel_position::BannerSide;
pub(crate) use panel_position::LARGEST;
pub use part::{DefaultImage, SizedPart};

use crate::drawing::LayoutView;
use crate::object_reader::ObjectReader;

/// Where everything of an ad stands, as far as its document says.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Layout {
    /// What stands on the page before anything opens.
    pub banner: Banner,
    /// The panels, in the order of the document; of very many, the first.
    pub panels: Vec<Panel>,
    /// How many panels there are beyond those.
    pub more_panels: u32,
    /// What is shown where the ad cannot run.
    pub default_image: Option<DefaultImage>,
    /// What stands beside the player of an in-stream ad.
    pub companions: Vec<SizedPart>,
    /// The mark by which people learn why they see the ad.
    pub icon: Option<Icon>,
    /// All of it in sentences, for those who do not see the drawing.
    pub sentences: Vec<String>,
}

/// Returns the drawn width and height of an ad in pixels; `None` if no drawable size is known.
#[must_use]
pub fn drawn_size(ad: &Editable) -> Option<(f64, f64)> {
    size_of(&ObjectReader::root(ad.root()))
}

impl Layout {
    /// Builds the layout of an ad. For any other document, little is known.
    #[must_use]
    pub fn from_ad(ad: &Editable) -> Self {
        let ad = ObjectReader::root(ad.root());
        let banner = Banner::from_ad(&ad);
        let (panels, more_panels) = panel::read_panels(&ad, &banner);
        let mut layout = Self {
            panels,
            more_panels,
            default_image: DefaultImage::from_ad(&ad, &banner),
            companions: part::read_companions(&ad),
            icon: Icon::from_ad(&ad),
            sentences: Vec::new(),
            banner,
        };
        layout.sentences = wording::sentences(&layout, &ad);
        layout
    }

    /// Returns the views of the layout with labels, the first one to show first.
    #[must_use]
    pub fn views(&self) -> Vec<(LayoutView, String)> {
        let all = (self.panels.len() > 1).then(|| (LayoutView::All, "All panels".to_owned()));
        let panels = (0u32..).zip(&self.panels);
        let panels: Vec<_> = panels
            .map(|(at, panel)| (LayoutView::Panel { at }, panel.name.clone()))
            .collect();
        let collapsed = (LayoutView::Collapsed, "Collapsed".to_owned());
        let image = self.default_image.as_ref();
        let image = image.filter(|image| image.part.rect().is_some());
        let image = image.map(|_| (LayoutView::DefaultImage, "Default image".to_owned()));
        let rest = [collapsed].into_iter().chain(image);
        // A single panel is the same as all panels.
        match all {
            None => panels.into_iter().chain(rest).collect(),
            Some(all) => [all].into_iter().chain(rest).chain(panels).collect(),
        }
    }
}
