//! `adwright draft list`.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{DraftEntry, SendVerb};
use serde::Serialize;

use crate::arguments::ListDraftsArgs;
use crate::column_aligner::print_rows;
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::json::print_array;
use crate::printable::{escape_line, plural, stderr, truncate_to_seconds};

/// One element of `--json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DraftElement {
    draft: String,
    kind: &'static str,
    verb: SendVerb,
    /// The object's id on the service.
    id: Option<String>,
    title: String,
    state: &'static str,
    saved: String,
    changed: u32,
    errors: usize,
    warnings: u32,
    /// The reason why the draft cannot be sent at all.
    blocked: Option<String>,
}

impl From<DraftEntry> for DraftElement {
    fn from(draft: DraftEntry) -> Self {
        let state = state_word(&draft);
        let DraftEntry { row, saved, .. } = draft;
        Self {
            kind: row.collection.kind().as_str(),
            draft: row.draft,
            verb: row.verb,
            id: row.id,
            title: row.title,
            state,
            saved,
            changed: row.changed,
            errors: row.errors.len(),
            warnings: row.warnings,
            blocked: row.blocked,
        }
    }
}

/// Returns the state of a draft in the word that scripts see.
fn state_word(draft: &DraftEntry) -> &'static str {
    match (draft.discarded, &draft.row.blocked, draft.row.errors.len()) {
        (true, ..) => "discarded",
        (_, Some(_), _) => "held",
        (.., 0) => "ready",
        _ => "errors",
    }
}

/// Prints the drafts, and returns the exit code.
pub(super) fn run(
    desk: &Desk,
    list: &ListDraftsArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let drafts = if list.discarded {
        desk.outbox.discarded_draft_entries()?
    } else {
        desk.outbox.draft_entries()?
    };
    let lines: Vec<_> = drafts.into_iter().map(DraftElement::from).collect();
    let printed = if list.json {
        print_array(&lines, out)
    } else {
        print_table(&lines, out)
    };
    printed.map_err(CommandAbort::Output)?;
    if lines.is_empty() {
        let message = if list.discarded {
            "There are no discarded drafts."
        } else {
            "There are no drafts."
        };
        writeln!(stderr(), "{message}").map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

fn print_table(lines: &[DraftElement], out: &mut impl Write) -> io::Result<()> {
    let titles = ["DRAFT", "STATE", "FINDINGS", "SAVED", "KIND", "ID", "NAME"];
    print_rows(&titles, lines.iter().map(cells), out)?;
    // Print each reason once for all drafts that it blocks.
    let mut reasons: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.blocked.as_deref())
        .collect();
    reasons.sort_unstable();
    reasons.dedup();
    for reason in reasons {
        writeln!(out, "held: {}", escape_line(reason))?;
    }
    Ok(())
}

fn cells(line: &DraftElement) -> Vec<String> {
    vec![
        line.draft.clone(),
        line.state.to_owned(),
        findings_text(line),
        truncate_to_seconds(&line.saved),
        line.kind.to_owned(),
        line.id.clone().unwrap_or_else(|| "new".to_owned()),
        escape_line(&line.title).into_owned(),
    ]
}

fn findings_text(line: &DraftElement) -> String {
    let counts = [(line.errors, "error"), (line.warnings as usize, "warning")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<_> = counts.map(|(count, noun)| plural(count, noun)).collect();
    if counts.is_empty() {
        "none".to_owned()
    } else {
        counts.join(", ")
    }
}
