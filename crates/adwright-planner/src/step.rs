//! The stages and events of one item, and the step from one to the next.

use std::sync::Arc;

use adwright_model::{Bindings, Catalog, EditableDocument, Id, Kind};
use adwright_wire::{ForeignChangeRule, ItemOutcome, ItemReply, RequestFailure, Verdict};

use crate::list_scan::MatchCandidate;
use crate::outcome::{
    ConfirmedBy, OpenReason, ReadFailure, ReportedError, SearchFailure, SendOutcome, UnclearReason,
    WithdrawReason,
};
use crate::read_back::{self, ReadBack};
use crate::settlement::Settlement;
use crate::{busy, create, update};

/// How often an unknown outcome is looked up before a person is asked.
const MAX_LOOKS: u8 = 2;

/// The task of one item.
#[derive(Debug, Clone)]
pub enum SendTask {
    /// Create a new object.
    Create {
        /// The exact object to send.
        body: EditableDocument,
        /// The reference to find the object by; none if the dialect turns references off.
        reference: Option<String>,
        /// The bodies of earlier sends of the same draft, the oldest first. Any of them may already exist.
        sent_before: Vec<EditableDocument>,
        /// Whether a reply with the whole object as sent confirms it. Otherwise the object is read back.
        is_reply_enough: bool,
    },
    /// Update an object that is on the service.
    Update {
        /// The document that the person started from.
        base: EditableDocument,
        /// Whether the base is a full object. An item of a list proves nothing about members that it lacks.
        is_base_full: bool,
        /// The base with the person's edits.
        mine: EditableDocument,
        /// The specific kind of the object.
        kind: Kind,
        /// The fields of the kind, which tell how the items of a list are matched.
        catalog: Arc<Catalog>,
        /// What to do if someone else changed the object.
        foreign_changes: ForeignChangeRule,
        /// Where the service's objects hold the fields to compare, such as the version.
        bindings: Bindings,
    },
}

/// A planned or finished write.
#[derive(Debug, Clone)]
pub struct PlannedWrite {
    /// The object before the write; none for a create.
    pub before: Option<EditableDocument>,
    /// The exact object to send.
    pub body: EditableDocument,
}

/// The stage of an item.
#[derive(Debug, Clone)]
pub enum Stage {
    /// Nothing was done yet.
    Planned,
    /// The object is being read before the write.
    Reading,
    /// The list is being searched for the object of an earlier send.
    SearchingEarlier(EarlierSearch),
    /// The write is in flight.
    Writing(PlannedWrite),
    /// The service was too busy and answered with this status; the requested pause is running.
    Pausing {
        /// The write to repeat.
        write: PlannedWrite,
        /// The HTTP status.
        status: u16,
    },
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

/// A search for the objects that earlier sends of a draft may have created.
#[derive(Debug, Clone)]
pub struct EarlierSearch {
    /// The write that follows if no object is found.
    pub(crate) write: PlannedWrite,
    /// The bodies that are still to be searched for, the oldest first.
    pub(crate) remaining: Vec<EditableDocument>,
}

/// A look-up of an unknown outcome.
#[derive(Debug, Clone)]
pub struct OutcomeLookup {
    pub(crate) write: PlannedWrite,
    /// Why the outcome is unknown.
    pub(crate) why: UnclearReason,
    looks: u8,
}

impl OutcomeLookup {
    pub(crate) const fn new(write: PlannedWrite, why: UnclearReason) -> Self {
        Self {
            write,
            why,
            looks: 0,
        }
    }
}

/// The result of the last action, or the start of an item.
#[derive(Debug, Clone)]
pub enum Event {
    /// The item's turn has come.
    Begin,
    /// A look-up starts without a write, after a crash or because a person asked for it.
    StartLookup {
        /// The earlier write.
        write: PlannedWrite,
        /// Why the outcome is unknown.
        why: UnclearReason,
    },
    /// One more look starts without a write, because no look showed the outcome yet.
    StartFinalLookup {
        /// The earlier write.
        write: PlannedWrite,
        /// Why the outcome is unknown.
        why: UnclearReason,
    },
    /// The object was read.
    Read(ReadResult),
    /// The write ended.
    Delivered(Delivery),
    /// The list was searched by reference or content. The error says why the search is inconclusive.
    Searched(Result<Vec<MatchCandidate>, SearchFailure>),
    /// The quiet period has passed.
    QuietPeriodOver,
    /// A pause that the service asked for is over, was stopped, or is too long to wait for.
    Paused(PauseOutcome),
}

/// The result of a read.
#[derive(Debug, Clone)]
pub enum ReadResult {
    /// The full object.
    Object(EditableDocument),
    /// The service answered that the object does not exist.
    Missing,
    /// The object could not be read.
    Failed(ReadFailure),
}

/// How a write ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    /// The service cannot have acted.
    NeverSent(RequestFailure),
    /// A complete reply came.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The meaning of the reply.
        verdict: Verdict,
    },
    /// The service accepted the call that held the row. The object is the row's part of the reply; none if it cannot be
    /// read.
    RowAccepted(Option<EditableDocument>),
    /// Nobody knows whether the service acted.
    Unclear(UnclearReason),
}

