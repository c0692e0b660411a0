//! Decides the next step of one item: a pure function of its stage and of what was just seen.
//!
//! Nothing here reads a clock, a file or the network. `item_runner` and `batch` perform the actions and report what
//! they saw. Two rules keep a person's work safe:
//!
//! - A change that someone committed meanwhile is never overwritten.
//! - Nothing is written a second time unless the first write certainly did nothing.

mod busy;
mod create;
mod read_back;
mod update;

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;

use adwright_client::WriteOutcome;
use adwright_model::{Bindings, Edit, Editable, Id, ValueChange};
use adwright_wire::{ItemOutcome, ItemReply, Verdict};

use super::list_scan::{MatchCandidate, SearchFailure};
use super::reference::ReferenceLesson;
use crate::backoff::PauseOutcome;
pub(super) use busy::deferred_message;
use read_back::Done;
pub(crate) use read_back::ReadBack;

/// How often an unknown outcome is looked up before a person is asked.
const LOOKS: u8 = 2;

/// The task of one item.
#[derive(Debug, Clone)]
pub(crate) enum SendTask {
    /// Create a new object.
    Create {
        /// The exact object to send.
        body: Editable,
        /// The reference to find the object by; none if the dialect turns references off.
        reference: Option<String>,
        /// The bodies of earlier sends of the same draft, the oldest first. Any of them may already exist.
        sent_before: Vec<Editable>,
    },
    /// Update an object that is on the service.
    Update {
        /// The document that the person started from.
        base: Editable,
        /// Whether the base is a full object. A summary is proof only of the members that it has.
        whole: bool,
        /// The person's edits.
        edits: Vec<Edit>,
        /// Where the service's objects hold the fields to compare, such as the version.
        bindings: Bindings,
    },
}

/// A planned or finished write.
#[derive(Debug, Clone)]
pub(crate) struct PlannedWrite {
    /// The object before the write; none for a create.
    pub(crate) before: Option<Editable>,
    /// The exact object to send.
    pub(crate) body: Editable,
}

/// The stage of an item.
#[derive(Debug, Clone)]
pub(crate) enum Stage {
    /// Nothing was done yet.
    Planned,
    /// The object is being read before the write.
    Reading,
    /// The list is being searched for the object of an earlier send. The second field holds the bodies still to search
    /// for.
    SearchingEarlier(PlannedWrite, Vec<Editable>),
    /// The write is in flight.
    Writing(PlannedWrite),
    /// The service was too busy and answered with this status; the requested pause is running.
    Pausing(PlannedWrite, u16),
    /// The pause is over; a look decides whether to write again.
    Retrying(PlannedWrite),
    /// The service has the object, which is being read back.
    ReadingBack(ReadBack),
    /// The object differed from what was accepted; a quiet period runs before it is read back again.
    WaitingToReadBack(ReadBack),
    /// The outcome is unknown and is being looked up.
    LookingUp(OutcomeLookup),
    /// A quiet period runs before the next look, because a write may be committed late.
    WaitingToLookUp(OutcomeLookup),
    /// Nothing is left to do.
    Settled,
}

/// A look-up of an unknown outcome.
#[derive(Debug, Clone)]
pub(crate) struct OutcomeLookup {
    written: PlannedWrite,
    /// Why the outcome is unknown, as a sentence.
    why: String,
    /// The error code in the reply for this item; none if it had none.
    code: Option<u32>,
    looks: u8,
}

impl OutcomeLookup {
    fn new(written: PlannedWrite, why: impl Into<String>) -> Self {
        Self {
            written,
            why: why.into(),
            code: None,
            looks: 0,
        }
    }
}

