//! The plan of a send, draft by draft, in the words of the window's review.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{ChangeView, Collection, FindingView, ReviewItem, SendVerb, Severity};
use serde_json::{Value, json};

use super::{ReleaseContext, overrides};
use crate::arguments::ReleaseArgs;
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::print_array;
use crate::printable::{escape_line, stderr};

/// Prints the plan, and returns the exit code.
pub(super) fn print_plan(
    desk: &Desk,
    items: &[ReviewItem],
    released: ReleaseContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let release = released.release;
    if release.json {
        let elements: Vec<_> = items
            .iter()
            .map(|item| plan_element(item, release))
            .collect();
        print_array(&elements, out).map_err(CommandAbort::Output)?;
    } else {
        let workspace = desk.overview.workspace_view()?;
        let head = if workspace.name == workspace.place {
            workspace.name
        } else {
            format!("{}, {}", workspace.name, workspace.place)
        };
        print_text(&escape_line(&head), items, release, out).map_err(CommandAbort::Output)?;
        print_calls(desk, items, out).map_err(CommandAbort::Output)?;
    }
    // Messages about the plan follow below it.
    out.flush().map_err(CommandAbort::Output)?;
    let exit = plan_exit(items, release.go, release).map_err(CommandAbort::from)?;
    let said = conclusion(items, released, desk.outbox.review()?.guard.read_only);
    writeln!(stderr(), "{}", escape_line(&said)).map_err(CommandAbort::Output)?;
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
const MOST_NAMED: usize = 5;

fn conclusion(
    items: &[ReviewItem],
    released: ReleaseContext<'_>,
    read_only: Option<String>,
) -> String {
    let [are, drafts] = match items.len() {
        0 => return "There is no draft to send.".to_owned(),
        1 => ["is", "1 draft"].map(str::to_owned),
        several => ["are".to_owned(), format!("{several} drafts")],
    };
    if let Some(why) = read_only {
        return why;
    }
    let release = released.release;
    let rows = items.iter().map(|item| &item.row);
    let in_the_way =
        overrides::rule_names(rows.flat_map(|row| overrides::blocking_errors(row, release)));
    let way = send_command(items, released, &in_the_way);
    match (release.go, in_the_way.is_empty()) {
        (true, true) => "Nothing was sent. The reasons are above.".to_owned(),
        (true, false) => {
            format!("Nothing was sent. Fix the errors, or override them: {way}")
        }
        (false, true) => format!("Nothing was sent. {drafts} {are} saved. To send: {way}"),
        (false, false) => format!(
            "Nothing was sent. {drafts} {are} saved. Fix the errors, or override them: {way}"
        ),
    }
}

/// Returns the command that sends these drafts, with the options that override these rules.
fn send_command(items: &[ReviewItem], released: ReleaseContext<'_>, in_the_way: &[&str]) -> String {
    // Only the drafts of this plan, whatever other drafts exist.
    let named = items.iter().map(|item| item.row.draft.as_str());
    let named = named.filter(|_| items.len() <= MOST_NAMED);
    let given = released.release.overrides.iter().map(String::as_str);
    let overrides = given.chain(in_the_way.iter().copied());
    let overrides = overrides.flat_map(|rule| ["--override", rule]);
    let words: Vec<_> = ["adwright", "send"]
        .into_iter()
        .chain(named)
        .chain(overrides)
        .chain(["--go"])
        .chain(released.again.iter().map(String::as_str))
        .collect();
    words.join(" ")
}

/// Returns the exit code for the findings of a plan. Before a send, names each draft that stays behind.
pub(super) fn plan_exit(
    items: &[ReviewItem],
    is_sending: bool,
    release: &ReleaseArgs,
) -> Result<Exit, CommandFailure> {
    let mut exit = Exit::Success;
    for item in items {
        let row = &item.row;
        let stays = match (
            &row.blocked,
            overrides::blocking_errors(row, release).count(),
        ) {
            (Some(why), _) => Some((Exit::Incomplete, why.clone())),
            (None, 0) => None,
            (None, _) => Some((Exit::Findings, "It still has errors.".to_owned())),
        };
        if let Some((worse, why)) = stays {
            exit = exit.worse(worse);
            if is_sending {
                let said = format!("“{}” is not sent. {why}", row.title);
                let said = writeln!(stderr(), "{}", escape_line(&said));
                said.map_err(|error| CommandFailure::usage(error.to_string()))?;
            }
        } else if row.warnings as usize + row.errors.len() > 0 && !is_sending {
            exit = exit.worse(Exit::Findings);
        }
    }
    Ok(exit)
}

fn print_text(
    head: &str,
    items: &[ReviewItem],
    release: &ReleaseArgs,
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
            print_finding(finding, release, out)?;
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
    release: &ReleaseArgs,
    out: &mut impl Write,
) -> io::Result<()> {
    let FindingView {
        rule,
        label,
        message,
        ..
    } = finding;
    let severity = if is_overridden(finding, release) {
        "error, overridden"
    } else {
        severity_word(finding.severity)
    };
    let line = format!("{severity}: {label}: {message} [{rule}]");
    writeln!(out, "  {}", escape_line(&line))
}

fn is_overridden(finding: &FindingView, release: &ReleaseArgs) -> bool {
    finding.severity == Severity::Error && overrides::is_overridden(&finding.rule, release)
}

const fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Returns one element of a plan in JSON.
fn plan_element(item: &ReviewItem, release: &ReleaseArgs) -> Value {
    let (row, proof) = (&item.row, item.proof);
    let findings = item.findings.iter();
    let findings: Vec<_> = findings.map(|one| finding_element(one, release)).collect();
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

fn finding_element(finding: &FindingView, release: &ReleaseArgs) -> Value {
    json!({
        "rule": finding.rule,
        "severity": finding.severity,
        "path": finding.path,
        "message": finding.message,
        "code": finding.code,
        "overridden": is_overridden(finding, release),
    })
}
