//! Writes for which the service had no time: after the pause that it asks for, they are looked at and go out again.
//!
//! The answer says that nothing was done, and a look has to bear that out before anything is written a second time. A 503
//! may come from something in between that passed the write on; a create that was answered so is a person's to decide.

use super::{
    Action, MatchCandidate, OutcomeLookup, PlannedWrite, ReadResult, SearchFailure, SendTask,
    Settlement, SettlementOutcome, Stage, create, look_up_unclear, start_lookup, start_write,
    update,
};

const WHY: &str = "the service was too busy to answer";

/// The status that only a service itself gives, for more requests than it allows.
const TOO_MANY: u16 = 429;

/// Decides whether it may go out again after a pause of so many seconds.
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

/// After the pause: looks before it goes out again.
pub(super) fn on_pause_over(task: &SendTask, written: PlannedWrite) -> (Stage, Action) {
    let action = match task {
        SendTask::Create { .. } => Action::Search(written.clone()),
        SendTask::Update { .. } => Action::Read,
    };
    (Stage::Retrying(written), action)
}

/// It asked for a longer pause than is waited for, or for one too many. Who gives a 429 did nothing; what went out is looked
/// for before the next send writes it.
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

/// Nothing goes out before the pause is over.
pub(super) fn withdraw_during_pause(until: Option<&str>) -> (Stage, Action) {
    Settlement::new(SettlementOutcome::Withdrawn, deferred_message(until)).into_step()
}

/// Why a send breaks off during a pause that nobody waits for; until when it is where the service says it.
pub(crate) fn deferred_message(until: Option<&str>) -> String {
    until.map_or_else(
        || "The service had no time, again and again; nothing more was sent. Send again later.".to_owned(),
        |until| {
            format!("The service asks for a pause until {until}; nothing more was sent. Send again after that.")
        },
    )
}

/// The person stopped while it was waiting.
pub(super) fn on_stopped() -> (Stage, Action) {
    Settlement::new(
        SettlementOutcome::Withdrawn,
        "You stopped while the service wanted a pause. It had done nothing of this one; the draft is unchanged.",
    )
    .into_step()
}

/// Decides on what the service holds after the pause whether an update goes out again.
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

/// Decides on what the list holds after the pause whether a create goes out again.
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
