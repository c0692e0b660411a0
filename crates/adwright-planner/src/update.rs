//! Updates: read, compare, write the whole object, read back.

use adwright_model::{Binding, Edit, Editable, Path, ValueChange, diff};

use crate::outcome::{
    Confirmation, ConfirmedBy, HeldField, OpenReason, SendOutcome, UnclearReason, WithdrawReason,
};
use crate::settlement::Settlement;
use crate::step::{
    Action, Event, OutcomeLookup, PlannedWrite, ReadResult, SendTask, Stage, retry_lookup,
    start_write, unexpected_event,
};

/// Decides from the service's current object whether the change may be sent.
pub(crate) fn on_current_read(task: &SendTask, seen: ReadResult) -> (Stage, Action) {
    let SendTask::Update {
        base, whole, edits, ..
    } = task
    else {
        return unexpected_event(&Stage::Reading, &Event::Read(seen));
    };
    match seen {
        ReadResult::Object(theirs) => compare_then_write(base, *whole, edits, theirs),
        ReadResult::Missing => Settlement::open(OpenReason::Gone).into_step(),
        ReadResult::Failed(failure) => {
            Settlement::withdrawn(WithdrawReason::NotRead(failure)).into_step()
        }
    }
}

fn compare_then_write(
    base: &Editable,
    whole: bool,
    edits: &[Edit],
    theirs: Editable,
) -> (Stage, Action) {
    let meanwhile = conflicting_changes(base, whole, edits, &theirs);
    if !meanwhile.is_empty() {
        return settle_conflict(meanwhile, theirs).into_step();
    }
    let replayed = edits
        .iter()
        .try_fold(theirs.clone(), |document, edit| document.apply(edit));
    match replayed {
        Ok(body) => start_write(PlannedWrite {
            before: Some(theirs),
            body,
        }),
        Err(_) => Settlement::open(OpenReason::EditsDoNotFit)
            .with_object(theirs)
            .into_step(),
    }
}

/// Returns the changes by someone else since the base was fetched. A summary is compared only in its own members, and
/// in members that the person set without seeing their value.
fn conflicting_changes(
    base: &Editable,
    whole: bool,
    edits: &[Edit],
    theirs: &Editable,
) -> Vec<ValueChange> {
    let is_edited = |path: &Path| {
        let whole_list = |edit: &Edit| edit.indexed_list().unwrap_or_else(|| edit.path().clone());
        let mut edited = edits.iter().map(whole_list);
        edited.any(|edited| edited.starts_with(path) || path.starts_with(&edited))
    };
    let mut changes = diff(base, theirs);
    changes.retain(|change| {
        let is_asked = whole || change.before.is_some() || is_edited(&change.path);
        is_asked && !change.changes_only_id_type()
    });
    changes
}

fn settle_conflict(meanwhile: Vec<ValueChange>, theirs: Editable) -> Settlement {
    let mut settlement = Settlement::open(OpenReason::ChangedMeanwhile);
    settlement.meanwhile = meanwhile;
    settlement.with_object(theirs)
}

/// Settles an item whose values the service holds.
pub(crate) fn settle_confirmed(
    task: &SendTask,
    written: &PlannedWrite,
    now: Editable,
    by: ConfirmedBy,
) -> Settlement {
    let mut settlement = Settlement::new(SendOutcome::Confirmed(Confirmation {
        by,
        has_interleaved_save: has_interleaved_save(task, written, &now),
        read_failure: None,
    }));
    settlement.service_changes = diff(&written.body, &now);
    settlement
        .service_changes
        .retain(|change| !change.changes_only_id_type());
    settlement.with_object(now)
}

/// Returns whether someone else saved between the two reads, as far as the version number tells.
fn has_interleaved_save(task: &SendTask, written: &PlannedWrite, now: &Editable) -> bool {
    let SendTask::Update { bindings, .. } = task else {
        return false;
    };
    let version = |document: &Editable| bindings.find(Binding::Version, document)?.1.as_i64();
    let before = written.before.as_ref().and_then(version);
    matches!((before, version(now)), (Some(before), Some(now)) if now.saturating_sub(before) > 1)
}

/// Returns whether the service holds everything that the person changed.
pub(crate) fn is_applied(written: &PlannedWrite, now: &Editable) -> bool {
    differing_fields(written, now).is_empty()
}

/// Returns the fields that the person changed and that the service does not hold as sent.
pub(crate) fn differing_fields(written: &PlannedWrite, now: &Editable) -> Vec<HeldField> {
    let Some(before) = &written.before else {
        return Vec::new();
    };
    let is_held_as_sent = |path: &Path| match (written.body.get(path), now.get(path)) {
        (Some(sent), Some(held)) => sent.equals_ignoring_id_type(&held),
        (None, None) => true,
        _ => false,
    };
    diff(before, &written.body)
        .into_iter()
        .map(|change| change.path)
        .filter(|path| !is_held_as_sent(path))
        .map(|path| HeldField {
            held: now.get(&path).map(|node| node.raw().to_owned()),
            path,
        })
        .collect()
}

/// Judges one look at an unknown update.
pub(crate) fn on_looked_up(
    task: &SendTask,
    search: OutcomeLookup,
    seen: ReadResult,
) -> (Stage, Action) {
    let why = search.why.clone();
    match seen {
        ReadResult::Object(now) => settle_lookup(task, search, now),
        ReadResult::Missing => retry_lookup(search, Settlement::open(OpenReason::NotThere { why })),
        ReadResult::Failed(failure) => {
            let reason = OpenReason::NotRead { why, failure };
            retry_lookup(search, Settlement::open(reason))
        }
    }
}

fn settle_lookup(task: &SendTask, search: OutcomeLookup, now: Editable) -> (Stage, Action) {
    let fields = differing_fields(&search.written, &now);
    let reported = match &search.why {
        UnclearReason::Reported(error) if error.code.is_some() => Some(error.clone()),
        _ => None,
    };
    let reason = match reported {
        reported if fields.is_empty() => {
            let by = reported.map_or(ConfirmedBy::Held, ConfirmedBy::HeldDespite);
            return settle_confirmed(task, &search.written, now, by).into_step();
        }
        Some(error) if is_nothing_applied(&search.written, &fields) => {
            let refused = Settlement::new(SendOutcome::Refused(error));
            return refused.with_object(now).into_step();
        }
        Some(error) => OpenReason::PartlyApplied { error, fields },
        None => OpenReason::NotApplied {
            why: search.why.clone(),
            fields,
        },
    };
    retry_lookup(search, Settlement::open(reason).with_object(now))
}

/// Returns whether none of the sent changes arrived. Then a reply with a code was a plain refusal.
fn is_nothing_applied(written: &PlannedWrite, fields: &[HeldField]) -> bool {
    let sent = written
        .before
        .as_ref()
        .map(|before| diff(before, &written.body));
    sent.is_some_and(|sent| sent.len() == fields.len())
}
