//! `adwright sent list`.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::Decision;

use super::{SentElement, evidence, is_open, sent_element};
use crate::arguments::{DecideMany, ListSentArgs};
use crate::column_aligner::print_rows;
use crate::exit::Exit;
use crate::failure::{CommandAbort, HOW_TO_SEE};
use crate::json::print_array;
use crate::printable::{escape_line, stderr};
use crate::reply;

/// Prints the sent items, and returns the exit code.
pub(super) fn run(
    desk: &Desk,
    list: &ListSentArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let mut rows = desk.outbox.sent_items()?;
    let waits = rows.iter().any(|row| is_open(row.state));
    rows.retain(|row| !list.open || is_open(row.state));
    let evidence = evidence(desk)?;
    let elements = rows
        .into_iter()
        .map(|row| sent_element(desk, row, &evidence));
    let elements = elements.collect::<Result<Vec<_>, _>>()?;
    let printed = if list.json {
        print_array(&elements, out)
    } else {
        print_table(&elements, list, out)
    };
    printed.map_err(CommandAbort::Output)?;
    Ok(if waits {
        Exit::Incomplete
    } else {
        Exit::Success
    })
}

fn print_table(
    elements: &[SentElement],
    list: &ListSentArgs,
    out: &mut impl Write,
) -> io::Result<()> {
    if elements.is_empty() {
        return writeln!(stderr(), "There are no sent items.");
    }
    let titles = ["ITEM", "OUTCOME", "AT", "KIND", "ID", "NAME"];
    print_rows(&titles, elements.iter().map(cells), out)?;
    let suffix = list.connection.workspace_suffix();
    for one in elements.iter().filter(|one| !one.decisions.is_empty()) {
        writeln!(
            out,
            "{}: {}",
            escape_line(&one.title),
            escape_line(&one.message)
        )?;
        let decisions = one.decisions.join("|");
        writeln!(
            out,
            "  adwright sent decide {} {decisions}{suffix}",
            one.item
        )?;
    }
    for hint in hints(elements) {
        writeln!(out, "{hint}{suffix}")?;
    }
    print_replies(elements, list, out)
}

/// Returns the commands that decide for several waiting items at once.
fn hints(elements: &[SentElement]) -> impl Iterator<Item = String> {
    let of = |word: &str| {
        elements
            .iter()
            .filter(|one| one.evidence == Some(word))
            .count()
    };
    let waiting = elements.iter().filter(|one| one.evidence.is_some()).count();
    let known = [
        (waiting, "wait", Decision::LookAgain),
        (
            of("absent"),
            "were not found at the service",
            Decision::BackToDraft,
        ),
        (
            of("found"),
            "have one match each at the service",
            Decision::WasSent,
        ),
    ];
    known.into_iter().filter_map(|(many, message, decision)| {
        let option = DecideMany::arguments(decision).filter(|_| many > 1)?;
        Some(format!(
            "{many} items {message}: adwright sent decide {option}"
        ))
    })
}

/// Prints the service's replies, or how to see them.
fn print_replies(
    elements: &[SentElement],
    list: &ListSentArgs,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut answered = elements
        .iter()
        .filter_map(|one| Some((one, one.reply.as_ref()?)));
    if !list.connection.show_reply {
        return match answered.next() {
            Some(_) => writeln!(stderr(), "{HOW_TO_SEE}"),
            None => Ok(()),
        };
    }
    for (one, reply) in answered {
        let title = escape_line(&one.title);
        writeln!(out, "{title}: the service’s reply to item {}", one.item)?;
        reply::print_reply(reply, out)?;
    }
    Ok(())
}

fn cells(element: &SentElement) -> Vec<String> {
    vec![
        element.item.clone(),
        element.outcome.to_owned(),
        element.at.clone(),
        element.kind.to_owned(),
        element.id.clone().unwrap_or_else(|| "new".to_owned()),
        escape_line(&element.title).into_owned(),
    ]
}
