use serde::{Deserialize, Serialize};
use specta::Type;

/// A column that the campaign list can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SortColumn {
    /// By name, without regard to case.
    #[default]
    Name,
    /// By advertiser, then name.
    Advertiser,
    /// By id, as a number.
    Id,
    /// By the time of the last update.
    Updated,
}

/// Which rows of the campaign list are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CampaignQuery {
    /// Words that must all occur in name, advertiser, brand, account or id; empty for all.
    pub search: String,
    /// The column to sort by.
    pub sort: SortColumn,
    /// Whether the largest comes first.
    pub descending: bool,
    /// The first row wanted, counted from 0.
    pub offset: u32,
    /// How many rows are wanted.
    pub limit: u32,
    /// A campaign whose place among the matches is wanted too, by its id.
    pub locate: Option<String>,
}

/// A window of rows onto the campaign list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CampaignWindow {
    /// How many campaigns the cache holds.
    pub total: u32,
    /// How many match the search.
    pub matched: u32,
    /// The position of the first row among the matches.
    pub offset: u32,
    /// The rows.
    pub rows: Vec<CampaignRow>,
    /// The place of the campaign to locate; none where it is not among the matches.
    pub place: Option<u32>,
}

/// One row of the campaign list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CampaignRow {
    /// The campaign's id, in decimal.
    pub id: String,
    /// The name; that of the draft where there is one.
    pub name: String,
    /// The advertiser's name, or its id where no name is known.
    pub advertiser: String,
    /// The brand's name, or its id where no name is known.
    pub brand: String,
    /// When the service last updated it.
    pub updated: Option<String>,
    /// Whether there is a draft with changes.
    pub draft: bool,
    /// Errors in the draft.
    pub errors: u32,
    /// Warnings in the draft.
    pub warnings: u32,
}
