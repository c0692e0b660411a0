use serde::{Deserialize, Serialize};
use specta::Type;

use super::{BulkProblem, BulkValue, SheetFilter, SheetRange};

/// A change of the texts of many cells, computed from their rows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CellRewrite {
    /// The cells.
    pub scope: CellScope,
    /// The change of each cell.
    pub change: CellTextChange,
}

/// The cells that a rewrite may change.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum CellScope {
    /// The cells of these ranges of shown rows. Ranges may overlap.
    Ranges(Vec<SheetRange>),
    /// These columns of the shown rows.
    ShownRows(Vec<u32>),
    /// These columns of all rows.
    AllRows(Vec<u32>),
}

/// A change of the text of each cell. Texts may contain the tokens of [`SheetView::tokens`](super::SheetView).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum CellTextChange {
    /// Finds a text and replaces it.
    Replace(CellFindReplace),
    /// Writes this text, with its tokens filled in.
    Fill(String),
}

/// A search in cells with its replacement.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CellFindReplace {
    /// The text or the regular expression to find.
    pub find: String,
    /// The replacement. `{advertiserId}` inserts another cell of the row, `{row}` and `{row:000}` the row's number,
    /// `{{` a brace. In a regular expression `$1` inserts a group, `$$` a dollar sign.
    pub replace: String,
    /// True if `find` is a regular expression.
    pub regular: bool,
    /// True if the search distinguishes upper and lower case.
    pub match_case: bool,
    /// True if the search must match the whole text of a cell.
    pub whole_cell: bool,
}

/// A request for the preview of a rewrite.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RewriteQuery {
    /// The revision that the window shows. If the batch has another one, the preview fails.
    pub revision: u32,
    /// The shown rows.
    pub filter: SheetFilter,
    /// The change.
    pub rewrite: CellRewrite,
}

/// The result of a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum RewritePreviewResult {
    /// The preview.
    Ready(RewritePreview),
    /// The typed input is not valid yet.
    Refused(BulkProblem),
}

/// A preview of a rewrite. It changes nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RewritePreview {
    /// The revision of the batch.
    pub revision: u32,
    /// The number of cells that would change.
    pub cells: u32,
    /// The number of rows with such cells.
    pub rows: u32,
    /// Why other cells cannot be changed, the most frequent reason first.
    pub skipped: Vec<SkippedCells>,
    /// The first changes, in the order of the shown rows.
    pub first: Vec<PreviewedCell>,
}

/// Cells that stay as they are for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SkippedCells {
    /// The reason, as a sentence.
    pub reason: String,
    /// The number of cells.
    pub cells: u32,
}

/// One change in a preview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PreviewedCell {
    /// The row's number in the batch, counted from 1.
    pub number: u32,
    /// The column, as a position in [`SheetView::columns`](super::SheetView).
    pub column: u32,
    /// The current text.
    pub before: BulkValue,
    /// The new text.
    pub after: BulkValue,
}
