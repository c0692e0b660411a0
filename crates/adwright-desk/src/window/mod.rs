//! The frame of the window: the open workspace, the saved views, and the palette.

mod palette;
mod saved_views;
mod workspace_view;

pub use palette::CommandPalette;
pub use saved_views::SavedListViews;
pub use workspace_view::WorkspaceOverview;
