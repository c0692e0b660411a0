//! The plan of a send, in the words of the window's review.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{
    ChangeView, Collection, FindingView, ReviewItem, ReviewRow, SendVerb, Severity,
};
use serde_json::{Value, json};

use super::rows::SelectedBatch;
use super::{SendContext, SendSelection, overrides};
use crate::arguments::SendOptions;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::JsonArrayWriter;
use crate::printable::{escape_line, plural, stderr};

/// Prints the plan, and returns the exit code.
pub(super) fn print_plan(
    desk: &Desk,
    selected: &SendSelection,
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let options = context.options;
    if options.json {
        let mut array = JsonArrayWriter::new(out);
        for item in &selected.drafts {
            let element = plan_element(item, options);
            array
                .write_element(&element)
                .map_err(CommandAbort::Output)?;
        }
        for batch in &selected.batches {
            batch.print_json(desk, &mut array)?;
        }
        array.finish().map_err(CommandAbort::Output)?;
    } else {
        let workspace = desk.overview.workspace_view()?;
        let head = if workspace.name == workspace.location {
            workspace.name
        } else {
            format!("{}, {}", workspace.name, workspace.location)
        };
        print_text(&escape_line(&head), &selected.drafts, options, out)
            .map_err(CommandAbort::Output)?;
        for batch in &selected.batches {
            batch.print_text(desk, out)?;
        }
        print_calls(desk, selected, out).map_err(CommandAbort::Output)?;
    }
    // Messages about the plan follow below it.
    out.flush().map_err(CommandAbort::Output)?;
    let exit = if options.go {
        report_unsent(selected, options)?
    } else {
        plan_exit(selected, options)
    };
    let message = conclusion(selected, context, desk.outbox.review()?.guard.read_only);
    writeln!(stderr(), "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
    Ok(exit)
}

/// Prints the number of calls for values.
fn print_calls(desk: &Desk, selected: &SendSelection, out: &mut impl Write) -> io::Result<()> {
    let is_value = |item: &&ReviewItem| item.row.collection == Collection::Values;
    let drafts = selected.drafts.iter().filter(is_value).count();
    let parts = selected.batches.iter().map(SelectedBatch::len);
    let parts: Vec<_> = parts.chain([drafts]).filter(|values| *values > 0).collect();
    if parts.is_empty() {
        return Ok(());
    }
    let cap = desk.client_and_dialect().1.batch_cap.max(1) as usize;
    let calls = parts.iter().map(|values| values.div_ceil(cap)).sum();
    let (values, calls) = (plural(parts.iter().sum(), "value"), plural(calls, "call"));
    writeln!(out, "{values} in {calls} of {cap} at most\n")
}

/// The largest number of drafts that a message names one by one.
const MAX_NAMED: usize = 5;

/// A part of a plan that one command sends.
struct PlanPart<'a> {
    /// The part, as saved.
    saved: String,
    command: Vec<String>,
    blocking_rules: Vec<&'a str>,
}

fn conclusion(
    selected: &SendSelection,
    context: SendContext<'_>,
    read_only: Option<String>,
) -> String {
    let parts = plan_parts(selected, context.options);
    if parts.is_empty() {
        return "There is no draft to send.".to_owned();
    }
    if let Some(why) = read_only {
        return why;
    }
    let go = context.options.go;
    if go && parts.iter().all(|part| part.blocking_rules.is_empty()) {
        return "Nothing was sent. The reasons are above.".to_owned();
    }
    let sentences = parts.iter().map(|part| {
        let command = send_command(part, context);
        let how = if part.blocking_rules.is_empty() {
            format!("To send: {command}")
        } else {
            format!("Fix the errors, or override them: {command}")
        };
        if go {
            how
        } else {
            format!("{} {how}", part.saved)
        }
    });
    let sentences: Vec<_> = sentences.collect();
    format!("Nothing was sent. {}", sentences.join(" "))
}

fn plan_parts<'a>(selected: &'a SendSelection, options: &SendOptions) -> Vec<PlanPart<'a>> {
    let mut parts = Vec::new();
    let drafts = &selected.drafts;
    if !drafts.is_empty() {
        let are = if drafts.len() == 1 { "is" } else { "are" };
        // Only the drafts of this plan, whatever other drafts exist.
        let named = drafts.iter().map(|item| item.row.draft.clone());
        let named = named.filter(|_| drafts.len() <= MAX_NAMED);
        parts.push(PlanPart {
            saved: format!("{} {are} saved.", plural(drafts.len(), "draft")),
            command: ["adwright", "send"]
                .map(str::to_owned)
                .into_iter()
                .chain(named)
                .collect(),
            blocking_rules: selected.draft_rules.blocking(options),
        });
    }
    for selected in &selected.batches {
        let (id, name) = (&selected.batch.id, &selected.batch.name);
        parts.push(PlanPart {
            saved: format!("The batch “{name}” is saved."),
            command: ["adwright", "batch", "send", id]
                .map(str::to_owned)
                .to_vec(),
            blocking_rules: if selected.is_ready() {
                Vec::new()
            } else {
                selected.rules.blocking(options)
            },
        });
    }
    parts
}

/// Returns the command that sends this part, with the options that override its errors.
fn send_command(part: &PlanPart<'_>, context: SendContext<'_>) -> String {
    let overridden = context.options.overrides.iter().map(String::as_str);
    let overrides = overridden.chain(part.blocking_rules.iter().copied());
    let overrides = overrides.flat_map(|rule| ["--override", rule]);
    let words = part.command.iter().map(String::as_str);
    let words: Vec<_> = words.chain(overrides).chain(["--go"]).collect();
    words.join(" ") + &context.connection.workspace_suffix()
}

