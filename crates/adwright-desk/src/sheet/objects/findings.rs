//! The findings of the objects in a sheet: those of the form, by column.

use std::ops::Range;

use adwright_checks::{Finding, Severity, message};
use adwright_model::Path;
use adwright_views::{
    CellFinding, DocumentRef, SheetCheck, SheetLine, SheetQuery, SheetRows, saturating_u32,
};

use super::{ObjectRows, ObjectSheet};

use crate::batch::BatchVersion;
use crate::bulk::is_gone;
use crate::error::Error;
use crate::sheet::Sheets;
use crate::sheet::grouped_findings::{GroupedFindings, RowFinding};
use crate::sheet::row_checker::{column_of, is_counted};
use crate::sheet::shown_rows::{ShownRows, conflict};

/// The objects to check while a window of rows is read. The window asks again until all are checked.
const STEP: usize = 512;

impl Sheets {
    /// Returns a window of rows with their findings.
    pub(in crate::sheet) fn object_lines(
        &self,
        sheet: &ObjectSheet,
        shown: &ShownRows,
        query: &SheetQuery,
    ) -> Result<SheetRows, Error> {
        let mut rows = self.current_objects(sheet)?;
        if rows.version(sheet) != shown.version {
            return Err(conflict(&shown.version));
        }
        let positions = shown.positions(query.offset, query.limit);
        for position in &positions {
            self.check_object_row(&mut rows, *position as usize)?;
        }
        self.check_next_objects(&mut rows, STEP)?;
        let lines = positions.iter().map(|position| {
            let row = &rows.rows[*position as usize];
            SheetLine {
                number: position + 1,
                cells: row.cells.clone(),
                findings: rows.findings_of(*position).to_vec(),
                id: *position,
                state: None,
                target: Some(row.target.clone()),
                changed: row.changed.clone(),
            }
        });
        Ok(SheetRows {
            revision: rows.revision,
            matched: shown.len(),
            offset: query.offset,
            rows: lines.collect(),
            check: rows.check(),
        })
    }

    /// Reads the findings of all rows as of a version, after checking those that are not checked yet.
    pub(in crate::sheet) fn with_checked_objects<T>(
        &self,
        sheet: &ObjectSheet,
        at: &BatchVersion,
        read: impl FnOnce(&ObjectRows) -> T,
    ) -> Result<T, Error> {
        let mut rows = self.current_objects(sheet)?;
        if rows.version(sheet) != *at {
            return Err(conflict(at));
        }
        self.check_next_objects(&mut rows, usize::MAX)?;
        Ok(read(&rows))
    }

    /// Returns the findings of all rows as of a version by rule, column and text.
    pub(in crate::sheet) fn grouped_object_findings(
        &self,
        sheet: &ObjectSheet,
        at: &BatchVersion,
    ) -> Result<GroupedFindings, Error> {
        let (columns, rows) = self.with_checked_objects(sheet, at, |rows| {
            let found = (0..rows.row_count()).filter(|position| rows.has_findings(*position));
            let found = found.map(|position| {
                let row = &rows.rows[position as usize];
                (position, row.target.clone(), row.cells.clone())
            });
            (rows.columns.clone(), found.collect::<Vec<_>>())
        })?;
        let mut grouped = GroupedFindings::new(at.revision);
        for (position, target, cells) in rows {
            for finding in self.object_findings(&target)? {
                let column = column_of(&columns, &finding.path);
                let text = column.and_then(|column| cells.get(column as usize));
                let text = text.map_or("", String::as_str);
                let found = RowFinding::OfRule(column, finding);
                let fix = || found.fix().map(|fix| fix.label.clone());
                grouped.add(position, text, &found, fix);
            }
        }
        Ok(grouped)
    }

    fn check_next_objects(&self, rows: &mut ObjectRows, most: usize) -> Result<(), Error> {
        let open: Range<usize> = 0..rows.rows.len();
        let open = open.filter(|at| rows.findings[*at].is_none());
        let open: Vec<_> = open.take(most).collect();
        open.into_iter()
            .try_for_each(|at| self.check_object_row(rows, at))
    }

    fn check_object_row(&self, rows: &mut ObjectRows, at: usize) -> Result<(), Error> {
        if rows.findings[at].is_some() {
            return Ok(());
        }
        let found = self.object_findings(&rows.rows[at].target)?;
        let found = found.iter();
        let found = found.map(|finding| cell_finding(&rows.columns, finding));
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(|finding| finding.severity);
        rows.findings[at] = Some(found);
        Ok(())
    }

    /// Returns the findings of an object; none if it is gone.
    fn object_findings(&self, target: &DocumentRef) -> Result<Vec<Finding>, Error> {
        match self.objects.find(target) {
            Ok(object) => Ok(self.checker.check_object(&object)?.findings),
            Err(error) if is_gone(&error) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }
}

impl ObjectRows {
    /// Returns the findings of a row, errors first; none if the row is not checked.
    pub(in crate::sheet) fn findings_of(&self, position: u32) -> &[CellFinding] {
        let found = self.findings.get(position as usize);
        found.and_then(Option::as_deref).unwrap_or_default()
    }

    pub(in crate::sheet) fn has_findings(&self, position: u32) -> bool {
        let mut found = self.findings_of(position).iter();
        found.any(|finding| is_counted(finding.severity))
    }

    /// Returns the counts; none until all rows are checked.
    fn check(&self) -> Option<SheetCheck> {
        let found: Option<Vec<_>> = self.findings.iter().map(Option::as_deref).collect();
        let found = found?;
        let count = |severity: Severity| {
            let all = found.iter().copied().flatten();
            saturating_u32(all.filter(|finding| finding.severity == severity).count())
        };
        let with_findings = (0..self.row_count()).filter(|at| self.has_findings(*at));
        Some(SheetCheck {
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            rows_with_findings: saturating_u32(with_findings.count()),
        })
    }
}

fn cell_finding(columns: &[Path], finding: &Finding) -> CellFinding {
    CellFinding {
        column: column_of(columns, &finding.path),
        severity: finding.severity,
        rule: finding.rule.to_string(),
        code: finding.code,
        message: message(finding),
    }
}
