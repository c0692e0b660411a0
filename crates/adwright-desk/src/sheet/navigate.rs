//! Places that the keyboard goes to: the next finding, and the edge of the data.

use std::sync::Arc;

use adwright_views::{CellFinding, SheetCell, SheetFilter, SheetPlace};

use super::batch_check::BatchCheck;
use super::objects::ObjectRows;
use super::row_checker::is_counted;
use super::rows::row_findings;
use super::shown_rows::{ShownRows, conflict, retry};

use crate::batch::BatchSnapshot;
use crate::error::Error;
use crate::sheet::Sheets;

impl Sheets {
    /// Returns the next error or warning after a cell, or the last one before it, in the order of rows and columns. Waits
    /// for the check of all rows.
    pub fn next_finding(
        self: &Arc<Self>,
        batch: &str,
        filter: &SheetFilter,
        from: SheetCell,
        backwards: bool,
    ) -> Result<Option<SheetPlace>, Error> {
        retry(|| {
            let shown = self.shown_rows(batch, filter)?;
            if let Some(objects) = self.open_objects.get(batch) {
                return self.with_checked_objects(&objects, &shown.version, |rows| {
                    find_object_place(&shown, rows, from, backwards)
                });
            }
            self.with_complete_check(&shown.version, |check| {
                self.find_place(&shown, check, from, backwards)
            })
        })
    }

    fn find_place(
        &self,
        shown: &ShownRows,
        check: &BatchCheck,
        from: SheetCell,
        backwards: bool,
    ) -> Result<Option<SheetPlace>, Error> {
        let rows = searched_rows(shown, from, backwards);
        let place_in = |at: u32| {
            let row = check.row(shown.position(at));
            let Some(row) = row.filter(|row| check.has_findings(*row)) else {
                return Ok(None);
            };
            let rows = self.batches.snapshot_of(&shown.version.batch, &[row])?;
            if rows.version != shown.version {
                return Err(conflict(&shown.version));
            }
            let mut checker = self.row_checker_of(&shown.version.batch, &rows.columns)?;
            let findings = row_findings(&rows, row, &mut checker, Some(check))?;
            Ok(next_place(&findings, at, from, backwards))
        };
        let mut places = rows.map(place_in);
        places.find_map(Result::transpose).transpose()
    }

    /// Returns the row that Ctrl and an arrow key reach: the end of a run of filled cells, otherwise the next filled
    /// cell, otherwise the last row. If all rows are shown, the last row is the new one at the end.
    pub fn data_edge(
        self: &Arc<Self>,
        batch: &str,
        filter: &SheetFilter,
        from: SheetCell,
        backwards: bool,
    ) -> Result<u32, Error> {
        retry(|| {
            let shown = self.shown_rows(batch, filter)?;
            let rows = self.snapshot_at(batch, &shown.positions(0, u32::MAX))?;
            if rows.version != shown.version {
                return Err(conflict(&shown.version));
            }
            let last = if shown.has_new_row() {
                shown.len()
            } else {
                shown.len().saturating_sub(1)
            };
            Ok(edge(&rows, from, backwards, last))
        })
    }
}

/// Returns the shown rows from a cell on, in the order of the search.
fn searched_rows(
    shown: &ShownRows,
    from: SheetCell,
    backwards: bool,
) -> Box<dyn Iterator<Item = u32>> {
    if backwards {
        Box::new((0..shown.len().min(from.row.saturating_add(1))).rev())
    } else {
        Box::new(from.row..shown.len())
    }
}

fn find_object_place(
    shown: &ShownRows,
    rows: &ObjectRows,
    from: SheetCell,
    backwards: bool,
) -> Option<SheetPlace> {
    let place_in = |at: u32| {
        let findings = rows.findings_of(shown.position(at));
        next_place(findings, at, from, backwards)
    };
    searched_rows(shown, from, backwards).find_map(place_in)
}

/// Returns the next place with a finding in a row. A finding about the whole row counts only if there is no other.
fn next_place(
    findings: &[CellFinding],
    row: u32,
    from: SheetCell,
    backwards: bool,
) -> Option<SheetPlace> {
    let counted = findings
        .iter()
        .filter(|finding| is_counted(finding.severity));
    let mut columns: Vec<Option<u32>> = counted.map(|finding| finding.column).collect();
    if columns.iter().any(Option::is_some) {
        columns.retain(Option::is_some);
    }
    columns.sort_unstable();
    let is_beyond = |column: &Option<u32>| match column {
        _ if row != from.row => true,
        Some(column) if backwards => *column < from.column,
        Some(column) => *column > from.column,
        None => false,
    };
    let mut beyond = columns.into_iter().filter(is_beyond);
    let column = if backwards {
        beyond.next_back()
    } else {
        beyond.next()
    };
    column.map(|column| SheetPlace { row, column })
}

fn edge(rows: &BatchSnapshot, from: SheetCell, backwards: bool, last: u32) -> u32 {
    let is_set = |at: u32| {
        let row = rows.ids().get(at as usize);
        row.is_some_and(|row| !rows.cell(*row, from.column).is_empty())
    };
    let step = |at: u32| {
        let next = if backwards {
            at.checked_sub(1)
        } else {
            at.checked_add(1)
        };
        next.filter(|next| *next <= last)
    };
    let Some(mut at) = step(from.row) else {
        return from.row;
    };
    let is_in_run = is_set(from.row) && is_set(at);
    loop {
        let next = step(at);
        let is_end = if is_in_run {
            !next.is_some_and(&is_set)
        } else {
            is_set(at)
        };
        match next {
            Some(next) if !is_end => at = next,
            _ => return at,
        }
    }
}

#[cfg(test)]
mod tests {
    use adwright_views::Severity;

    use super::*;

    #[test]
    fn findings_are_visited_by_column() {
        let finding = |column, severity| CellFinding {
            column,
            severity,
            rule: String::new(),
            code: None,
            message: String::new(),
        };
        let findings = [
            finding(None, Severity::Error),
            finding(Some(3), Severity::Error),
            finding(Some(1), Severity::Warning),
            finding(Some(2), Severity::Note),
        ];
        let whole = [finding(None, Severity::Error)];
        for (findings, row, column, backwards, expected) in [
            (&findings[..], 5, 0, false, Some(Some(1))),
            (&findings, 5, 1, false, Some(Some(3))),
            (&findings, 5, 3, false, None),
            (&findings, 5, 3, true, Some(Some(1))),
            (&findings, 6, 3, false, Some(Some(1))),
            (&findings, 4, 0, true, Some(Some(3))),
            (&whole, 6, 0, false, Some(None)),
            (&whole, 5, 0, false, None),
        ] {
            let from = SheetCell { row: 5, column };
            let place = next_place(findings, row, from, backwards);
            assert_eq!(
                place.map(|place| place.column),
                expected,
                "{row} {column} {backwards}"
            );
        }
    }
}
