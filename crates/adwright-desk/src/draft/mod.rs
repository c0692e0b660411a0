//! Drafts: begun, opened, edited, undone, discarded; every edit is on disk before it counts as saved.
//!
//! The first edit of an object begins its draft. Typing on in the same field within two seconds stays one step of
//! "Undo". "Undo" applies the draft's edits again, up to one fewer. All edits are on disk, so it has no limit and works
//! after a crash.
//!
//! Text that does not fit the type of its field is kept as typed, and the checks report it. A text under Source becomes
//! edits too: see `source` and decision 0021.

#![expect(
    clippy::too_many_arguments,
    reason = "a constructor takes every noun that this one uses"
)]

mod clashes;
mod create;
mod edit;
mod field_editor;
mod from_json;
mod list;
mod many;
mod new_objects;

use std::sync::Arc;

use derive_new::new;

pub(crate) use create::{name_path, summary_note, without_assigned};
pub(crate) use edit::{edit_label, retry_on_conflict};
pub(crate) use field_editor::FieldEditor;
pub(crate) use from_json::parse_edits;
pub use from_json::{JsonEdit, JsonObject};
pub use new_objects::{CreatedDrafts, PreviousSend};

use crate::check::CheckCache;
use crate::context::Context;
use crate::detail::Details;
use crate::first_steps::FirstSteps;
use crate::list::Lists;
use crate::object::Objects;

/// The drafts of the workspace.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct Drafts {
    context: Arc<Context>,
    objects: Arc<Objects>,
    check_cache: Arc<CheckCache>,
    lists: Arc<Lists>,
    details: Arc<Details>,
    first_steps: Arc<FirstSteps>,
}
