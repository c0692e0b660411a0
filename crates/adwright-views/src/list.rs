use adwright_model::Kind;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Collection, FilterProblem, RowFilters};

/// A list of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum ListId {
    /// The campaigns.
    #[default]
    Campaigns,
    /// The retargeting values.
    Values,
    /// The in-stream ads.
    InStream,
    /// The expandable banners.
    Expandable,
    /// The HTML5 expandable banners.
    Html5Expandable,
    /// The ads of another kind, or of an unclear kind.
    OtherAds,
}

impl ListId {
    /// Returns the name of the list in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Campaigns => "campaigns",
            Self::Values => "values",
            Self::InStream => "in-stream",
            Self::Expandable => "expandable",
            Self::Html5Expandable => "html5-expandable",
            Self::OtherAds => "other-ads",
        }
    }

    /// Returns the list of a kind. Kinds without a list of their own count as campaigns.
    #[must_use]
    pub fn from_kind(kind: Kind) -> Self {
        match kind {
            Kind::RetargetingDataValue => Self::Values,
            Kind::InStreamInteractiveAd => Self::InStream,
            Kind::ExpandableBannerAd => Self::Expandable,
            Kind::Html5ExpandableBannerAd => Self::Html5Expandable,
            Kind::Ad => Self::OtherAds,
            _ => Self::Campaigns,
        }
    }

    /// Returns the kind of the list's objects. For other ads it is the kind of any ad.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Campaigns => Kind::Campaign,
            Self::Values => Kind::RetargetingDataValue,
            Self::InStream => Kind::InStreamInteractiveAd,
            Self::Expandable => Kind::ExpandableBannerAd,
            Self::Html5Expandable => Kind::Html5ExpandableBannerAd,
            Self::OtherAds => Kind::Ad,
        }
    }

    /// Returns the collection that the list's objects come from.
    #[must_use]
    pub const fn collection(self) -> Collection {
        match self {
            Self::Campaigns => Collection::Campaigns,
            Self::Values => Collection::Values,
            Self::InStream | Self::Expandable | Self::Html5Expandable | Self::OtherAds => {
                Collection::Ads
            }
        }
    }

    /// Returns the kind of ad in the list; none for other lists and for other ads.
    #[must_use]
    pub const fn ad_kind(self) -> Option<Kind> {
        match self {
            Self::InStream => Some(Kind::InStreamInteractiveAd),
            Self::Expandable => Some(Kind::ExpandableBannerAd),
            Self::Html5Expandable => Some(Kind::Html5ExpandableBannerAd),
            Self::Campaigns | Self::Values | Self::OtherAds => None,
        }
    }
}

/// A column to sort a list by, and the direction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SortBy {
    /// The column's path, such as `lastUpdateOn`.
    pub path: String,
    /// True if the largest value comes first.
    pub descending: bool,
}

/// The format of an exported list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum TableFormat {
    /// CSV in UTF-8.
    Csv,
    /// An Excel workbook.
    Xlsx,
    /// A JSON array of objects, with every value as text.
    Json,
    /// A web page to read or to print.
    Html,
}

/// An exported list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExportedList {
    /// The file's path.
    pub path: String,
    /// The number of rows below the header.
    pub rows: u32,
}

/// The sum of the budgets of some campaigns in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct BudgetTotal {
    /// The currency's code; empty for budgets without one.
    pub currency: String,
    /// The exact sum, with commas between thousands.
    pub amount: String,
}

/// A request for a window of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowsQuery {
    /// Words that must all occur in name, advertiser, brand, account or id; empty for all.
    pub search: String,
    /// The filters.
    pub filters: RowFilters,
    /// The order; none for the order by name.
    pub sort: Option<SortBy>,
    /// Whether the rows are grouped by advertiser and brand. Each group has a heading, which takes one line.
    pub grouped: bool,
    /// The paths of the requested columns.
    pub columns: Vec<String>,
    /// The first requested line, counted from 0.
    pub offset: u32,
    /// The number of requested lines.
    pub limit: u32,
    /// The id of a campaign to locate among the matches.
    pub locate: Option<String>,
    /// The id of a [`super::ServiceAnswer`], whose rows and order replace filters and sort. The search applies within
    /// it.
    pub answer: Option<String>,
    /// The ids of the only rows to return. Search and filters do not apply then.
    pub only: Option<Vec<String>>,
}

/// A window of rows from the campaign list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowsWindow {
    /// The number of cached campaigns and of new drafts. For an answer of the service, the number of its rows.
    pub total: u32,
    /// The number of matches for search and filters, before `from` and `max` apply.
    pub matches: u32,
    /// The number of rows in the list.
    pub matched: u32,
    /// The number of rows that have a draft with changes.
    pub drafts: u32,
    /// The number of lines: the rows and the headings of groups.
    pub lines: u32,
    /// The first line of the window.
    pub offset: u32,
    /// The rows.
    pub rows: Vec<ListRow>,
    /// The headings between the rows.
    pub headings: Vec<GroupHeading>,
    /// The line of the campaign to locate; none if it is not among the matches.
    pub position: Option<u32>,
    /// Filters that were not applied, and why.
    pub problems: Vec<FilterProblem>,
    /// The filters whose removal would give matches, if nothing matches.
    pub excluding: Vec<ExcludingFilter>,
}

/// The heading of a group of rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct GroupHeading {
    /// Its line in the list.
    pub line: u32,
    /// The name of the advertiser; empty for rows without one.
    pub advertiser: String,
    /// The name of the brand; empty for rows without one.
    pub brand: String,
    /// The number of rows in the group.
    pub rows: u32,
}

/// A filter that alone keeps the list empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ExcludingFilter {
    /// The filter's name in [`RowFilters`], or `search`.
    pub filter: String,
    /// The index of its group if the filter is `q`; otherwise none.
    pub group: Option<u32>,
    /// The filter as a person reads it.
    pub label: String,
    /// The number of campaigns without this filter.
    pub without: u32,
}

/// One row of the campaign list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ListRow {
    /// The campaign's id, in decimal. For an ad from a file, the name in [`super::DocumentRef::Ad`]. For a new campaign,
    /// the id of its draft.
    pub id: String,
    /// The name, taken from the draft if there is one.
    pub name: String,
    /// True if there is a draft with changes.
    pub draft: bool,
    /// True if the service does not have the campaign yet.
    pub is_new: bool,
    /// The number of errors in the draft.
    pub errors: u32,
    /// The number of warnings in the draft.
    pub warnings: u32,
    /// The number of the draft's open clashes with someone else's changes.
    pub clashes: u32,
    /// The cells in the order of the requested columns, as a person reads them. They come from the draft if there is
    /// one.
    pub cells: Vec<String>,
    /// The positions of the cells that the draft changes.
    pub changed: Vec<u32>,
    /// The name of the file that it came from; none for documents of the service.
    pub file: Option<String>,
}
