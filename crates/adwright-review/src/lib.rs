//! What an ad looks like and does, worked out from its document alone: pure.
//!
//! Nothing is asked of a service, and nothing is believed: a size may be missing, absurd or no number at all. Whatever
//! cannot be told is named as such, beside the text that stands there.

mod amount;
mod assets;
mod compare;
mod drawing;
mod fact;
mod interactions;
mod layout;
mod read;
mod rect;
mod report;
mod review;
mod summary;
mod table;
mod text;
mod timeline;
mod tracking;
mod versions;

pub use amount::{Amount, grouped};
pub use assets::{
    Assets, Branch, Budget, Counts, File, Fork, Made, MadeKind, Page, Script, Standing, Tile,
    Verdict, Weighed, Weights,
};
pub use compare::agreeing;
pub use drawing::{Anchor, Drawing, Mark, Palette, Role, Shown};
pub use fact::Fact;
pub use interactions::Interaction;
pub use layout::{Banner, Corner, Icon, Image, Layout, Panel, Part, Side, drawn_size};
pub use rect::Rect;
pub use report::{Remark, Report};
pub use review::{Head, Review};
pub use summary::{NOT_IN_SUMMARY, ONLY_SUMMARY, is_summary};
pub use table::{Cell, Column, Holds, Row, Table};
pub use timeline::{Linear, Skip, Timeline, Variable};
pub use tracking::{Address, Host, Purpose, Tracking};
pub use versions::{SmartElement, Versions};
