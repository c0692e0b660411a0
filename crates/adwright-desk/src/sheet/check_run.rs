//! Checks all rows of a batch, some at a time. Rows whose cells did not change keep their result.

use std::collections::HashMap;
use std::sync::Arc;

use adwright_checks::{BatchChecker, Finding, Severity};
use adwright_sheet::{BatchRowId, CHUNK_ROWS, RowChunk};
use adwright_views::SheetCheck;

use super::batch_check::{BatchCheck, CheckInputs, CheckedChunk, RowCounts};
use super::row_checker::{RowChecker, RowValue};

use crate::batch::{BatchSnapshot, BatchVersion};
use crate::error::Error;
use crate::host::CancellationToken;
use crate::sheet::Sheets;

/// The rows of one step. A stop is noticed after each step.
const STEP: u32 = 1_024;

/// A running check.
pub(super) struct CheckRun {
    pub(super) at: BatchVersion,
    inputs: CheckInputs,
    /// The last check, with the results of unchanged rows.
    before: Option<Arc<BatchCheck>>,
    stop: CancellationToken,
    across_checker: BatchChecker,
    position: u32,
    chunks: HashMap<u32, CheckedChunk>,
    across: HashMap<BatchRowId, Vec<Finding>>,
    counts: SheetCheck,
}

/// The result of one step.
pub(super) enum CheckStep {
    /// More rows follow.
    Continue,
    /// The batch changed, or somebody stopped the check.
    Outdated,
    /// All rows are checked.
    Finished(Arc<BatchCheck>),
}

impl CheckRun {
    pub(super) fn new(
        at: BatchVersion,
        inputs: CheckInputs,
        before: Option<Arc<BatchCheck>>,
        stop: CancellationToken,
    ) -> Self {
        Self {
            at,
            before: before.filter(|before| before.inputs == inputs),
            inputs,
            stop,
            across_checker: BatchChecker::new(None),
            position: 0,
            chunks: HashMap::new(),
            across: HashMap::new(),
            counts: SheetCheck {
                errors: 0,
                warnings: 0,
                rows_with_findings: 0,
            },
        }
    }

    /// Checks the next rows.
    pub(super) fn step(&mut self, sheets: &Sheets) -> Result<CheckStep, Error> {
        let end = self.position.saturating_add(STEP);
        let rows = sheets
            .batches
            .snapshot(&self.at.batch, self.position..end)?;
        if rows.version != self.at || self.stop.is_cancelled() {
            return Ok(CheckStep::Outdated);
        }
        let before = self.before.clone();
        let before = before.filter(|before| before.columns == rows.columns);
        let mut checker = sheets.row_checker(&rows.columns)?;
        for row in rows.ids() {
            self.check_row(&rows, *row, before.as_deref(), &mut checker)?;
        }
        self.position = end;
        if end < rows.row_count {
            return Ok(CheckStep::Continue);
        }
        let check = BatchCheck {
            revision: self.at.revision,
            inputs: self.inputs.clone(),
            columns: rows.columns.clone(),
            counts: self.counts.clone(),
            chunks: std::mem::take(&mut self.chunks),
            across: std::mem::take(&mut self.across),
        };
        Ok(CheckStep::Finished(Arc::new(check)))
    }

    fn check_row(
        &mut self,
        rows: &BatchSnapshot,
        row: BatchRowId,
        before: Option<&BatchCheck>,
        checker: &mut RowChecker<'_>,
    ) -> Result<(), Error> {
        let chunk = rows.chunk(row);
        let value = checker.value(rows.cells(row))?;
        let mut counts = match (&value, known_counts(before, row, chunk)) {
            (None, _) => RowCounts::default(),
            (Some(_), Some(known)) => known,
            (Some(value), None) => count_findings(value, &checker.check(value)),
        };
        // A blank row counts too, so that the numbers in findings are those of the rows.
        let value = value.unwrap_or_else(|| checker.blank_value());
        let across = self.across_checker.check_item(&checker.input(&value));
        let across = checker.apply_severities(across);
        let results = self.chunks.entry(row.chunk());
        let results = results.or_insert_with(|| CheckedChunk {
            chunk: Arc::clone(chunk),
            rows: [RowCounts::default(); CHUNK_ROWS as usize],
        });
        results.rows[row.offset() as usize] = counts;
        counts.add(&across);
        if !across.is_empty() {
            self.across.insert(row, across);
        }
        self.counts.errors += u32::from(counts.errors);
        self.counts.warnings += u32::from(counts.warnings);
        self.counts.rows_with_findings += u32::from(counts != RowCounts::default());
        Ok(())
    }
}

impl RowCounts {
    fn add(&mut self, findings: &[Finding]) {
        for finding in findings {
            match finding.severity {
                Severity::Error => self.errors = self.errors.saturating_add(1),
                Severity::Warning => self.warnings = self.warnings.saturating_add(1),
                Severity::Note => {}
            }
        }
    }
}

fn count_findings(value: &RowValue, findings: &[Finding]) -> RowCounts {
    let mut counts = RowCounts {
        errors: u16::try_from(value.refused.len()).unwrap_or(u16::MAX),
        warnings: 0,
    };
    counts.add(findings);
    counts
}

/// Returns the earlier result of a row whose cells did not change.
fn known_counts(
    before: Option<&BatchCheck>,
    row: BatchRowId,
    chunk: &Arc<RowChunk>,
) -> Option<RowCounts> {
    let known = before?.chunks.get(&row.chunk())?;
    let offset = row.offset();
    let is_same =
        Arc::ptr_eq(&known.chunk, chunk) || known.chunk.cells(offset).eq(chunk.cells(offset));
    is_same.then(|| known.rows[offset as usize])
}
