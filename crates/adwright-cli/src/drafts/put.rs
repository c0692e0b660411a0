//! `adwright draft discard`, `adwright draft restore` and `adwright draft copy`.

use std::io::Write;

use adwright_desk::Desk;
use adwright_desk::views::{DraftsMoved, KeptDraft, Target};

use crate::arguments::{CopyDraft, DiscardDrafts, RestoreDrafts, ServiceArguments};
use crate::exit::Exit;
use crate::failure::{Failure, Stopped};
use crate::json::print_json;
use crate::printable::one_line;

/// So many drafts are named one by one.
const MOST_NAMED: usize = 5;

/// Puts drafts aside; says how the program ends.
pub(super) fn aside(
    desk: &Desk,
    discard: &DiscardDrafts,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let there = desk.kept_drafts(false)?;
    let chosen = if discard.all {
        there.into_iter().map(|draft| draft.row.draft).collect()
    } else {
        known(&there, &discard.drafts, "adwright draft list")?
    };
    let moved = desk.discard_drafts(&chosen)?;
    let way_back = way_back(&moved.drafts, &discard.service);
    tell(&moved, &way_back, discard.json, out)?;
    Ok(exit(&moved, &chosen))
}

/// What to type to have these drafts back, with the options that lead to the same place.
fn way_back(gone: &[String], service: &ServiceArguments) -> String {
    let place = service.suffix();
    match gone {
        [] => String::new(),
        few if few.len() <= MOST_NAMED => {
            format!(
                " Bring back: adwright draft restore {}{place}",
                few.join(" ")
            )
        }
        _ => format!(
            " Bring back: adwright draft restore DRAFT…{place}, with ids that adwright draft list --discarded{place} shows."
        ),
    }
}

/// Brings drafts back; says how the program ends.
pub(super) fn back(
    desk: &Desk,
    restore: &RestoreDrafts,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let there = desk.kept_drafts(true)?;
    let chosen = known(&there, &restore.drafts, "adwright draft list --discarded")?;
    let moved = desk.restore_drafts(&chosen)?;
    tell(&moved, "", restore.json, out)?;
    Ok(exit(&moved, &chosen))
}

/// Begins a copy of a draft; says how the program ends.
pub(super) async fn copy(
    desk: &Desk,
    copy: &CopyDraft,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let there = desk.kept_drafts(false)?;
    known(
        &there,
        std::slice::from_ref(&copy.draft),
        "adwright draft list",
    )?;
    let begun = desk.copy_draft(&Target::Draft(copy.draft.clone())).await?;
    let Target::Draft(draft) = begun.detail.target else {
        return Err(Failure::usage("The copy is no draft.").into());
    };
    let place = copy.service.suffix();
    let copied = DraftsMoved {
        message: format!("Copied to {draft}, “{}”.", begun.detail.title),
        drafts: vec![draft.clone()],
    };
    let next = format!(" Send it: adwright send {draft}{place} --go");
    tell(&copied, &next, copy.json, out)?;
    Ok(Exit::Fine)
}

/// The drafts that were named, each once. None is moved where one is not there.
fn known(there: &[KeptDraft], named: &[String], list: &str) -> Result<Vec<String>, Failure> {
    let mut chosen: Vec<String> = Vec::new();
    for name in named {
        if !there.iter().any(|draft| draft.row.draft == *name) {
            return Err(Failure::usage(format!(
                "There is no draft {name}. `{list}` shows those that there are. Nothing was changed."
            )));
        }
        if !chosen.contains(name) {
            chosen.push(name.clone());
        }
    }
    Ok(chosen)
}

fn tell(
    moved: &DraftsMoved,
    way_back: &str,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Stopped> {
    if json {
        return print_json(moved, out);
    }
    let said = format!("{}{way_back}", moved.message);
    writeln!(out, "{}", one_line(&said)).map_err(Stopped::Output)
}

fn exit(moved: &DraftsMoved, chosen: &[String]) -> Exit {
    if moved.drafts.len() == chosen.len() {
        Exit::Fine
    } else {
        Exit::Incomplete
    }
}
