//! The wording of list and filter errors.

use adwright_views::{Collection, FilterProblem};
use adwright_wire::FilterKind;

use super::date_error_message;

use crate::error::{FilterInputError, InvalidFilter, ListError};

/// Returns why a list cannot be fetched or saved, and what to do.
pub(super) fn list_error_message(error: &ListError) -> String {
    match error {
        ListError::NoPath(Collection::Ads) => {
            "The path of this service’s ads is unknown. Set it in the settings of the workspace’s connection."
                .to_owned()
        }
        ListError::NoPath(Collection::Campaigns) => {
            "This service has no list of campaigns.".to_owned()
        }
        ListError::NoPath(Collection::Values) => {
            "This service has no list of retargeting values.".to_owned()
        }
        ListError::Filter(error) => filter_error_message(error),
        ListError::UnnamedView => "A view needs a name. Type a name, then save it again.".to_owned(),
    }
}

/// Returns the view of a filter that is not applied.
pub(crate) fn filter_problem(invalid: &InvalidFilter) -> FilterProblem {
    FilterProblem {
        filter: invalid.filter.to_owned(),
        group: invalid.group,
        message: filter_error_message(&invalid.error),
    }
}

fn filter_error_message(error: &FilterInputError) -> String {
    match error {
        FilterInputError::NotAnId(typed) => {
            format!("“{typed}” is not an id. An id is a whole number, such as 4410.")
        }
        FilterInputError::NotACount(typed) => {
            format!("“{typed}” is not a number of rows. Type a whole number from 0 on.")
        }
        FilterInputError::UnknownField(name) => {
            format!("Campaigns have no field {name}. Choose another field.")
        }
        FilterInputError::OtherType { typed, kind, title } => {
            format!(
                "“{typed}” is not {}, and {title} needs one.",
                value_noun(*kind)
            )
        }
        FilterInputError::NotADate { typed, error } => date_error_message(typed, error),
        FilterInputError::DatesReversed { from, to } => {
            format!("{from} is later than {to}. Swap the dates.")
        }
        FilterInputError::NotSortable => {
            "The list cannot be sorted by that field. It is sorted by name.".to_owned()
        }
        FilterInputError::SitesUnknown => {
            "Only the service knows the sites of a campaign. Ask the service to apply this filter."
                .to_owned()
        }
    }
}

const fn value_noun(kind: FilterKind) -> &'static str {
    match kind {
        FilterKind::Text => "a text",
        FilterKind::Number => "a number",
        FilterKind::YesNo => "yes or no",
        FilterKind::Instant => "a date",
    }
}

/// Returns the warning about filters and sorts by fields that are known only from a sample.
pub(crate) fn learned_fields_warning(labels: &[&str]) -> String {
    format!(
        "Known from a sample only: {}. Adwright can filter and sort by these fields. The service may refuse or ignore them.",
        labels.join(", ")
    )
}
