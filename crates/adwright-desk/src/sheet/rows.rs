//! A window of rows with their findings.

use std::sync::Arc;

use adwright_checks::{Finding, message};
use adwright_model::Path;
use adwright_sheet::BatchRowId;
use adwright_store::OutboxState;
use adwright_views::{CellFinding, Severity, SheetLine, SheetQuery, SheetRows};

use super::batch_check::BatchCheck;
use super::row_checker::{RowChecker, RowValue, column_of};
use super::shown_rows::{conflict, retry};

use crate::batch::BatchSnapshot;
use crate::error::Error;
use crate::object::item_state_view;
use crate::sheet::Sheets;
use crate::wording::error_message;

/// The rule in a finding about a cell that cannot become a part of the value.
pub(super) const UNUSABLE_CELL: &str = "unusable-cell";

impl Sheets {
    /// Returns a window of rows with their findings. All rows are checked in the background: until then the findings
    /// about several rows are missing.
    pub fn sheet_rows(
        self: &Arc<Self>,
        batch: &str,
        query: &SheetQuery,
    ) -> Result<SheetRows, Error> {
        retry(|| {
            let shown = self.shown_rows(batch, &query.filter)?;
            if let Some(objects) = self.open_objects.get(batch) {
                return self.object_lines(&objects, &shown, query);
            }
            let positions = shown.positions(query.offset, query.limit);
            let rows = self.batches.snapshot_at(batch, &positions)?;
            if rows.version != shown.version {
                return Err(conflict(&shown.version));
            }
            let ids: Vec<_> = rows.ids().iter().map(|row| row.0).collect();
            let states = self.context.store.row_states_among(batch, &ids)?;
            self.with_check(&rows.version, |check| {
                let mut checker = self.row_checker_of(batch, &rows.columns)?;
                let lines = positions.iter().zip(rows.ids()).map(|(position, row)| {
                    let mut cells: Vec<_> = rows.cells(*row).map(str::to_owned).collect();
                    cells.resize(rows.columns.len(), String::new());
                    let state = states.get(&row.0).copied();
                    let findings = match state {
                        Some(OutboxState::Confirmed) => Vec::new(),
                        _ => row_findings(&rows, *row, &mut checker, check)?,
                    };
                    Ok(SheetLine {
                        number: position + 1,
                        cells,
                        findings,
                        id: row.0,
                        state: state.map(item_state_view),
                        target: None,
                        changed: Vec::new(),
                    })
                });
                Ok(SheetRows {
                    revision: rows.version.revision,
                    matched: shown.len(),
                    offset: query.offset,
                    rows: lines.collect::<Result<_, Error>>()?,
                    check: check.map(BatchCheck::counts),
                })
            })
        })
    }
}

/// Returns the findings of a row, errors first.
pub(super) fn row_findings(
    rows: &BatchSnapshot,
    row: BatchRowId,
    checker: &mut RowChecker<'_>,
    check: Option<&BatchCheck>,
) -> Result<Vec<CellFinding>, Error> {
    let Some(value) = checker.value(rows.cells(row))? else {
        return Ok(Vec::new());
    };
    let across = check.map(|check| check.across(row, &checker.input(&value)));
    let across = across.unwrap_or_default();
    Ok(value_findings(&rows.columns, &value, checker, &across))
}

/// Returns the findings of a value, errors first. `across` are those in relation to other rows.
pub(super) fn value_findings(
    columns: &[Path],
    value: &RowValue,
    checker: &RowChecker<'_>,
    across: &[Finding],
) -> Vec<CellFinding> {
    let refused = value.refused.iter().map(|(column, error)| CellFinding {
        column: Some(*column),
        severity: Severity::Error,
        rule: UNUSABLE_CELL.to_owned(),
        code: None,
        message: error_message(error),
    });
    let found = checker.check(value);
    let found = found.iter().chain(across);
    let found = found.map(|finding| CellFinding {
        column: column_of(columns, &finding.path),
        severity: finding.severity,
        rule: finding.rule.to_string(),
        code: finding.code,
        message: message(finding),
    });
    let mut findings: Vec<_> = refused.chain(found).collect();
    findings.sort_by_key(|finding| finding.severity);
    findings
}