/// The result of the last action, or the start of an item.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// The item's turn has come.
    Begin,
    /// A look-up starts without a write, after a crash or because a person asked for it.
    LookAgain {
        /// The earlier write.
        written: PlannedWrite,
        /// Why the outcome is unknown, as a sentence.
        why: String,
    },
    /// One more look starts without a write, because no look showed the outcome yet.
    LookOnce {
        /// The earlier write.
        written: PlannedWrite,
        /// Why the outcome is unknown, as a sentence.
        why: String,
    },
    /// The object was read.
    Read(ReadResult),
    /// The write ended, with any outcome.
    Delivered(WriteOutcome),
    /// The list was searched by reference or content. The error says why the search is inconclusive.
    Searched(Result<Vec<MatchCandidate>, SearchFailure>),
    /// The quiet period has passed.
    QuietPeriodOver,
    /// A pause that the service asked for is over, was stopped, or is too long to wait for.
    Paused(PauseOutcome),
}

/// The result of a read.
#[derive(Debug, Clone)]
pub(crate) enum ReadResult {
    /// The full object.
    Object(Editable),
    /// The service answered that the object does not exist.
    Missing,
    /// The object could not be read, with the reason as a sentence.
    Failed(String),
}

/// The next action.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// Read the object by its id.
    Read,
    /// Read back the object that was created, by the id in the reply.
    ReadBack(Id),
    /// Commit the intent, then write.
    Write(PlannedWrite),
    /// Search the list for the created object.
    Search(PlannedWrite),
    /// Let the quiet period pass.
    Wait,
    /// Wait as many seconds as the service asked for; none if it named no time.
    Pause(Option<u64>),
    /// Record how the item ended.
    Settle(Settlement),
}

/// How an item ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettlementOutcome {
    /// The service has it.
    Confirmed,
    /// The service refused it and changed nothing.
    Refused,
    /// A person has to decide.
    NeedsYou,
    /// Nothing was created or changed, so the item is a draft again.
    Withdrawn,
}

/// How an item ended, with the evidence to keep.
#[derive(Debug, Clone)]
pub(crate) struct Settlement {
    pub(crate) end: SettlementOutcome,
    /// The service's error code; none if it gave none.
    pub(crate) code: Option<u32>,
    /// What happened, as a sentence.
    pub(crate) outcome: String,
    /// What is known, as sentences, if a person has to decide.
    pub(crate) evidence: Vec<String>,
    /// The object that the service holds now; none if it was not read.
    pub(crate) object: Option<Editable>,
    /// The fields that the service changed on its own.
    pub(crate) service_changes: Vec<ValueChange>,
    /// The fields that someone else changed since the base was fetched.
    pub(crate) meanwhile: Vec<ValueChange>,
    /// Whether no look has shown the outcome, so that the next look needs no person.
    pub(crate) needs_look: bool,
    /// What the service showed about our reference.
    pub(crate) lesson: Option<ReferenceLesson>,
}

