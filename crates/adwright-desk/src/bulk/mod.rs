//! One change to many drafts: previewed, made in one commit, undone and redone as one step (decision 0009).
//!
//! A pure function (`operation.rs`) changes one document. The preview runs it over the current documents. The commit
//! runs it again, and goes on only if the result is the same as in the preview.

mod apply;
mod field_token;
mod find_replace;
mod full_fetch;
mod operation;
mod plan;
mod preview;
mod undo;

use std::sync::Arc;

use adwright_checks::Phase;
use adwright_model::Field;
use derive_new::new;

pub(crate) use apply::build_part;
pub(crate) use preview::{Previews, is_gone};

use crate::check::Checker;
use crate::context::Context;
use crate::error::SkipReason;
use crate::object::Objects;

/// The changes to many drafts at once.
#[derive(new)]
#[new(visibility = "pub(crate)")]
pub struct BulkEdits {
    context: Arc<Context>,
    objects: Arc<Objects>,
    checker: Arc<Checker>,
    #[new(default)]
    previews: Previews,
}

/// Returns why a field cannot be changed in a document; none if it can.
pub(crate) fn skip_reason(field: &Field, phase: Phase) -> Option<SkipReason> {
    if field.read_only {
        return Some(SkipReason::SuppliedByService(field.title.clone()));
    }
    (field.set_once && phase == Phase::Update).then(|| SkipReason::SetOnce(field.title.clone()))
}
