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

/// What is to be seen of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum LayoutView {
    /// The banner alone, before anything opens.
    Collapsed,
    /// The banner and one panel.
    Panel {
        /// The panel's place among the panels.
        at: u32,
    },
    /// The banner and all panels, one over the other.
    All,
    /// What is shown where the ad cannot run.
    DefaultImage,
}

/// A drawing to scale: of a layout one unit is one pixel of the ad, of a timeline all units together are its length.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Drawing {
    /// What it shows, for those who do not see it.
    pub title: String,
    /// The part of the plane that is to be seen.
    pub view: Rect,
    /// How high its letters are, in the units of the drawing.
    pub letter: f64,
    /// What is drawn, from the back to the front.
    pub marks: Vec<DrawingMark>,
}

/// One thing that is drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum DrawingMark {
    /// A rectangle.
    Box {
        /// Where it is.
        rect: Rect,
        /// What it stands for.
        role: MarkRole,
        /// The panel that it is, by its place among the panels.
        panel: Option<u32>,
        /// What it is, in a few words.
        title: String,
    },
    /// A straight line.
    Line {
        /// Where it begins and ends: left, top, left, top.
        ends: [f64; 4],
        /// What it stands for.
        role: MarkRole,
    },
    /// A few words on one line.
    Words {
        /// Where they begin, have their middle, or end.
        x: f64,
        /// Where the letters stand on.
        y: f64,
        /// The words.
        text: String,
        /// What they stand for.
        role: MarkRole,
        /// What `x` is of them.
        anchor: TextAnchor,
        /// Where they must end: whatever a font makes of them, nothing of them is drawn outside of this.
        frame: Option<Rect>,
    },
}

/// What a mark stands for. The canvas decides about colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum MarkRole {
    /// The banner.
    Banner,
    /// A banner of unknown size.
    Assumed,
    /// A panel.
    Panel,
    /// The panel that opens where no other is asked for.
    DefaultPanel,
    /// A panel with a part that nobody sees, or that nobody looks for.
    OddPanel,
    /// Where a panel stands if the offsets count on top of its position.
    Shifted,
    /// A panel whose place cannot be told.
    Unplaced,
    /// What is shown where the ad cannot run.
    Image,
    /// What stands beside the player.
    Companion,
    /// The ad choices icon.
    Icon,
    /// Something that plays.
    Linear,
    /// What lies over the picture.
    Over,
    /// What people can do while it plays.
    Interaction,
    /// The moment from which it can be skipped.
    Skip,
    /// The words at that moment.
    SkipName,
    /// A part of the first of several layouts.
    First,
    /// A part of the second.
    Second,
    /// A part of the third.
    Third,
    /// A part of the fourth.
    Fourth,
    /// A part of the fifth.
    Fifth,
    /// A part of any further one.
    Further,
    /// A line of a ruler.
    Ruler,
    /// The name of something.
    Name,
    /// A number at a ruler.
    Number,
}

/// What a place is of a line of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum TextAnchor {
    /// Its beginning.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}
