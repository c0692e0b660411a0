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
    pub(super) origin: Option<&'a str>,
}

/// A value of a panel's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    Width,
    Height,
    Left,
    Top,
}

/// The reason why the position of a panel is unknown. Numbers are pixels.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum PositionError {
    /// The position is not relative to the banner.
    OtherOrigin(String),
    /// The ad does not name the origin of the position.
    NoOrigin,
    NotPositive(Measure, f64),
    TooLarge(Measure, f64),
    /// The position is too far from the banner.
    TooFar(Measure, f64),
    /// The value is missing, or is not a number.
    Unknown(Measure, Amount),
}

impl PanelMeasures<'_> {
    /// Returns the rectangle of the panel, or why it is unknown.
    pub(super) fn rect(&self) -> Result<Rect, PositionError> {
        let width = require_size(Measure::Width, self.width)?;
        let height = require_size(Measure::Height, self.height)?;
        self.check_origin()?;
        let x = require_position(Measure::Left, self.x)?;
        let y = require_position(Measure::Top, self.y)?;
        Ok(Rect::from_size(width, height).translate(x, y))
    }

    fn check_origin(&self) -> Result<(), PositionError> {
        match self.origin {
            Some(origin) if origin.eq_ignore_ascii_case("BANNER_RELATIVE") => Ok(()),
            Some(origin) => Err(PositionError::OtherOrigin(origin.to_owned())),
            None => Err(PositionError::NoOrigin),
        }
    }
}

fn require_size(measure: Measure, amount: &Amount) -> Result<f64, PositionError> {
    match amount {
        Amount::Known { value } if *value <= 0.0 => {
            Err(PositionError::NotPositive(measure, *value))
        }
        Amount::Known { value } if *value > LARGEST => {
            Err(PositionError::TooLarge(measure, *value))
        }
        Amount::Known { value } => Ok(*value),
        other => Err(PositionError::Unknown(measure, other.clone())),
    }
}

fn require_position(measure: Measure, amount: &Amount) -> Result<f64, PositionError> {
    match amount {
        Amount::Known { value } if value.abs() > LARGEST => {
            Err(PositionError::TooFar(measure, *value))
        }
        Amount::Known { value } => Ok(*value),
        other => Err(PositionError::Unknown(measure, other.clone())),
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

/// Describes the openings in words, such as `down by 350 px and right by 20 px`.
pub(super) fn direction_label(rect: &Rect, banner: &Rect) -> String {
    if !rect.touches(banner) {
        return APART.to_owned();
    }
    let sides = find_openings(rect, banner);
    let parts: Vec<_> = sides
        .iter()
        .map(|(side, by)| format!("{} by {} px", side.as_str(), format_grouped(*by)))
        .collect();
    match parts.as_slice() {
        [] => "within the banner".to_owned(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
