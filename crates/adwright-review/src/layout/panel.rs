use serde::Serialize;
use specta::Type;

use super::banner::Banner;
use super::behaviour::describe_behaviour;
use super::panel_position::{BannerSide, PanelMeasures, direction_label, find_openings};
use super::wording::position_error_text;
use crate::amount::{Amount, format_grouped};
use crate::object_reader::ObjectReader;
use crate::rect::Rect;

/// The most overlapping panels that are named for one panel.
const MOST_NAMED: usize = 5;

/// A part that opens out of the banner.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Panel {
    /// Its name.
    pub name: String,
    /// Its path in the document.
    pub path: String,
    /// Its width in pixels.
    pub width: Amount,
    /// Its height in pixels.
    pub height: Amount,
    /// Its distance from the left edge of the banner, in pixels.
    pub x: Amount,
    /// Its distance from the top edge of the banner, in pixels.
    pub y: Amount,
    /// The origin of its position, as the ad says.
    pub counts_from: Option<String>,
    /// Its rectangle, if it is known.
    pub rect: Option<Rect>,
    /// Its rectangle moved by the offsets of the panel settings, if there are any. The interface does not document
    /// if they are added to the position.
    pub shifted: Option<Rect>,
    /// The effect of those offsets, in words.
    pub with_offsets: Option<String>,
    /// The reason why its rectangle is unknown.
    pub unplaced: Option<String>,
    /// The sides on which it extends beyond the banner, with the pixels. Empty if the size of the banner is unknown.
    pub opens: Vec<(BannerSide, f64)>,
    /// The direction in which it opens, in words.
    pub direction: String,
    /// The covered part of the banner in percent. `None` if its rectangle or the size of the banner is unknown.
    pub covers: Option<u8>,
    /// The indexes of panels that it overlaps, up to a limit.
    pub overlaps: Vec<u32>,
    /// The number of panels that it overlaps.
    pub overlap_count: u32,
    /// Parts outside the visible area, and a position away from the banner, in words.
    pub outside: Vec<String>,
    /// True if it is the default panel.
    pub is_default: bool,
    /// How it opens and closes, in words.
    pub behaviour: String,
}

/// The most panels in a review. Each is compared with all others.
const MOST_PANELS: usize = 2_000;

/// Returns the panels of an ad in document order, and the number beyond the limit.
pub(super) fn read_panels(ad: &ObjectReader<'_>, banner: &Banner) -> (Vec<Panel>, u32) {
    let settings = ad.object("panelsSettings");
    let held = ad.objects("panels");
    let drawn = held.iter().take(MOST_PANELS).enumerate();
    let mut panels: Vec<_> = drawn
        .map(|(at, held)| read_panel(held, at, banner, settings.as_ref()))
        .collect();
    find_overlaps(&mut panels);
    let more = held.len().saturating_sub(MOST_PANELS);
    (panels, u32::try_from(more).unwrap_or(u32::MAX))
}

fn read_panel(
    held: &ObjectReader<'_>,
    at: usize,
    banner: &Banner,
    settings: Option<&ObjectReader<'_>>,
) -> Panel {
    let amount = |name| Amount::from_node(held.value(name));
    let [width, height, x, y] = ["width", "height", "positionX", "positionY"].map(amount);
    let counts_from = held.short_text("positionType");
    let measures = PanelMeasures {
        width: &width,
        height: &height,
        x: &x,
        y: &y,
        counts_from: counts_from.as_deref(),
    };
    let placed = measures.rect();
    let rect = placed.as_ref().ok().copied();
    let unplaced = placed.err().as_ref().map(position_error_text);
    // Nothing can be measured against an assumed banner.
    let beside = rect.filter(|_| !banner.assumed);
    let shifted = rect.and_then(|rect| apply_offsets(rect, settings));
    Panel {
        name: held.name().unwrap_or_else(|| format!("Panel {}", at + 1)),
        path: held.path.to_string(),
        direction: direction_text(rect.as_ref(), banner),
        opens: beside
            .map(|rect| find_openings(&rect, &banner.rect))
            .unwrap_or_default(),
        covers: beside.map(|rect| covered_percent(&rect, &banner.rect)),
        with_offsets: shifted.map(|rect| offsets_text(&rect, banner)),
        outside: hidden_parts([&width, &height], [rect, shifted], banner, settings),
        shifted,
        overlaps: Vec::new(),
        overlap_count: 0,
        is_default: held.boolean("defaultPanel") == Some(true),
        behaviour: describe_behaviour(held, settings),
        width,
        height,
        x,
        y,
        counts_from,
        rect,
        unplaced,
    }
}

