//! Reviews an ad from its document alone: pure.
//!
//! A review covers layout, panels, timeline, weights, tracking and interactions. It is available as view models, as
//! SVG drawings and as one HTML file. It sends no request and trusts no value: a size may be missing, absurd or not a
//! number. The review marks unknown values, and shows their text in the document.

mod amount;
mod assets;
mod compare;
mod drawing;
mod fact;
mod interactions;
mod layout;
mod markup;
mod object_reader;
mod rect;
mod report;
mod review;
mod summary;
mod table;
mod timeline;
mod tracking;
mod versions;

pub use amount::{Amount, group_thousands};
pub use assets::{
    AdFile, AdWeights, Assets, BudgetScope, BudgetStatus, DerivedFile, DerivedFileKind, FileStatus,
    FileTreeEntry, FileTreeNode, HtmlPage, PageScript, TreemapTile, WeightBudget, WeightRole,
};
pub use compare::count_common_leaves;
pub use drawing::{Drawing, DrawingMark, LayoutView, MarkRole, Palette, TextAnchor};
pub use fact::AdFact;
pub use interactions::Interaction;
pub use layout::{
    Banner, BannerSide, Corner, DefaultImage, Icon, Layout, Panel, SizedPart, drawn_size,
};
pub use rect::Rect;
pub use report::{ReportFinding, ReviewReport};
pub use review::{AdHeader, Review};
pub use summary::{NOT_IN_SUMMARY, ONLY_SUMMARY, is_summary};
pub use table::{CellType, Table, TableCell, TableColumn, TableRow};
pub use timeline::{Linear, SkipOffset, TemplateVariable, Timeline, VariableOwner};
pub use tracking::{AdAddress, AdAddresses, AddressHost, AddressPurpose};
pub use versions::{SmartElement, VersionedContent};
