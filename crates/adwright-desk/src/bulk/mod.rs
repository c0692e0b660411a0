//! One change to many drafts: previewed, made in one commit, undone and redone as one step (decision 0009).
//!
//! A pure function (`operation.rs`) changes one document. The preview runs it over the current documents. The commit
//! runs it again, and goes on only if the result is the same as in the preview.

mod apply;
mod find_replace;
mod operation;
mod plan;
mod preview;
mod replace_template;
mod undo;
mod value;

use std::sync::Arc;

use adwright_checks::Phase;
use adwright_model::Field;
use adwright_views::{BulkFormInput, BulkProblem};
use derive_new::new;

pub(crate) use preview::Previews;

use crate::check::Checker;
use crate::context::Context;
use crate::error::{BulkInputError, SkipReason};
use crate::object::Objects;
use crate::wording::bulk_input_message;

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

fn problem(part: BulkFormInput, error: &BulkInputError) -> BulkProblem {
    BulkProblem {
        part,
        at: None,
        message: bulk_input_message(error),
    }
}

/// Returns a problem at a byte offset of the typed text.
fn problem_at(part: BulkFormInput, text: &str, byte: usize, error: &BulkInputError) -> BulkProblem {
    let before = text.get(..byte).map_or(0, |before| before.chars().count());
    BulkProblem {
        at: u32::try_from(before + 1).ok(),
        ..problem(part, error)
    }
}

/// Returns why a field cannot be changed in a document; none if it can.
fn skip_reason(field: &Field, phase: Phase) -> Option<SkipReason> {
    if field.read_only {
        return Some(SkipReason::SuppliedByService(field.title.clone()));
    }
    (field.set_once && phase == Phase::Update).then(|| SkipReason::SetOnce(field.title.clone()))
}
