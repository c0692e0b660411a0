//! Batches to send: their rows, the findings of these, and the plan.

use std::io::{self, Write};

use adwright_desk::{BatchReview, Desk, PlannedRow};
use adwright_views::{
    Collection, SendVerb, Severity, SheetFilter, SheetLine, SheetQuery, SheetView,
};
use serde_json::{Value, json};

use super::finding_rules::FindingRules;
use super::plan::severity_word;
use crate::arguments::SendOptions;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::JsonArrayWriter;
use crate::printable::escape_line;

/// The rows of one request to the desk.
const PAGE: u32 = 1_000;

/// A batch to send.
pub(crate) struct SelectedBatch {
    pub(crate) batch: SheetView,
    pub(crate) review: BatchReview,
    /// The rules that found something in the rows to send.
    pub(super) rules: FindingRules,
}

impl SelectedBatch {
    /// Reviews a batch as it would be sent with these options.
    pub(crate) fn review(
        desk: &Desk,
        batch: &str,
        options: &SendOptions,
    ) -> Result<Self, CommandFailure> {
        let mut selected = Self {
            batch: desk.sheets.open_batch(batch)?,
            review: desk.outbox.review_batch(batch, &options.overrides)?,
            rules: FindingRules::default(),
        };
        let mut rules = FindingRules::default();
        let mut add = |_: &PlannedRow, line: &SheetLine| {
            for finding in &line.findings {
                rules.add(&finding.rule, finding.severity);
            }
            Ok::<_, CommandFailure>(())
        };
        selected.for_each_row(desk, true, &mut add)?;
        selected.rules = rules;
        Ok(selected)
    }

    /// Returns the number of rows to send.
    pub(super) const fn len(&self) -> usize {
        self.review.plan.rows as usize
    }

    pub(super) const fn is_ready(&self) -> bool {
        self.review.plan.with_errors == 0
    }

    /// Calls `each` with the rows of the plan, page by page.
    fn for_each_row<E: From<CommandFailure>>(
        &self,
        desk: &Desk,
        findings_only: bool,
        each: &mut impl FnMut(&PlannedRow, &SheetLine) -> Result<(), E>,
    ) -> Result<(), E> {
        let filter = SheetFilter {
            findings_only,
            ..SheetFilter::default()
        };
        let mut planned = self.review.rows.iter().peekable();
        for_each_line(desk, &self.batch.id, &filter, &mut |line| {
            while planned.next_if(|row| row.number < line.number).is_some() {}
            match planned.next_if(|row| row.number == line.number) {
                Some(row) => each(row, line),
                None => Ok(()),
            }
        })
    }

    /// Prints the rows of the plan as elements of JSON.
    pub(super) fn print_json<W: Write>(
        &self,
        desk: &Desk,
        array: &mut JsonArrayWriter<'_, W>,
    ) -> Result<(), CommandAbort> {
        self.for_each_row(desk, false, &mut |row, line| {
            let element = self.plan_element(row, line);
            array.write_element(&element).map_err(CommandAbort::Output)
        })
    }

    fn plan_element(&self, row: &PlannedRow, line: &SheetLine) -> Value {
        let columns = self.batch.columns.iter().zip(&line.cells);
        let changes = columns.filter(|(_, text)| !text.is_empty());
        let changes = changes.map(|(column, text)| {
            json!({"path": column.path, "label": column.label, "before": null, "after": text})
        });
        let changes: Vec<_> = changes.collect();
        let findings = line.findings.iter().map(|finding| {
            let is_error = finding.severity == Severity::Error;
            json!({
                "rule": finding.rule,
                "severity": finding.severity,
                "path": finding.column.map_or("", |at| &self.batch.columns[at as usize].path),
                "message": finding.message,
                "code": finding.code,
                "overridden": is_error && !row.has_errors,
            })
        });
        json!({
            "draft": null,
            "batch": self.batch.id,
            "row": row.number,
            "kind": Collection::Values.kind().as_str(),
            "verb": SendVerb::Create,
            "id": null,
            "title": row.title,
            "changed": changes.len(),
            "carried": 0,
            "dropped": 0,
            "changes": changes,
            "findings": findings.collect::<Vec<_>>(),
            "blocked": null,
        })
    }

    /// Prints the plan for people: the rows with findings, and the number of calls.
    pub(super) fn print_text(&self, desk: &Desk, out: &mut impl Write) -> Result<(), CommandAbort> {
        let head = format!("Batch “{}”, {}", self.batch.name, self.batch.id);
        writeln!(out, "\n{}", escape_line(&head)).map_err(CommandAbort::Output)?;
        self.for_each_row(desk, true, &mut |row, line| {
            self.print_row(row, line, out).map_err(CommandAbort::Output)
        })
    }

    fn print_row(
        &self,
        row: &PlannedRow,
        line: &SheetLine,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let title = format!("row {} “{}”", row.number, row.title);
        writeln!(out, "  {}", escape_line(&title))?;
        for finding in &line.findings {
            let is_error = finding.severity == Severity::Error;
            let severity = if is_error && !row.has_errors {
                "error, overridden"
            } else {
                severity_word(finding.severity)
            };
            let column = finding.column.map(|at| &self.batch.columns[at as usize]);
            let label = column.map_or("Row", |column| &column.label);
            let line = format!(
                "{severity}: {label}: {} [{}]",
                finding.message, finding.rule
            );
            writeln!(out, "    {}", escape_line(&line))?;
        }
        Ok(())
    }
}

/// Calls `each` with the rows of a batch, page by page.
pub(crate) fn for_each_line<E: From<CommandFailure>>(
    desk: &Desk,
    batch: &str,
    filter: &SheetFilter,
    each: &mut impl FnMut(&SheetLine) -> Result<(), E>,
) -> Result<(), E> {
    let mut query = SheetQuery {
        filter: filter.clone(),
        offset: 0,
        limit: PAGE,
    };
    loop {
        let page = desk.sheets.sheet_rows(batch, &query);
        let page = page.map_err(CommandFailure::from)?;
        page.rows.iter().try_for_each(&mut *each)?;
        query.offset += PAGE;
        if query.offset >= page.matched {
            return Ok(());
        }
    }
}
