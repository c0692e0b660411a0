//! Draws several layouts over each other.

use super::text_width::truncate_to_width;
use super::{Drawing, DrawingMark, MarkRole, TextAnchor, ruler};
use crate::Layout;
use crate::amount::group_thousands;
use crate::rect::Rect;

/// The roles of the layouts' parts. Further layouts use the last role.
const ROLES: [MarkRole; 6] = [
    MarkRole::First,
    MarkRole::Second,
    MarkRole::Third,
    MarkRole::Fourth,
    MarkRole::Fifth,
    MarkRole::Further,
];

/// The most panels drawn for one layout.
const MOST_PANELS: usize = 200;

/// The width and height of a sample in the key, in letter heights.
const SAMPLE: [f64; 2] = [3.0, 1.0];

impl Drawing {
    /// Draws the banners, panels and default images of several layouts over each other, at one scale, each with its
    /// name. Parts without a position, such as companions, are not drawn.
    #[must_use]
    pub fn overlay(layouts: &[(String, Layout)]) -> Self {
        let named = layouts.iter().enumerate();
        let boxes: Vec<_> = named
            .flat_map(|(at, (name, layout))| {
                let role = layer_role(at);
                placed_parts(layout)
                    .map(move |(rect, what)| (rect, role, format!("{name}: {what}")))
            })
            .collect();
        let extent = boxes.iter().map(|(rect, ..)| *rect).reduce(Rect::union);
        let extent = extent.unwrap_or_else(|| Rect::from_size(300.0, 250.0));
        let letter = super::layout::letter_height(&extent);
        let mut marks = Vec::new();
        let mut view = ruler::draw_rulers(extent, letter, &mut marks);
        marks.extend(
            boxes
                .into_iter()
                .map(|(rect, role, title)| DrawingMark::Box {
                    rect,
                    role,
                    panel: None,
                    title,
                }),
        );
        let rest = layouts
            .iter()
            .map(|(_, layout)| count_undrawn(layout))
            .sum();
        if rest > 0 {
            view.height += 2.0 * letter;
            marks.push(undrawn_note(&extent, letter, rest));
        }
        let quoted = layouts.iter().map(|(name, _)| format!("“{name}”"));
        let quoted = quoted.collect::<Vec<_>>().join(" and ");
        Self {
            title: format!("The layouts of {quoted}, drawn over each other"),
            view,
            letter,
            marks,
        }
    }
}

impl Drawing {
    /// Adds a key below the drawing: one line for each layout, with a sample of its outline. The window draws its own
    /// key.
    #[must_use]
    pub fn with_key(mut self, layouts: &[(String, Layout)]) -> Self {
        let letter = self.letter;
        let [width, height] = SAMPLE.map(|letters| letters * letter);
        let x = self.view.x + letter;
        for (at, (name, _)) in layouts.iter().enumerate() {
            let y = self.view.bottom();
            self.marks.push(DrawingMark::Box {
                rect: Rect::from_size(width, height).translate(x, y),
                role: layer_role(at),
                panel: None,
                title: name.clone(),
            });
            let room = self.view.right() - x - width - 2.0 * letter;
            let words = truncate_to_width(name, room / letter).map(|text| DrawingMark::Words {
                x: x + width + letter,
                y: y + 0.85 * letter,
                text,
                role: MarkRole::Name,
                anchor: TextAnchor::Start,
                frame: None,
            });
            self.marks.extend(words);
            self.view.height += 1.8 * letter;
        }
        self.view.height += 0.5 * letter;
        self
    }
}

fn layer_role(at: usize) -> MarkRole {
    ROLES[at.min(ROLES.len() - 1)]
}

/// Returns the parts of a layout that have a position, with their descriptions.
fn placed_parts(layout: &Layout) -> impl Iterator<Item = (Rect, String)> {
    let size = if layout.banner.is_assumed {
        "banner, size unknown"
    } else {
        "banner"
    };
    let panels = layout.panels.iter().take(MOST_PANELS);
    let panels = panels.flat_map(|panel| {
        let shifted = panel.shifted.map(|rect| {
            let name = &panel.name;
            (
                rect,
                format!("{name}, with the offsets of the panel settings"),
            )
        });
        let placed = panel.rect.map(|rect| (rect, panel.name.clone()));
        placed.into_iter().chain(shifted)
    });
    let image = layout.default_image.as_ref();
    let image = image.and_then(|image| Some((image.part.rect()?, "default image".to_owned())));
    std::iter::once((layout.banner.rect, size.to_owned()))
        .chain(panels)
        .chain(image)
}

/// Counts the panels and companions of a layout that the overlay does not draw.
fn count_undrawn(layout: &Layout) -> usize {
    let drawn = layout.panels.iter().take(MOST_PANELS);
    let drawn = drawn.filter(|panel| panel.rect.is_some()).count();
    layout.panels.len() + layout.more_panels as usize - drawn + layout.companions.len()
}

fn undrawn_note(extent: &Rect, letter: f64, rest: usize) -> DrawingMark {
    let what = if rest == 1 {
        "part that is not drawn"
    } else {
        "parts that are not drawn"
    };
    DrawingMark::Words {
        x: extent.x,
        y: extent.bottom() + 2.0 * letter,
        text: format!("and {} {what}", group_thousands(rest)),
        role: MarkRole::Name,
        anchor: TextAnchor::Start,
        frame: None,
    }
}
