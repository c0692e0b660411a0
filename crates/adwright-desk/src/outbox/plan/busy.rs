//! Writes for which the service had no time: after the pause that it asks for, they are looked at and go out again.
//!
//! The answer says that nothing was done, and a look has to bear that out before anything is written a second time. A 503
//! may come from something in between that passed the write on; a create that was answered so is a person's to decide.

use super::{
    Action, End, Search, SearchFailure, Seen, Settlement, Sighting, Stage, Task, Written, create,
    look, unclear, update, write,
};

const WHY: &str = "the service was too busy to answer";

/// The status that only a service itself gives, for more requests than it allows.
const TOO_MANY: u16 = 429;

/// Decides whether it may go out again after a pause of so many seconds.
pub(super) fn answered(
    task: &Task,
    written: Written,
    seconds: Option<u64>,
    status: u16,
) -> (Stage, Action) {
    let may_go_again = matches!(task, Task::Update { .. }) || status == TOO_MANY;
    if may_go_again {
        return (Stage::Pausing(written, status), Action::Pause(seconds));
    }
    unclear(task, written, &format!("{WHY} ({status})"))
}

/// After the pause: looks before it goes out again.
pub(super) fn passed(task: &Task, written: Written) -> (Stage, Action) {
    let action = match task {
        Task::Create { .. } => Action::Search(written.clone()),
        Task::Update { .. } => Action::Read,
    };
    (Stage::Retrying(written), action)
}

/// It asked for a longer pause than is waited for, or for one too many. Who gives a 429 did nothing; what went out is looked
/// for before the next send writes it.
pub(super) fn too_much(
    task: &Task,
    (written, status): (Written, u16),
    until: Option<&str>,
) -> (Stage, Action) {
    if status == TOO_MANY {
        return off(until);
    }
    unclear(task, written, WHY)
}

/// Nothing goes out before the pause is over.
pub(super) fn off(until: Option<&str>) -> (Stage, Action) {
    Settlement::new(End::Withdrawn, put_off(until)).step()
}

/// Why a send breaks off during a pause that nobody waits for; until when it is where the service says it.
pub(crate) fn put_off(until: Option<&str>) -> String {
    until.map_or_else(
        || "The service had no time, again and again; nothing more was sent. Send again later.".to_owned(),
        |until| {
            format!("The service asks for a pause until {until}; nothing more was sent. Send again after that.")
        },
    )
}

/// The person stopped while it was waiting.
pub(super) fn stopped() -> (Stage, Action) {
    Settlement::new(
        End::Withdrawn,
        "You stopped while the service wanted a pause. It had done nothing of this one; the draft is unchanged.",
    )
    .step()
}

/// Decides on what the service holds after the pause whether an update goes out again.
pub(super) fn read_again(task: &Task, written: Written, seen: Seen) -> (Stage, Action) {
    match seen {
        Seen::Object(now) if update::is_taken_over(&written, &now) => {
            let done = "Updated. The service said that it had no time, but it holds the values that were sent.";
            update::settled_by_reading(task, &written, now, done).step()
        }
        Seen::Failed(_) => look(task, Search::new(written, WHY)),
        seen => update::before_write(task, seen),
    }
}

/// Decides on what the list holds after the pause whether a create goes out again.
pub(super) fn searched_again(
    task: &Task,
    written: Written,
    found: Result<&[Sighting], &SearchFailure>,
) -> (Stage, Action) {
    match found {
        Ok([]) => write(written),
        found => create::searched(task, Search::new(written, WHY), found),
    }
}
