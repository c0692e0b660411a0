//! The objects of a workspace: each one is a draft if there is one, otherwise what the service last sent.

mod bulk_label;
mod draft_merge;
mod edit_base;
mod item_view;
mod loaded_object;
mod page_entry;
mod parsed_draft;
mod partial_reason;
mod step_label;
mod step_text;

use std::sync::{Arc, Mutex};

use derive_new::new;

pub(crate) use bulk_label::BulkLabel;
pub(crate) use draft_merge::{Clash, last_change};
pub(crate) use edit_base::EditBase;
pub(crate) use item_view::{item_state_view, verb_view};
pub(crate) use loaded_object::{
    LoadedObject, NEW_CAMPAIGN, NEW_VALUE, RECORD, SourceFile, missing_error, open_item_lock,
};
pub(crate) use page_entry::{parse_cells, parse_page_entry, parse_page_entry_and_object};
pub(crate) use partial_reason::PartialReasons;
pub(crate) use step_label::{EntryEvent, EntryLabel, StepLabel};
pub(crate) use step_text::{bulk_label_text, bulk_text, entry_text, step_text};

use self::parsed_draft::ParsedDraft;

use crate::context::Context;
use crate::credentials::LazyCredentials;

/// The objects of the workspace: each one's draft if there is one, otherwise the service's object.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub(crate) struct Objects {
    context: Arc<Context>,
    /// The workspace's secrets; none for Practice.
    credentials: Option<Arc<LazyCredentials>>,
    #[new(default)]
    partial_reasons: PartialReasons,
    /// The last opened draft, so that an edit does not parse it again.
    #[new(default)]
    parsed: Mutex<Option<ParsedDraft>>,
}
