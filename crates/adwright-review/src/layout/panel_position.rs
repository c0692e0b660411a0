//! The position of a panel relative to its banner.

use serde::Serialize;
use specta::Type;

use crate::amount::{Amount, format_grouped};
use crate::rect::Rect;

/// The largest drawable width or height, in pixels. The longest page of any device is shorter.
pub(crate) const LARGEST: f64 = 20_000.0;

/// The direction of a panel that neither covers nor adjoins its banner.
pub(super) const APART: &str = "apart from the banner";

/// A side of the banner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum BannerSide {
    /// Above it.
    Up,
    /// Below it.
    Down,
    /// To its left.
    Left,
    /// To its right.
    Right,
}

impl BannerSide {
    fn as_str(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// The values that determine a panel's position.
pub(super) struct PanelMeasures<'a> {
    pub(super) width: &'a Amount,
    pub(super) height: &'a Amount,
    pub(super) x: &'a Amount,
    pub(super) y: &'a Amount,
    /// The origin of its position.
    pub(super) counts_from: Option<&'a str>,
}

impl PanelMeasures<'_> {
    /// Returns the rectangle of the panel, or a sentence that explains why it is unknown.
    pub(super) fn rect(&self) -> Result<Rect, String> {
        let width = require_size("width", self.width)?;
        let height = require_size("height", self.height)?;
        self.check_origin()?;
        let x = require_position("left", self.x)?;
        let y = require_position("top", self.y)?;
        Ok(Rect::from_size(width, height).translate(x, y))
    }

    fn check_origin(&self) -> Result<(), String> {
        match self.counts_from {
            Some(from) if from.eq_ignore_ascii_case("BANNER_RELATIVE") => Ok(()),
            Some(from) => Err(format!(
                "its position counts from “{from}”, and where that is beside the banner cannot be told"
            )),
            None => Err("the ad does not say what its position counts from".to_owned()),
        }
    }
}

fn require_size(name: &str, amount: &Amount) -> Result<f64, String> {
    match amount {
        Amount::Known { value } if *value <= 0.0 => {
            Err(format!("its {name} is {} px", format_grouped(*value)))
        }
        Amount::Known { value } if *value > LARGEST => Err(format!(
            "its {name} is {} px, too large to draw",
            format_grouped(*value)
        )),
        Amount::Known { value } => Ok(*value),
        other => Err(format!("its {name} is {}", other.to_text("px"))),
    }
}

fn require_position(name: &str, amount: &Amount) -> Result<f64, String> {
    match amount {
        Amount::Known { value } if value.abs() > LARGEST => Err(format!(
            "its {name} is {} px, too far from the banner to draw",
            format_grouped(*value)
        )),
        Amount::Known { value } => Ok(*value),
        other => Err(format!("its {name} is {}", other.to_text("px"))),
    }
}

/// Returns how far a rectangle extends beyond the banner on each side, if by half a pixel or more.
pub(super) fn find_openings(rect: &Rect, banner: &Rect) -> Vec<(BannerSide, f64)> {
    let beyond = [
        (BannerSide::Up, banner.y - rect.y),
        (BannerSide::Down, rect.bottom() - banner.bottom()),
        (BannerSide::Left, banner.x - rect.x),
        (BannerSide::Right, rect.right() - banner.right()),
    ];
    beyond.into_iter().filter(|(_, by)| *by >= 0.5).collect()
}

/// Describes the same in words, such as `down by 350 px and right by 20 px`.
pub(super) fn direction_label(rect: &Rect, banner: &Rect) -> String {
    if !rect.touches(banner) {
        return APART.to_owned();
    }
    let sides = find_openings(rect, banner);
    let said: Vec<_> = sides
        .iter()
        .map(|(side, by)| format!("{} by {} px", side.as_str(), format_grouped(*by)))
        .collect();
    match said.as_slice() {
        [] => "within the banner".to_owned(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
