//! `adwright draft list`.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_desk::views::{KeptDraft, Verb};
use serde::Serialize;

use crate::aligned::Aligned;
use crate::arguments::ListDrafts;
use crate::exit::Exit;
use crate::failure::Stopped;
use crate::json::print_array;
use crate::printable::{one_line, stderr};

/// One element of `--json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line {
    draft: String,
    kind: &'static str,
    verb: Verb,
    /// The object's id on the service.
    id: Option<String>,
    title: String,
    state: &'static str,
    saved: String,
    changed: u32,
    errors: usize,
    warnings: u32,
    /// Why it cannot be sent at all.
    blocked: Option<String>,
}

impl From<KeptDraft> for Line {
    fn from(draft: KeptDraft) -> Self {
        let state = state(&draft);
        let KeptDraft { row, saved, .. } = draft;
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

/// Where it is, in the word that scripts see.
fn state(draft: &KeptDraft) -> &'static str {
    match (draft.discarded, &draft.row.blocked, draft.row.errors.len()) {
        (true, ..) => "discarded",
        (_, Some(_), _) => "held",
        (.., 0) => "ready",
        _ => "errors",
    }
}

/// Prints the drafts; says how the program ends.
pub(super) fn run(desk: &Desk, list: &ListDrafts, out: &mut impl Write) -> Result<Exit, Stopped> {
    let drafts = desk.kept_drafts(list.discarded)?;
    let lines: Vec<_> = drafts.into_iter().map(Line::from).collect();
    let printed = if list.json {
        print_array(&lines, out)
    } else {
        text(&lines, out)
    };
    printed.map_err(Stopped::Output)?;
    if lines.is_empty() {
        let said = if list.discarded {
            "No draft was discarded."
        } else {
            "There is no draft."
        };
        writeln!(stderr(), "{said}").map_err(Stopped::Output)?;
    }
    Ok(Exit::Fine)
}

fn text(lines: &[Line], out: &mut impl Write) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    let titles = ["DRAFT", "STATE", "FINDINGS", "SAVED", "KIND", "ID", "NAME"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    rows.extend(lines.iter().map(cells));
    for line in Aligned::default().lines(&rows) {
        writeln!(out, "{line}")?;
    }
    // Why something is held, once for all that it holds.
    let mut said: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.blocked.as_deref())
        .collect();
    said.sort_unstable();
    said.dedup();
    for why in said {
        writeln!(out, "held: {}", one_line(why))?;
    }
    Ok(())
}

fn cells(line: &Line) -> Vec<String> {
    vec![
        line.draft.clone(),
        line.state.to_owned(),
        findings(line),
        to_the_second(&line.saved),
        line.kind.to_owned(),
        line.id.clone().unwrap_or_else(|| "new".to_owned()),
        one_line(&line.title).into_owned(),
    ]
}

/// A time without the fractions of its second, so that columns stay columns.
fn to_the_second(time: &str) -> String {
    match time.split_once('.') {
        Some((second, _)) => format!("{second}Z"),
        None => time.to_owned(),
    }
}

fn findings(line: &Line) -> String {
    let plural = |count: usize, noun: &str| match count {
        0 => None,
        1 => Some(format!("1 {noun}")),
        several => Some(format!("{several} {noun}s")),
    };
    let counts = [
        plural(line.errors, "error"),
        plural(line.warnings as usize, "warning"),
    ];
    let counts: Vec<_> = counts.into_iter().flatten().collect();
    if counts.is_empty() {
        "none".to_owned()
    } else {
        counts.join(", ")
    }
}
