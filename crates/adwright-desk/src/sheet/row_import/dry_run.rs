//! Checks the rows of a table as if they were in the batch.

use adwright_checks::{BatchChecker, Severity};
use adwright_sheet::Sheet;
use adwright_views::{RowImportTarget, SheetCheck, SheetLine, saturating_u32};

use super::super::row_checker::is_counted;
use super::super::rows::value_findings;
use super::STEP;
use super::import_columns::ImportColumns;

use crate::error::Error;
use crate::host::CancellationToken;
use crate::sheet::Sheets;

/// The rows that a preview shows whether they have findings or not.
const SHOWN_ROWS: u32 = 5;

/// The most rows with findings that a preview shows.
const SHOWN_FINDINGS: usize = 100;

/// The findings about all rows of a table.
#[derive(Default)]
pub(super) struct DryRun {
    pub(super) rows: u32,
    pub(super) check: SheetCheck,
    pub(super) lines: Vec<SheetLine>,
}

impl Sheets {
    /// Checks the rows of a table, after those of the batch that they are appended to.
    pub(super) fn check_import(
        &self,
        target: &RowImportTarget,
        sheet: &Sheet,
        columns: &ImportColumns,
        stop: &CancellationToken,
    ) -> Result<DryRun, Error> {
        let mut across_checker = BatchChecker::new(None);
        if let RowImportTarget::Batch(batch) = target {
            self.add_existing_rows(batch, &mut across_checker, stop)?;
        }
        let target = match target {
            RowImportTarget::Batch(batch) => batch,
            RowImportTarget::NewBatch(_) | RowImportTarget::Objects(_) => "",
        };
        self.read_other_batches(target)?;
        let mut checker = self.row_checker_of(target, &columns.fields)?;
        let mut run = DryRun::default();
        for row in columns.rows(sheet) {
            if run.rows.is_multiple_of(STEP) && stop.is_cancelled() {
                return Err(Error::Stopped);
            }
            let Some(value) = checker.value(columns.texts(row))? else {
                continue;
            };
            let across = across_checker.check_item(&checker.input(&value));
            let across = checker.apply_severities(across);
            let findings = value_findings(&columns.fields, &value, &checker, &across);
            let count = |severity| {
                let findings = findings
                    .iter()
                    .filter(|finding| finding.severity == severity);
                saturating_u32(findings.count())
            };
            let has_findings = findings.iter().any(|finding| is_counted(finding.severity));
            run.check.errors += count(Severity::Error);
            run.check.warnings += count(Severity::Warning);
            run.check.rows_with_findings += u32::from(has_findings);
            if run.rows < SHOWN_ROWS || has_findings && run.lines.len() < SHOWN_FINDINGS {
                run.lines.push(SheetLine {
                    // The rows are in no batch yet.
                    id: saturating_u32(row.line),
                    state: None,
                    target: None,
                    changed: Vec::new(),
                    number: saturating_u32(row.line),
                    cells: columns.texts(row).map(str::to_owned).collect(),
                    findings,
                });
            }
            run.rows += 1;
        }
        Ok(run)
    }

    /// Adds the rows of a batch, so that new rows are checked in relation to them.
    fn add_existing_rows(
        &self,
        batch: &str,
        across_checker: &mut BatchChecker,
        stop: &CancellationToken,
    ) -> Result<(), Error> {
        let mut position = 0;
        loop {
            let end = position + STEP;
            let rows = self.batches.snapshot(batch, position..end)?;
            let mut checker = self.row_checker(&rows.columns)?;
            for row in rows.ids() {
                let value = checker.value(rows.cells(*row))?;
                let value = value.unwrap_or_else(|| checker.blank_value());
                across_checker.check_item(&checker.input(&value));
            }
            if stop.is_cancelled() {
                return Err(Error::Stopped);
            }
            if rows.ids().len() < STEP as usize {
                return Ok(());
            }
            position = end;
        }
    }
}