/// The outcome of a pause that the service asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PauseOutcome {
    /// The pause is over: the service can be asked again.
    Over,
    /// The pause is too long, or one too many.
    TooLong {
        /// The end of a long pause, in epoch milliseconds.
        until_ms: Option<i64>,
    },
    /// The person stopped first.
    Stopped,
}

/// The next action.
#[derive(Debug, Clone)]
pub enum Action {
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

/// Returns the next stage and the next action.
#[must_use]
pub fn next_step(task: &SendTask, stage: Stage, event: Event) -> (Stage, Action) {
    match (stage, event) {
        (Stage::Planned, Event::Begin) => begin_task(task),
        (Stage::Planned, Event::StartLookup { write, why }) => {
            start_lookup(task, OutcomeLookup::new(write, why))
        }
        (Stage::Planned, Event::StartFinalLookup { write, why }) => {
            let mut lookup = OutcomeLookup::new(write, why);
            lookup.looks = MAX_LOOKS - 1;
            start_lookup(task, lookup)
        }
        (Stage::SearchingEarlier(search), Event::Searched(found)) => {
            create::on_earlier_searched(task, search, found.as_deref())
        }
        (Stage::Reading, Event::Read(result)) => update::on_current_read(task, result),
        (Stage::Writing(write), Event::Delivered(delivery)) => on_delivered(task, write, delivery),
        (Stage::ReadingBack(back), Event::Read(result)) => {
            read_back::on_read_back(task, back, result)
        }
        (Stage::WaitingToReadBack(back), Event::QuietPeriodOver) => {
            (Stage::ReadingBack(back), Action::Read)
        }
        (Stage::LookingUp(lookup), Event::Read(result)) => {
            update::on_looked_up(task, lookup, result)
        }
        (Stage::LookingUp(lookup), Event::Searched(found)) => {
            create::on_searched(task, lookup, found.as_deref())
        }
        (Stage::WaitingToLookUp(lookup), Event::QuietPeriodOver) => start_lookup(task, lookup),
        (Stage::Pausing { write, status }, Event::Paused(pause)) => match pause {
            PauseOutcome::Over => busy::on_pause_over(task, write),
            PauseOutcome::TooLong { until_ms } => {
                busy::on_pause_too_long(task, write, status, until_ms)
            }
            PauseOutcome::Stopped => busy::on_pause_stopped(task, write, status),
        },
        (Stage::Writing(_), Event::Paused(PauseOutcome::TooLong { until_ms })) => {
            busy::withdraw_during_pause(until_ms)
        }
        (Stage::Writing(_), Event::Paused(_)) => busy::withdraw_stopped(),
        (Stage::Retrying(write), Event::Read(result)) => busy::on_reread(task, write, result),
        (Stage::Retrying(write), Event::Searched(found)) => {
            busy::on_searched_again(task, write, found.as_deref())
        }
        (stage, event) => unexpected_event(&stage, &event),
    }
}

fn begin_task(task: &SendTask) -> (Stage, Action) {
    match task {
        SendTask::Create {
            body, sent_before, ..
        } => create::begin(body.clone(), sent_before.clone()),
        SendTask::Update { .. } => (Stage::Reading, Action::Read),
    }
}

pub(crate) fn start_write(write: PlannedWrite) -> (Stage, Action) {
    (Stage::Writing(write.clone()), Action::Write(write))
}

pub(crate) fn start_lookup(task: &SendTask, lookup: OutcomeLookup) -> (Stage, Action) {
    let action = match task {
        SendTask::Create { .. } => Action::Search(lookup.write.clone()),
        SendTask::Update { .. } => Action::Read,
    };
    (Stage::LookingUp(lookup), action)
}

fn on_delivered(task: &SendTask, write: PlannedWrite, delivery: Delivery) -> (Stage, Action) {
    match delivery {
        Delivery::NeverSent(failure) => {
            Settlement::withdrawn(WithdrawReason::NeverSent(failure)).into_step()
        }
        Delivery::Unclear(why) => look_up_unclear(task, write, why),
        Delivery::RowAccepted(object) => on_accepted(task, write, object),
        Delivery::Answered { verdict, status } => on_answered(task, write, verdict, status),
    }
}

fn on_answered(
    task: &SendTask,
    write: PlannedWrite,
    verdict: Verdict,
    status: u16,
) -> (Stage, Action) {
    match verdict {
        Verdict::Accepted { entities } => on_accepted(task, write, parse_object(entities.first())),
        Verdict::Refused { codes, message } => {
            let code = codes.first().copied();
            refused(task, reported_error(status, code, message)).into_step()
        }
        Verdict::Unauthorized => {
            Settlement::withdrawn(WithdrawReason::LoginNotAccepted).into_step()
        }
        Verdict::PerItem { items } => on_per_item(task, write, items, status),
        Verdict::Wait { seconds } => busy::on_busy(task, write, seconds, status),
        Verdict::Unknown(unclear) => look_up_unclear(task, write, UnclearReason::Reply(unclear)),
    }
}

/// Handles a per-item reply. One object was sent, so exactly one item settles it.
fn on_per_item(
    task: &SendTask,
    write: PlannedWrite,
    mut items: Vec<ItemReply>,
    status: u16,
) -> (Stage, Action) {
    let (Some(item), true) = (items.pop(), items.is_empty()) else {
        return look_up_unclear(task, write, UnclearReason::SeveralItems);
    };
    let error = reported_error(status, item.codes.first().copied(), item.message);
    match item.outcome {
        ItemOutcome::Accepted => on_accepted(task, write, parse_object(item.entity.as_ref())),
        ItemOutcome::Refused => refused(task, error).into_step(),
        // The service may have saved the item anyway.
        ItemOutcome::Compare | ItemOutcome::Unknown => {
            look_up_unclear(task, write, UnclearReason::Reported(error))
        }
    }
}

const fn reported_error(status: u16, code: Option<u32>, message: Option<String>) -> ReportedError {
    ReportedError {
        status,
        code,
        message,
    }
}

pub(crate) fn look_up_unclear(
    task: &SendTask,
    write: PlannedWrite,
    why: UnclearReason,
) -> (Stage, Action) {
    start_lookup(task, OutcomeLookup::new(write, why))
}

/// Parses an object of a reply; none if it cannot be read.
pub(crate) fn parse_object(entity: Option<&String>) -> Option<EditableDocument> {
    EditableDocument::parse(entity?).ok()
}

fn on_accepted(
    task: &SendTask,
    write: PlannedWrite,
    object: Option<EditableDocument>,
) -> (Stage, Action) {
    match task {
        SendTask::Update { .. } => {
            let back = ReadBack::new(write, ConfirmedBy::Updated);
            (Stage::ReadingBack(back), Action::Read)
        }
        SendTask::Create { .. } => create::on_accepted(task, write, object),
    }
}

pub(crate) fn refused(task: &SendTask, error: ReportedError) -> Settlement {
    let unsupported_reference = task.evidence_of_refused_reference(error.message.as_deref());
    let mut settlement = Settlement::new(SendOutcome::Refused(error));
    settlement.unsupported_reference = unsupported_reference;
    settlement
}

/// Looks once more after a quiet period; after the last look, a person decides.
pub(crate) fn retry_lookup(mut lookup: OutcomeLookup, settlement: Settlement) -> (Stage, Action) {
    lookup.looks += 1;
    if lookup.looks < MAX_LOOKS {
        return (Stage::WaitingToLookUp(lookup), Action::Wait);
    }
    settlement.into_step()
}

/// Stops an item after an event that does not fit its stage. This is a bug; nothing more is sent.
pub(crate) fn unexpected_event(stage: &Stage, event: &Event) -> (Stage, Action) {
    debug_assert!(false, "no answer to {event:?} at {stage:?}");
    Settlement::open(OpenReason::LostTrack).into_step()
}
