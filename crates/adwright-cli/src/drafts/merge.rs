//! `adwright draft merge`.

use std::io::{self, Write};

use adwright_desk::{Desk, Error};
use adwright_views::{ClashChoice, ClashState, ClashView, MergedDraft};
use serde::Serialize;

use super::actions::select_drafts;
use crate::arguments::{ClashSide, MergeDraftsArgs};
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::json::print_array;
use crate::printable::escape_line;

/// One element of `--json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MergeElement {
    draft: String,
    title: String,
    /// True if someone else had changed the object.
    moved: bool,
    /// The number of clashes that nobody settled.
    open: u32,
    /// The person who changed the object last, as the object names them.
    by: Option<String>,
    /// The time of that change.
    at: Option<String>,
    clashes: Vec<ClashElement>,
    /// The reason why the draft was not merged.
    problem: Option<String>,
}

#[derive(Serialize)]
struct ClashElement {
    path: String,
    label: String,
    base: Option<String>,
    mine: Option<String>,
    theirs: Option<String>,
    state: &'static str,
}

/// Merges drafts with the newest versions of their objects, and returns the exit code.
pub(super) async fn run(
    desk: &Desk,
    merge: &MergeDraftsArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let drafts = desk.outbox.draft_entries()?;
    let chosen = if merge.all {
        let existing = drafts.into_iter().filter(|draft| draft.row.id.is_some());
        existing.map(|draft| draft.row.draft).collect()
    } else {
        select_drafts(&drafts, &merge.drafts, "adwright draft list")?
    };
    let choice = merge.take.map(|side| match side {
        ClashSide::Mine => ClashChoice::Mine,
        ClashSide::Theirs => ClashChoice::Theirs,
    });
    let mut merged = Vec::new();
    for draft in &chosen {
        merged.push(match desk.drafts.merge_draft(draft, choice).await {
            Ok(done) => MergeElement::from(done),
            // The only draft's failure is the failure of the command.
            Err(error) if chosen.len() == 1 => return Err(error.into()),
            Err(error) => MergeElement::failed(draft, &error),
        });
    }
    let printed = if merge.json {
        print_array(&merged, out)
    } else {
        print_lines(&merged, out)
    };
    printed.map_err(CommandAbort::Output)?;
    let is_settled = |draft: &MergeElement| draft.open == 0 && draft.problem.is_none();
    Ok(if merged.iter().all(is_settled) {
        Exit::Success
    } else {
        Exit::Incomplete
    })
}

impl From<MergedDraft> for MergeElement {
    fn from(merged: MergedDraft) -> Self {
        let clashes = merged.clashes.as_ref();
        Self {
            open: clashes.map_or(0, |clashes| clashes.open),
            by: clashes.and_then(|clashes| clashes.by.clone()),
            at: clashes.and_then(|clashes| clashes.at.clone()),
            clashes: clashes.map_or_else(Vec::new, |clashes| {
                clashes.clashes.iter().map(ClashElement::from).collect()
            }),
            draft: merged.draft,
            title: merged.title,
            moved: merged.moved,
            problem: None,
        }
    }
}

impl MergeElement {
    fn failed(draft: &str, error: &Error) -> Self {
        Self {
            draft: draft.to_owned(),
            title: String::new(),
            moved: false,
            open: 0,
            by: None,
            at: None,
            clashes: Vec::new(),
            problem: Some(error.failure().message),
        }
    }
}

impl From<&ClashView> for ClashElement {
    fn from(clash: &ClashView) -> Self {
        let values = clash.values.clone();
        Self {
            path: values.path,
            label: values.label,
            base: values.base,
            mine: values.mine,
            theirs: values.theirs,
            state: match clash.state {
                ClashState::Open => "open",
                ClashState::Mine => "mine",
                ClashState::Theirs => "theirs",
                ClashState::Other => "other",
            },
        }
    }
}

fn print_lines(merged: &[MergeElement], out: &mut impl Write) -> io::Result<()> {
    if merged.is_empty() {
        return writeln!(out, "There are no drafts of existing objects.");
    }
    for draft in merged {
        writeln!(out, "{}", escape_line(&result_line(draft)))?;
        for clash in &draft.clashes {
            let value =
                |value: &Option<String>| value.clone().unwrap_or_else(|| "not set".to_owned());
            let line = format!(
                "  {} ({}): was {}, yours {}, theirs {}",
                clash.label,
                clash.state,
                value(&clash.base),
                value(&clash.mine),
                value(&clash.theirs)
            );
            writeln!(out, "{}", escape_line(&line))?;
        }
    }
    Ok(())
}

fn result_line(draft: &MergeElement) -> String {
    let MergeElement {
        draft: id, title, ..
    } = draft;
    if let Some(problem) = &draft.problem {
        return format!("{id}: {problem}");
    }
    let moved = if draft.moved {
        "merged with the newest version"
    } else {
        "nobody else changed it"
    };
    let who = match (&draft.by, &draft.at) {
        (Some(by), Some(at)) => format!(" Last changed by {by}, {at}."),
        _ => String::new(),
    };
    match draft.open {
        0 => format!("{id} “{title}”: {moved}.{who}"),
        open => format!(
            "{id} “{title}”: {moved}, {}.{who} Settle with --take mine or --take theirs, or in the window.",
            match open {
                1 => "1 open clash".to_owned(),
                several => format!("{several} open clashes"),
            }
        ),
    }
}
