//! Several layouts, one over the other.

use super::{Drawing, Mark, Role, ruler};
use crate::Layout;
use crate::layout::Panel;
use crate::rect::Rect;

/// What the parts of each layout are drawn as; those of further ones like those of the last.
const ROLES: [Role; 4] = [Role::First, Role::Second, Role::Third, Role::Further];

/// No more panels of one layout are drawn over each other.
const MOST_PANELS: usize = 200;

impl Drawing {
    /// Draws the banners and panels of several layouts, one over the other and to the same scale, each with its name.
    #[must_use]
    pub fn overlaid(layouts: &[(String, Layout)]) -> Self {
        let rects = layouts.iter().flat_map(|(_, layout)| {
            let panels = layout.panels.iter().take(MOST_PANELS);
            let placed = panels.filter_map(|panel| panel.rect);
            std::iter::once(layout.banner.rect).chain(placed)
        });
        let extent = rects.reduce(Rect::with);
        let extent = extent.unwrap_or_else(|| Rect::sized(300.0, 250.0));
        let letter = super::layout::letter(&extent);
        let mut marks = Vec::new();
        let view = ruler::with_rulers(extent, letter, &mut marks);
        for (at, (name, layout)) in layouts.iter().enumerate() {
            let role = ROLES[at.min(ROLES.len() - 1)];
            marks.extend(parts(name, layout, role));
        }
        let names: Vec<_> = layouts
            .iter()
            .map(|(name, _)| format!("“{name}”"))
            .collect();
        Self {
            title: format!("The layouts of {}, one over the other", names.join(" and ")),
            view,
            letter,
            marks,
        }
    }
}

fn parts<'a>(name: &'a str, layout: &'a Layout, role: Role) -> impl Iterator<Item = Mark> + 'a {
    let boxed = move |rect, what: &str| Mark::Box {
        rect,
        role,
        panel: None,
        title: format!("{name}: {what}"),
    };
    let size = if layout.banner.assumed {
        "banner, size unknown"
    } else {
        "banner"
    };
    let panels = layout.panels.iter().take(MOST_PANELS);
    let panels = panels.filter_map(move |panel: &Panel| Some(boxed(panel.rect?, &panel.name)));
    std::iter::once(boxed(layout.banner.rect, size)).chain(panels)
}
