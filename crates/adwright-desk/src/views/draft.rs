use serde::{Deserialize, Serialize};
use specta::Type;

use super::{DocumentRef, EditLock};
use crate::fetch::Collection;

/// Which drafts are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DraftFilter {
    /// All but the discarded ones.
    All,
    /// Those without errors that nothing holds.
    Ready,
    /// Those with errors.
    Errors,
    /// Those that were discarded and can be restored.
    Discarded,
}

/// What drafts are sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DraftColumn {
    /// The campaign's name.
    Title,
    /// The advertiser's name.
    Advertiser,
    /// How many fields differ.
    Changed,
    /// Errors, and among as many of them warnings.
    Findings,
    /// When it was last saved, or discarded.
    Saved,
}

/// An order of drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftSort {
    /// What they are sorted by.
    pub column: DraftColumn,
    /// Whether the greatest comes first.
    pub descending: bool,
}

/// Which drafts are wanted, in which order, and which of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftQuery {
    /// Which drafts.
    pub shown: DraftFilter,
    /// Words that name, advertiser or id must have, in any letter case.
    pub search: String,
    /// The order; where none is given, that in which they were begun, and of discarded ones the last first.
    pub sort: Option<DraftSort>,
    /// How many come before the wanted ones.
    pub offset: u32,
    /// How many are wanted at most.
    pub limit: u32,
}

/// A window of rows onto the list of drafts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftWindow {
    /// How many rows come before it.
    pub offset: u32,
    /// Its rows.
    pub rows: Vec<DraftRow>,
    /// How many drafts the query finds in all.
    pub matched: u32,
    /// How many drafts there are, whatever the query is.
    pub counts: DraftCounts,
}

/// How many drafts there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftCounts {
    /// All but the discarded ones.
    pub all: u32,
    /// Without errors, and held by nothing.
    pub ready: u32,
    /// With errors.
    pub errors: u32,
    /// Discarded.
    pub discarded: u32,
}

/// What became of drafts that were discarded or restored together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftBatchResult {
    /// The drafts that were.
    pub drafts: Vec<String>,
    /// What happened, and why some stayed as they were.
    pub message: String,
}

/// One row of the list of drafts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct DraftRow {
    /// The draft's own id.
    pub draft: String,
    /// What to open.
    pub target: DocumentRef,
    /// What it is one of.
    pub collection: Collection,
    /// Its name in the draft.
    pub title: String,
    /// Its id on the service; none while it is new.
    pub id: Option<String>,
    /// The advertiser's name.
    pub advertiser: String,
    /// How many fields differ from the base.
    pub changed: u32,
    /// Errors in it.
    pub errors: u32,
    /// Warnings in it.
    pub warnings: u32,
    /// When the last edit was committed to disk; for a discarded one, when it was discarded.
    pub saved: String,
    /// Why it cannot be discarded or edited just now.
    pub lock: Option<EditLock>,
}
