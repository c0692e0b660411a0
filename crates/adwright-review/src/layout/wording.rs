//! Describes a layout in sentences, for people who do not see the drawing.

use super::panel_position::{APART, Measure, PositionError};
use super::{Banner, Corner, DefaultImage, Icon, Layout, Panel, SizedPart, behaviour};
use crate::amount::{Amount, format_grouped, group_thousands};
use crate::object_reader::ObjectReader;

/// The most panels or companions that are described one by one. The table next to the drawing has all of them.
const MAX_DESCRIBED: usize = 30;

pub(super) fn sentences(layout: &Layout, ad: &ObjectReader<'_>) -> Vec<String> {
    let mut sentences = vec![banner_sentence(&layout.banner)];
    sentences.extend(other_sizes_sentence(&layout.banner));
    sentences.extend(panel_count_sentence(
        layout.panels.len() + layout.more_panels as usize,
    ));
    sentences.extend(
        layout
            .panels
            .iter()
            .take(MAX_DESCRIBED)
            .map(|panel| panel_sentence(panel, layout)),
    );
    sentences.extend(rest_sentence(layout.panels.len(), ["panel", "panels"]));
    sentences.extend(more_panels_sentence(layout.more_panels));
    let settings = ad
        .object("panelsSettings")
        .filter(|_| !layout.panels.is_empty());
    sentences.extend(
        settings
            .iter()
            .flat_map(behaviour::describe_common_settings),
    );
    sentences.extend(behaviour::describe_hidden(ad));
    sentences.extend(layout.default_image.as_ref().map(image_sentence));
    sentences.extend(
        layout
            .companions
            .iter()
            .take(MAX_DESCRIBED)
            .map(companion_sentence),
    );
    sentences.extend(rest_sentence(
        layout.companions.len(),
        ["companion", "companions"],
    ));
    sentences.extend(layout.icon.as_ref().map(icon_sentence));
    sentences
}

fn banner_sentence(banner: &Banner) -> String {
    let (width, height) = (banner.width.to_text("px"), banner.height.to_text("px"));
    let noun = banner.noun();
    if !banner.is_assumed {
        let source = banner
            .size_source
            .map_or(String::new(), |source| format!(", {source}"));
        return format!("The {noun} is {width} wide and {height} high{source}.");
    }
    let known_sides = match (&banner.width, &banner.height) {
        (Amount::Missing, Amount::Missing) => String::new(),
        _ => format!(" (width: {width}, height: {height})"),
    };
    format!("The size of the {noun} is unknown{known_sides}; the drawing uses an assumed size.")
}

fn other_sizes_sentence(banner: &Banner) -> Option<String> {
    let others = banner.other_sizes.join(", ");
    (!others.is_empty()).then(|| format!("The ad also gives other sizes ({others})."))
}

fn panel_count_sentence(panels: usize) -> Option<String> {
    match panels {
        0 => None,
        1 => Some("It has one panel.".to_owned()),
        more => Some(format!("It has {} panels.", group_thousands(more))),
    }
}

/// Returns why the position of a panel is unknown, to continue a sentence.
pub(super) fn position_error_text(error: &PositionError) -> String {
    match error {
        PositionError::OtherOrigin(from) => {
            format!("its position is relative to “{from}”, not to the banner")
        }
        PositionError::NoOrigin => {
            "the ad does not say what its position is relative to".to_owned()
        }
        PositionError::NotPositive(measure, pixels) => {
            format!(
                "its {} is {} px",
                measure_noun(*measure),
                format_grouped(*pixels)
            )
        }
        PositionError::TooLarge(measure, pixels) => format!(
            "its {} is {} px, too large to draw",
            measure_noun(*measure),
            format_grouped(*pixels)
        ),
        PositionError::TooFar(measure, pixels) => format!(
            "its {} is {} px, too far from the banner to draw",
            measure_noun(*measure),
            format_grouped(*pixels)
        ),
        PositionError::Unknown(measure, amount) => {
            format!("its {} is {}", measure_noun(*measure), amount.to_text("px"))
        }
    }
}

