//! Retries writes that a busy service turned away. After the requested pause, the planner looks first and then writes
//! again.
//!
//! The status claims that nothing was done. A look must confirm that before a second write. A proxy may answer 503
//! although it passed the write on, so a person decides about such a create.

use super::{
    Action, MatchCandidate, OutcomeLookup, PlannedWrite, ReadResult, SearchFailure, SendTask,
    Settlement, SettlementOutcome, Stage, create, look_up_unclear, start_lookup, start_write,
    update,
};

const WHY: &str = "the service was too busy to answer";

/// HTTP 429 (Too Many Requests). Only the service itself sends it, when a client exceeds its limits.
const TOO_MANY: u16 = 429;

/// Decides whether to write again after a pause of this many seconds. A create is written again only after a 429.
pub(super) fn on_busy(
    task: &SendTask,
    written: PlannedWrite,
    seconds: Option<u64>,
    status: u16,
) -> (Stage, Action) {
    let may_go_again = matches!(task, SendTask::Update { .. }) || status == TOO_MANY;
    if may_go_again {
        return (Stage::Pausing(written, status), Action::Pause(seconds));
    }
    look_up_unclear(task, written, &format!("{WHY} ({status})"))
}

/// Looks at the service after the pause, before writing again.
pub(super) fn on_pause_over(task: &SendTask, written: PlannedWrite) -> (Stage, Action) {
    let action = match task {
        SendTask::Create { .. } => Action::Search(written.clone()),
        SendTask::Update { .. } => Action::Read,
    };
    (Stage::Retrying(written), action)
}

/// Ends a write whose pause is too long, or comes once too often. After a 429 nothing was done, so the item is
/// withdrawn; the next send looks for the object before it writes.
pub(super) fn on_pause_too_long(
    task: &SendTask,
    (written, status): (PlannedWrite, u16),
    until: Option<&str>,
) -> (Stage, Action) {
    if status == TOO_MANY {
        return withdraw_during_pause(until);
    }
    look_up_unclear(task, written, WHY)
}

/// Withdraws an item because nothing may be sent before the pause is over.
pub(super) fn withdraw_during_pause(until: Option<&str>) -> (Stage, Action) {
    Settlement::new(SettlementOutcome::Withdrawn, deferred_message(until)).into_step()
}

/// Returns why a send ended early during a pause. The text names the end of the pause if the service told it.
pub(crate) fn deferred_message(until: Option<&str>) -> String {
    until.map_or_else(
        || "The service had no time, again and again; nothing more was sent. Send again later.".to_owned(),
        |until| {
            format!("The service asks for a pause until {until}; nothing more was sent. Send again after that.")
        },
    )
}

/// Withdraws an item because the person stopped during the pause.
pub(super) fn on_stopped() -> (Stage, Action) {
    Settlement::new(
        SettlementOutcome::Withdrawn,
        "You stopped while the service wanted a pause. It had done nothing of this one; the draft is unchanged.",
    )
    .into_step()
}

/// Decides from the object after the pause whether to send the update again.
pub(super) fn on_reread(
    task: &SendTask,
    written: PlannedWrite,
    seen: ReadResult,
) -> (Stage, Action) {
    match seen {
        ReadResult::Object(now) if update::is_applied(&written, &now) => {
            let done = "Updated. The service said that it had no time, but it holds the values that were sent.";
            update::settle_confirmed(task, &written, now, done).into_step()
        }
        ReadResult::Failed(_) => start_lookup(task, OutcomeLookup::new(written, WHY)),
        seen => update::on_current_read(task, seen),
    }
}

/// Decides from the list after the pause whether to send the create again.
pub(super) fn on_searched_again(
    task: &SendTask,
    written: PlannedWrite,
    found: Result<&[MatchCandidate], &SearchFailure>,
) -> (Stage, Action) {
    match found {
        Ok([]) => start_write(written),
        found => create::on_searched(task, OutcomeLookup::new(written, WHY), found),
    }
}
