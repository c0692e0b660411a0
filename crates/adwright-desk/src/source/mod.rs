//! The source view of a document: edits its text, and completes members and values.

mod completion;
mod write;

use std::sync::Arc;

use derive_new::new;

use crate::context::Context;
use crate::detail::Details;
use crate::draft::Drafts;
use crate::first_steps::FirstSteps;
use crate::object::Objects;

/// The editor of a draft's JSON text.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct SourceEditor {
    context: Arc<Context>,
    objects: Arc<Objects>,
    details: Arc<Details>,
    drafts: Arc<Drafts>,
    first_steps: Arc<FirstSteps>,
}
