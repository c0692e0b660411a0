//! `adwright sent undo`.

use std::io::Write;

use adwright_desk::Desk;
use adwright_views::{SendUndo, SendUndoBlocker, SentScope, UndoRequest};
use serde_json::json;

use crate::arguments::UndoSentArgs;
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::json::print_json;
use crate::printable::escape_line;

/// The id of the operation. Only one runs at a time.
const OPERATION: &str = "undo";

/// Creates the drafts, and returns the exit code.
pub(super) async fn run(
    desk: &Desk,
    undo: &UndoSentArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let scopes = if undo.whole_send {
        undo.items.iter().cloned().map(SentScope::SendOf).collect()
    } else {
        vec![SentScope::Items(undo.items.clone())]
    };
    let mut is_complete = true;
    for scope in scopes {
        let operation = OPERATION.to_owned();
        let undone = desk
            .outbox
            .undo_items(&UndoRequest { operation, scope })
            .await?;
        is_complete &= undone.skipped.is_empty();
        print_result(&undone, undo.json, out)?;
    }
    Ok(if is_complete {
        Exit::Success
    } else {
        Exit::Findings
    })
}

fn print_result(
    undone: &SendUndo,
    is_json: bool,
    out: &mut impl Write,
) -> Result<(), CommandAbort> {
    if is_json {
        let skipped = undone.skipped.iter().map(|skipped| {
            json!({
                "item": skipped.item,
                "title": skipped.title,
                "reason": blocker_word(skipped.blocker),
                "message": skipped.message,
            })
        });
        let result = json!({
            "drafts": undone.drafts,
            "skipped": skipped.collect::<Vec<_>>(),
            "message": undone.message,
        });
        return print_json(&result, out);
    }
    let stays = undone
        .skipped
        .iter()
        .skip(usize::from(undone.skipped.len() == 1));
    let stays = stays.map(|skipped| format!("“{}” stays: {}", skipped.title, skipped.message));
    for line in [undone.message.clone()].into_iter().chain(stays) {
        writeln!(out, "{}", escape_line(&line)).map_err(CommandAbort::Output)?;
    }
    Ok(())
}

const fn blocker_word(blocker: SendUndoBlocker) -> &'static str {
    match blocker {
        SendUndoBlocker::Created => "created",
        SendUndoBlocker::NotConfirmed => "not-confirmed",
        SendUndoBlocker::HasDraft => "has-draft",
        SendUndoBlocker::NotFetched => "not-fetched",
        SendUndoBlocker::NothingLeft => "nothing-left",
    }
}
