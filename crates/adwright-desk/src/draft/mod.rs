//! Drafts: begun, opened, edited, undone, discarded; every edit is on disk before it counts as saved.
//!
//! The first edit of an object begins its draft. Typing on in the same field within two seconds stays one step of
//! "Undo". "Undo" applies the draft's edits again, up to one fewer. All edits are on disk, so it has no limit and works
//! after a crash.
//!
//! Text that does not fit the type of its field is kept as typed, and the checks report it. A text under Source becomes
//! edits too: see `source` and decision 0021.

mod check_cache;
mod create;
mod edit;
mod edit_base;
mod error;
mod field_editor;
mod from_json;
mod list;
mod loaded_object;
mod many;
mod new_objects;
mod partial_reason;
mod step_label;

use std::sync::Arc;

pub(crate) use check_cache::{CheckedDraft, DraftCheckCache, saved_at};
pub(crate) use create::{NEW_CAMPAIGN, RECORD, summary_note};
pub(crate) use create::{name_path, without_assigned};
pub(crate) use edit::{edit_label, retry_on_conflict};
pub(crate) use edit_base::EditBase;
pub use error::{DraftError, MisdirectedDraft, NewObjectError, SetArgumentError};
pub(crate) use field_editor::FieldEditor;
pub(crate) use from_json::parse_edits;
pub(crate) use from_json::refuse_existing;
pub use from_json::{JsonEdit, JsonObject};
pub(crate) use list::{DraftLocks, changed_drafts};
pub(crate) use loaded_object::{LoadedObject, SourceFile, missing_error};
pub use new_objects::{CreatedDrafts, PreviousSend};
pub(crate) use partial_reason::{PartialReasons, SummaryReason};
pub use step_label::DraftSource;
pub(crate) use step_label::{EntryEvent, EntryLabel, StepLabel};

use crate::context::Context;
use crate::detail::Details;
use crate::facts::Checker;
use crate::lazy_credentials::LazyCredentials;
use crate::list::Lists;
use crate::welcome::Onboarding;

/// The drafts of the workspace.
pub struct Drafts {
    pub(crate) context: Arc<Context>,
    pub(crate) objects: Arc<Objects>,
    pub(crate) checker: Arc<Checker>,
    pub(crate) checked: Arc<CheckedDrafts>,
    pub(crate) lists: Arc<Lists>,
    pub(crate) details: Arc<Details>,
    pub(crate) onboarding: Arc<Onboarding>,
}

/// All drafts with their findings.
pub(crate) struct CheckedDrafts {
    pub(crate) context: Arc<Context>,
    pub(crate) objects: Arc<Objects>,
    pub(crate) checker: Arc<Checker>,
    pub(crate) cache: DraftCheckCache,
}

/// The objects of the workspace: each one's draft if there is one, otherwise the service's object.
pub(crate) struct Objects {
    pub(crate) context: Arc<Context>,
    /// The workspace's secrets; none for Practice.
    pub(crate) credentials: Option<Arc<LazyCredentials>>,
    pub(crate) partial_reasons: PartialReasons,
}