fn direction_text(rect: Option<&Rect>, banner: &Banner) -> String {
    match rect {
        None => "unknown".to_owned(),
        Some(_) if banner.assumed => {
            format!(
                "unknown, because the size of the {} is unknown",
                banner.noun()
            )
        }
        Some(rect) => direction_label(rect, &banner.rect),
    }
}

fn covered_percent(rect: &Rect, banner: &Rect) -> u8 {
    let part = rect
        .intersection(banner)
        .map_or(0.0, |shared| shared.area());
    let hundredths = (100.0 * part / banner.area()).round();
    // The value is between 0 and 100, so nothing is cut off.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let hundredths = hundredths.clamp(0.0, 100.0) as u8;
    hundredths
}

fn apply_offsets(rect: Rect, settings: Option<&ObjectReader<'_>>) -> Option<Rect> {
    let offset = |name| {
        let offset = Amount::from_node(settings?.value(name)).value()?;
        (offset.abs() <= super::panel_position::LARGEST).then_some(offset)
    };
    let x = offset("panelPixelOffsetsX").unwrap_or_default();
    let y = offset("panelPixelOffsetsY").unwrap_or_default();
    (x != 0.0 || y != 0.0).then(|| rect.translate(x, y))
}

fn offsets_text(shifted: &Rect, banner: &Banner) -> String {
    format!(
        "with the offsets of the panel settings, it would be at {} px, {} px ({}); the interface does not document if \
         they apply",
        format_grouped(shifted.x),
        format_grouped(shifted.y),
        direction_text(Some(shifted), banner)
    )
}

/// As in the rule, a panel is apart from the banner only if it is also apart with the offsets of the settings.
fn hidden_parts(
    sizes: [&Amount; 2],
    rects: [Option<Rect>; 2],
    banner: &Banner,
    settings: Option<&ObjectReader<'_>>,
) -> Vec<String> {
    let mut known = rects.iter().flatten();
    let is_apart =
        rects[0].is_some() && !banner.assumed && known.all(|rect| !rect.touches(&banner.rect));
    let apart = is_apart.then(|| "it neither covers nor touches the banner".to_owned());
    let limits = [
        ("wide", "expandedPanelWidth"),
        ("high", "expandedPanelHeight"),
    ];
    let larger = sizes
        .into_iter()
        .zip(limits)
        .filter_map(|(size, (word, limit))| {
            let most = Amount::from_node(settings?.value(limit)).positive()?;
            let size = size.positive().filter(|size| *size >= most + 1.0)?;
            Some(format!(
                "it is {} px {word}, but the panel settings allow only {} px",
                format_grouped(size),
                format_grouped(most)
            ))
        });
    apart.into_iter().chain(larger).collect()
}

/// Compares pairs from left to right, which skips pairs that are far apart.
fn find_overlaps(panels: &mut [Panel]) {
    let placed = panels.iter().enumerate();
    let mut placed: Vec<_> = placed
        .filter_map(|(at, panel)| Some((at, panel.rect?)))
        .collect();
    placed.sort_by(|(_, a), (_, b)| a.x.total_cmp(&b.x));
    for (place, (one, rect)) in placed.iter().enumerate() {
        let behind = &placed[place + 1..];
        let near = behind
            .iter()
            .take_while(|(_, other)| other.x < rect.right());
        for (other, _) in near.filter(|(_, other)| rect.intersection(other).is_some()) {
            note_overlap(&mut panels[*one], *other);
            note_overlap(&mut panels[*other], *one);
        }
    }
    for panel in panels {
        panel.overlaps.sort_unstable();
    }
}

fn note_overlap(panel: &mut Panel, other: usize) {
    panel.overlap_count += 1;
    if panel.overlaps.len() < MOST_NAMED {
        panel.overlaps.extend(u32::try_from(other));
    }
}
