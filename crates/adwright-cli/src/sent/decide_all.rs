//! `adwright sent decide` for many items.

use std::collections::HashMap;
use std::io::Write;
use std::pin::pin;

use adwright_desk::Desk;
use adwright_views::{
    DecideAllRequest, DecideAllSummary, Decision, LeftOpenReason, NamedItem, SendProgress,
};
use tokio::sync::mpsc::unbounded_channel;

use super::decide::{exit, outcome_line};
use super::{SentElement, evidence, sent_element};
use crate::ctrl_c;
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::json::print_array;
use crate::printable::{escape_line, stderr};

/// The id of this decision in the desk.
const OPERATION: &str = "terminal";
const STOPPING: &str = "Stopping: undecided items stay open.";

/// Decides for all items that the decision fits, and returns the exit code.
pub(super) async fn run(
    desk: &Desk,
    decision: Decision,
    is_json: bool,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let items = items_for(desk, decision)?;
    if items.is_empty() {
        if is_json {
            print_array(&[(); 0], out).map_err(CommandAbort::Output)?;
        }
        writeln!(stderr(), "No items wait for this decision.").map_err(CommandAbort::Output)?;
        return Ok(Exit::Success);
    }
    let request = DecideAllRequest {
        operation: OPERATION.to_owned(),
        decision,
        items,
    };
    let summary = decide(desk, &request).await?;
    let elements = elements(desk, &request, &summary)?;
    if is_json {
        print_array(&elements, out).map_err(CommandAbort::Output)?;
    } else {
        for element in &elements {
            writeln!(out, "{}", escape_line(&outcome_line(element)))
                .map_err(CommandAbort::Output)?;
        }
    }
    writeln!(stderr(), "{}", escape_line(&summary.message)).map_err(CommandAbort::Output)?;
    let exits = elements.iter().map(|element| exit(element.state));
    Ok(exits.fold(Exit::Success, Exit::worse))
}

/// Returns the items that the decision fits, as they are known now. For another look-up, returns all that wait.
fn items_for(desk: &Desk, decision: Decision) -> Result<Vec<NamedItem>, CommandAbort> {
    let fits = |found: Option<Decision>| decision == Decision::LookAgain || found == Some(decision);
    let groups = desk.outbox.open_items()?.into_iter();
    let items = groups
        .filter(|group| fits(group.decision))
        .flat_map(|group| group.items);
    let named = items.map(|open| NamedItem {
        item: open.item,
        match_id: open.match_id,
    });
    Ok(named.collect())
}

/// Carries out the decision, reports pauses, and stops if the person asks to.
async fn decide(desk: &Desk, request: &DecideAllRequest) -> Result<DecideAllSummary, CommandAbort> {
    let items = match request.items.len() {
        1 => "1 item".to_owned(),
        many => format!("{many} items"),
    };
    writeln!(stderr(), "Looking up {items} again.").map_err(CommandAbort::Output)?;
    let (progress_sender, mut progress_receiver) = unbounded_channel();
    // The receiver has gone only if printing failed.
    let progress = move |progress| drop(progress_sender.send(progress));
    let mut deciding = pin!(desk.outbox.decide_all(request, progress));
    let (mut stop, mut is_stopping) = (pin!(ctrl_c::listen_for_stop().await), false);
    loop {
        tokio::select! {
            Some(progress) = progress_receiver.recv() => print_pause(&progress)?,
            done = &mut deciding => return Ok(done?),
            () = &mut stop, if !is_stopping => {
                is_stopping = true;
                desk.stop(OPERATION);
                writeln!(stderr(), "{STOPPING}").map_err(CommandAbort::Output)?;
            }
        }
    }
}

fn print_pause(progress: &SendProgress) -> Result<(), CommandAbort> {
    match progress {
        SendProgress::Waiting { message, .. } => {
            writeln!(stderr(), "{}", escape_line(message)).map_err(CommandAbort::Output)
        }
        _ => Ok(()),
    }
}

/// Returns the outcome of each item, the newest first.
fn elements(
    desk: &Desk,
    request: &DecideAllRequest,
    summary: &DecideAllSummary,
) -> Result<Vec<SentElement>, CommandAbort> {
    let left = summary.left_open.iter();
    let left: HashMap<_, _> = left
        .map(|left_open| (left_open.item.as_str(), left_open.reason))
        .collect();
    let evidence = evidence(desk)?;
    let mut rows = desk.outbox.sent_items()?;
    rows.retain(|row| request.items.iter().any(|named| named.item == row.item));
    let decided = rows.into_iter().map(|row| {
        let left_open = left.get(row.item.as_str()).copied().map(word);
        let element = sent_element(desk, row, &evidence)?;
        Ok(SentElement {
            left_open,
            ..element
        })
    });
    decided.collect()
}

/// Returns the reason why an item was left open, in the word that scripts see.
const fn word(reason: LeftOpenReason) -> &'static str {
    match reason {
        LeftOpenReason::Absent => "absent",
        LeftOpenReason::Found => "found",
        LeftOpenReason::OtherMatch => "other-match",
        LeftOpenReason::Ambiguous => "ambiguous",
        LeftOpenReason::ChangedMeanwhile => "changed-meanwhile",
        LeftOpenReason::NotLookedUp => "not-looked-up",
        LeftOpenReason::Stopped => "stopped",
    }
}
