use serde::{Deserialize, Serialize};
use specta::Type;

use super::ReplyView;

/// The list's filters as a person typed them. An empty text means that the filter is not set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowFilters {
    /// The account's id.
    pub account_id: String,
    /// A part of the account's name.
    pub account_name: String,
    /// The id of one of the campaign's sites. Only the service knows it.
    pub site_id: String,
    /// The advertiser's id.
    pub advertiser_id: String,
    /// A part of the advertiser's name.
    pub advertiser_name: String,
    /// The brand's id.
    pub brand_id: String,
    /// The trafficking mode.
    pub trafficking_mode: String,
    /// Conditions on fields. All groups must match.
    pub q: Vec<FilterGroupInput>,
    /// The state of the drafts; none for all rows. Only this computer knows it.
    pub drafts: Option<RowDraftFilter>,
    /// The first row, counted from 0.
    pub from: String,
    /// The maximum number of rows.
    pub max: String,
}

/// The rows to list, by their drafts and findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum RowDraftFilter {
    /// The rows that have a draft with changes.
    Any,
    /// The rows whose draft has errors. Of the ads, also those without a draft that have errors.
    WithErrors,
}

/// Alternative conditions. One of them must match.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterGroupInput {
    /// The conditions.
    pub conditions: Vec<FilterConditionInput>,
}

/// Values of a field. One of them must match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterConditionInput {
    /// The field's name in the filter, in upper case, such as `ADVERTISERNAME`.
    pub field: String,
    /// The values; a condition without values is ignored.
    pub values: Vec<FilterValueInput>,
}

/// A value to search for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum FilterValueInput {
    /// A part of a text, or a whole number, as typed.
    Text(String),
    /// A time span in the workspace's zone: dates, with or without times. An empty end is open. A last day is included
    /// in full.
    Dates {
        /// The start.
        from: String,
        /// The end.
        to: String,
    },
}

/// A filter that was not applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterProblem {
    /// The filter's name in [`RowFilters`]; `sort` for the order.
    pub filter: String,
    /// The index of its group if the filter is `q`; otherwise none.
    pub group: Option<u32>,
    /// The reason and the remedy, as a sentence.
    pub message: String,
}

/// The filters for a person and for the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterDescription {
    /// The chips, one for each set filter.
    pub chips: Vec<FilterChip>,
    /// The filter `q` in words; empty if it matches everything.
    pub words: String,
    /// The filter `q` as JSON, as it is sent; empty if none is sent.
    pub json: String,
    /// The parameters for the service, not yet encoded.
    pub parameters: Vec<QueryParameter>,
    /// A warning before the service is asked with these filters, as a sentence.
    pub caution: Option<String>,
    /// The filters that cannot be applied.
    pub problems: Vec<FilterProblem>,
}

/// A filter that is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterChip {
    /// The filter's name in [`RowFilters`].
    pub filter: String,
    /// The index of its group if the filter is `q`; otherwise none.
    pub group: Option<u32>,
    /// The filter as a person reads it, such as `Advertiser: Northwind`.
    pub label: String,
}

/// A parameter of a request for the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct QueryParameter {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// The service's answer to a request with filters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ServiceAnswer {
    /// Its id for [`super::RowsQuery`], valid until the next answer replaces it or the program ends.
    pub id: String,
    /// The number of received rows.
    pub received: u32,
    /// The service's total for these filters over all pages; none if the service does not report it.
    pub total: Option<u32>,
    /// True if everything requested was received.
    pub complete: bool,
    /// The reason for an incomplete answer, as a clause that continues a sentence.
    pub reason: Option<String>,
    /// The time when the answer was complete.
    pub at: String,
    /// A remark about filters that the service may have ignored, as a sentence.
    pub note: Option<String>,
    /// The last reply, if it made the answer incomplete.
    pub reply: Option<ReplyView>,
}
