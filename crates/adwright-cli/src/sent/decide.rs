//! `adwright sent decide` for one item.

use std::io::Write;

use adwright_desk::Desk;
use adwright_desk::views::{Decision, ItemState};

use super::{Element, element, evidence};
use crate::arguments::{DecideSent, Decided};
use crate::exit::Exit;
use crate::failure::{Failure, Stopped};
use crate::json::print_json;
use crate::printable::one_line;
use crate::sending;

/// Carries out a decision; says how the program ends.
pub(super) async fn run(
    desk: &Desk,
    decide: &DecideSent,
    out: &mut impl Write,
) -> Result<Exit, Stopped> {
    let (Some(item), Some(Decided(decision))) = (&decide.one.item, decide.one.decision) else {
        return Err(Failure::usage("There is no item to decide about.").into());
    };
    refuse_others(desk, item, decision)?;
    let receipt = desk.decide(item, decision).await?;
    let state = receipt.row.state;
    let element = element(desk, receipt.row, &evidence(desk)?)?;
    if decide.json {
        print_json(&[element], out)?;
    } else {
        writeln!(out, "{}", one_line(&line(&element))).map_err(Stopped::Output)?;
    }
    Ok(exit(state))
}

/// What an item makes of the whole after a decision.
pub(super) const fn exit(state: ItemState) -> Exit {
    match state {
        // That is what the person wanted.
        ItemState::TakenBack => Exit::Fine,
        state => sending::exit(state),
    }
}

/// Refuses what the item does not leave open, with what it does.
fn refuse_others(desk: &Desk, item: &str, decision: Decision) -> Result<(), Failure> {
    let open = desk.decisions_about(item)?;
    if open.contains(&decision) {
        return Ok(());
    }
    let words: Vec<_> = open.into_iter().map(|one| Decided(one).word()).collect();
    Err(Failure::usage(if words.is_empty() {
        "There is nothing to decide about this item any more. Nothing was changed.".to_owned()
    } else {
        format!(
            "This item leaves open {}. Nothing was changed.",
            words.join(", ")
        )
    }))
}

pub(super) fn line(element: &Element) -> String {
    let id = element.id.as_ref();
    let id = id.map_or_else(String::new, |id| format!(" {id}"));
    let (outcome, title, message) = (element.outcome, &element.title, &element.message);
    format!("{outcome}:{id} “{title}”: {message}")
}
