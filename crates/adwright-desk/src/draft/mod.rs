//! Drafts: created, opened, edited, undone and discarded. Every edit is committed to disk before it counts as saved.

mod check_cache;
mod create;
mod edit;
mod edit_base;
mod field_editor;
mod from_json;
mod list;
mod loaded_object;
mod many;
mod new_objects;
mod partial_reason;

pub(crate) use check_cache::{CheckedDraft, DraftCheckCache, saved_at};
pub(crate) use create::{NEW_CAMPAIGN, RECORD, summary_note};
pub(crate) use edit::{WRITING, retry_on_conflict};
pub(crate) use edit_base::EditBase;
pub(crate) use field_editor::FieldEditor;
pub use from_json::{JsonEdit, JsonObject};
pub(crate) use list::{DraftLocks, changed_drafts};
pub(crate) use loaded_object::{LoadedObject, SourceFile, missing_error};
pub use new_objects::{CreatedDrafts, PreviousSend};
pub(crate) use partial_reason::{PartialReasons, SummaryReason};
