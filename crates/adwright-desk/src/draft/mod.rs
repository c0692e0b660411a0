//! Drafts: opened, edited, undone, discarded; every edit is on disk before it counts as saved.

mod apply;
mod edit;
mod list;
mod opened;

pub(crate) use opened::Opened;
