//! The checks: of one document, and of all drafts, each once per change.

mod check_cache;
mod checker;
mod draft_marks;
mod rulebook;

use std::sync::Arc;

use derive_new::new;

pub(crate) use check_cache::{
    CheckInputsVersion, CheckedDraft, DraftCheckCache, DraftChecks, DraftLocks, changed_drafts,
    saved_at,
};
pub(crate) use checker::CheckResult;
pub use checker::Checker;
pub(crate) use draft_marks::{DraftMark, DraftMarks};
pub use rulebook::{explain, rule_list};

use crate::context::Context;
use crate::object::Objects;

/// All drafts with their findings.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub(crate) struct CheckCache {
    context: Arc<Context>,
    objects: Arc<Objects>,
    checker: Arc<Checker>,
    #[new(default)]
    cache: DraftCheckCache,
}
