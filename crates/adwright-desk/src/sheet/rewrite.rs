//! Rewrites the texts of many cells: find and replace, and fill with a text that has tokens. The preview and the edit
//! share one plan.

use std::collections::HashMap;
use std::sync::Arc;

use adwright_sheet::BatchLabel;
use adwright_views::{
    BulkFormInput, BulkProblem, CellRewrite, CellScope, CellTextChange, Presence, PreviewedCell,
    RewritePreview, RewritePreviewResult, RewriteQuery, SheetFilter, SheetRange, SkippedCells,
};

use super::cell_token::{CellToken, TokenColumns, TokenRow};
use super::fill::{RowTexts, cells_of};
use super::shown_rows::ShownRows;
use super::source::SheetState;

use crate::batch::BatchVersion;
use crate::error::{BatchError, BulkInputError, Error, SkipReason};
use crate::replace::{
    MatchExtent, ReplaceTemplate, Replacement, TextReplacer, TextSearch, marked_value, problem,
};
use crate::sheet::Sheets;
use crate::wording::skip_message;

/// The most changes that a preview shows.
const MAX_PREVIEWED: usize = 100;

/// The cells of a rewrite: shown rows, each with its columns.
struct RewrittenRows {
    shown: ShownRows,
    rows: Vec<(u32, Vec<u32>)>,
}

/// A parsed change.
enum ParsedChange {
    Replace(TextReplacer<CellToken>),
    Fill(ReplaceTemplate<CellToken>),
}

/// What a rewrite would do.
#[derive(Default)]
struct RewritePlan {
    /// The positions of the changed rows, with their new texts.
    rows: Vec<(u32, RowTexts)>,
    skipped: Vec<(SkipReason, u32)>,
    first: Vec<PreviewedCell>,
}

impl Sheets {
    /// Computes what a rewrite would change.
    ///
    /// # Errors
    /// [`StoreError::BatchConflict`](adwright_store::StoreError::BatchConflict) if the batch is not as the window shows
    /// it.
    pub fn preview_rewrite(
        self: &Arc<Self>,
        batch: &str,
        query: &RewriteQuery,
    ) -> Result<RewritePreviewResult, Error> {
        let at = BatchVersion {
            batch: batch.to_owned(),
            revision: query.revision,
        };
        let shown = self.shown_rows_at(&at, &query.filter)?;
        match self.plan_rewrite(&shown, &query.rewrite)? {
            Ok(plan) => Ok(RewritePreviewResult::Ready(plan.preview(query.revision))),
            Err(problem) => Ok(RewritePreviewResult::Refused(problem)),
        }
    }

    /// Rewrites cells: one step of undo.
    pub(super) fn rewrite_cells(
        self: &Arc<Self>,
        shown: &ShownRows,
        rewrite: &CellRewrite,
    ) -> Result<SheetState, Error> {
        let plan = self.plan_rewrite(shown, rewrite)?;
        let plan = plan.map_err(BatchError::InvalidRewrite)?;
        let rows: Vec<_> = plan
            .rows
            .iter()
            .map(|(at, texts)| (*at, &**texts))
            .collect();
        let label = |cells| match rewrite.change {
            CellTextChange::Replace(_) => BatchLabel::Replace { cells },
            CellTextChange::Fill(_) => BatchLabel::Fill { cells },
        };
        self.write_rows(&shown.version, &rows, cells_of, label)
    }

    fn plan_rewrite(
        self: &Arc<Self>,
        shown: &ShownRows,
        rewrite: &CellRewrite,
    ) -> Result<Result<RewritePlan, BulkProblem>, Error> {
        let RewrittenRows { shown, rows } = self.rewritten_rows(shown, &rewrite.scope)?;
        let positions: Vec<_> = rows.iter().map(|(row, _)| shown.position(*row)).collect();
        let snapshot = self.rows_at(&shown, &positions)?;
        let columns = TokenColumns::new(self.columns(shown.source.list(), &snapshot.columns)?);
        let change = match ParsedChange::parse(&rewrite.change, &columns) {
            Ok(change) => change,
            Err(problem) => return Ok(Err(problem)),
        };
        let (mut plan, mut skipped) = (RewritePlan::default(), HashMap::new());
        let ids = snapshot.ids().iter().zip(&positions).zip(&rows);
        for ((id, position), (_, targets)) in ids {
            let row = TokenRow {
                number: position + 1,
                cells: snapshot.cells(*id).collect(),
            };
            let mut texts = RowTexts::new();
            for column in targets {
                match change.apply(row.cell(*column), &row, &columns) {
                    Ok(None) => {}
                    Ok(Some(replacement)) => {
                        texts.push((*column, replacement.text.clone()));
                        plan.show(row.number, *column, replacement);
                    }
                    Err(reason) => *skipped.entry(reason).or_default() += 1,
                }
            }
            if !texts.is_empty() {
                plan.rows.push((*position, texts));
            }
        }
        plan.skipped = skipped.into_iter().collect();
        plan.skipped
            .sort_by_key(|(_, cells)| std::cmp::Reverse(*cells));
        Ok(Ok(plan))
    }

