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
    /// The title, also for screen readers.
    pub title: String,
    /// The columns.
    pub columns: Vec<TableColumn>,
    /// The rows. Each has one cell for each column.
    pub rows: Vec<TableRow>,
    /// The number of omitted rows.
    pub omitted_rows: u32,
    /// The number of omitted rows as a sentence; none if there are none.
    pub more: Option<String>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TableColumn {
    /// The heading.
    pub label: String,
    /// The type of its cells.
    pub holds: CellType,
}

/// The type of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum CellType {
    /// A few words.
    Words,
    /// A number with its unit.
    Number,
    /// A web address, or another long text.
    LongText,
    /// Remarks about the row; often empty.
    Remarks,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct TableRow {
    /// The path of its object in the document; empty if there is none, as for a folder.
    pub path: String,
    /// Its depth in a tree; zero at the top, and in a plain table.
    pub depth: u32,
    /// Its cells.
    pub cells: Vec<TableCell>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Type)]
pub struct TableCell {
    /// The text.
    pub text: String,
    /// The number to sort by, if the cell is a number.
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
            omitted_rows: 0,
            more: None,
        }
    }

    /// Sets the number of omitted rows, and the sentence about them.
    fn with_omitted_rows(mut self, more: u32, [one, many]: [&str; 2]) -> Self {
        self.omitted_rows = more;
        self.more = match more {
            0 => None,
            1 => Some(format!(
                "1 more {one} is not listed; see the text of the ad."
            )),
            _ => Some(format!(
                "{} more {many} are not listed; see the text of the ad.",
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
        let text = match flag {
            Some(true) => "yes",
            Some(false) => "no",
            None => "not specified",
        };
        text.into()
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
