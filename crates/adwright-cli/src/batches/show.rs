//! `adwright batch show`.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{SentRow, SheetFilter, SheetLine, SheetView};
use serde_json::{Value, json};

use super::find;
use crate::arguments::ShowBatchArgs;
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::json::JsonArrayWriter;
use crate::printable::escape_line;
use crate::sending::{for_each_line, outcome_word, severity_word};

/// Prints the rows of a batch, and returns the exit code.
pub(super) fn run(
    desk: &Desk,
    show: &ShowBatchArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let batch = find(desk, &show.batch.id)?.id;
    // The plan waits until every row is checked.
    desk.outbox.plan_batch(&batch)?;
    let view = desk.sheets.open_batch(&batch)?;
    let outcome = |line: &SheetLine| desk.outbox.row_outcome(&batch, line.id);
    let all = SheetFilter::default();
    if show.json {
        let mut array = JsonArrayWriter::new(out);
        for_each_line(desk, &batch, &all, &mut |line| {
            let element = row_element(&view, line, outcome(line)?.as_ref());
            array.write_element(&element).map_err(CommandAbort::Output)
        })?;
        array.finish().map_err(CommandAbort::Output)?;
    } else {
        for_each_line(desk, &batch, &all, &mut |line| {
            print_row(&view, line, outcome(line)?, out).map_err(CommandAbort::Output)
        })?;
    }
    Ok(Exit::Success)
}

fn row_element(batch: &SheetView, line: &SheetLine, sent: Option<&SentRow>) -> Value {
    let cells = batch.columns.iter().zip(&line.cells);
    let cells = cells.filter(|(_, text)| !text.is_empty());
    let cells = cells.map(|(column, text)| json!({"path": column.path, "text": text}));
    let findings = line.findings.iter().map(|finding| {
        let column = finding.column.map(|at| &batch.columns[at as usize]);
        json!({
            "rule": finding.rule,
            "severity": finding.severity,
            "path": column.map_or("", |column| &column.path),
            "message": finding.message,
            "code": finding.code,
        })
    });
    json!({
        "row": line.number,
        "cells": cells.collect::<Vec<_>>(),
        "findings": findings.collect::<Vec<_>>(),
        "item": sent.map(|sent| &sent.item),
        "outcome": sent.map(|sent| outcome_word(sent.state)),
        "code": sent.and_then(|sent| sent.code),
        "id": sent.and_then(|sent| sent.id.as_ref()),
        "message": sent.map(|sent| &sent.outcome),
    })
}

fn print_row(
    batch: &SheetView,
    line: &SheetLine,
    sent: Option<SentRow>,
    out: &mut impl Write,
) -> io::Result<()> {
    let cells = line.cells.iter().filter(|text| !text.is_empty());
    let cells: Vec<_> = cells.map(String::as_str).collect();
    let text = format!("row {}: {}", line.number, cells.join(", "));
    writeln!(out, "{}", escape_line(&text))?;
    if let Some(sent) = sent {
        let id = sent.id.map_or_else(String::new, |id| format!(" {id}"));
        let text = format!("{}:{id} {}", outcome_word(sent.state), sent.outcome);
        writeln!(out, "  {}", escape_line(&text))?;
    }
    for finding in &line.findings {
        let column = finding.column.map(|at| &batch.columns[at as usize]);
        let label = column.map_or("Row", |column| &column.label);
        let severity = severity_word(finding.severity);
        let text = format!(
            "{severity}: {label}: {} [{}]",
            finding.message, finding.rule
        );
        writeln!(out, "  {}", escape_line(&text))?;
    }
    Ok(())
}
