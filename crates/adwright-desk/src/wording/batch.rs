//! The wording of batches.

use adwright_review::group_thousands;

use super::plural;

use crate::error::BatchError;

/// Returns why a batch cannot be found or edited, and what to do.
pub(super) fn batch_error_message(error: &BatchError) -> String {
    match error {
        BatchError::Missing(_) => "This batch is not in this workspace.".to_owned(),
        BatchError::NoName => "A batch needs a name.".to_owned(),
        BatchError::NoRow { position, rows } => format!(
            "There is no row {}: the batch has {}. Look at it again, then repeat the edit.",
            group_thousands(*position as usize + 1),
            plural(*rows as usize, "row")
        ),
        BatchError::NoColumn { column, columns } => format!(
            "There is no column {}: the batch has {}. Look at it again, then repeat the edit.",
            *column as usize + 1,
            plural(*columns, "column")
        ),
        BatchError::TooManyCells { row, columns } => format!(
            "Row {} has more cells than there are columns ({columns}). Add columns, or remove the cells.",
            group_thousands(row + 1)
        ),
        BatchError::TooManyColumns { most } => format!(
            "A batch has at most {}. Leave out some columns.",
            plural(*most, "column")
        ),
        BatchError::TooManyRows => {
            "The batch has no room for these rows. Enter them in a new batch.".to_owned()
        }
    }
}