impl Settlement {
    pub(super) fn new(end: SettlementOutcome, outcome: impl Into<String>) -> Self {
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

    fn with_evidence(mut self, evidence: impl Into<String>) -> Self {
        self.evidence.push(evidence.into());
        self
    }

    const fn needing_look(mut self, needs_look: bool) -> Self {
        self.needs_look = needs_look;
        self
    }

    fn with_object(mut self, object: Editable) -> Self {
        self.object = Some(object);
        self
    }

    fn into_step(self) -> (Stage, Action) {
        (Stage::Settled, Action::Settle(self))
    }
}

/// Returns the next stage and the next action.
pub(crate) fn next_step(task: &SendTask, stage: Stage, event: Event) -> (Stage, Action) {
    match (stage, event) {
        (Stage::Planned, Event::Begin) => begin_task(task),
        (Stage::Planned, Event::LookAgain { written, why }) => {
            start_lookup(task, OutcomeLookup::new(written, why))
        }
        (Stage::Planned, Event::LookOnce { written, why }) => {
            let mut search = OutcomeLookup::new(written, why);
            search.looks = LOOKS - 1;
            start_lookup(task, search)
        }
        (Stage::SearchingEarlier(written, left), Event::Searched(found)) => {
            create::on_earlier_searched(task, (written, left), as_slice_result(&found))
        }
        (Stage::Reading, Event::Read(seen)) => update::on_current_read(task, seen),
        (Stage::Writing(written), Event::Delivered(delivery)) => {
            on_delivered(task, written, delivery)
        }
        (Stage::ReadingBack(back), Event::Read(seen)) => read_back::judged(task, back, seen),
        (Stage::WaitingToReadBack(back), Event::QuietPeriodOver) => {
            (Stage::ReadingBack(back), Action::Read)
        }
        (Stage::LookingUp(search), Event::Read(seen)) => update::on_looked_up(task, search, seen),
        (Stage::LookingUp(search), Event::Searched(found)) => {
            create::on_searched(task, search, as_slice_result(&found))
        }
        (Stage::WaitingToLookUp(search), Event::QuietPeriodOver) => start_lookup(task, search),
        (Stage::Pausing(written, status), Event::Paused(pause)) => match pause {
            PauseOutcome::Over => busy::on_pause_over(task, written),
            PauseOutcome::TooLong(until) => {
                busy::on_pause_too_long(task, (written, status), until.as_deref())
            }
            PauseOutcome::Stopped => busy::on_stopped(),
        },
        (Stage::Writing(_), Event::Paused(PauseOutcome::TooLong(until))) => {
            busy::withdraw_during_pause(until.as_deref())
        }
        (Stage::Writing(_), Event::Paused(_)) => busy::on_stopped(),
        (Stage::Retrying(written), Event::Read(seen)) => busy::on_reread(task, written, seen),
        (Stage::Retrying(written), Event::Searched(found)) => {
            busy::on_searched_again(task, written, as_slice_result(&found))
        }
        (stage, event) => unexpected_event(&stage, &event),
    }
}

fn as_slice_result(
    found: &Result<Vec<MatchCandidate>, SearchFailure>,
) -> Result<&[MatchCandidate], &SearchFailure> {
    found.as_deref()
}

fn begin_task(task: &SendTask) -> (Stage, Action) {
    match task {
        SendTask::Create {
            body, sent_before, ..
        } => create::begin(body.clone(), sent_before.clone()),
        SendTask::Update { .. } => (Stage::Reading, Action::Read),
    }
}

fn start_write(written: PlannedWrite) -> (Stage, Action) {
    (Stage::Writing(written.clone()), Action::Write(written))
}

fn start_lookup(task: &SendTask, search: OutcomeLookup) -> (Stage, Action) {
    let action = match task {
        SendTask::Create { .. } => Action::Search(search.written.clone()),
        SendTask::Update { .. } => Action::Read,
    };
    (Stage::LookingUp(search), action)
}

fn on_delivered(task: &SendTask, written: PlannedWrite, delivery: WriteOutcome) -> (Stage, Action) {
    match delivery {
        WriteOutcome::NeverSent { why } => Settlement::new(
            SettlementOutcome::Withdrawn,
            format!("Nothing was sent: {why}. The draft is unchanged; send it again when the service can be reached."),
        )
        .into_step(),
        WriteOutcome::Lost { why } => start_lookup(task, OutcomeLookup::new(written, why)),
        WriteOutcome::Answered { verdict, status, .. } => on_answered(task, written, verdict, status),
    }
}

fn on_answered(
    task: &SendTask,
    written: PlannedWrite,
    verdict: Verdict,
    status: u16,
) -> (Stage, Action) {
    match verdict {
        Verdict::Accepted { entities } => on_accepted(task, written, &entities),
        Verdict::Refused { codes, message } => {
            settle_refused(task, codes.first().copied(), message.as_deref(), status)
        }
        Verdict::Unauthorized => Settlement::new(
            SettlementOutcome::Withdrawn,
            "Nothing was sent: the service does not accept the login. Check the credentials, then send again.",
        )
        .into_step(),
        Verdict::PerItem { items } => on_per_item(task, written, items, status),
        Verdict::Wait { seconds } => busy::on_busy(task, written, seconds, status),
        Verdict::Unknown { why } => look_up_unclear(task, written, &why),
    }
}

/// Handles a per-item reply. One object was sent, so exactly one item settles it.
fn on_per_item(
    task: &SendTask,
    written: PlannedWrite,
    mut items: Vec<ItemReply>,
    status: u16,
) -> (Stage, Action) {
    let (Some(item), true) = (items.pop(), items.is_empty()) else {
        return look_up_unclear(
            task,
            written,
            "the service answered for several items at once (207)",
        );
    };
    match item.outcome {
        ItemOutcome::Accepted => on_accepted(task, written, &Vec::from_iter(item.entity)),
        ItemOutcome::Refused => {
            let code = item.codes.first().copied();
            settle_refused(task, code, item.message.as_deref(), status)
        }
        ItemOutcome::Compare | ItemOutcome::Unknown => look_up_item(task, written, &item),
    }
}

/// Looks the item up: the service reports an error for it, but may have saved it anyway.
fn look_up_item(task: &SendTask, written: PlannedWrite, item: &ItemReply) -> (Stage, Action) {
    let code = item.codes.first().copied();
    let said = adwright_wire::codes::explain(code, item.message.as_deref());
    let mut search = OutcomeLookup::new(
        written,
        said.unwrap_or_else(|| "no reason given".to_owned()),
    );
    search.code = code;
    start_lookup(task, search)
}

fn look_up_unclear(task: &SendTask, written: PlannedWrite, why: &str) -> (Stage, Action) {
    start_lookup(task, OutcomeLookup::new(written, why))
}

fn on_accepted(task: &SendTask, written: PlannedWrite, entities: &[String]) -> (Stage, Action) {
    match task {
        SendTask::Update { .. } => {
            let back = ReadBack::new(written, Done::Updated);
            (Stage::ReadingBack(back), Action::Read)
        }
        SendTask::Create { .. } => create::on_accepted(task, written, entities),
    }
}

fn settle_refused(
    task: &SendTask,
    code: Option<u32>,
    message: Option<&str>,
    status: u16,
) -> (Stage, Action) {
    let reason = adwright_wire::codes::explain(code, message);
    let said = code.map_or_else(|| status.to_string(), |code| code.to_string());
    let outcome = match reason {
        Some(reason) => format!("The service refused it ({said}): {reason}"),
        None => format!("The service refused it ({said}) and gave no reason."),
    };
    let outcome = format!("{outcome} {}", remedy_sentence(code));
    let mut settlement = Settlement::new(SettlementOutcome::Refused, outcome);
    settlement.code = code;
    settlement.lesson = task.lesson_of_refusal(message);
    settlement.into_step()
}

/// Returns what a person can do after a refusal, as a sentence.
fn remedy_sentence(code: Option<u32>) -> String {
    let remedy = adwright_wire::codes::remedy(code);
    format!("{remedy} Your draft is kept.")
}

/// Looks once more after a quiet period; after the last look, a person decides.
fn retry_lookup(mut search: OutcomeLookup, settlement: Settlement) -> (Stage, Action) {
    search.looks += 1;
    if search.looks < LOOKS {
        return (Stage::WaitingToLookUp(search), Action::Wait);
    }
    settlement.into_step()
}

/// Stops an item after an event that does not fit its stage. This is a bug; nothing more is sent.
fn unexpected_event(stage: &Stage, event: &Event) -> (Stage, Action) {
    debug_assert!(false, "no answer to {event:?} at {stage:?}");
    Settlement::new(
        SettlementOutcome::NeedsYou,
        "Adwright lost track of this item and stopped before sending anything more.",
    )
    .into_step()
}
