//! Describes the differences between layouts, for people who do not see the overlay.

use std::collections::{HashMap, HashSet};

use super::{Layout, Panel, SizedPart};
use crate::amount::group_thousands;

/// The most differing panels that are described one by one.
const MAX_DESCRIBED: usize = 30;

/// The name of a panel, and its number among the panels of that name.
type PanelKey<'a> = (&'a str, usize);

impl Layout {
    /// Describes the differences between layouts: one sentence for each part that differs. Empty if all drawn parts
    /// are equal.
    #[must_use]
    pub fn differences(layouts: &[(String, Self)]) -> Vec<String> {
        let compare = |part: &str, describe: &dyn Fn(&Self) -> String| {
            let values = layouts.iter().map(|(_, layout)| describe(layout)).collect();
            difference(layouts, part, values)
        };
        let leading = [
            compare("The banner", &banner_text),
            compare("The number of panels", &|layout| {
                (layout.panels.len() + layout.more_panels as usize).to_string()
            }),
        ];
        let trailing = [
            compare("The default image", &|layout| {
                let image = layout.default_image.as_ref();
                image.map_or_else(none_text, |image| size_text(&image.part))
            }),
            compare("The companions", &companions_text),
            compare("The ad choices icon", &icon_text),
        ];
        let sentences = leading
            .into_iter()
            .flatten()
            .chain(panel_differences(layouts));
        sentences.chain(trailing.into_iter().flatten()).collect()
    }
}

/// Describes one part in each layout, if the layouts differ in it.
fn difference(layouts: &[(String, Layout)], part: &str, values: Vec<String>) -> Option<String> {
    let is_same = values.windows(2).all(|pair| pair[0] == pair[1]);
    let named = layouts.iter().zip(values);
    let values = named.map(|((name, _), value)| format!("{value} in “{name}”"));
    (!is_same).then(|| format!("{part}: {}.", values.collect::<Vec<_>>().join("; ")))
}

fn panel_differences(layouts: &[(String, Layout)]) -> Vec<String> {
    let panels: Vec<HashMap<_, _>> = layouts
        .iter()
        .map(|(_, layout)| keyed_panels(layout).collect())
        .collect();
    let mut seen = HashSet::new();
    let all = layouts.iter().flat_map(|(_, layout)| keyed_panels(layout));
    let keys = all.map(|(key, _)| key).filter(|key| seen.insert(*key));
    let mut sentences = keys.filter_map(|key| {
        let values = panels.iter().map(|panels| panels.get(&key));
        let values = values.map(|panel| panel.map_or_else(none_text, |panel| position_text(panel)));
        difference(layouts, &panel_label(key), values.collect())
    });
    let first: Vec<_> = sentences.by_ref().take(MAX_DESCRIBED).collect();
    let more = sentences.count();
    let rest = (more > 0).then(|| format!("{} more panels differ.", group_thousands(more)));
    first.into_iter().chain(rest).collect()
}

fn keyed_panels(layout: &Layout) -> impl Iterator<Item = (PanelKey<'_>, &Panel)> {
    let mut counts = HashMap::new();
    layout.panels.iter().map(move |panel| {
        let name = panel.name.as_str();
        let count: &mut usize = counts.entry(name).or_default();
        *count += 1;
        ((name, *count), panel)
    })
}

fn panel_label((name, number): PanelKey<'_>) -> String {
    match number {
        1 => format!("The panel “{name}”"),
        _ => format!("The panel “{name}”, number {number} of that name"),
    }
}

fn position_text(panel: &Panel) -> String {
    let (width, height) = (panel.width.to_text("px"), panel.height.to_text("px"));
    let (x, y) = (panel.x.to_text("px"), panel.y.to_text("px"));
    let shifted = match panel.shifted {
        Some(rect) => format!(
            " (with the offsets of the panel settings, {}, {})",
            crate::amount::format_number(rect.x),
            crate::amount::format_number(rect.y)
        ),
        None => String::new(),
    };
    match panel.unplaced_reason {
        Some(_) => format!("{width} by {height}, without a known position"),
        None => format!("{width} by {height} at {x}, {y}{shifted}"),
    }
}

fn banner_text(layout: &Layout) -> String {
    let banner = &layout.banner;
    if banner.is_assumed {
        return "of unknown size".to_owned();
    }
    let (width, height) = (banner.width.to_text("px"), banner.height.to_text("px"));
    format!("{width} by {height}")
}

fn size_text(part: &SizedPart) -> String {
    format!(
        "{} by {}",
        part.width.to_text("px"),
        part.height.to_text("px")
    )
}

fn companions_text(layout: &Layout) -> String {
    match layout.companions.len() {
        0 => none_text(),
        many if many > MAX_DESCRIBED => format!("{many} of them"),
        _ => {
            let all: Vec<_> = layout.companions.iter().map(size_text).collect();
            all.join(", ")
        }
    }
}

fn icon_text(layout: &Layout) -> String {
    match layout.icon.as_ref().map(|icon| &icon.location) {
        None => none_text(),
        Some(Some(location)) => format!("at “{location}”"),
        Some(None) => "shown".to_owned(),
    }
}

fn none_text() -> String {
    "none".to_owned()
}
