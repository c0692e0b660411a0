//! `--rehearse`: what the service would do with each item. Nothing is sent, and no service is asked.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{ItemVerdictKind, Rehearsal, RehearsalSubject, RehearsedRow, ReviewItem};
use serde_json::{Value, json};

use super::rows::SelectedBatch;
use super::{SendContext, SendSelection};
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::json::JsonArrayWriter;
use crate::printable::{escape_line, stderr};

/// The id of the operation. Only one runs at a time.
const OPERATION: &str = "rehearse";

/// A rehearsed item with its place and its name.
struct NamedRow {
    row: RehearsedRow,
    batch: Option<String>,
    /// The number of the row in its batch; none for a draft.
    number: Option<u32>,
    title: String,
}

/// Prints the verdict of each item, and returns the exit code.
pub(super) fn rehearse(
    desk: &Desk,
    selected: &SendSelection,
    context: SendContext<'_>,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let mut rows = Vec::new();
    let mut summaries = Vec::new();
    if !selected.drafts.is_empty() {
        let drafts = selected.drafts.iter().map(|item| item.row.draft.clone());
        let subject = RehearsalSubject::Drafts {
            drafts: drafts.collect(),
        };
        let rehearsal = desk.rehearsals.rehearse(&subject, OPERATION, |_| {})?;
        summaries.push(rehearsal.summary.clone());
        rows.extend(named_drafts(rehearsal, &selected.drafts));
    }
    for selected in &selected.batches {
        let subject = RehearsalSubject::Batch {
            batch: selected.batch.id.clone(),
            overrides: context.options.overrides.clone(),
        };
        let rehearsal = desk.rehearsals.rehearse(&subject, OPERATION, |_| {})?;
        summaries.push(format!("“{}”: {}", selected.batch.name, rehearsal.summary));
        rows.extend(named_rows(rehearsal, selected));
    }
    if context.options.json {
        let mut array = JsonArrayWriter::new(out);
        for row in &rows {
            array
                .write_element(&element(row))
                .map_err(CommandAbort::Output)?;
        }
        array.finish().map_err(CommandAbort::Output)?;
    } else {
        rows.iter()
            .try_for_each(|row| print_row(row, context, out))
            .map_err(CommandAbort::Output)?;
    }
    out.flush().map_err(CommandAbort::Output)?;
    let message = format!("Nothing was sent. {}", summaries.join(" "));
    writeln!(stderr(), "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
    let exits = rows.iter().map(|row| exit_of(row.row.verdict));
    let all = exits.fold(Exit::Success, Exit::worse);
    Ok(all.worse(report_blocked(&selected.drafts)?))
}

fn named_drafts(rehearsal: Rehearsal, drafts: &[ReviewItem]) -> Vec<NamedRow> {
    let mut drafts = drafts.iter();
    let rows = rehearsal.items.into_iter().map(|row| {
        // The rehearsal leaves out drafts that cannot be sent, and keeps the order of the others.
        let item = drafts.find(|item| Some(&item.row.draft) == row.draft.as_ref());
        NamedRow {
            batch: None,
            number: None,
            title: item.map_or_else(String::new, |item| item.row.title.clone()),
            row,
        }
    });
    rows.collect()
}

fn named_rows(rehearsal: Rehearsal, selected: &SelectedBatch) -> Vec<NamedRow> {
    let mut planned = selected.review.rows.iter();
    let rows = rehearsal.items.into_iter().map(|row| {
        let planned = planned.find(|planned| Some(planned.row) == row.row);
        NamedRow {
            batch: Some(selected.batch.id.clone()),
            number: planned.map(|planned| planned.number),
            title: planned.map_or_else(String::new, |planned| planned.title.clone()),
            row,
        }
    });
    rows.collect()
}

/// Names the drafts that cannot be sent at all, and returns the exit code for them.
fn report_blocked(drafts: &[ReviewItem]) -> Result<Exit, CommandAbort> {
    let mut exit = Exit::Success;
    for ReviewItem { row, .. } in drafts {
        if let Some(reason) = &row.blocked {
            exit = Exit::Incomplete;
            let message = format!("“{}” cannot be sent. {reason}", row.title);
            writeln!(stderr(), "{}", escape_line(&message)).map_err(CommandAbort::Output)?;
        }
    }
    Ok(exit)
}

const fn exit_of(verdict: ItemVerdictKind) -> Exit {
    match verdict {
        ItemVerdictKind::Accepted => Exit::Success,
        ItemVerdictKind::Refused => Exit::Refused,
        ItemVerdictKind::Stopped | ItemVerdictKind::Unknown => Exit::Incomplete,
    }
}

const fn verdict_word(verdict: ItemVerdictKind) -> &'static str {
    match verdict {
        ItemVerdictKind::Accepted => "would be accepted",
        ItemVerdictKind::Refused => "would be refused",
        ItemVerdictKind::Stopped => "would wait for you",
        ItemVerdictKind::Unknown => "cannot be known offline",
    }
}

fn print_row(named: &NamedRow, context: SendContext<'_>, out: &mut impl Write) -> io::Result<()> {
    let row = &named.row;
    let code = row.code.map(|code| format!(" ({code})"));
    let place = match (&row.draft, named.number) {
        (Some(draft), _) => format!("draft {draft}"),
        (None, Some(number)) => format!("row {number}"),
        (None, None) => String::new(),
    };
    let head = format!(
        "“{}”, {place}: {}{}",
        named.title,
        verdict_word(row.verdict),
        code.unwrap_or_default()
    );
    writeln!(out, "{}", escape_line(&head))?;
    if row.verdict != ItemVerdictKind::Accepted {
        writeln!(out, "  {}", escape_line(&row.message))?;
    }
    for question in &row.questions {
        let key = &question.key;
        let suffix = context.connection.workspace_suffix();
        let command = format!("adwright fact set {} {} yes{suffix}", key.subject, key.fact);
        writeln!(out, "  To answer: {}", escape_line(&command))?;
    }
    if let Some(cached) = &row.cached {
        writeln!(out, "  As of {cached}")?;
    }
    Ok(())
}

/// Returns an item in JSON.
fn element(named: &NamedRow) -> Value {
    let row = &named.row;
    let questions = row.questions.iter().map(|question| {
        let key = &question.key;
        json!({"subject": key.subject, "fact": key.fact, "question": question.question})
    });
    json!({
        "draft": row.draft,
        "batch": named.batch,
        "row": named.number,
        "title": named.title,
        "verdict": row.verdict,
        "code": row.code,
        "message": row.message,
        "fix": row.fix,
        "questions": questions.collect::<Vec<_>>(),
        "cached": row.cached,
    })
}
