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
const MAX_NAMED: usize = 5;

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
    pub origin: Option<String>,
    /// Its rectangle, if it is known.
    pub rect: Option<Rect>,
    /// Its rectangle moved by the offsets of the panel settings, if there are any. The interface does not document
    /// if they are added to the position.
    pub shifted: Option<Rect>,
    /// The effect of those offsets, in words.
    pub offsets_text: Option<String>,
    /// The reason why its rectangle is unknown.
    pub unplaced_reason: Option<String>,
    /// The sides on which it extends beyond the banner, with the pixels. Empty if the size of the banner is unknown.
    pub openings: Vec<(BannerSide, f64)>,
    /// The direction in which it opens, in words.
    pub direction: String,
    /// The covered part of the banner in percent. `None` if its rectangle or the size of the banner is unknown.
    pub covered_percent: Option<u8>,
    /// The indexes of panels that it overlaps, up to a limit.
    pub overlaps: Vec<u32>,
    /// The number of panels that it overlaps.
    pub overlap_count: u32,
    /// Remarks about parts outside the visible area, or a position apart from the banner.
    pub remarks: Vec<String>,
    /// True if it is the default panel.
    pub is_default: bool,
    /// How it opens and closes, in words.
    pub behaviour: String,
}

/// The most panels in a review. Each is compared with all others.
const MAX_PANELS: usize = 2_000;

/// Returns the panels of an ad in document order, and the number beyond the limit.
pub(super) fn read_panels(ad: &ObjectReader<'_>, banner: &Banner) -> (Vec<Panel>, u32) {
    let settings = ad.object("panelsSettings");
    let readers = ad.objects("panels");
    let first = readers.iter().take(MAX_PANELS).enumerate();
    let mut panels: Vec<_> = first
        .map(|(index, reader)| read_panel(reader, index, banner, settings.as_ref()))
        .collect();
    find_overlaps(&mut panels);
    let more = readers.len().saturating_sub(MAX_PANELS);
    (panels, u32::try_from(more).unwrap_or(u32::MAX))
}

fn read_panel(
    reader: &ObjectReader<'_>,
    index: usize,
    banner: &Banner,
    settings: Option<&ObjectReader<'_>>,
) -> Panel {
    let amount = |name| Amount::from_node(reader.value(name));
    let [width, height, x, y] = ["width", "height", "positionX", "positionY"].map(amount);
    let origin = reader.short_text("positionType");
    let measures = PanelMeasures {
        width: &width,
        height: &height,
        x: &x,
        y: &y,
        origin: origin.as_deref(),
    };
    let position = measures.rect();
    let rect = position.as_ref().ok().copied();
    let unplaced_reason = position.err().as_ref().map(position_error_text);
    // Nothing can be measured against an assumed banner.
    let measured_rect = rect.filter(|_| !banner.is_assumed);
    let shifted = rect.and_then(|rect| apply_offsets(rect, settings));
    Panel {
        name: reader
            .name()
            .unwrap_or_else(|| format!("Panel {}", index + 1)),
        path: reader.path.to_string(),
        direction: direction_text(rect.as_ref(), banner),
        openings: measured_rect
            .map(|rect| find_openings(&rect, &banner.rect))
            .unwrap_or_default(),
        covered_percent: measured_rect.map(|rect| covered_percent(&rect, &banner.rect)),
        offsets_text: shifted.map(|rect| offsets_text(&rect, banner)),
        remarks: find_remarks([&width, &height], [rect, shifted], banner, settings),
        shifted,
        overlaps: Vec::new(),
        overlap_count: 0,
        is_default: reader.boolean("defaultPanel") == Some(true),
        behaviour: describe_behaviour(reader, settings),
        width,
        height,
        x,
        y,
        origin,
        rect,
        unplaced_reason,
    }
}

fn direction_text(rect: Option<&Rect>, banner: &Banner) -> String {
    match rect {
        None => "unknown".to_owned(),
        Some(_) if banner.is_assumed => {
            format!(
                "unknown, because the size of the {} is unknown",
                banner.noun()
            )
        }
        Some(rect) => direction_label(rect, &banner.rect),
    }
}

fn covered_percent(rect: &Rect, banner: &Rect) -> u8 {
    let covered_area = rect
        .intersection(banner)
        .map_or(0.0, |shared| shared.area());
    let percent = (100.0 * covered_area / banner.area()).round();
    // The value is between 0 and 100, so nothing is cut off.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let percent = percent.clamp(0.0, 100.0) as u8;
    percent
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
fn find_remarks(
    sizes: [&Amount; 2],
    rects: [Option<Rect>; 2],
    banner: &Banner,
    settings: Option<&ObjectReader<'_>>,
) -> Vec<String> {
    let mut known_rects = rects.iter().flatten();
    let is_apart = rects[0].is_some()
        && !banner.is_assumed
        && known_rects.all(|rect| !rect.touches(&banner.rect));
    let apart = is_apart.then(|| "it neither covers nor touches the banner".to_owned());
    let limit_members = [
        ("wide", "expandedPanelWidth"),
        ("high", "expandedPanelHeight"),
    ];
    let too_large = sizes
        .into_iter()
        .zip(limit_members)
        .filter_map(|(size, (word, member))| {
            let limit = Amount::from_node(settings?.value(member)).positive()?;
            let size = size.positive().filter(|size| *size >= limit + 1.0)?;
            Some(format!(
                "it is {} px {word}, but the panel settings allow only {} px",
                format_grouped(size),
                format_grouped(limit)
            ))
        });
    apart.into_iter().chain(too_large).collect()
}

/// Compares pairs from left to right, which skips pairs that are far apart.
fn find_overlaps(panels: &mut [Panel]) {
    let placed = panels.iter().enumerate();
    let mut placed: Vec<_> = placed
        .filter_map(|(at, panel)| Some((at, panel.rect?)))
        .collect();
    placed.sort_by(|(_, a), (_, b)| a.x.total_cmp(&b.x));
    for (position, (index, rect)) in placed.iter().enumerate() {
        let following = &placed[position + 1..];
        let near = following
            .iter()
            .take_while(|(_, other)| other.x < rect.right());
        for (other, _) in near.filter(|(_, other)| rect.intersection(other).is_some()) {
            add_overlap(&mut panels[*index], *other);
            add_overlap(&mut panels[*other], *index);
        }
    }
    for panel in panels {
        panel.overlaps.sort_unstable();
    }
}

fn add_overlap(panel: &mut Panel, other: usize) {
    panel.overlap_count += 1;
    if panel.overlaps.len() < MAX_NAMED {
        panel.overlaps.extend(u32::try_from(other));
    }
}
