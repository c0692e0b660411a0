//! What to do next with one item: a pure function of where it is and what was just seen.
//!
//! Nothing here reads a clock, a file or the network; `send` performs the actions and reports what it saw.
//! The rules that keep a person's work safe are all here: a change that someone committed meanwhile is never
//! overwritten, and nothing is written a second time unless it is certain that the first never left this computer.

mod busy;
mod create;
mod read_back;
mod update;

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;

use adwright_client::Delivery;
use adwright_model::{Bindings, Change, Edit, Editable, Id};
use adwright_wire::{ItemOutcome, ItemReply, Verdict};

use super::reference::ReferenceLesson;
use super::sighting::{SearchFailure, Sighting};
use crate::patience::Pause;
pub(super) use busy::put_off;
use read_back::Done;
pub(crate) use read_back::ReadBack;

/// How often an unknown outcome is looked up before a person is asked.
const LOOKS: u8 = 2;

/// One item as the planner needs it.
#[derive(Debug, Clone)]
pub(crate) enum Task {
    /// Create a new object.
    Create {
        /// The exact entity to send.
        body: Editable,
        /// The reference by which it can be found again, where the dialect has one.
        reference: Option<String>,
        /// What earlier sends of the same draft carried, the last one last, so that it may be there already.
        sent_before: Vec<Editable>,
    },
    /// Update an object that is on the service.
    Update {
        /// The document that the person started from.
        base: Editable,
        /// Whether the base was whole; a summary vouches only for the members that it has.
        whole: bool,
        /// What the person did to it.
        edits: Vec<Edit>,
        /// Where the service has what the comparison goes by, such as the version.
        bindings: Bindings,
    },
}

/// What is about to be, or was, written.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    /// The object just before; none for a create.
    pub(crate) before: Option<Editable>,
    /// The exact entity that goes out.
    pub(crate) body: Editable,
}

/// Where an item is.
#[derive(Debug, Clone)]
pub(crate) enum Stage {
    /// Nothing was done yet.
    Planned,
    /// The object is being read before the write.
    Reading,
    /// The list is being searched for what an earlier send may have created; with what is to be searched for after that.
    Checking(Written, Vec<Editable>),
    /// The write is on its way.
    Writing(Written),
    /// The service had no time for the write, which it said with this status; the pause that it asked for passes.
    Pausing(Written, u16),
    /// The pause has passed; a look shows whether it is to be written again.
    Retrying(Written),
    /// The service has it; the object is being read back.
    ReadingBack(ReadBack),
    /// The object was not as it was accepted; a quiet period passes before it is read back once more.
    WaitingToReadBack(ReadBack),
    /// The outcome is unknown; it is being looked up.
    Looking(Search),
    /// A quiet period passes before the next look, because a write may be committed late.
    Waiting(Search),
    /// Nothing is left to do.
    Settled,
}

/// A look-up of an unknown outcome.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    written: Written,
    /// Why the outcome is unknown, as a sentence.
    why: String,
    /// The code that the answer carried for this item, where it carried one.
    code: Option<u32>,
    looks: u8,
}

impl Search {
    fn new(written: Written, why: impl Into<String>) -> Self {
        Self {
            written,
            why: why.into(),
            code: None,
            looks: 0,
        }
    }
}

/// What was just seen.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// The item's turn has come.
    Begin,
    /// A look-up begins without a write: after a crash, or because a person asked for it.
    LookAgain {
        /// What was written.
        written: Written,
        /// Why the outcome is unknown, as a sentence.
        why: String,
    },
    /// One more look without a write, at what needs a person because no look showed it.
    LookOnce {
        /// What was written.
        written: Written,
        /// Why the outcome is unknown, as a sentence.
        why: String,
    },
    /// The object was read.
    Read(Seen),
    /// The write ended, one way or another.
    Delivered(Delivery),
    /// The list was searched for the reference or the content; otherwise why nobody can tell.
    Searched(Result<Vec<Sighting>, SearchFailure>),
    /// The quiet period has passed.
    QuietPassed,
    /// A pause that the service asked for is over, or is not waited for.
    Paused(Pause),
}

/// What a read showed.
#[derive(Debug, Clone)]
pub(crate) enum Seen {
    /// The whole object.
    Object(Editable),
    /// The service answered that there is none.
    Nothing,
    /// It could not be read; why, as a sentence.
    Failed(String),
}

/// What to do next.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// Read the object by its id.
    Read,
    /// Read back the object that was created, by the id in the reply.
    ReadBack(Id),
    /// Commit the intent, then write.
    Write(Written),
    /// Search the list for what was created.
    Search(Written),
    /// Let the quiet period pass.
    Wait,
    /// Wait as long as the service asked, in seconds, where it said how long.
    Pause(Option<u64>),
    /// Write down how it ended.
    Settle(Settlement),
}

