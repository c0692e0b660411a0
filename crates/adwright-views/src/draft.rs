use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Collection, DocumentRef, EditLock};

/// A filter of the drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DraftFilter {
    /// All drafts except discarded ones.
    All,
    /// Drafts without errors and without a lock.
    Ready,
    /// Drafts with errors.
    Errors,
    /// Discarded drafts, which can be restored.
    Discarded,
}

/// A column to sort drafts by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DraftColumn {
    /// The campaign's name.
    Title,
    /// The advertiser's name.
    Advertiser,
    /// The number of fields that differ.
    Changed,
    /// The number of errors, then the number of warnings.
    Findings,
    /// The time when it was last saved, or discarded.
    Saved,
}

/// An order of drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftSort {
    /// The column to sort by.
    pub column: DraftColumn,
    /// True if the greatest value comes first.
    pub descending: bool,
}

/// A request for a window of the list of drafts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftQuery {
    /// The filter.
    pub shown: DraftFilter,
    /// Words that occur in name, advertiser or id, in any letter case.
    pub search: String,
    /// The order; none for the order of creation. Discarded drafts then start with the last discarded one.
    pub sort: Option<DraftSort>,
    /// The number of rows before the window.
    pub offset: u32,
    /// The maximum number of rows.
    pub limit: u32,
}

/// A window of rows onto the list of drafts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftWindow {
    /// The number of rows before the window.
    pub offset: u32,
    /// Its rows.
    pub rows: Vec<DraftRow>,
    /// The number of drafts that match the query.
    pub matched: u32,
    /// The number of drafts per filter, without regard to the query.
    pub counts: DraftCounts,
}

/// The number of drafts per filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftCounts {
    /// All drafts except discarded ones.
    pub all: u32,
    /// Drafts without errors and without a lock.
    pub ready: u32,
    /// Drafts with errors.
    pub errors: u32,
    /// Discarded drafts.
    pub discarded: u32,
}

/// The result of discarding or restoring several drafts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftBatchResult {
    /// The ids of the changed drafts.
    pub drafts: Vec<String>,
    /// A sentence about the result, with the reasons for unchanged drafts.
    pub message: String,
}

/// One row of the list of drafts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftRow {
    /// The draft's own id.
    pub draft: String,
    /// The document to open.
    pub target: DocumentRef,
    /// Its collection.
    pub collection: Collection,
    /// Its name in the draft.
    pub title: String,
    /// Its id on the service; none while it is new.
    pub id: Option<String>,
    /// The advertiser's name.
    pub advertiser: String,
    /// The number of fields that differ from the base.
    pub changed: u32,
    /// The number of errors.
    pub errors: u32,
    /// The number of warnings.
    pub warnings: u32,
    /// The number of open clashes with someone else's changes.
    pub clashes: u32,
    /// The time when the last edit was committed to disk. For a discarded draft, the time when it was discarded.
    pub saved: String,
    /// The reason why it cannot be discarded or edited now.
    pub lock: Option<EditLock>,
}
