//! Drafts: begun, opened, edited, undone, discarded; every edit is on disk before it counts as saved.

mod apply;
mod begin;
mod checked;
mod edit;
mod list;
mod opened;

pub(crate) use apply::Field;
pub(crate) use begin::{NEW_CAMPAIGN, note_of_summary};
pub(crate) use checked::CheckedDrafts;
pub(crate) use edit::made_anew;
pub(crate) use opened::Opened;
