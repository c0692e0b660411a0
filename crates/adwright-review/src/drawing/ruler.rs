//! Rulers along the top and the left edge, with the origin at the corner of the banner.

use super::{DrawingMark, MarkRole, TextAnchor};
use crate::amount::format_number;
use crate::rect::Rect;

/// The approximate number of ticks along the longer side.
const NUMBERS: f64 = 10.0;

/// Draws both rulers. Returns the area of the drawing with its rulers.
pub(super) fn draw_rulers(extent: Rect, letter: f64, marks: &mut Vec<DrawingMark>) -> Rect {
    let step = tick_step(extent.width.max(extent.height), 1.0);
    let tick = 0.5 * letter;
    let line = |ends| DrawingMark::Line {
        ends,
        role: MarkRole::Ruler,
    };
    let (left, top) = (extent.x - letter, extent.y - letter);
    marks.push(line([extent.x, top, extent.right(), top]));
    marks.push(line([left, extent.y, left, extent.bottom()]));
    for x in multiples(extent.x, extent.right(), step) {
        marks.push(line([x, top - tick, x, top]));
        marks.push(label(x, top - letter, x, TextAnchor::Middle));
    }
    for y in multiples(extent.y, extent.bottom(), step) {
        marks.push(line([left - tick, y, left, y]));
        marks.push(label(left - letter, y + 0.35 * letter, y, TextAnchor::End));
    }
    Rect {
        x: extent.x - 5.0 * letter,
        y: extent.y - 3.5 * letter,
        width: extent.width + 7.0 * letter,
        height: extent.height + 5.0 * letter,
    }
}

fn label(x: f64, y: f64, value: f64, anchor: TextAnchor) -> DrawingMark {
    DrawingMark::Words {
        x,
        y,
        text: format_number(value),
        role: MarkRole::Number,
        anchor,
        frame: None,
    }
}

/// Returns the smallest tick step that gives at most about [`NUMBERS`] ticks: 1, 2 or 5 times a power of ten, and at
/// least `finest`.
pub(super) fn tick_step(length: f64, finest: f64) -> f64 {
    let least = (length / NUMBERS).max(finest);
    let power = 10.0_f64.powf(least.log10().floor());
    let choices = [1.0, 2.0, 5.0].map(|digit| digit * power);
    let fitting = choices.into_iter().find(|step| *step >= least);
    fitting.unwrap_or(10.0 * power)
}

/// Returns the multiples of a step between two numbers.
pub(super) fn multiples(from: f64, to: f64, step: f64) -> impl Iterator<Item = f64> {
    let first = (from / step).ceil();
    let values = std::iter::successors(Some(first), |at| Some(at + 1.0));
    values
        .map(move |at| at * step)
        .take_while(move |at| *at <= to)
}
