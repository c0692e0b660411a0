//! Sent items: the list, the decisions, and "undo".

mod decide;
mod decide_all;
mod list;
mod undo;

use std::collections::HashMap;
use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_views::{EvidenceGroup, ItemState, ReplyView, SendVerb, SentRow};
use serde::Serialize;

use crate::arguments::{DecisionArg, SentCommand};
use crate::exit::Exit;
use crate::failure::{CommandAbort, FailureContext, report_result};
use crate::sending::{self, outcome_word};
use crate::{connect, runtime};

/// An item, as `--json` prints it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SentElement {
    item: String,
    kind: &'static str,
    verb: SendVerb,
    /// The object's id on the service.
    id: Option<String>,
    title: String,
    outcome: &'static str,
    /// The service's code.
    code: Option<u32>,
    message: String,
    at: String,
    person: String,
    /// The decisions that the item allows, the safest first.
    decisions: Vec<&'static str>,
    /// The evidence about the item; `None` once it is settled.
    evidence: Option<&'static str>,
    /// The reason why a decision for many left it open; `None` if it did not.
    left_open: Option<&'static str>,
    /// The service's reply, unless the item is confirmed or on its way.
    reply: Option<ReplyView>,
    #[serde(skip)]
    state: ItemState,
}

/// Runs the command, and returns the exit code.
pub(crate) fn run(command: &SentCommand, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        match command {
            SentCommand::List(list) => {
                let desk = connect::open_offline(&list.connection).await?;
                list::run(&desk, list, out)
            }
            SentCommand::Undo(undo) => {
                let desk = connect::open_workspace(&undo.connection).await?;
                undo::run(&desk, undo, out).await
            }
            SentCommand::Decide(decide) => {
                let desk = connect::open_workspace(&decide.connection).await?;
                sending::recover(&desk).await?;
                match decide.many.decision() {
                    Some(many) => decide_all::run(&desk, many, decide.json, out).await,
                    None => decide::run(&desk, decide, out).await,
                }
            }
        }
    })?;
    let is_json = match command {
        SentCommand::List(list) => list.json,
        SentCommand::Decide(decide) => decide.json,
        SentCommand::Undo(undo) => undo.json,
    };
    report_result(
        done,
        FailureContext::for_connection(command.connection()).with_json_if(is_json),
    )
}

/// Returns whether the item waits for a person, or for a reply.
const fn is_open(state: ItemState) -> bool {
    matches!(
        state,
        ItemState::Planned | ItemState::Intent | ItemState::Unknown | ItemState::NeedsYou
    )
}

/// Returns the evidence about each item that waits for a person.
fn evidence(desk: &Desk) -> Result<HashMap<String, EvidenceGroup>, CommandAbort> {
    let groups = desk.outbox.open_items()?.into_iter();
    let items = groups.flat_map(|group| {
        let items = group.items.into_iter();
        items.map(move |open| (open.item, group.evidence))
    });
    Ok(items.collect())
}

fn sent_element(
    desk: &Desk,
    row: SentRow,
    evidence: &HashMap<String, EvidenceGroup>,
) -> Result<SentElement, CommandAbort> {
    let decisions = if is_open(row.state) {
        desk.outbox.decisions_for_id(&row.item)?
    } else {
        Vec::new()
    };
    let words = decisions.into_iter().map(|one| DecisionArg(one).as_str());
    Ok(SentElement {
        decisions: words.collect(),
        evidence: evidence.get(&row.item).copied().map(group_word),
        left_open: None,
        state: row.state,
        reply: sending::service_reply(desk, &row.item, row.state)?,
        item: row.item,
        kind: row.collection.kind().as_str(),
        verb: row.verb,
        id: row.id,
        title: row.title,
        outcome: state_word(row.state),
        code: row.code,
        message: row.outcome,
        at: row.at,
        person: row.person,
    })
}

/// Returns the state of an item in the word that scripts see. An item that a person took back is a draft again.
const fn state_word(state: ItemState) -> &'static str {
    match state {
        ItemState::TakenBack => "taken-back",
        ItemState::Planned => "planned",
        other => outcome_word(other),
    }
}

/// Returns the evidence about an item in the word that scripts see.
const fn group_word(evidence: EvidenceGroup) -> &'static str {
    match evidence {
        EvidenceGroup::Absent => "absent",
        EvidenceGroup::Found => "found",
        EvidenceGroup::Ambiguous => "ambiguous",
        EvidenceGroup::ChangedMeanwhile => "changed-meanwhile",
        EvidenceGroup::NotLookedUp => "not-looked-up",
    }
}
