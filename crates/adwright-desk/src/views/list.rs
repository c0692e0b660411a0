use adwright_model::Kind;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{FilterProblem, RowFilters};

/// A list of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ListId {
    /// The campaigns.
    #[default]
    Campaigns,
    /// The in-stream ads.
    InStream,
    /// The expandable banners.
    Expandable,
    /// The HTML5 expandable banners.
    Html5Expandable,
    /// The ads that say to be something else, or not what they are.
    OtherAds,
}

impl ListId {
    /// The word that the store knows it by.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Campaigns => "campaigns",
            Self::InStream => "in-stream",
            Self::Expandable => "expandable",
            Self::Html5Expandable => "html5-expandable",
            Self::OtherAds => "other-ads",
        }
    }

    /// The list that a document of a kind stands in; that of the campaigns for what is neither campaign nor ad.
    pub(crate) fn from_kind(kind: Kind) -> Self {
        match kind {
            Kind::InStreamInteractiveAd => Self::InStream,
            Kind::ExpandableBannerAd => Self::Expandable,
            Kind::Html5ExpandableBannerAd => Self::Html5Expandable,
            Kind::Ad => Self::OtherAds,
            _ => Self::Campaigns,
        }
    }

    /// The kind of ad that it lists; none for campaigns and for ads of any other kind.
    pub(crate) const fn ad_kind(self) -> Option<Kind> {
        match self {
            Self::InStream => Some(Kind::InStreamInteractiveAd),
            Self::Expandable => Some(Kind::ExpandableBannerAd),
            Self::Html5Expandable => Some(Kind::Html5ExpandableBannerAd),
            Self::Campaigns | Self::OtherAds => None,
        }
    }
}

/// A column to sort a list by, and the direction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SortBy {
    /// The column's path, such as `lastUpdateOn`.
    pub path: String,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// Which rows of a list are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowsQuery {
    /// Words that must all occur in name, advertiser, brand, account or id; empty for all.
    pub search: String,
    /// What the campaigns must be like.
    pub filters: RowFilters,
    /// In which order; by name where none is given.
    pub sort: Option<SortBy>,
    /// The paths of the columns of which cells are wanted.
    pub columns: Vec<String>,
    /// The first row wanted, counted from 0.
    pub offset: u32,
    /// How many rows are wanted.
    pub limit: u32,
    /// A campaign whose place among the matches is wanted too, by its id.
    pub locate: Option<String>,
    /// An answer of the service, by the id that [`super::ServiceAnswer`] gave it: its rows in its order, in place of
    /// filters and sort. The search looks within it.
    pub answer: Option<String>,
    /// Only these rows, by their ids, whatever the search and the filters are.
    pub only: Option<Vec<String>>,
}

/// A window of rows onto the campaign list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowsWindow {
    /// How many campaigns the cache holds; of an answer of the service, how many it has.
    pub total: u32,
    /// How many match the search and the filters, before `from` and `max` take a part of them.
    pub found: u32,
    /// How many rows the list has.
    pub matched: u32,
    /// How many of those rows have a draft with changes.
    pub drafts: u32,
    /// The position of the first row among the matches.
    pub offset: u32,
    /// The rows.
    pub rows: Vec<ListRow>,
    /// The place of the campaign to locate; none where it is not among the matches.
    pub place: Option<u32>,
    /// Filters that were not applied, and why.
    pub problems: Vec<FilterProblem>,
    /// Only where nothing matches: each filter without which something would.
    pub excluding: Vec<ExcludingFilter>,
}

/// A filter that, alone, keeps the list empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExcludingFilter {
    /// The filter's name in [`RowFilters`], or `search`.
    pub filter: String,
    /// The filter as a person reads it.
    pub label: String,
    /// How many campaigns there would be without it.
    pub without: u32,
}

/// One row of the campaign list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ListRow {
    /// The campaign's id, in decimal; of an ad from a file, what [`super::DocumentRef::Ad`] names it by.
    pub id: String,
    /// The name; that of the draft where there is one.
    pub name: String,
    /// Whether there is a draft with changes.
    pub draft: bool,
    /// Errors in the draft.
    pub errors: u32,
    /// Warnings in the draft.
    pub warnings: u32,
    /// The cells in the order of the columns asked for, as a person reads them; those of the draft where there is one.
    pub cells: Vec<String>,
    /// The positions of the cells in which the draft differs from what the service holds.
    pub changed: Vec<u32>,
    /// The name of the file that it came from; none for what the service has.
    pub file: Option<String>,
}
