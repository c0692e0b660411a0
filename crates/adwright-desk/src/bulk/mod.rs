//! One change to many drafts: previewed, made in one commit, undone and redone as one step (decision 0009).
//!
//! A pure function (`operation.rs`) changes one document. The preview runs it over the current documents. The commit
//! runs it again, and goes on only if the result is the same as in the preview.

mod apply;
mod fields;
mod find_replace;
mod labels;
mod operation;
mod plan;
mod preview;
mod replace_template;
mod undo;
mod value;

use std::sync::Arc;

use adwright_views::{BulkFormInput, BulkProblem};

pub(crate) use fields::FieldCatalog;
pub(crate) use labels::{BulkLabel, SetAction, SetLabel};
pub(crate) use preview::Previews;
pub(crate) use preview::field_catalog;

use crate::context::Context;
use crate::draft::Objects;
use crate::facts::Checker;

/// The changes to many drafts at once.
pub struct BulkEdits {
    pub(crate) context: Arc<Context>,
    pub(crate) objects: Arc<Objects>,
    pub(crate) checker: Arc<Checker>,
    pub(crate) previews: Previews,
}

/// Why a field stays as it is, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SkipReason {
    reason: String,
}

impl SkipReason {
    fn new(reason: String) -> Self {
        Self { reason }
    }
}

fn problem(part: BulkFormInput, message: impl Into<String>) -> BulkProblem {
    BulkProblem {
        part,
        at: None,
        message: message.into(),
    }
}

/// Returns a problem at a byte offset of the typed text.
fn problem_at(part: BulkFormInput, text: &str, byte: usize, message: String) -> BulkProblem {
    let before = text.get(..byte).map_or(0, |before| before.chars().count());
    BulkProblem {
        at: u32::try_from(before + 1).ok(),
        ..problem(part, message)
    }
}
