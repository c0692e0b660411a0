//! The tables of a review. The report and the window draw the same tables.

mod assets;
mod layout;
mod timeline;
mod tracking;

use serde::Serialize;
use specta::Type;

pub(crate) use tracking::remark_table;

use crate::amount::group_thousands;

/// A table, ready to be drawn.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// What it has, for those who do not see it.
    pub title: String,
    /// What stands over its columns.
    pub columns: Vec<TableColumn>,
    /// Its rows. Each has as many cells as there are columns.
    pub rows: Vec<TableRow>,
    /// How many rows are left out of it, where there is very much.
    pub left_out: u32,
    /// The same in a sentence; none where nothing is.
    pub more: Option<String>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TableColumn {
    /// What stands over it.
    pub label: String,
    /// What its cells are.
    pub holds: CellType,
}

/// What the cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CellType {
    /// A few words.
    Words,
    /// A number with its unit.
    Number,
    /// A web address, or something else that is long.
    Long,
    /// What stands out about the row; mostly nothing.
    Remarks,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct TableRow {
    /// What it is about, by its place in the document; empty for nothing of it, such as a folder.
    pub path: String,
    /// How deep it is in a tree: zero for the outermost, and for everything in a plain table.
    pub depth: u32,
    /// Its cells.
    pub cells: Vec<TableCell>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Type)]
pub struct TableCell {
    /// What stands there.
    pub text: String,
    /// The number that it is sorted by, where it is one.
    pub number: Option<f64>,
}

impl Table {
    fn new<const N: usize>(
        title: &str,
        columns: [(&str, CellType); N],
        rows: impl IntoIterator<Item = TableRow>,
    ) -> Self {
        let columns = columns.map(|(label, holds)| TableColumn {
            label: label.to_owned(),
            holds,
        });
        Self {
            title: title.to_owned(),
            columns: columns.into(),
            rows: rows.into_iter().collect(),
            left_out: 0,
            more: None,
        }
    }

    /// Adds a sentence on how many rows are left out.
    fn with_left_out(mut self, more: u32, [one, many]: [&str; 2]) -> Self {
        self.left_out = more;
        self.more = match more {
            0 => None,
            1 => Some(format!(
                "1 more {one} is not listed; it stands in the ad’s own text."
            )),
            _ => Some(format!(
                "{} more {many} are not listed; they stand in the ad’s own text.",
                group_thousands(more)
            )),
        };
        self
    }
}

impl TableRow {
    fn new<const N: usize>(path: &str, cells: [TableCell; N]) -> Self {
        Self {
            path: path.to_owned(),
            depth: 0,
            cells: cells.into(),
        }
    }
}

impl TableCell {
    /// Creates a cell for an amount with its unit.
    fn from_amount(amount: &crate::Amount, unit: &str) -> Self {
        Self {
            text: amount.to_text(unit),
            number: amount.value(),
        }
    }

    fn from_number(value: f64, text: String) -> Self {
        Self {
            text,
            number: Some(value),
        }
    }

    fn from_flag(flag: Option<bool>) -> Self {
        let said = match flag {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not said",
        };
        said.into()
    }
}

impl From<&str> for TableCell {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<String> for TableCell {
    fn from(text: String) -> Self {
        Self { text, number: None }
    }
}

impl From<&String> for TableCell {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl From<&Option<String>> for TableCell {
    fn from(text: &Option<String>) -> Self {
        text.clone().unwrap_or_default().into()
    }
}