/// Returns the exit code for the findings of a plan.
fn plan_exit(selected: &SendSelection, options: &SendOptions) -> Exit {
    let exits = selected.drafts.iter().map(|item| {
        let row = &item.row;
        match unsent_reason(row, options) {
            Some((exit, _)) => exit,
            None if row.warnings as usize + row.errors.len() > 0 => Exit::Findings,
            None => Exit::Success,
        }
    });
    let has_findings = |batch: &SelectedBatch| batch.rules.has_findings();
    let rows = if selected.batches.iter().any(has_findings) {
        Exit::Findings
    } else {
        Exit::Success
    };
    exits.fold(rows, Exit::worse)
}

/// Names each draft and the rows of a send that stay behind, and returns the exit code.
pub(super) fn report_unsent(
    selected: &SendSelection,
    options: &SendOptions,
) -> Result<Exit, CommandFailure> {
    let mut exit = Exit::Success;
    let mut messages = Vec::new();
    for ReviewItem { row, .. } in &selected.drafts {
        if let Some((worse, reason)) = unsent_reason(row, options) {
            exit = exit.worse(worse);
            messages.push(format!("“{}” is not sent. {reason}", row.title));
        }
    }
    for selected in selected.batches.iter().filter(|batch| !batch.is_ready()) {
        exit = exit.worse(Exit::Findings);
        let (rows, name) = (selected.review.plan.with_errors, &selected.batch.name);
        messages.push(match rows {
            1 => format!("1 row of “{name}” is not sent. It still has errors."),
            rows => format!("{rows} rows of “{name}” are not sent. They still have errors."),
        });
    }
    for message in messages {
        writeln!(stderr(), "{}", escape_line(&message))
            .map_err(|error| CommandFailure::usage(error.to_string()))?;
    }
    Ok(exit)
}

/// Returns why a draft cannot be sent, and the exit code for it; none if it can.
fn unsent_reason(row: &ReviewRow, options: &SendOptions) -> Option<(Exit, String)> {
    if let Some(reason) = &row.blocked {
        return Some((Exit::Incomplete, reason.clone()));
    }
    let has_errors = overrides::blocking_errors(row, options).next().is_some();
    has_errors.then(|| (Exit::Findings, "It still has errors.".to_owned()))
}

fn print_text(
    head: &str,
    items: &[ReviewItem],
    options: &SendOptions,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{head}")?;
    for item in items {
        writeln!(out, "\n{}", escape_line(&heading(item)))?;
        if let Some(why) = &item.row.blocked {
            writeln!(out, "  {}", escape_line(why))?;
            continue;
        }
        print_changes(&item.changes, out)?;
        let proof = item.proof;
        let fields = if proof.changed == 1 {
            "field"
        } else {
            "fields"
        };
        writeln!(
            out,
            "  {} {fields} changed, {} unchanged, {} dropped",
            proof.changed, proof.carried, proof.dropped
        )?;
        for finding in &item.findings {
            print_finding(finding, options, out)?;
        }
    }
    if !items.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

fn heading(item: &ReviewItem) -> String {
    let row = &item.row;
    let (a, noun) = match row.collection {
        Collection::Campaigns => ("a", "campaign"),
        Collection::Values => ("a", "value"),
        Collection::Ads => ("an", "ad"),
    };
    let what = match &row.id {
        Some(id) if row.verb == SendVerb::Update => format!("Update {noun} {id}"),
        _ => format!("Create {a} {noun}"),
    };
    format!("{what} “{}”, draft {}", row.title, row.draft)
}

fn print_changes(changes: &[ChangeView], out: &mut impl Write) -> io::Result<()> {
    let width = changes.iter().map(|change| change.label.chars().count());
    let width = width.max().unwrap_or(0);
    for change in changes {
        let side = |value: &Option<String>| {
            value.as_deref().map_or_else(
                || "(absent)".to_owned(),
                |text| escape_line(text).into_owned(),
            )
        };
        let label = escape_line(&change.label);
        let (before, after) = (side(&change.before), side(&change.after));
        writeln!(out, "  {label:<width$}  {before} → {after}")?;
    }
    Ok(())
}

fn print_finding(
    finding: &FindingView,
    options: &SendOptions,
    out: &mut impl Write,
) -> io::Result<()> {
    let FindingView {
        rule,
        label,
        message,
        ..
    } = finding;
    let severity = if is_overridden(finding, options) {
        "error, overridden"
    } else {
        severity_word(finding.severity)
    };
    let line = format!("{severity}: {label}: {message} [{rule}]");
    writeln!(out, "  {}", escape_line(&line))
}

fn is_overridden(finding: &FindingView, options: &SendOptions) -> bool {
    finding.severity == Severity::Error && overrides::is_overridden(&finding.rule, options)
}

pub(crate) const fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Returns one element of a plan in JSON.
fn plan_element(item: &ReviewItem, options: &SendOptions) -> Value {
    let (row, proof) = (&item.row, item.proof);
    let findings = item.findings.iter();
    let findings: Vec<_> = findings
        .map(|finding| finding_element(finding, options))
        .collect();
    json!({
        "draft": row.draft,
        "batch": null,
        "row": null,
        "kind": row.collection.kind().as_str(),
        "verb": row.verb,
        "id": row.id,
        "title": row.title,
        "changed": proof.changed,
        "carried": proof.carried,
        "dropped": proof.dropped,
        "changes": item.changes,
        "findings": findings,
        "blocked": row.blocked,
    })
}

fn finding_element(finding: &FindingView, options: &SendOptions) -> Value {
    json!({
        "rule": finding.rule,
        "severity": finding.severity,
        "path": finding.path,
        "message": finding.message,
        "code": finding.code,
        "overridden": is_overridden(finding, options),
    })
}
