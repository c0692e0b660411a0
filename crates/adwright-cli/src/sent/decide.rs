//! `adwright sent decide`.

use std::io::Write;

use adwright_desk::Desk;
use adwright_desk::views::ItemState;

use super::{Element, element};
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
    refuse_others(desk, decide)?;
    let receipt = desk.decide(&decide.item, decide.decision.0).await?;
    let state = receipt.row.state;
    let element = element(desk, receipt.row)?;
    if decide.json {
        print_json(&[element], out)?;
    } else {
        writeln!(out, "{}", one_line(&line(&element))).map_err(Stopped::Output)?;
    }
    Ok(match state {
        // That is what the person wanted.
        ItemState::TakenBack => Exit::Fine,
        state => sending::exit(state),
    })
}

/// Refuses what the item does not leave open, with what it does.
fn refuse_others(desk: &Desk, decide: &DecideSent) -> Result<(), Failure> {
    let open = desk.decisions_about(&decide.item)?;
    if open.contains(&decide.decision.0) {
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

fn line(element: &Element) -> String {
    let id = element.id.as_ref();
    let id = id.map_or_else(String::new, |id| format!(" {id}"));
    let (outcome, title, message) = (element.outcome, &element.title, &element.message);
    format!("{outcome}:{id} “{title}”: {message}")
}
