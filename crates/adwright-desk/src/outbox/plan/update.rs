//! Updates: read, compare, write the whole object, read back.

use adwright_model::{Binding, Bindings, Change, Edit, Editable, Path, diff};

use super::{Action, End, Search, Seen, Settlement, Stage, Task, Written, look_later, write};

/// Decides, on what the service holds just now, whether the change may go.
pub(super) fn before_write(task: &Task, seen: Seen) -> (Stage, Action) {
    let Task::Update { base, whole, edits } = task else {
        return super::out_of_step(&Stage::Reading, &super::Event::Read(seen));
    };
    match seen {
        Seen::Object(theirs) => compare_then_write(base, *whole, edits, theirs),
        Seen::Nothing => Settlement::new(
            End::NeedsYou,
            "The service says that there is no such campaign any more. Nothing was sent.",
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
    let meanwhile = changed_meanwhile(base, whole, &theirs);
    if !meanwhile.is_empty() {
        return conflict(&meanwhile, theirs).step();
    }
    match replay(edits, &theirs) {
        Some(body) => write(Written {
            before: Some(theirs),
            body,
        }),
        None => Settlement::new(
            End::NeedsYou,
            "The draft's edits do not fit the campaign that the service holds. Nothing was sent.",
        )
        .seen(theirs)
        .step(),
    }
}

/// What someone else changed since the base was fetched. A summary is asked only about the members that it has.
fn changed_meanwhile(base: &Editable, whole: bool, theirs: &Editable) -> Vec<Change> {
    let mut changes = diff(base, theirs);
    changes.retain(|change| whole || change.before.is_some());
    changes
}

fn conflict(meanwhile: &[Change], theirs: Editable) -> Settlement {
    let mut settlement = Settlement::new(
        End::NeedsYou,
        "Someone changed this campaign since you last got it. Nothing was sent, and nothing was overwritten.",
    );
    for change in meanwhile {
        settlement = settlement.because(format!(
            "{}: was {}, is now {}",
            change.path,
            shown(change.before.as_deref()),
            shown(change.after.as_deref()),
        ));
    }
    settlement.seen(theirs)
}

fn shown(value: Option<&str>) -> &str {
    value.unwrap_or("absent")
}

/// The edits on top of another text of the same object; none where one of them finds no place.
fn replay(edits: &[Edit], onto: &Editable) -> Option<Editable> {
    edits
        .iter()
        .try_fold(onto.clone(), |document, edit| document.apply(edit))
        .ok()
}

/// What an accepted write led to, by reading back.
pub(super) fn confirmed(written: &Written, now: Editable, done: &str) -> Settlement {
    let missing = not_taken_over(written, &now);
    if missing.is_empty() {
        return settled_by_reading(written, now, done);
    }
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

fn settled_by_reading(written: &Written, now: Editable, done: &str) -> Settlement {
    let mut settlement = Settlement::new(End::Confirmed, done.to_owned());
    settlement.service_changes = diff(&written.body, &now);
    if slipped_between(written, &now) {
        settlement.outcome.push_str(
            " Its version went up by more than one: someone else saved it at the same moment. Look at the changes.",
        );
    }
    settlement.seen(now)
}

/// Whether more than our own write happened between the two reads, as far as a version number can tell.
fn slipped_between(written: &Written, now: &Editable) -> bool {
    let version = |document: &Editable| -> Option<i64> {
        Bindings::default()
            .find(Binding::Version, document)?
            .1
            .as_i64()
    };
    let before = written.before.as_ref().and_then(version);
    matches!((before, version(now)), (Some(before), Some(now)) if now.saturating_sub(before) > 1)
}

/// The fields that the person changed and that the service does not hold as sent.
fn not_taken_over(written: &Written, now: &Editable) -> Vec<Path> {
    let Some(before) = &written.before else {
        return Vec::new();
    };
    let taken_over = |path: &Path| match (written.body.get(path), now.get(path)) {
        (Some(sent), Some(held)) => sent.same_value(&held),
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
pub(super) fn looked(search: Search, seen: Seen) -> (Stage, Action) {
    let now = match seen {
        Seen::Object(now) => now,
        Seen::Nothing => {
            let settlement =
                undecided(&search).because("The service says that there is no such campaign.");
            return look_later(search, settlement);
        }
        Seen::Failed(why) => {
            let settlement =
                undecided(&search).because(format!("It could not be looked up: {why}"));
            return look_later(search, settlement);
        }
    };
    let missing = not_taken_over(&search.written, &now);
    if missing.is_empty() {
        let done =
            "Updated. No clear answer came, but the service holds the values that were sent.";
        return settled_by_reading(&search.written, now, done).step();
    }
    let mut settlement = undecided(&search);
    for path in &missing {
        settlement = settlement.because(format!(
            "{path}: the service holds {}",
            shown_at(&now, path)
        ));
    }
    look_later(search, settlement.seen(now))
}

fn undecided(search: &Search) -> Settlement {
    Settlement::new(
        End::NeedsYou,
        format!(
            "No clear answer came ({}), and the service does not hold the change.",
            search.why
        ),
    )
}
