//! The plan of a send, draft by draft, in the words of the window's review.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{
    ChangeView, Collection, FindingView, ReviewItem, ReviewRow, SendVerb, Severity,
};
use serde_json::{Value, json};

use super::{SendContext, overrides};
use crate::arguments::SendOptions;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::print_array;
use crate::printable::{escape_line, stderr};

/// Prints the plan, and returns the exit code.
pub(super) fn print_plan(
    desk: &Desk,
    items: &[ReviewItem],
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let options = context.options;
    if options.json {
        let elements: Vec<_> = items
            .iter()
            .map(|item| plan_element(item, options))
            .collect();
        print_array(&elements, out).map_err(CommandAbort::Output)?;
    } else {
        let workspace = desk.overview.workspace_view()?;
        let head = if workspace.name == workspace.location {
            workspace.name
        } else {
            format!("{}, {}", workspace.name, workspace.location)
        };
        print_text(&escape_line(&head), items, options, out).map_err(CommandAbort::Output)?;
        print_calls(desk, items, out).map_err(CommandAbort::Output)?;
    }
    // Messages about the plan follow below it.
    out.flush().map_err(CommandAbort::Output)?;
    let exit = if options.go {
        report_unsent(items, options)?
    } else {
        plan_exit(items, options)
    };
    let message = conclusion(items, context, desk.outbox.review()?.guard.read_only);
    writeln!(stderr(), "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
    Ok(exit)
}

/// Prints the number of calls for values.
fn print_calls(desk: &Desk, items: &[ReviewItem], out: &mut impl Write) -> io::Result<()> {
    let is_value = |item: &&ReviewItem| item.row.collection == Collection::Values;
    let values = items.iter().filter(is_value).count();
    if values == 0 {
        return Ok(());
    }
    let cap = desk.client_and_dialect().1.batch_cap.max(1) as usize;
    let plural = |count: usize, noun: &str| match count {
        1 => format!("1 {noun}"),
        several => format!("{several} {noun}s"),
    };
    let (values, calls) = (
        plural(values, "value"),
        plural(values.div_ceil(cap), "call"),
    );
    writeln!(out, "{values} in {calls} of {cap} at most\n")
}

/// The largest number of drafts that a message names one by one.
const MAX_NAMED: usize = 5;

fn conclusion(items: &[ReviewItem], context: SendContext<'_>, read_only: Option<String>) -> String {
    let [are, drafts] = match items.len() {
        0 => return "There is no draft to send.".to_owned(),
        1 => ["is", "1 draft"].map(str::to_owned),
        several => ["are".to_owned(), format!("{several} drafts")],
    };
    if let Some(why) = read_only {
        return why;
    }
    let options = context.options;
    let rows = items.iter().map(|item| &item.row);
    let blocking_rules =
        overrides::rule_names(rows.flat_map(|row| overrides::blocking_errors(row, options)));
    let command = send_command(items, context, &blocking_rules);
    match (options.go, blocking_rules.is_empty()) {
        (true, true) => "Nothing was sent. The reasons are above.".to_owned(),
        (true, false) => {
            format!("Nothing was sent. Fix the errors, or override them: {command}")
        }
        (false, true) => format!("Nothing was sent. {drafts} {are} saved. To send: {command}"),
        (false, false) => format!(
            "Nothing was sent. {drafts} {are} saved. Fix the errors, or override them: {command}"
        ),
    }
}

/// Returns the command that sends these drafts, with the options that override these rules.
fn send_command(items: &[ReviewItem], context: SendContext<'_>, blocking_rules: &[&str]) -> String {
    // Only the drafts of this plan, whatever other drafts exist.
    let named = items.iter().map(|item| item.row.draft.as_str());
    let named = named.filter(|_| items.len() <= MAX_NAMED);
    let overridden = context.options.overrides.iter().map(String::as_str);
    let overrides = overridden.chain(blocking_rules.iter().copied());
    let overrides = overrides.flat_map(|rule| ["--override", rule]);
    let words: Vec<_> = ["adwright", "send"]
        .into_iter()
        .chain(named)
        .chain(overrides)
        .chain(["--go"])
        .chain(context.workspace_options.iter().map(String::as_str))
        .collect();
    words.join(" ")
}

/// Returns the exit code for the findings of a plan.
fn plan_exit(items: &[ReviewItem], options: &SendOptions) -> Exit {
    let exits = items.iter().map(|item| {
        let row = &item.row;
        match unsent_reason(row, options) {
            Some((exit, _)) => exit,
            None if row.warnings as usize + row.errors.len() > 0 => Exit::Findings,
            None => Exit::Success,
        }
    });
    exits.fold(Exit::Success, Exit::worse)
}

/// Names each draft of a send that stays behind, and returns the exit code.
pub(super) fn report_unsent(
    items: &[ReviewItem],
    options: &SendOptions,
) -> Result<Exit, CommandFailure> {
    let mut exit = Exit::Success;
    for ReviewItem { row, .. } in items {
        if let Some((worse, reason)) = unsent_reason(row, options) {
            exit = exit.worse(worse);
            let message = format!("“{}” is not sent. {reason}", row.title);
            writeln!(stderr(), "{}", escape_line(&message))
                .map_err(|error| CommandFailure::usage(error.to_string()))?;
        }
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

const fn severity_word(severity: Severity) -> &'static str {
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
