//! `adwright sent decide` for one item.

use std::io::Write;

use adwright_desk::Desk;
use adwright_views::{Decision, ItemState};

use super::{SentElement, evidence, sent_element};
use crate::arguments::{DecideSentArgs, DecisionArg};
use crate::exit::Exit;
use crate::failure::{CommandAbort, CommandFailure};
use crate::json::print_json;
use crate::printable::escape_line;
use crate::sending;

/// Carries out a decision, and returns the exit code.
pub(super) async fn run(
    desk: &Desk,
    decide: &DecideSentArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let (Some(item), Some(DecisionArg(decision))) = (&decide.one.item, decide.one.decision) else {
        return Err(CommandFailure::usage("There are no items to decide about.").into());
    };
    refuse_closed_decision(desk, item, decision)?;
    let receipt = desk.outbox.decide(item, decision).await?;
    let state = receipt.row.state;
    let element = sent_element(desk, receipt.row, &evidence(desk)?)?;
    if decide.json {
        print_json(&[element], out)?;
    } else {
        writeln!(out, "{}", escape_line(&outcome_line(&element))).map_err(CommandAbort::Output)?;
    }
    Ok(exit(state))
}

/// Returns the exit code for an item after a decision.
pub(super) const fn exit(state: ItemState) -> Exit {
    match state {
        // The person asked for this.
        ItemState::TakenBack => Exit::Success,
        state => sending::exit_for(state),
    }
}

/// Refuses a decision that the item does not allow, and names those that it does.
fn refuse_closed_decision(
    desk: &Desk,
    item: &str,
    decision: Decision,
) -> Result<(), CommandFailure> {
    let open = desk.outbox.decisions_for_id(item)?;
    if open.contains(&decision) {
        return Ok(());
    }
    let words: Vec<_> = open
        .into_iter()
        .map(|one| DecisionArg(one).as_str())
        .collect();
    Err(CommandFailure::usage(if words.is_empty() {
        "This item is settled, so nothing was changed.".to_owned()
    } else {
        format!(
            "This item allows only {}. Nothing was changed.",
            words.join(", ")
        )
    }))
}

pub(super) fn outcome_line(element: &SentElement) -> String {
    let id = element.id.as_ref();
    let id = id.map_or_else(String::new, |id| format!(" {id}"));
    let (outcome, title, message) = (element.outcome, &element.title, &element.message);
    format!("{outcome}:{id} “{title}”: {message}")
}
