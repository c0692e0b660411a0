use adwright_checks::Severity;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{CellRewrite, DocumentRef, FieldChoice, FieldKind, ItemState, ListId, SortBy};

/// What the rows of a sheet are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "list")]
pub enum SheetSource {
    /// The rows of a batch: new retargeting values.
    Batch,
    /// Existing objects of a list. Edits become drafts, and rows are neither added, deleted nor moved.
    Objects(ListId),
}

impl SheetSource {
    /// Returns the list of the objects that the rows are or become.
    #[must_use]
    pub const fn list(self) -> ListId {
        match self {
            Self::Batch => ListId::Values,
            Self::Objects(list) => list,
        }
    }
}

/// A request to open existing objects as a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ObjectSheetRequest {
    /// Minted by the window, so that it can stop this request.
    pub operation: String,
    /// The list of the objects.
    pub list: ListId,
    /// The objects and drafts, in the order of the rows.
    pub targets: Vec<DocumentRef>,
    /// The paths of the columns. Paths without a field are skipped.
    pub columns: Vec<String>,
}

/// An open sheet, such as a batch: everything around its cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetView {
    /// The id of the batch or the sheet.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What its rows are.
    pub source: SheetSource,
    /// The revision that rows and edits refer to. Each edit, undo and redo makes a new one.
    pub revision: u32,
    /// The columns in their stored order. A column keeps its position forever, and a cell is addressed by it.
    pub columns: Vec<SheetColumn>,
    /// The fields that can become columns: path and title.
    pub addable: Vec<FieldChoice>,
    /// What a replacement may insert, such as `{row}` and `{advertiserName}`.
    pub tokens: Vec<FieldChoice>,
    /// The number of rows.
    pub rows: u32,
    /// The name of the step that undo takes back, such as “paste of 5,000 rows”; none if there is none.
    pub undo: Option<String>,
    /// The name of the step that redo repeats; none if there is none.
    pub redo: Option<String>,
}

/// A changed batch, without the choices of its columns, so that the answer to an edit is small.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct EditedBatch {
    /// See [`SheetView::revision`].
    pub revision: u32,
    /// The paths of the columns. If they differ from those of the [`SheetView`], it is outdated.
    pub columns: Vec<String>,
    /// The number of rows.
    pub rows: u32,
    /// See [`SheetView::undo`].
    pub undo: Option<String>,
    /// See [`SheetView::redo`].
    pub redo: Option<String>,
}

/// One column of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetColumn {
    /// The field's path, such as `advertiserId`.
    pub path: String,
    /// The field's title.
    pub label: String,
    /// The kind of its editor; a column of an unknown field is edited as text.
    pub kind: FieldKind,
    /// True if each row needs a value here.
    pub required: bool,
    /// True if the service supplies the value, so that the cells cannot be edited.
    pub read_only: bool,
    /// The known values. Other values can be typed too.
    pub choices: Vec<FieldChoice>,
    /// A sentence about the field; empty if there is none.
    pub help: String,
}

/// Which rows of a batch are shown, and in which order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetFilter {
    /// A text that some cell of the row must contain, in any letter case; empty for all. Names of known ids count too.
    pub search: String,
    /// True to show only rows with errors or warnings. The rows come once the whole batch is checked.
    pub findings_only: bool,
    /// The findings to show the rows of; none for all rows. The rows come once the whole batch is checked.
    pub alike: Option<AlikeFindings>,
    /// The column to sort by; none for the order in which the rows stand.
    pub sort: Option<SortBy>,
}

/// Findings of one rule in one column, which often have one fix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct AlikeFindings {
    /// The rule's name.
    pub rule: String,
    /// The column, as a position in [`SheetView::columns`]; none for findings about whole rows.
    pub column: Option<u32>,
    /// The text of the cells; none for cells with any text.
    pub text: Option<String>,
}

/// The errors and warnings of a batch by rule and column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingOverview {
    /// The revision of the batch that was checked.
    pub revision: u32,
    /// The groups: errors first, then those with the most rows.
    pub groups: Vec<FindingGroupView>,
}

/// The findings of one rule in one column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingGroupView {
    /// The findings, with any text.
    pub alike: AlikeFindings,
    /// The highest severity of its findings.
    pub severity: Severity,
    /// The name of the rule for people.
    pub title: String,
    /// The number of rows.
    pub rows: u32,
    /// The number of rows that the rule itself can fix.
    pub fixable: u32,
    /// The number of different texts in the cells.
    pub distinct: u32,
    /// The most frequent texts; empty for findings about whole rows.
    pub texts: Vec<FindingText>,
    /// The first of its findings as a sentence.
    pub message: String,
}

/// Cells with one text and one finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct FindingText {
    /// The text; empty for cells that are not set.
    pub text: String,
    /// The number of rows.
    pub rows: u32,
    /// The finding of the first row as a sentence.
    pub message: String,
    /// The rule's own fix, as the label of a button; none if the rule has none.
    pub fix: Option<String>,
}

/// A request for a window of rows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetQuery {
    /// The shown rows and their order.
    pub filter: SheetFilter,
    /// The first requested row, counted from 0 among the shown rows.
    pub offset: u32,
    /// The number of requested rows.
    pub limit: u32,
}

