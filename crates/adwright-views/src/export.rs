use serde::Deserialize;
use specta::Type;

use super::{DocumentRef, DraftQuery, ListId, RowsQuery, SentQuery};

/// The rows to export.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum ExportSource {
    /// All rows that a query of a list finds, or the rows with certain ids.
    List(Box<ListExport>),
    /// All rows of a batch, by its id.
    Batch(String),
    /// All drafts that a query finds.
    Drafts(DraftQuery),
    /// The changes and findings of these drafts, as the review shows them.
    Review(Vec<String>),
    /// All sent items that a query finds.
    Sent(SentQuery),
    /// Everything in the receipt of a sent item.
    Receipt(String),
    /// The history of an object.
    History(DocumentRef),
}

/// The rows of a list to export.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ListExport {
    /// The list.
    pub list: ListId,
    /// The query, with the columns to export.
    pub query: RowsQuery,
}