/// How an item ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The service has it.
    Confirmed,
    /// The service said no; nothing was changed.
    Refused,
    /// A person has to decide.
    NeedsYou,
    /// Nothing left this computer: the draft is a draft again.
    Withdrawn,
}

/// How an item ended, with everything worth keeping.
#[derive(Debug, Clone)]
pub(crate) struct Settlement {
    pub(crate) end: End,
    /// The service's code, where it gave one.
    pub(crate) code: Option<u32>,
    /// What happened, as a sentence.
    pub(crate) outcome: String,
    /// What is known, as sentences, where a person has to decide.
    pub(crate) evidence: Vec<String>,
    /// The object as the service holds it now, where it was seen.
    pub(crate) object: Option<Editable>,
    /// What the service changed on its own.
    pub(crate) service_changes: Vec<Change>,
    /// What someone else changed since the base was fetched.
    pub(crate) meanwhile: Vec<Change>,
    /// Whether no look showed what became of it, so that the next one is made without a person.
    pub(crate) needs_look: bool,
    /// What the service showed of our reference.
    pub(crate) lesson: Option<ReferenceLesson>,
}

impl Settlement {
    pub(super) fn new(end: End, outcome: impl Into<String>) -> Self {
        Self {
            end,
            code: None,
            outcome: outcome.into(),
            evidence: Vec::new(),
            object: None,
            service_changes: Vec::new(),
            meanwhile: Vec::new(),
            needs_look: false,
            lesson: None,
        }
    }

    fn because(mut self, evidence: impl Into<String>) -> Self {
        self.evidence.push(evidence.into());
        self
    }

    const fn needing_look(mut self, needs_look: bool) -> Self {
        self.needs_look = needs_look;
        self
    }

    fn seen(mut self, object: Editable) -> Self {
        self.object = Some(object);
        self
    }

    fn step(self) -> (Stage, Action) {
        (Stage::Settled, Action::Settle(self))
    }
}

/// The next stage and the next action.
pub(crate) fn next(task: &Task, stage: Stage, event: Event) -> (Stage, Action) {
    match (stage, event) {
        (Stage::Planned, Event::Begin) => begin(task),
        (Stage::Planned, Event::LookAgain { written, why }) => {
            look(task, Search::new(written, why))
        }
        (Stage::Planned, Event::LookOnce { written, why }) => {
            let mut search = Search::new(written, why);
            search.looks = LOOKS - 1;
            look(task, search)
        }
        (Stage::Checking(written, left), Event::Searched(found)) => {
            create::before_write(task, (written, left), borrowed(&found))
        }
        (Stage::Reading, Event::Read(seen)) => update::before_write(task, seen),
        (Stage::Writing(written), Event::Delivered(delivery)) => delivered(task, written, delivery),
        (Stage::ReadingBack(back), Event::Read(seen)) => read_back::judged(task, back, seen),
        (Stage::WaitingToReadBack(back), Event::QuietPassed) => {
            (Stage::ReadingBack(back), Action::Read)
        }
        (Stage::Looking(search), Event::Read(seen)) => update::looked(task, search, seen),
        (Stage::Looking(search), Event::Searched(found)) => {
            create::searched(task, search, borrowed(&found))
        }
        (Stage::Waiting(search), Event::QuietPassed) => look(task, search),
        (Stage::Pausing(written, status), Event::Paused(pause)) => match pause {
            Pause::Over => busy::passed(task, written),
            Pause::TooMuch(until) => busy::too_much(task, (written, status), until.as_deref()),
            Pause::Stopped => busy::stopped(),
        },
        (Stage::Writing(_), Event::Paused(Pause::TooMuch(until))) => busy::off(until.as_deref()),
        (Stage::Writing(_), Event::Paused(_)) => busy::stopped(),
        (Stage::Retrying(written), Event::Read(seen)) => busy::read_again(task, written, seen),
        (Stage::Retrying(written), Event::Searched(found)) => {
            busy::searched_again(task, written, borrowed(&found))
        }
        (stage, event) => out_of_step(&stage, &event),
    }
}

fn borrowed(found: &Result<Vec<Sighting>, SearchFailure>) -> Result<&[Sighting], &SearchFailure> {
    found.as_deref()
}

fn begin(task: &Task) -> (Stage, Action) {
    match task {
        Task::Create {
            body, sent_before, ..
        } => create::begin(body.clone(), sent_before.clone()),
        Task::Update { .. } => (Stage::Reading, Action::Read),
    }
}

fn write(written: Written) -> (Stage, Action) {
    (Stage::Writing(written.clone()), Action::Write(written))
}

