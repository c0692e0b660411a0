//! How a list ends.

use serde::{Deserialize, Serialize};

/// How a list ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListEnd {
    /// Every requested row was received.
    Complete,
    /// Some rows are missing, or may be.
    Incomplete(IncompleteList),
}

/// Why a list is incomplete, or may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum IncompleteList {
    /// The service returned fewer rows than it reports.
    Short {
        /// The number of received rows.
        received: u64,
        /// The number of rows that the service reports.
        total: u64,
    },
    /// The service refuses pages from `row` on, and the list is still incomplete after fetching parts, if it has
    /// parts.
    RefusedFrom {
        /// The index of the first row that the service refuses.
        row: u64,
        /// The number of received rows, including the parts.
        received: u64,
        /// The number of rows that the service reports.
        total: Option<u64>,
        /// True if a part was fetched.
        in_parts: bool,
    },
    /// The service repeats the same rows for different page starts.
    RepeatedPage,
    /// The service sent more rows than it reports, or than any list may have.
    TooManyRows {
        /// The number of received rows.
        received: u64,
        /// The number of rows that the service reported last.
        total: Option<u64>,
    },
    /// Rows moved, or pages did not fit together, so some rows may have been skipped.
    Inconsistent,
    /// The last reply was empty, or an empty list without a total instead of the first page.
    NoContent,
}

impl From<IncompleteList> for ListEnd {
    fn from(reason: IncompleteList) -> Self {
        Self::Incomplete(reason)
    }
}
