//! Updates: read, compare, write the whole object, read back.

use adwright_model::{Binding, Change, Edit, Editable, Path, diff};

use super::{Action, End, Search, Seen, Settlement, Stage, Task, Written, look_later, write};
use crate::document::replay;

/// Decides, on what the service holds just now, whether the change may go.
pub(super) fn before_write(task: &Task, seen: Seen) -> (Stage, Action) {
    let Task::Update {
        base, whole, edits, ..
    } = task
    else {
        return super::out_of_step(&Stage::Reading, &super::Event::Read(seen));
    };
    match seen {
        Seen::Object(theirs) => compare_then_write(base, *whole, edits, theirs),
        Seen::Nothing => Settlement::new(
            End::NeedsYou,
            "The service says that it is not there any more. Nothing was sent.",
        )
        .step(),
        Seen::Failed(why) => Settlement::new(
            End::Withdrawn,
            format!("Nothing was sent: {why} The draft is unchanged; send it again when the service can be reached."),
        )
        .step(),
    }
}

fn compare_then_write(
    base: &Editable,
    whole: bool,
    edits: &[Edit],
    theirs: Editable,
) -> (Stage, Action) {
    let meanwhile = changed_meanwhile(base, whole, edits, &theirs);
    if !meanwhile.is_empty() {
        return conflict(meanwhile, theirs).step();
    }
    match replay(theirs.clone(), edits) {
        Ok(body) => write(Written {
            before: Some(theirs),
            body,
        }),
        Err(_) => Settlement::new(
            End::NeedsYou,
            "The draft's edits do not fit what the service holds. Nothing was sent.",
        )
        .seen(theirs)
        .step(),
    }
}

/// What someone else changed since the base was fetched. A summary is asked only about the members that it has, and
/// about those that the person set without having seen what is there.
fn changed_meanwhile(
    base: &Editable,
    whole: bool,
    edits: &[Edit],
    theirs: &Editable,
) -> Vec<Change> {
    let is_edited = |path: &Path| {
        let whole_list = |edit: &Edit| edit.counted_list().unwrap_or_else(|| edit.path().clone());
        let mut edited = edits.iter().map(whole_list);
        edited.any(|edited| edited.starts_with(path) || path.starts_with(&edited))
    };
    let mut changes = diff(base, theirs);
    changes.retain(|change| {
        let is_asked = whole || change.before.is_some() || is_edited(&change.path);
        is_asked && !change.is_only_type_of_id()
    });
    changes
}

fn conflict(meanwhile: Vec<Change>, theirs: Editable) -> Settlement {
    let mut settlement = Settlement::new(
        End::NeedsYou,
        "Someone changed it since you last got it. Nothing was sent, and nothing was overwritten.",
    );
    settlement.meanwhile = meanwhile;
    settlement.seen(theirs)
}

/// The service accepted the change and does not hold it.
pub(super) fn holds_other_values(written: &Written, now: Editable) -> Settlement {
    let missing = not_taken_over(written, &now);
    let mut settlement = Settlement::new(
        End::NeedsYou,
        "The service said that it accepted the change, but it holds other values.",
    );
    for path in missing {
        settlement = settlement.because(format!(
            "{path}: the service holds {}",
            shown_at(&now, &path)
        ));
    }
    settlement.seen(now)
}

/// The service holds what was written.
pub(super) fn settled_by_reading(
    task: &Task,
    written: &Written,
    now: Editable,
    done: &str,
) -> Settlement {
    let mut settlement = Settlement::new(End::Confirmed, done.to_owned());
    settlement.service_changes = diff(&written.body, &now);
    settlement
        .service_changes
        .retain(|change| !change.is_only_type_of_id());
    if slipped_between(task, written, &now) {
        settlement.outcome.push_str(
            " Its version went up by more than one: someone else saved it at the same moment. Look at the changes.",
        );
    }
    settlement.seen(now)
}