    /// Returns the cells of a scope, row by row, each cell once.
    fn rewritten_rows(
        self: &Arc<Self>,
        shown: &ShownRows,
        scope: &CellScope,
    ) -> Result<RewrittenRows, Error> {
        let whole = |shown: &ShownRows, columns: &[u32]| {
            let rows = 0..shown.len();
            rows.map(|row| (row, columns.to_vec())).collect()
        };
        Ok(match scope {
            CellScope::Ranges(ranges) => RewrittenRows {
                shown: shown.clone(),
                rows: rows_of_ranges(ranges, shown.len()),
            },
            CellScope::ShownRows(columns) => RewrittenRows {
                shown: shown.clone(),
                rows: whole(shown, columns),
            },
            CellScope::AllRows(columns) => {
                let shown = self.shown_rows_at(&shown.version, &SheetFilter::default())?;
                let rows = whole(&shown, columns);
                RewrittenRows { shown, rows }
            }
        })
    }
}

impl ParsedChange {
    fn parse(change: &CellTextChange, columns: &TokenColumns) -> Result<Self, BulkProblem> {
        let parse_token = |token: &str| columns.parse(token);
        match change {
            CellTextChange::Replace(request) => {
                let search = TextSearch {
                    find: &request.find,
                    regular: request.regular,
                    match_case: request.match_case,
                    extent: if request.whole_cell {
                        MatchExtent::WholeText
                    } else {
                        MatchExtent::Anywhere
                    },
                };
                TextReplacer::compile(&search, &request.replace, parse_token).map(Self::Replace)
            }
            CellTextChange::Fill(text) if text.is_empty() => {
                Err(problem(BulkFormInput::Replace, &BulkInputError::NoFillText))
            }
            CellTextChange::Fill(text) => {
                ReplaceTemplate::parse(text, None, parse_token).map(Self::Fill)
            }
        }
    }

    /// Returns the new text of a cell; none if it stays the same.
    fn apply(
        &self,
        cell: &str,
        row: &TokenRow<'_>,
        columns: &TokenColumns,
    ) -> Result<Option<Replacement>, SkipReason> {
        let token_text = |token: &CellToken| columns.text(*token, row);
        match self {
            Self::Replace(replacer) => replacer.replace_in(cell, token_text),
            Self::Fill(template) => {
                let text = template.render(None, token_text)?;
                Ok((text != cell).then(|| Replacement {
                    before: marked_value(Presence::Value, cell),
                    after: marked_value(Presence::Value, &text),
                    text,
                }))
            }
        }
    }
}

impl RewritePlan {
    /// Keeps a change for the preview, if it is one of the first.
    fn show(&mut self, number: u32, column: u32, replacement: Replacement) {
        if self.first.len() < MAX_PREVIEWED {
            self.first.push(PreviewedCell {
                number,
                column,
                before: replacement.before,
                after: replacement.after,
            });
        }
    }

    fn preview(self, revision: u32) -> RewritePreview {
        let cells: usize = self.rows.iter().map(|(_, texts)| texts.len()).sum();
        let skipped = self.skipped.iter().map(|(reason, cells)| SkippedCells {
            reason: skip_message(reason),
            cells: *cells,
        });
        RewritePreview {
            revision,
            cells: u32::try_from(cells).unwrap_or(u32::MAX),
            rows: u32::try_from(self.rows.len()).unwrap_or(u32::MAX),
            skipped: skipped.collect(),
            first: self.first,
        }
    }
}

/// Returns the rows of ranges from top to bottom, each once, with its columns.
fn rows_of_ranges(ranges: &[SheetRange], end: u32) -> Vec<(u32, Vec<u32>)> {
    let mut rows = Vec::<(u32, &[u32])>::new();
    for range in ranges {
        let until = range.top.saturating_add(range.rows).min(end);
        rows.extend((range.top..until).map(|row| (row, &*range.columns)));
    }
    rows.sort_by_key(|(row, _)| *row);
    let merged = rows.chunk_by(|(one, _), (other, _)| one == other);
    let merged = merged.map(|same| {
        let mut columns: Vec<_> = same
            .iter()
            .flat_map(|(_, columns)| *columns)
            .copied()
            .collect();
        columns.sort_unstable();
        columns.dedup();
        (same[0].0, columns)
    });
    merged.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_ranges_name_each_cell_once() {
        let range = |top, rows, columns: &[u32]| SheetRange {
            top,
            rows,
            columns: columns.to_vec(),
        };
        let ranges = [range(2, 9, &[3, 1]), range(1, 2, &[1, 0])];
        let expected = [(1, vec![0, 1]), (2, vec![0, 1, 3]), (3, vec![1, 3])];
        assert_eq!(rows_of_ranges(&ranges, 4), expected);
    }
}
