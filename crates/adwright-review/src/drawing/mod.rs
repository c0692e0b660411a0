//! A drawing as a list of marks. The window and the SVG writer render the same marks.

mod layout;
mod overlay;
mod palette;
mod ruler;
mod svg;
mod text_width;
mod timeline;

use serde::{Deserialize, Serialize};
use specta::Type;

pub use palette::Palette;

use crate::rect::Rect;

/// The visible part of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum LayoutView {
    /// The banner alone, before anything opens.
    Collapsed,
    /// The banner and one panel.
    Panel {
        /// The index of the panel.
        at: u32,
    },
    /// The banner and all panels, drawn over each other.
    All,
    /// The image that is shown if the ad cannot run.
    DefaultImage,
}

/// A drawing to scale. In a layout, one unit is one pixel of the ad. In a timeline, the width is the whole duration.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Drawing {
    /// The title, also for screen readers.
    pub title: String,
    /// The visible area.
    pub view: Rect,
    /// The height of its letters, in units of the drawing.
    pub letter: f64,
    /// The marks, from back to front.
    pub marks: Vec<DrawingMark>,
}

/// One shape or text of a drawing.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum DrawingMark {
    /// A rectangle.
    Box {
        /// Its rectangle.
        rect: Rect,
        /// Its meaning.
        role: MarkRole,
        /// The index of the panel, if it is a panel.
        panel: Option<u32>,
        /// A short description.
        title: String,
    },
    /// A straight line.
    Line {
        /// Its ends: `x1`, `y1`, `x2`, `y2`.
        ends: [f64; 4],
        /// Its meaning.
        role: MarkRole,
    },
    /// A few words on one line.
    Words {
        /// The horizontal position of the anchor.
        x: f64,
        /// The baseline.
        y: f64,
        /// The words.
        text: String,
        /// Their meaning.
        role: MarkRole,
        /// The point of the text that is at `x`.
        anchor: TextAnchor,
        /// The rectangle that clips the words, in case a font is too wide.
        frame: Option<Rect>,
    },
}

/// The meaning of a mark. [`Palette`] chooses the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum MarkRole {
    /// The banner.
    Banner,
    /// A banner of unknown size.
    Assumed,
    /// A panel.
    Panel,
    /// The default panel.
    DefaultPanel,
    /// A panel with a part outside the visible area, or away from the banner.
    OddPanel,
    /// A panel moved by the offsets of the panel settings.
    Shifted,
    /// A part whose position or time is unknown.
    Unplaced,
    /// The image that is shown if the ad cannot run.
    Image,
    /// A companion, next to the player.
    Companion,
    /// The ad choices icon.
    Icon,
    /// A part that plays.
    Linear,
    /// A part that overlays the video.
    Over,
    /// The interactions.
    Interaction,
    /// The time from which the ad can be skipped.
    Skip,
    /// The text at that time.
    SkipName,
    /// A part of the first of several layouts.
    First,
    /// A part of the second layout.
    Second,
    /// A part of the third layout.
    Third,
    /// A part of the fourth layout.
    Fourth,
    /// A part of the fifth layout.
    Fifth,
    /// A part of any further layout.
    Further,
    /// A line of a ruler.
    Ruler,
    /// The name of a part.
    Name,
    /// A number on a ruler, or a track name.
    Number,
}

/// The point of a text that a position refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum TextAnchor {
    /// The start.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}