/// Whether more than our own write happened between the two reads, as far as a version number can tell.
fn slipped_between(task: &Task, written: &Written, now: &Editable) -> bool {
    let Task::Update { bindings, .. } = task else {
        return false;
    };
    let version = |document: &Editable| bindings.find(Binding::Version, document)?.1.as_i64();
    let before = written.before.as_ref().and_then(version);
    matches!((before, version(now)), (Some(before), Some(now)) if now.saturating_sub(before) > 1)
}

/// Whether the service holds everything that the person changed.
pub(super) fn is_taken_over(written: &Written, now: &Editable) -> bool {
    not_taken_over(written, now).is_empty()
}

/// The fields that the person changed and that the service does not hold as sent.
fn not_taken_over(written: &Written, now: &Editable) -> Vec<Path> {
    let Some(before) = &written.before else {
        return Vec::new();
    };
    let taken_over = |path: &Path| match (written.body.get(path), now.get(path)) {
        (Some(sent), Some(held)) => sent.agrees_with(&held),
        (None, None) => true,
        _ => false,
    };
    diff(before, &written.body)
        .into_iter()
        .map(|change| change.path)
        .filter(|path| !taken_over(path))
        .collect()
}

fn shown_at(document: &Editable, path: &Path) -> String {
    document
        .get(path)
        .map_or_else(|| "absent".to_owned(), |node| node.raw().to_owned())
}

/// Judges one look at an unknown update.
pub(super) fn looked(task: &Task, search: Search, seen: Seen) -> (Stage, Action) {
    match seen {
        Seen::Object(now) => compared(task, search, now),
        Seen::Nothing => {
            let settlement = undecided(&search, "the service says that it is not there");
            look_later(search, settlement)
        }
        Seen::Failed(why) => {
            let settlement = undecided(&search, "it could not be looked up").because(why);
            let settlement = settlement.needing_look(true);
            look_later(search, settlement)
        }
    }
}

fn compared(task: &Task, search: Search, now: Editable) -> (Stage, Action) {
    let missing = not_taken_over(&search.written, &now);
    if missing.is_empty() {
        return settled_by_reading(task, &search.written, now, &found(&search)).step();
    }
    if let Some(code) = search
        .code
        .filter(|_| holds_none(&search.written, &missing))
    {
        let mut refusal = Settlement::new(
            End::Refused,
            format!(
                "The service refused it ({code}): {} {}",
                search.why,
                super::what_next(Some(code))
            ),
        );
        refusal.code = Some(code);
        return refusal.seen(now).step();
    }
    let mut settlement = match search.code {
        Some(code) => in_part(code, &search.why),
        None => undecided(&search, "the service does not hold the change"),
    };
    for path in &missing {
        let held = shown_at(&now, path);
        settlement = settlement.because(format!("{path}: the service holds {held}"));
    }
    look_later(search, settlement.seen(now))
}

/// Whether nothing of what was sent arrived: then an answer that carried a code was a plain refusal.
fn holds_none(written: &Written, missing: &[Path]) -> bool {
    let sent = written
        .before
        .as_ref()
        .map(|before| diff(before, &written.body));
    sent.is_some_and(|sent| sent.len() == missing.len())
}

fn found(search: &Search) -> String {
    match search.code {
        Some(code) => format!(
            "Updated, though the service objected ({code}): {}",
            search.why
        ),
        None => "Updated. No clear answer came, but the service holds the values that were sent."
            .to_owned(),
    }
}

fn in_part(code: u32, why: &str) -> Settlement {
    let outcome =
        format!("The service objected ({code}): {why} It holds only a part of what was sent.");
    let mut settlement = Settlement::new(End::NeedsYou, outcome);
    settlement.code = Some(code);
    settlement
}

/// Says what is known of an update without a clear answer, and no more than that.
fn undecided(search: &Search, what: &str) -> Settlement {
    Settlement::new(
        End::NeedsYou,
        format!("No clear answer came ({}), and {what}.", search.why),
    )
}