const fn measure_noun(measure: Measure) -> &'static str {
    match measure {
        Measure::Width => "width",
        Measure::Height => "height",
        Measure::Left => "left",
        Measure::Top => "top",
    }
}

fn panel_sentence(panel: &Panel, layout: &Layout) -> String {
    let name = &panel.name;
    let default_note = if panel.is_default {
        " (the default panel)"
    } else {
        ""
    };
    let position = match &panel.unplaced_reason {
        Some(reason) => format!("cannot be placed: {reason}."),
        None => position_text(panel),
    };
    let remarks = panel
        .remarks
        .iter()
        .map(|remark| format!(" Note: {remark}."));
    let remarks: String = remarks.collect();
    let offsets = panel.offsets_text.as_ref();
    let offsets = offsets.map_or(String::new(), |text| format!(" But {text}."));
    let overlaps = overlaps_text(panel, layout);
    format!(
        "“{name}”{default_note} {position}{offsets}{overlaps}{remarks} {}",
        panel.behaviour
    )
}

fn position_text(panel: &Panel) -> String {
    let size = format!(
        "{} by {}",
        panel.width.to_text("px"),
        panel.height.to_text("px")
    );
    let at = format!("{}, {}", panel.x.to_text("px"), panel.y.to_text("px"));
    let direction = &panel.direction;
    match panel.covered_percent {
        Some(_) if direction == APART => format!("is {size} at {at}: it is {APART}."),
        Some(percent) => {
            format!("is {size} at {at}: it opens {direction} and covers {percent} % of the banner.")
        }
        None => format!("is {size} at {at}; its direction is {direction}."),
    }
}

fn overlaps_text(panel: &Panel, layout: &Layout) -> String {
    let others = panel
        .overlaps
        .iter()
        .filter_map(|at| layout.panels.get(*at as usize));
    let names: Vec<_> = others.map(|other| format!("“{}”", other.name)).collect();
    let more = panel.overlap_count as usize - panel.overlaps.len();
    match (names.is_empty(), more) {
        (true, _) => String::new(),
        (false, 0) => format!(" It overlaps {}.", names.join(", ")),
        (false, more) => format!(
            " It overlaps {} and {} more.",
            names.join(", "),
            group_thousands(more)
        ),
    }
}

fn rest_sentence(count: usize, [one, many]: [&str; 2]) -> Option<String> {
    match count.saturating_sub(MAX_DESCRIBED) {
        0 => None,
        1 => Some(format!("1 more {one} is in the table.")),
        more => Some(format!(
            "{} more {many} are in the table.",
            group_thousands(more)
        )),
    }
}

fn more_panels_sentence(more: u32) -> Option<String> {
    match more {
        0 => None,
        1 => Some("1 further panel is not drawn; see the text of the ad.".to_owned()),
        _ => Some(format!(
            "{} further panels are not drawn; see the text of the ad.",
            group_thousands(more)
        )),
    }
}

fn image_sentence(image: &DefaultImage) -> String {
    let part = &image.part;
    let size = format!(
        "{} by {}",
        part.width.to_text("px"),
        part.height.to_text("px")
    );
    let fits = match image.has_banner_size {
        Some(true) => "the same size as the banner",
        Some(false) => "not the same size as the banner",
        None => "which cannot be compared with the banner",
    };
    format!("The default image “{}” is {size}, {fits}.", part.name)
}

fn companion_sentence(part: &SizedPart) -> String {
    format!(
        "“{}” is {} by {}.",
        part.name,
        part.width.to_text("px"),
        part.height.to_text("px")
    )
}

fn icon_sentence(icon: &Icon) -> String {
    let corner = match icon.corner {
        Some(Corner::TopLeft) => "in the upper left corner",
        Some(Corner::TopRight) => "in the upper right corner",
        Some(Corner::BottomLeft) => "in the lower left corner",
        Some(Corner::BottomRight) => "in the lower right corner",
        None => return unknown_corner_text(icon),
    };
    format!("The ad choices icon is {corner}.")
}

fn unknown_corner_text(icon: &Icon) -> String {
    match &icon.location {
        Some(location) => format!("The ad choices icon is at “{location}”, an unknown location."),
        None => "The ad choices icon is shown; the ad does not say where.".to_owned(),
    }
}
