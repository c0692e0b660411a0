//! One change to many campaigns: previewed, made in one commit, taken back and brought back as one step.
//!
//! What it does to one document is a pure function (`operation.rs`). The preview runs it over the documents as they are;
//! making the change runs it again over what is there by then, and goes on only if that comes to the same.

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

pub(crate) use labels::plural;
pub(crate) use preview::Previews;

use crate::views::{BulkFormInput, BulkProblem};

/// Why something is left as it is, as a sentence.
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

/// A problem at a byte of what was typed.
fn problem_at(part: BulkFormInput, text: &str, byte: usize, message: String) -> BulkProblem {
    let before = text.get(..byte).map_or(0, |before| before.chars().count());
    BulkProblem {
        at: u32::try_from(before + 1).ok(),
        ..problem(part, message)
    }
}
