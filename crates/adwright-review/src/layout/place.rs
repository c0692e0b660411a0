//! Where a panel stands beside its banner.

use serde::Serialize;
use specta::Type;

use crate::amount::{Amount, told};
use crate::rect::Rect;

/// Nothing wider or higher than this is drawn, in pixels: the longest page of any device is shorter.
pub(crate) const LARGEST: f64 = 20_000.0;

/// Where a panel stands that neither covers nor adjoins its banner.
pub(super) const APART: &str = "apart from the banner";

/// A side of the banner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// Above it.
    Up,
    /// Below it.
    Down,
    /// To its left.
    Left,
    /// To its right.
    Right,
}

impl Side {
    fn word(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// What decides where a panel stands.
pub(super) struct Measures<'a> {
    pub(super) width: &'a Amount,
    pub(super) height: &'a Amount,
    pub(super) x: &'a Amount,
    pub(super) y: &'a Amount,
    /// What its position counts from.
    pub(super) counts_from: Option<&'a str>,
}

impl Measures<'_> {
    /// The rectangle that the panel takes, or a sentence that says why it cannot be told.
    pub(super) fn rect(&self) -> Result<Rect, String> {
        let width = side("width", self.width)?;
        let height = side("height", self.height)?;
        self.check_origin()?;
        let x = position("left", self.x)?;
        let y = position("top", self.y)?;
        Ok(Rect::sized(width, height).moved(x, y))
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

fn side(name: &str, amount: &Amount) -> Result<f64, String> {
    match amount {
        Amount::Known { value } if *value <= 0.0 => {
            Err(format!("its {name} is {} px", told(*value)))
        }
        Amount::Known { value } if *value > LARGEST => Err(format!(
            "its {name} is {} px, too large to draw",
            told(*value)
        )),
        Amount::Known { value } => Ok(*value),
        other => Err(format!("its {name} is {}", other.said("px"))),
    }
}

fn position(name: &str, amount: &Amount) -> Result<f64, String> {
    match amount {
        Amount::Known { value } if value.abs() > LARGEST => Err(format!(
            "its {name} is {} px, too far from the banner to draw",
            told(*value)
        )),
        Amount::Known { value } => Ok(*value),
        other => Err(format!("its {name} is {}", other.said("px"))),
    }
}

/// How far a rectangle goes beyond the banner on each side, where it does by half a pixel or more.
pub(super) fn opening(rect: &Rect, banner: &Rect) -> Vec<(Side, f64)> {
    let beyond = [
        (Side::Up, banner.y - rect.y),
        (Side::Down, rect.bottom() - banner.bottom()),
        (Side::Left, banner.x - rect.x),
        (Side::Right, rect.right() - banner.right()),
    ];
    beyond.into_iter().filter(|(_, by)| *by >= 0.5).collect()
}

/// The same in words, such as `down by 350 px and right by 20 px`.
pub(super) fn direction(rect: &Rect, banner: &Rect) -> String {
    if !rect.touches(banner) {
        return APART.to_owned();
    }
    let sides = opening(rect, banner);
    let said: Vec<_> = sides
        .iter()
        .map(|(side, by)| format!("{} by {} px", side.word(), told(*by)))
        .collect();
    match said.as_slice() {
        [] => "within the banner".to_owned(),
        [one] => one.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
