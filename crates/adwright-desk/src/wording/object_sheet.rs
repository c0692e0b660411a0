//! The wording of sheets over existing objects.

use adwright_review::group_thousands;
use adwright_views::ListId;

use super::{item_blocker_message, object_noun, plural, row_title, skip_message};

use crate::error::ObjectSheetError;

/// Returns why objects cannot be opened or edited as a sheet, and what to do.
pub(super) fn object_sheet_error_message(error: &ObjectSheetError) -> String {
    match error {
        ObjectSheetError::NoObjects => {
            "None of these objects is in this workspace now. Select others in the list.".to_owned()
        }
        ObjectSheetError::TooManyObjects { most, selected } => format!(
            "A sheet holds at most {} objects, and {} are selected. Select fewer.",
            group_thousands(*most),
            group_thousands(*selected)
        ),
        ObjectSheetError::FixedRows => {
            "Nothing was changed. This sheet has one row for each object, so rows are neither added, deleted nor moved."
                .to_owned()
        }
        ObjectSheetError::RowBlocked { position, .. }
        | ObjectSheetError::FixedCell { position, .. } => format!(
            "Nothing was changed. {}: {}",
            row_title(*position),
            object_refusal_message(error)
        ),
    }
}

/// Returns why an object cannot get new values.
pub(super) fn object_refusal_message(error: &ObjectSheetError) -> String {
    match error {
        ObjectSheetError::RowBlocked { blocker, .. } => item_blocker_message(blocker),
        ObjectSheetError::FixedCell { reason, .. } => skip_message(reason),
        other => object_sheet_error_message(other),
    }
}

/// Returns the name of a sheet over objects, such as “12 campaigns”.
pub(crate) fn object_sheet_name(list: ListId, objects: usize) -> String {
    plural(objects, object_noun(list.kind().list_kind()))
}
