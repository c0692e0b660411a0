//! The marks that drafts show in the rows of their objects.

use std::collections::HashMap;

use adwright_list::RowId;

/// The mark of a draft in its object's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DraftMark {
    pub(crate) name: String,
    pub(crate) errors: u32,
    pub(crate) warnings: u32,
    /// The number of open clashes.
    pub(crate) clashes: u32,
    /// The draft's values, as [`super::ListFields::add_layout_hash`] formats them.
    pub(crate) values: Option<String>,
}

/// The marks by row.
pub(crate) type DraftMarks = HashMap<RowId, DraftMark>;