fn look(task: &Task, search: Search) -> (Stage, Action) {
    let action = match task {
        Task::Create { .. } => Action::Search(search.written.clone()),
        Task::Update { .. } => Action::Read,
    };
    (Stage::Looking(search), action)
}

fn delivered(task: &Task, written: Written, delivery: Delivery) -> (Stage, Action) {
    match delivery {
        Delivery::NeverSent { why } => Settlement::new(
            End::Withdrawn,
            format!("Nothing was sent: {why}. The draft is unchanged; send it again when the service can be reached."),
        )
        .step(),
        Delivery::Lost { why } => look(task, Search::new(written, why)),
        Delivery::Answered { verdict, status, .. } => answered(task, written, verdict, status),
    }
}

fn answered(task: &Task, written: Written, verdict: Verdict, status: u16) -> (Stage, Action) {
    match verdict {
        Verdict::Accepted { entities } => accepted(task, written, &entities),
        Verdict::Refused { codes, message } => {
            refused(task, codes.first().copied(), message.as_deref(), status)
        }
        Verdict::Unauthorized => Settlement::new(
            End::Withdrawn,
            "Nothing was sent: the service does not accept the login. Check the credentials, then send again.",
        )
        .step(),
        Verdict::PerItem { items } => per_item(task, written, items, status),
        Verdict::Wait { seconds } => busy::answered(task, written, seconds, status),
        Verdict::Unknown { why } => unclear(task, written, &why),
    }
}

/// We send one entity at a time, so one item is the answer; anything else does not settle it.
fn per_item(
    task: &Task,
    written: Written,
    mut items: Vec<ItemReply>,
    status: u16,
) -> (Stage, Action) {
    let (Some(item), true) = (items.pop(), items.is_empty()) else {
        return unclear(
            task,
            written,
            "the service answered for several items at once (207)",
        );
    };
    match item.outcome {
        ItemOutcome::Accepted => accepted(task, written, &Vec::from_iter(item.entity)),
        ItemOutcome::Refused => {
            let code = item.codes.first().copied();
            refused(task, code, item.message.as_deref(), status)
        }
        ItemOutcome::Compare | ItemOutcome::Unknown => compare(task, written, &item),
    }
}

/// The service says that something is wrong with the item and may have saved it all the same: only a look tells.
fn compare(task: &Task, written: Written, item: &ItemReply) -> (Stage, Action) {
    let code = item.codes.first().copied();
    let said = adwright_wire::codes::reason(code, item.message.as_deref());
    let mut search = Search::new(
        written,
        said.unwrap_or_else(|| "no reason given".to_owned()),
    );
    search.code = code;
    look(task, search)
}

fn unclear(task: &Task, written: Written, why: &str) -> (Stage, Action) {
    look(task, Search::new(written, why))
}

fn accepted(task: &Task, written: Written, entities: &[String]) -> (Stage, Action) {
    match task {
        Task::Update { .. } => {
            let back = ReadBack::new(written, Done::Updated);
            (Stage::ReadingBack(back), Action::Read)
        }
        Task::Create { .. } => create::accepted(task, written, entities),
    }
}

fn refused(task: &Task, code: Option<u32>, message: Option<&str>, status: u16) -> (Stage, Action) {
    let reason = adwright_wire::codes::reason(code, message);
    let said = code.map_or_else(|| status.to_string(), |code| code.to_string());
    let outcome = match reason {
        Some(reason) => format!("The service refused it ({said}): {reason}"),
        None => format!("The service refused it ({said}) and gave no reason."),
    };
    let outcome = format!("{outcome} {}", what_next(code));
    let mut settlement = Settlement::new(End::Refused, outcome);
    settlement.code = code;
    settlement.lesson = task.lesson_of_refusal(message);
    settlement.step()
}

/// What a person can do after a refusal.
fn what_next(code: Option<u32>) -> String {
    let remedy = adwright_wire::codes::remedy(code);
    format!("{remedy} Your draft is kept.")
}

/// A second look after a quiet period, or the person's turn.
fn look_later(mut search: Search, settlement: Settlement) -> (Stage, Action) {
    search.looks += 1;
    if search.looks < LOOKS {
        return (Stage::Waiting(search), Action::Wait);
    }
    settlement.step()
}

/// The executor reports exactly what it was asked for, so this cannot happen; if it does, nothing more is sent.
fn out_of_step(stage: &Stage, event: &Event) -> (Stage, Action) {
    debug_assert!(false, "no answer to {event:?} at {stage:?}");
    Settlement::new(
        End::NeedsYou,
        "Adwright lost track of this item and stopped before sending anything more.",
    )
    .step()
}
