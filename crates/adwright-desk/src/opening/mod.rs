//! Opens a workspace: the one that was open last, or a chosen one.

pub mod home;
mod open_workspace;
mod workspace_selector;

pub use workspace_selector::WorkspaceSelector;
