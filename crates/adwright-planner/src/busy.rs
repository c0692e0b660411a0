//! Retries writes that a busy service did not accept. After the requested pause, the planner first looks at the service
//! and then writes again.
//!
//! The status claims that nothing was done. A look must confirm that before a second write. A proxy may answer 503
//! although it passed the write on, so a person decides about such a create.

use crate::create;
use crate::list_scan::MatchCandidate;
use crate::outcome::{ConfirmedBy, SearchFailure, UnclearReason, WithdrawReason};
use crate::settlement::Settlement;
use crate::step::{
    Action, OutcomeLookup, PlannedWrite, ReadResult, SendTask, Stage, look_up_unclear,
    start_lookup, start_write,
};
use crate::update;

const BUSY: UnclearReason = UnclearReason::Busy { status: None };

/// HTTP 429 (Too Many Requests). Only the service itself sends it, when a client exceeds its limits.
const TOO_MANY_REQUESTS: u16 = 429;

/// Decides whether to write again after a pause of this many seconds. A create is written again only after a 429.
pub(crate) fn on_busy(
    task: &SendTask,
    write: PlannedWrite,
    seconds: Option<u64>,
    status: u16,
) -> (Stage, Action) {
    let may_retry = matches!(task, SendTask::Update { .. }) || status == TOO_MANY_REQUESTS;
    if may_retry {
        return (Stage::Pausing { write, status }, Action::Pause(seconds));
    }
    let status = Some(status);
    look_up_unclear(task, write, UnclearReason::Busy { status })
}

/// Looks at the service after the pause, before writing again.
pub(crate) fn on_pause_over(task: &SendTask, write: PlannedWrite) -> (Stage, Action) {
    let action = match task {
        SendTask::Create { .. } => Action::Search(write.clone()),
        SendTask::Update { .. } => Action::Read,
    };
    (Stage::Retrying(write), action)
}

/// Ends a write whose pause is too long, or one pause too many. After a 429 nothing was done, so the item is withdrawn.
/// The next send looks for the object before it writes.
pub(crate) fn on_pause_too_long(
    task: &SendTask,
    write: PlannedWrite,
    status: u16,
    until_ms: Option<i64>,
) -> (Stage, Action) {
    if status == TOO_MANY_REQUESTS {
        return withdraw_during_pause(until_ms);
    }
    look_up_unclear(task, write, BUSY)
}

/// Withdraws an item because nothing may be sent before the pause is over.
pub(crate) fn withdraw_during_pause(until_ms: Option<i64>) -> (Stage, Action) {
    Settlement::withdrawn(WithdrawReason::Paused { until_ms }).into_step()
}

/// Ends a write whose pause the person stopped. After a 429 nothing was done, so the item is withdrawn. A proxy may have
/// passed on any other write.
pub(crate) fn on_pause_stopped(
    task: &SendTask,
    write: PlannedWrite,
    status: u16,
) -> (Stage, Action) {
    if status == TOO_MANY_REQUESTS {
        return withdraw_stopped();
    }
    look_up_unclear(task, write, BUSY)
}

/// Withdraws an item because the person stopped before it was written.
pub(crate) fn withdraw_stopped() -> (Stage, Action) {
    Settlement::withdrawn(WithdrawReason::Stopped).into_step()
}

/// Decides from the object after the pause whether to send the update again.
pub(crate) fn on_reread(
    task: &SendTask,
    write: PlannedWrite,
    result: ReadResult,
) -> (Stage, Action) {
    match result {
        ReadResult::Object(now) if update::is_applied(&write, &now) => {
            update::settle_confirmed(task, &write, now, ConfirmedBy::HeldThoughBusy).into_step()
        }
        ReadResult::Failed(_) => start_lookup(task, OutcomeLookup::new(write, BUSY)),
        result => update::on_current_read(task, result),
    }
}

/// Decides from the list after the pause whether to send the create again.
pub(crate) fn on_searched_again(
    task: &SendTask,
    write: PlannedWrite,
    found: Result<&[MatchCandidate], &SearchFailure>,
) -> (Stage, Action) {
    match found {
        Ok([]) => start_write(write),
        found => create::on_searched(task, OutcomeLookup::new(write, BUSY), found),
    }
}
