//! `adwright draft discard`, `adwright draft restore` and `adwright draft copy`.

use std::io::Write;

use adwright_desk::Desk;
use adwright_views::{DocumentRef, DraftBatchResult, DraftEntry};

use crate::arguments::{ConnectionArgs, CopyDraftArgs, DiscardDraftsArgs, RestoreDraftsArgs};
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::print_json;
use crate::printable::escape_line;

/// The largest number of drafts that a message names one by one.
const MAX_NAMED: usize = 5;

/// Discards drafts, and returns the exit code.
pub(super) fn discard(
    desk: &Desk,
    discard: &DiscardDraftsArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let drafts = desk.outbox.draft_entries()?;
    let chosen = if discard.all {
        drafts.into_iter().map(|draft| draft.row.draft).collect()
    } else {
        select_drafts(&drafts, &discard.drafts, "adwright draft list")?
    };
    let result = desk.drafts.discard_drafts(&chosen)?;
    let restore_hint = restore_hint(&result.drafts, &discard.connection);
    print_result(&result, &restore_hint, discard.json, out)?;
    Ok(exit_for(&result, &chosen))
}

/// Returns the command that restores these drafts, with the options for the same workspace.
fn restore_hint(discarded: &[String], connection: &ConnectionArgs) -> String {
    let suffix = connection.workspace_suffix();
    match discarded {
        [] => String::new(),
        few if few.len() <= MAX_NAMED => {
            format!(
                " To restore: adwright draft restore {}{suffix}",
                few.join(" ")
            )
        }
        _ => format!(
            " To restore: adwright draft restore DRAFT…{suffix}. adwright draft list --discarded{suffix} shows the ids."
        ),
    }
}

/// Restores drafts, and returns the exit code.
pub(super) fn restore(
    desk: &Desk,
    restore: &RestoreDraftsArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let drafts = desk.outbox.discarded_draft_entries()?;
    let chosen = select_drafts(&drafts, &restore.drafts, "adwright draft list --discarded")?;
    let result = desk.drafts.restore_drafts(&chosen)?;
    print_result(&result, "", restore.json, out)?;
    Ok(exit_for(&result, &chosen))
}

/// Copies a draft, and returns the exit code.
pub(super) async fn copy(
    desk: &Desk,
    copy: &CopyDraftArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let drafts = desk.outbox.draft_entries()?;
    select_drafts(
        &drafts,
        std::slice::from_ref(&copy.draft),
        "adwright draft list",
    )?;
    let begun = desk
        .drafts
        .copy_draft(&DocumentRef::Draft(copy.draft.clone()))
        .await?;
    let DocumentRef::Draft(draft) = begun.detail.target else {
        return Err(CommandFailure::usage("The copy is not a draft.").into());
    };
    let suffix = copy.connection.workspace_suffix();
    let copied = DraftBatchResult {
        message: format!("Copied to {draft}, “{}”.", begun.detail.title),
        drafts: vec![draft.clone()],
    };
    let next = format!(" To send: adwright send {draft}{suffix} --go");
    print_result(&copied, &next, copy.json, out)?;
    Ok(Exit::Success)
}

/// Finds the named drafts, each once. Fails if any draft is missing, so that no draft is moved.
pub(super) fn select_drafts(
    drafts: &[DraftEntry],
    named: &[String],
    list: &str,
) -> Result<Vec<String>, CommandFailure> {
    let mut chosen: Vec<String> = Vec::new();
    for name in named {
        if !drafts.iter().any(|draft| draft.row.draft == *name) {
            return Err(CommandFailure::usage(format!(
                "There is no draft {name}, so nothing was changed. `{list}` lists the drafts."
            )));
        }
        if !chosen.contains(name) {
            chosen.push(name.clone());
        }
    }
    Ok(chosen)
}

fn print_result(
    result: &DraftBatchResult,
    hint: &str,
    json: bool,
    out: &mut impl Write,
) -> Result<(), CommandAbort> {
    if json {
        return print_json(result, out);
    }
    let message = format!("{}{hint}", result.message);
    writeln!(out, "{}", escape_line(&message)).map_err(CommandAbort::Output)
}

fn exit_for(result: &DraftBatchResult, chosen: &[String]) -> Exit {
    if result.drafts.len() == chosen.len() {
        Exit::Success
    } else {
        Exit::Incomplete
    }
}
