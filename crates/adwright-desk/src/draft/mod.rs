//! Drafts: begun, opened, edited, undone, discarded; every edit is on disk before it counts as saved.

mod apply;
mod begin;
mod checked;
mod edit;
mod list;
mod many;
mod new_objects;
mod not_whole;
mod onto;
mod opened;
mod spelled;

pub(crate) use apply::Field;
pub(crate) use begin::{NEW_CAMPAIGN, RECORD, note_of_summary};
pub(crate) use checked::{CheckedDraft, CheckedDrafts, saved};
pub(crate) use edit::{WRITING, made_anew};
pub(crate) use list::{Locks, something};
pub use new_objects::{SentBefore, SpelledDrafts};
pub(crate) use not_whole::{NotWhole, WhySummary};
pub(crate) use onto::Onto;
pub(crate) use opened::{Opened, OpenedFile, missing};
pub use spelled::{SpelledEdit, SpelledObject};
