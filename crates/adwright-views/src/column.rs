use serde::{Deserialize, Serialize};
use specta::Type;

use super::{FieldKind, RowFilters, RowsQuery, RowsWindow, SortBy};

/// The path of the column that every row has without a request.
const NAME_COLUMN: &str = "name";

/// The available columns of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ListColumns {
    /// All columns, in the catalog's order.
    pub all: Vec<ColumnInfo>,
    /// The default columns, from left to right.
    pub usual: Vec<ColumnLayout>,
}

/// An available column of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ColumnInfo {
    /// The path of its values in a campaign, such as `adminSettings.privacy.disableCookies`.
    pub path: String,
    /// Its heading.
    pub label: String,
    /// The form section of the field.
    pub group: String,
    /// The kind of its values.
    pub kind: FieldKind,
    /// True if its values are aligned to the end of the cell, as numbers are.
    pub align_end: bool,
    /// Its name in the filter `q`; none if the filter does not know it.
    pub filter_field: Option<String>,
    /// True if the column is known from a sample only. It filters and sorts here, but the service may not support it.
    pub learned: bool,
}

/// A column with the width that a person chose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ColumnLayout {
    /// The column's path.
    pub path: String,
    /// Its width in pixels; none for automatic width.
    pub width: Option<u32>,
}

/// The columns, order, filters and search of the campaign list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ViewState {
    /// The words in the search box.
    pub search: String,
    /// The filters.
    pub filters: RowFilters,
    /// The order; none for the order by name.
    pub sort: Option<SortBy>,
    /// Whether the rows are grouped by advertiser and brand.
    pub grouped: bool,
    /// The columns from left to right; empty for the default columns.
    pub columns: Vec<ColumnLayout>,
}

impl ViewState {
    /// Returns the query for the first lines of this view, of a list with these columns.
    #[must_use]
    pub fn first_query(&self, columns: &ListColumns, limit: u32) -> RowsQuery {
        let columns = match &self.columns[..] {
            [] => &columns.usual[..],
            chosen => chosen,
        };
        let paths = columns.iter().map(|column| column.path.clone());
        RowsQuery {
            search: self.search.clone(),
            filters: self.filters.clone(),
            sort: self.sort.clone(),
            grouped: self.grouped,
            columns: paths.filter(|path| path != NAME_COLUMN).collect(),
            limit,
            ..RowsQuery::default()
        }
    }
}

/// A list as it was last shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenedList {
    /// Its available columns.
    pub columns: ListColumns,
    /// Its latest state, and its saved views.
    pub views: SavedViews,
    /// The first lines in its latest state; none if they cannot be read. Then the list reads them itself, and shows why
    /// it cannot.
    pub rows: Option<RowsWindow>,
}

/// A view with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedView {
    /// Its own id; empty if it is not saved yet.
    pub id: String,
    /// The name that the person chose.
    pub name: String,
    /// Its columns, order, filters and search.
    pub state: ViewState,
}

/// The views of a workspace.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SavedViews {
    /// The list's latest state.
    pub current: ViewState,
    /// The saved views, in the person's order.
    pub saved: Vec<SavedView>,
}
