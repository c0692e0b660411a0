use serde::{Deserialize, Serialize};
use specta::Type;

use super::{FieldKind, RowFilters, SortBy};

/// The columns that a list can have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ListColumns {
    /// All of them, in the catalog's order.
    pub all: Vec<ColumnInfo>,
    /// Those of a list that nobody laid out, from left to right.
    pub usual: Vec<ColumnLayout>,
}

/// A column that a list can have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ColumnInfo {
    /// Where its values are in a campaign, such as `adminSettings.privacy.disableCookies`.
    pub path: String,
    /// Its heading.
    pub label: String,
    /// The form section that the field stands in.
    pub group: String,
    /// What its values are.
    pub kind: FieldKind,
    /// Whether its values stand at the end of the cell, as numbers do.
    pub align_end: bool,
    /// The name under which the filter `q` knows it; none where it does not.
    pub filter_field: Option<String>,
    /// Whether it is known from a sample only: here it filters and sorts like any other, but whether the service can is
    /// not known.
    pub learned: bool,
}

/// A column as a person laid it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ColumnLayout {
    /// The column's path.
    pub path: String,
    /// Its width in pixels; none for as wide as fits.
    pub width: Option<u32>,
}

/// How the campaign list is laid out and what it shows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ViewState {
    /// The words in the search box.
    pub search: String,
    /// The filters.
    pub filters: RowFilters,
    /// The order; by name where none is given.
    pub sort: Option<SortBy>,
    /// The columns from left to right; empty for the usual ones.
    pub columns: Vec<ColumnLayout>,
}

/// A view under a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedView {
    /// Its own id; empty for one that is not saved yet.
    pub id: String,
    /// The name by which a person finds it.
    pub name: String,
    /// What it shows.
    pub state: ViewState,
}

/// The views of a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedViews {
    /// How the list was left.
    pub current: ViewState,
    /// The saved ones, in the person's order.
    pub saved: Vec<SavedView>,
}
