//! What would be sent, draft by draft, in the words of the window's review.

use std::io::{self, Write};

use adwright_desk::views::{Change, Finding, ReviewItem, Severity, Verb};
use adwright_desk::{Collection, Desk};
use serde_json::{Value, json};

use super::{Released, overriding};
use crate::arguments::Release;
use crate::exit::Exit;
use crate::failure::{Failure, Stopped};
use crate::json::print_array;
use crate::printable::{one_line, stderr};

/// Prints the plan; says how the program ends.
pub(super) fn show(
    desk: &Desk,
    items: &[ReviewItem],
    released: Released<'_>,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let release = released.release;
    if release.json {
        let elements: Vec<_> = items.iter().map(|item| element(item, release)).collect();
        print_array(&elements, out).map_err(Stopped::Output)?;
    } else {
        let workspace = desk.workspace()?;
        let head = if workspace.name == workspace.place {
            workspace.name
        } else {
            format!("{}, {}", workspace.name, workspace.place)
        };
        text(&one_line(&head), items, release, out).map_err(Stopped::Output)?;
        calls(desk, items, out).map_err(Stopped::Output)?;
    }
    // What is said of the plan stands below it.
    out.flush().map_err(Stopped::Output)?;
    let exit = worst(items, release.go, release).map_err(Stopped::from)?;
    let said = conclusion(items, released, desk.review()?.guard.read_only);
    writeln!(stderr(), "{}", one_line(&said)).map_err(Stopped::Output)?;
    Ok(exit)
}

/// In how many calls values go.
fn calls(desk: &Desk, items: &[ReviewItem], out: &mut impl Write) -> io::Result<()> {
    let is_value = |item: &&ReviewItem| item.row.collection == Collection::Values;
    let values = items.iter().filter(is_value).count();
    if values == 0 {
        return Ok(());
    }
    let cap = desk.line_for_reading().1.batch_cap.max(1) as usize;
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

/// So many drafts are named one by one.
const MOST_NAMED: usize = 5;

fn conclusion(items: &[ReviewItem], released: Released<'_>, read_only: Option<String>) -> String {
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
    let in_the_way = overriding::rules(rows.flat_map(|row| overriding::standing(row, release)));
    let way = way_to_send(items, released, &in_the_way);
    match (release.go, in_the_way.is_empty()) {
        (true, true) => "Nothing was sent: see what stands in the way above.".to_owned(),
        (true, false) => {
            format!("Nothing was sent. Mend the errors; or, in spite of them, say: {way}")
        }
        (false, true) => format!("Nothing was sent. {drafts} {are} kept; to send, say: {way}"),
        (false, false) => format!(
            "Nothing was sent. {drafts} {are} kept. Mend the errors; or, to send in spite of them, say: {way}"
        ),
    }
}

/// The line that sends these drafts, with what it takes to override these rules too.
fn way_to_send(items: &[ReviewItem], released: Released<'_>, in_the_way: &[&str]) -> String {
    // The drafts that this plan is of, whatever else is kept.
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

/// What the findings of a plan come to, each draft that would stay where it is being named where the rest is sent.
pub(super) fn worst(
    items: &[ReviewItem],
    is_sending: bool,
    release: &Release,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Fine;
    for item in items {
        let row = &item.row;
        let stays = match (&row.blocked, overriding::standing(row, release).count()) {
            (Some(why), _) => Some((Exit::Incomplete, why.clone())),
            (None, 0) => None,
            (None, _) => Some((Exit::Found, "It still has errors.".to_owned())),
        };
        if let Some((worse, why)) = stays {
            exit = exit.worse(worse);
            if is_sending {
                let said = format!("“{}” is not sent. {why}", row.title);
                let said = writeln!(stderr(), "{}", one_line(&said));
                said.map_err(|error| Failure::usage(error.to_string()))?;
            }
        } else if row.warnings as usize + row.errors.len() > 0 && !is_sending {
            exit = exit.worse(Exit::Found);
        }
    }
    Ok(exit)
}

fn text(
    head: &str,
    items: &[ReviewItem],
    release: &Release,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{head}")?;
    for item in items {
        writeln!(out, "\n{}", one_line(&heading(item)))?;
        if let Some(why) = &item.row.blocked {
            writeln!(out, "  {}", one_line(why))?;
            continue;
        }
        changes(&item.changes, out)?;
        let proof = item.proof;
        let fields = if proof.changed == 1 {
            "field"
        } else {
            "fields"
        };
        writeln!(
            out,
            "  {} {fields} changed, {} carried through untouched, {} dropped",
            proof.changed, proof.carried, proof.dropped
        )?;
        for finding in &item.findings {
            finding_line(finding, release, out)?;
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
        Some(id) if row.verb == Verb::Update => format!("Update {noun} {id}"),
        _ => format!("Create {a} {noun}"),
    };
    format!("{what} “{}”, draft {}", row.title, row.draft)
}

fn changes(changes: &[Change], out: &mut impl Write) -> io::Result<()> {
    let width = changes.iter().map(|change| change.label.chars().count());
    let width = width.max().unwrap_or(0);
    for change in changes {
        let side = |value: &Option<String>| {
            value
                .as_deref()
                .map_or_else(|| "(absent)".to_owned(), |text| one_line(text).into_owned())
        };
        let label = one_line(&change.label);
        let (before, after) = (side(&change.before), side(&change.after));
        writeln!(out, "  {label:<width$}  {before} → {after}")?;
    }
    Ok(())
}

fn finding_line(finding: &Finding, release: &Release, out: &mut impl Write) -> io::Result<()> {
    let Finding {
        rule,
        label,
        message,
        ..
    } = finding;
    let severity = if is_overridden(finding, release) {
        "error, overridden"
    } else {
        severity(finding.severity)
    };
    let line = format!("{severity}: {label}: {message} [{rule}]");
    writeln!(out, "  {}", one_line(&line))
}

fn is_overridden(finding: &Finding, release: &Release) -> bool {
    finding.severity == Severity::Error && overriding::is_overridden(&finding.rule, release)
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// One element of a plan in JSON.
fn element(item: &ReviewItem, release: &Release) -> Value {
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

fn finding_element(finding: &Finding, release: &Release) -> Value {
    json!({
        "rule": finding.rule,
        "severity": finding.severity,
        "path": finding.path,
        "message": finding.message,
        "code": finding.code,
        "overridden": is_overridden(finding, release),
    })
}