/// A window of rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetRows {
    /// The revision of the batch that these rows belong to.
    pub revision: u32,
    /// The number of shown rows.
    pub matched: u32,
    /// The position of the first row among the shown rows.
    pub offset: u32,
    /// The rows.
    pub rows: Vec<SheetLine>,
    /// The result of checking the whole batch; none while the check is running.
    pub check: Option<SheetCheck>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetLine {
    /// The row's number in the batch, counted from 1.
    pub number: u32,
    /// The cells as typed, in the order of [`SheetView::columns`]; an empty text is a cell that is not set.
    pub cells: Vec<String>,
    /// The findings of this row, errors first.
    pub findings: Vec<CellFinding>,
    /// The row's id in the batch, which stays if rows are moved.
    pub id: u32,
    /// The state of the last send of the row; none if it was never sent.
    pub state: Option<ItemState>,
    /// The object in this row; none for a row of a batch.
    pub target: Option<DocumentRef>,
    /// The columns whose values the draft of the object changes.
    pub changed: Vec<u32>,
}

/// One finding of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CellFinding {
    /// The column; none if the finding is about the whole row.
    pub column: Option<u32>,
    /// How severe it is.
    pub severity: Severity,
    /// The rule's name.
    pub rule: String,
    /// The error code that this rule predicts, such as `66107`.
    pub code: Option<u32>,
    /// The finding as a sentence.
    pub message: String,
}

/// The counts of a checked batch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetCheck {
    /// The number of errors.
    pub errors: u32,
    /// The number of warnings.
    pub warnings: u32,
    /// The number of rows with errors or warnings.
    pub rows_with_findings: u32,
}

/// Consecutive shown rows and some columns: a selected rectangle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetRange {
    /// The first row, counted from 0 among the shown rows.
    pub top: u32,
    /// The number of rows.
    pub rows: u32,
    /// The columns from left to right, as positions in [`SheetView::columns`].
    pub columns: Vec<u32>,
}

/// A span of shown rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct RowSpan {
    /// The first row, counted from 0 among the shown rows.
    pub top: u32,
    /// The number of rows.
    pub rows: u32,
}

/// A requested change of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetEditRequest {
    /// The revision that the window shows. If the batch has another one, the edit fails and changes nothing.
    pub revision: u32,
    /// The shown rows, which the positions of the edit count.
    pub filter: SheetFilter,
    /// The change.
    pub edit: SheetEdit,
}

/// A change of a batch. Each is one step of undo.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase", tag = "kind", content = "data")]
pub enum SheetEdit {
    /// Sets every cell of the ranges to one text; an empty text clears them. Rows are added below the last row if
    /// needed: a person types the first cell of a new row there.
    Set {
        /// The cells.
        ranges: Vec<SheetRange>,
        /// The text.
        text: String,
    },
    /// Pastes what the clipboard holds at the top left cell of a range. One cell fills the whole range. A block that
    /// fits into the range a whole number of times repeats. Rows are added below the last row if needed.
    Paste {
        /// The selected cells.
        range: SheetRange,
        /// All shown columns from left to right.
        shown: Vec<u32>,
        /// The plain text.
        text: String,
        /// The HTML flavour; none if there is none.
        html: Option<String>,
        /// True to turn rows into columns.
        transposed: bool,
    },
    /// Copies the first row of a range into the other rows.
    FillDown {
        /// The cells.
        range: SheetRange,
    },
    /// Copies the first column of a range into the other columns.
    FillRight {
        /// The cells.
        range: SheetRange,
    },
    /// Continues the series of a range downwards or upwards, each column on its own. Rows are added below the last row
    /// if needed.
    FillSeries {
        /// The cells that begin the series.
        source: SheetRange,
        /// The rows to fill, directly above or below the source.
        target: RowSpan,
    },
    /// Rewrites the texts of cells.
    Rewrite(CellRewrite),
    /// Applies the rule's own fix to all cells with these findings, whether their rows are shown or not.
    FixFindings(AlikeFindings),
    /// Inserts empty rows.
    InsertRows {
        /// The position of the first new row.
        at: u32,
        /// The number of rows.
        rows: u32,
    },
    /// Deletes rows.
    DeleteRows {
        /// The rows, without overlaps.
        spans: Vec<RowSpan>,
    },
    /// Deletes those duplicates among all rows. A batch without any stays as it is.
    DeleteDuplicates(DuplicateKind),
    /// Moves rows to another position.
    MoveRows {
        /// The rows, without overlaps.
        spans: Vec<RowSpan>,
        /// The position before which they go, counted before the move.
        to: u32,
    },
    /// Adds a column for a field.
    AddColumn {
        /// The field's path.
        path: String,
    },
}

/// The rows that count as duplicates: with equal value, activity and advertiser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum DuplicateKind {
    /// The rows that repeat an earlier row. The first of each is kept.
    EarlierRow,
    /// The rows whose value the service has, by the values that were fetched last.
    OnService,
    /// The rows that another batch has, too.
    InOtherBatch,
}

/// A changed batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetEditResult {
    /// The batch after the change.
    pub batch: EditedBatch,
    /// The cells to select now, such as those that were pasted; none to keep the selection.
    pub selected: Option<SheetRange>,
    /// What an undo or redo could not change, as a sentence; none if it changed everything.
    pub message: Option<String>,
}

/// The text of selected cells for the clipboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CopiedCells {
    /// Cells separated by tabs, rows by line ends.
    pub text: String,
    /// An HTML table.
    pub html: String,
}

/// A cell of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetCell {
    /// The row, counted from 0 among the shown rows.
    pub row: u32,
    /// The column, as a position in [`SheetView::columns`].
    pub column: u32,
}

/// A place in a sheet, such as the next finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SheetPlace {
    /// The row, counted from 0 among the shown rows.
    pub row: u32,
    /// The column, as a position in [`SheetView::columns`]; none for a finding about the whole row.
    pub column: Option<u32>,
}

/// Figures about selected cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SelectionSummary {
    /// The number of cells that are set.
    pub count: u32,
    /// The number of different texts among them.
    pub distinct: u32,
    /// The exact sum of the cells that are numbers, in decimal; none if there are none.
    pub sum: Option<String>,
}
