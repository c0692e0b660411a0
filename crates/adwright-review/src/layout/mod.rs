//! The layout of an ad: the place of each part, and how its panels open.

mod banner;
mod behaviour;
mod differences;
mod icon;
mod panel;
mod panel_position;
mod part;
mod wording;

use adwright_model::EditableDocument;
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

/// The layout of an ad, as far as the document describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Layout {
    /// The part that is visible before anything opens.
    pub banner: Banner,
    /// The panels in document order, up to a limit.
    pub panels: Vec<Panel>,
    /// The number of panels beyond the limit.
    pub more_panels: u32,
    /// The image that is shown if the ad cannot run.
    pub default_image: Option<DefaultImage>,
    /// The companions of an in-stream ad, shown next to the player.
    pub companions: Vec<SizedPart>,
    /// The ad choices icon, which explains why people see the ad.
    pub icon: Option<Icon>,
    /// The layout in sentences, for people who do not see the drawing.
    pub sentences: Vec<String>,
}

/// Returns the drawn width and height of an ad in pixels; `None` if no drawable size is known.
#[must_use]
pub fn drawn_size(ad: &EditableDocument) -> Option<(f64, f64)> {
    size_of(&ObjectReader::root(ad.root()))
}

impl Layout {
    /// Builds the layout of an ad. For any other document, most parts are empty.
    #[must_use]
    pub fn from_ad(ad: &EditableDocument) -> Self {
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

    /// Returns the views of the layout with labels. The first one is the initial view.
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
        // With a single panel, the view of all panels would be the same.
        match all {
            None => panels.into_iter().chain(rest).collect(),
            Some(all) => [all].into_iter().chain(rest).chain(panels).collect(),
        }
    }
}
