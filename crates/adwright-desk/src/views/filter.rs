use serde::{Deserialize, Serialize};
use specta::Type;

use super::RawReply;

/// The list's filters as a person typed them; an empty text is a filter that is not set.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowFilters {
    /// The account's id.
    pub account_id: String,
    /// A part of the account's name.
    pub account_name: String,
    /// The id of a site that the campaign is on. Only the service knows it.
    pub site_id: String,
    /// The advertiser's id.
    pub advertiser_id: String,
    /// A part of the advertiser's name.
    pub advertiser_name: String,
    /// The brand's id.
    pub brand_id: String,
    /// The trafficking mode.
    pub trafficking_mode: String,
    /// Conditions on fields: all of the groups must hold.
    pub q: Vec<FilterGroupInput>,
    /// The first row, counted from 0.
    pub from: String,
    /// How many rows at most.
    pub max: String,
}

/// Conditions of which one must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterGroupInput {
    /// The conditions.
    pub conditions: Vec<FilterConditionInput>,
}

/// Values of which a field must have one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterConditionInput {
    /// The field's name in the filter, in upper case, such as `ADVERTISERNAME`.
    pub field: String,
    /// The values; a condition without any is left out.
    pub values: Vec<FilterValueInput>,
}

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "value")]
pub enum FilterValueInput {
    /// A part of a text, or a whole number, as typed.
    Text(String),
    /// A span of time, typed in the workspace's zone: dates, or dates with times. An empty end is open; a last day is
    /// included whole.
    Dates {
        /// The beginning.
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
    /// Why, and what to do, as a sentence.
    pub message: String,
}

/// The filters as a person reads them, and as they go over the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterDescription {
    /// One for each filter that is set.
    pub chips: Vec<FilterChip>,
    /// The filter `q` in words; empty where it finds everything.
    pub words: String,
    /// The filter `q` as JSON, as it is sent; empty where none is sent.
    pub json: String,
    /// What the service would be asked for: names and values, not yet encoded.
    pub parameters: Vec<QueryParameter>,
    /// What to know before the service is asked with them, as a sentence.
    pub caution: Option<String>,
    /// Filters that cannot be applied, and why.
    pub problems: Vec<FilterProblem>,
}

/// A filter that is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FilterChip {
    /// The filter's name in [`RowFilters`].
    pub filter: String,
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

/// What the service answered when it was asked with filters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ServiceAnswer {
    /// By what [`super::RowsQuery`] names it, until another one takes its place or the program ends.
    pub id: String,
    /// How many campaigns came.
    pub found: u32,
    /// How many the service says there are with these filters, on all pages; none where it does not say.
    pub total: Option<u32>,
    /// Whether all that was asked for came.
    pub complete: bool,
    /// Why not, as words that go on a sentence.
    pub reason: Option<String>,
    /// When the answer was whole.
    pub at: String,
    /// What to know about the answer, as a sentence: what the service may not have done.
    pub note: Option<String>,
    /// The answer that it ended with, where that is why it is not complete.
    pub reply: Option<RawReply>,
}
