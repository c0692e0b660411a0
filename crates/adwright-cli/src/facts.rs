//! `adwright fact`: lists, enters and forgets facts.

use std::io::{self, Write};

use adwright_desk::{Desk, capitalize};
use adwright_views::{FactKey, FactView};
use serde_json::{Value, json};

use crate::arguments::{FactAnswer, FactArgs, FactCommand, ListFactsArgs, SetFactArgs};
use crate::column_aligner::print_rows;
use crate::exit::Exit;
use crate::failure::{CommandAbort, FailureContext, report_result};
use crate::json::{print_array, print_json};
use crate::printable::{escape_line, stderr};
use crate::{connect, runtime};

/// Runs the command, and returns the exit code.
pub(crate) fn run(command: &FactCommand, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        let desk = connect::open_offline(command.connection()).await?;
        match command {
            FactCommand::List(list) => print_list(&desk, list, out),
            FactCommand::Set(set) => enter(&desk, set, out),
            FactCommand::Remove(fact) => remove(&desk, fact, out),
        }
    })?;
    // No request was sent, so that no reply can be the cause.
    report_result(done, FailureContext::for_connection(command.connection()))
}

fn print_list(
    desk: &Desk,
    list: &ListFactsArgs,
    out: &mut impl Write,
) -> Result<Exit, CommandAbort> {
    let facts = desk.checker.known_facts.list()?;
    let printed = if list.json {
        let elements: Vec<_> = facts.iter().map(fact_element).collect();
        print_array(&elements, out)
    } else {
        print_table(&facts, out)
    };
    printed.map_err(CommandAbort::Output)?;
    if facts.is_empty() {
        writeln!(stderr(), "No facts are known yet.").map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

fn print_table(facts: &[FactView], out: &mut impl Write) -> io::Result<()> {
    let rows = facts.iter().map(|fact| {
        let cells = [
            &fact.key.subject,
            &fact.key.fact,
            word(fact.value),
            &fact.at,
            &fact.source,
        ];
        cells.map(|cell| escape_line(cell).into_owned()).to_vec()
    });
    print_rows(&["SUBJECT", "FACT", "VALUE", "TIME", "SOURCE"], rows, out)
}

fn enter(desk: &Desk, set: &SetFactArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let value = set.value == FactAnswer::Yes;
    let fact = desk.checker.known_facts.set(&key_of(&set.fact), value)?;
    if set.fact.json {
        print_json(&fact_element(&fact), out)?;
    } else {
        let line = format!("{} {}.", fact.question, capitalize(word(fact.value)));
        writeln!(out, "{}", escape_line(&line)).map_err(CommandAbort::Output)?;
    }
    Ok(Exit::Success)
}

fn remove(desk: &Desk, fact: &FactArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let was_known = desk.checker.known_facts.remove(&key_of(fact))?;
    if fact.json {
        print_json(&json!({ "removed": was_known }), out)?;
        return Ok(Exit::Success);
    }
    let message = if was_known {
        "The fact is forgotten."
    } else {
        "The fact was not known."
    };
    writeln!(out, "{message}").map_err(CommandAbort::Output)?;
    Ok(Exit::Success)
}

fn key_of(fact: &FactArgs) -> FactKey {
    FactKey {
        subject: fact.subject.clone(),
        fact: fact.fact.clone(),
    }
}

const fn word(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

/// Returns a fact in JSON.
fn fact_element(fact: &FactView) -> Value {
    json!({
        "subject": fact.key.subject,
        "fact": fact.key.fact,
        "value": fact.value,
        "question": fact.question,
        "source": fact.source,
        "person": fact.is_from_person,
        "at": fact.at,
    })
}
