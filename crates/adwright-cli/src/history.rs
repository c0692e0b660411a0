//! `adwright history`.

use std::io::{self, Write};

use adwright_views::{HistoryEntry, HistoryKind, HistoryStatus};
use serde::Serialize;

use crate::arguments::HistoryArgs;
use crate::column_aligner::print_rows;
use crate::exit::Exit;
use crate::failure::{CommandAbort, FailureContext, report_result};
use crate::json::print_array;
use crate::printable::{escape_line, stderr, truncate_to_seconds};
use crate::sending::outcome_word;
use crate::{connect, runtime};

/// One element of `--json`.
#[derive(Serialize)]
struct HistoryElement {
    event: &'static str,
    at: String,
    person: Option<String>,
    change: String,
    about: String,
    status: &'static str,
    /// The outcome and the item of a send.
    outcome: Option<&'static str>,
    item: Option<String>,
}

impl From<HistoryEntry> for HistoryElement {
    fn from(entry: HistoryEntry) -> Self {
        Self {
            event: event_word(entry.kind),
            at: entry.at,
            person: entry.who,
            change: entry.title,
            about: entry.about,
            status: status_word(entry.mark),
            outcome: entry.state.map(outcome_word),
            item: entry.item,
        }
    }
}

const fn event_word(kind: HistoryKind) -> &'static str {
    match kind {
        HistoryKind::Fetched => "fetched",
        HistoryKind::Sent => "sent",
        HistoryKind::Begun => "draft-created",
        HistoryKind::Step => "draft-edited",
        HistoryKind::Discarded => "draft-discarded",
    }
}

const fn status_word(status: HistoryStatus) -> &'static str {
    match status {
        HistoryStatus::None => "past",
        HistoryStatus::OnService => "on-service",
        HistoryStatus::Here => "draft",
        HistoryStatus::TakenBack => "undone",
    }
}

/// Prints the history of an object, and returns the exit code.
pub(crate) fn run(arguments: &HistoryArgs, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        let desk = connect::open_offline(&arguments.connection).await?;
        let history = desk.history.history(&arguments.target())?;
        let entries = history.entries.into_iter();
        let lines: Vec<_> = entries.map(HistoryElement::from).collect();
        print_entries(&lines, arguments.json, out).map_err(CommandAbort::Output)?;
        for note in history.note.into_iter().chain(history.removed) {
            writeln!(stderr(), "{}", escape_line(&note)).map_err(CommandAbort::Output)?;
        }
        Ok(Exit::Success)
    })?;
    // No request was sent, so that no reply can be the cause.
    report_result(done, FailureContext::for_connection(&arguments.connection))
}

fn print_entries(lines: &[HistoryElement], json: bool, out: &mut impl Write) -> io::Result<()> {
    if json {
        return print_array(lines, out);
    }
    let rows = lines.iter().map(|line| {
        let person = line.person.as_deref().unwrap_or_default();
        let status = line.outcome.unwrap_or(line.status);
        vec![
            truncate_to_seconds(&line.at),
            line.event.to_owned(),
            status.to_owned(),
            escape_line(person).into_owned(),
            escape_line(&line.change).into_owned(),
        ]
    });
    print_rows(&["AT", "EVENT", "STATUS", "PERSON", "CHANGE"], rows, out)
}
