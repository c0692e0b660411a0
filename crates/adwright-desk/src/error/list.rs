//! The errors of lists and their filters.

use adwright_views::Collection;
use adwright_wire::FilterKind;

use super::DateError;

/// The reason why a list cannot be fetched or saved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ListError {
    /// The service's path of the list is not set.
    #[error("the service has no path for this list")]
    NoPath(Collection),
    /// A filter is invalid.
    #[error("a filter is invalid: {0}")]
    Filter(#[from] FilterInputError),
    /// A saved view has no name.
    #[error("the view has no name")]
    UnnamedView,
}

/// The reason why a filter or a sort order is not applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FilterInputError {
    /// The text is not an id.
    #[error("not an id: {0}")]
    NotAnId(String),
    /// The text is not a number of rows.
    #[error("not a number of rows: {0}")]
    NotACount(String),
    /// Campaigns have no such field.
    #[error("no field {0}")]
    UnknownField(String),
    /// The text is not a value of this kind.
    #[error("{typed} is not a value of {title}")]
    OtherType {
        /// The text.
        typed: String,
        /// The kind of the field.
        kind: FilterKind,
        /// The field's name for people.
        title: String,
    },
    /// The text is not a date.
    #[error("not a date: {typed}")]
    NotADate {
        /// The text.
        typed: String,
        /// The reason.
        error: DateError,
    },
    /// The first date is later than the last one.
    #[error("{from} is later than {to}")]
    DatesReversed {
        /// The first date, as typed.
        from: String,
        /// The last date, as typed.
        to: String,
    },
    /// The list cannot be sorted by this field.
    #[error("not sortable by this field")]
    NotSortable,
    /// Only the service knows the sites of a campaign.
    #[error("only the service knows the sites of a campaign")]
    SitesUnknown,
}

/// A filter that is not applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct InvalidFilter {
    /// The filter's name in [`RowFilters`]; `sort` for the order.
    pub(crate) filter: &'static str,
    /// The index of its group if the filter is `q`; otherwise none.
    pub(crate) group: Option<u32>,
    pub(crate) error: FilterInputError,
}
