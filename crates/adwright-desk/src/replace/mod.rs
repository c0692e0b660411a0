//! Find and replace with tokens in braces, and the values of a preview. Bulk edits and sheets share it.

mod template;
mod text_replacer;
mod value;

use adwright_views::{BulkFormInput, BulkProblem};

pub(crate) use template::ReplaceTemplate;
pub(crate) use text_replacer::{MatchExtent, Replacement, TextReplacer, TextSearch, check_regex};
pub(crate) use value::{marked_value, plain_value};

use crate::error::BulkInputError;
use crate::wording::bulk_input_message;

/// Returns a problem of a whole input.
pub(crate) fn problem(part: BulkFormInput, error: &BulkInputError) -> BulkProblem {
    BulkProblem {
        part,
        at: None,
        message: bulk_input_message(error),
    }
}

/// Returns a problem at a byte offset of the typed text.
pub(crate) fn problem_at(
    part: BulkFormInput,
    text: &str,
    byte: usize,
    error: &BulkInputError,
) -> BulkProblem {
    let before = text.get(..byte).map_or(0, |before| before.chars().count());
    BulkProblem {
        at: u32::try_from(before + 1).ok(),
        ..problem(part, error)
    }
}
