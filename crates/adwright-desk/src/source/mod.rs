//! The source view of a document: edits its text, and completes members and values.

mod completion;
mod write;

use std::sync::Arc;

use crate::context::Context;
use crate::detail::Details;
use crate::draft::{Drafts, Objects};
use crate::welcome::Onboarding;

/// The editor of a draft's JSON text.
pub struct SourceEditor {
    pub(crate) context: Arc<Context>,
    pub(crate) objects: Arc<Objects>,
    pub(crate) details: Arc<Details>,
    pub(crate) drafts: Arc<Drafts>,
    pub(crate) onboarding: Arc<Onboarding>,
}
