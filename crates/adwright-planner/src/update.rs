//! Updates: read, compare, write the whole object, read back.

use adwright_model::{Binding, Edit, EditableDocument, Path, ValueChange, diff};

use crate::outcome::{
    Confirmation, ConfirmedBy, DifferingField, OpenReason, SendOutcome, UnclearReason,
    WithdrawReason,
};
use crate::settlement::Settlement;
use crate::step::{
    Action, Event, OutcomeLookup, PlannedWrite, ReadResult, SendTask, Stage, retry_lookup,
    start_write, unexpected_event,
};

/// Decides from the service's current object whether the change may be sent.
pub(crate) fn on_current_read(task: &SendTask, result: ReadResult) -> (Stage, Action) {
    let SendTask::Update {
        base,
        is_base_full,
        edits,
        ..
    } = task
    else {
        return unexpected_event(&Stage::Reading, &Event::Read(result));
    };
    match result {
        ReadResult::Object(theirs) => compare_then_write(base, *is_base_full, edits, theirs),
        ReadResult::Missing => Settlement::open(OpenReason::Gone).into_step(),
        ReadResult::Failed(failure) => {
            Settlement::withdrawn(WithdrawReason::NotRead(failure)).into_step()
        }
    }
}

fn compare_then_write(
    base: &EditableDocument,
    is_base_full: bool,
    edits: &[Edit],
    theirs: EditableDocument,
) -> (Stage, Action) {
    let conflicts = conflicting_changes(base, is_base_full, edits, &theirs);
    if !conflicts.is_empty() {
        return settle_conflict(conflicts, theirs).into_step();
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
    base: &EditableDocument,
    is_base_full: bool,
    edits: &[Edit],
    theirs: &EditableDocument,
) -> Vec<ValueChange> {
    let is_edited = |path: &Path| {
        let list_or_field =
            |edit: &Edit| edit.indexed_list().unwrap_or_else(|| edit.path().clone());
        let mut edited = edits.iter().map(list_or_field);
        edited.any(|edited| edited.starts_with(path) || path.starts_with(&edited))
    };
    let mut changes = diff(base, theirs);
    changes.retain(|change| {
        let is_compared = is_base_full || change.before.is_some() || is_edited(&change.path);
        is_compared && !change.changes_only_id_type()
    });
    changes
}

fn settle_conflict(conflicts: Vec<ValueChange>, theirs: EditableDocument) -> Settlement {
    let mut settlement = Settlement::open(OpenReason::ChangedMeanwhile);
    settlement.concurrent_changes = conflicts;
    settlement.with_object(theirs)
}

/// Settles an item whose values the service holds.
pub(crate) fn settle_confirmed(
    task: &SendTask,
    write: &PlannedWrite,
    now: EditableDocument,
    by: ConfirmedBy,
) -> Settlement {
    let mut settlement = Settlement::new(SendOutcome::Confirmed(Confirmation {
        by,
        has_interleaved_save: has_interleaved_save(task, write, &now),
        read_failure: None,
    }));
    settlement.service_changes = diff(&write.body, &now);
    settlement
        .service_changes
        .retain(|change| !change.changes_only_id_type());
    settlement.with_object(now)
}

/// Returns whether the version number shows that someone else saved between the two reads.
fn has_interleaved_save(task: &SendTask, write: &PlannedWrite, now: &EditableDocument) -> bool {
    let SendTask::Update { bindings, .. } = task else {
        return false;
    };
    let version =
        |document: &EditableDocument| bindings.find(Binding::Version, document)?.1.as_i64();
    let before = write.before.as_ref().and_then(version);
    matches!((before, version(now)), (Some(before), Some(now)) if now.saturating_sub(before) > 1)
}

/// Returns whether the service holds everything that the person changed.
pub(crate) fn is_applied(write: &PlannedWrite, now: &EditableDocument) -> bool {
    differing_fields(write, now).is_empty()
}

/// Returns the fields that the person changed and that the service does not hold as sent.
pub(crate) fn differing_fields(
    write: &PlannedWrite,
    now: &EditableDocument,
) -> Vec<DifferingField> {
    let Some(before) = &write.before else {
        return Vec::new();
    };
    let is_held_as_sent = |path: &Path| match (write.body.get(path), now.get(path)) {
        (Some(sent), Some(held)) => sent.equals_ignoring_id_type(&held),
        (None, None) => true,
        _ => false,
    };
    diff(before, &write.body)
        .into_iter()
        .map(|change| change.path)
        .filter(|path| !is_held_as_sent(path))
        .map(|path| DifferingField {
            service_value: now.get(&path).map(|node| node.raw().to_owned()),
            path,
        })
        .collect()
}

/// Decides from the service's current object about an update whose outcome is unknown.
pub(crate) fn on_looked_up(
    task: &SendTask,
    lookup: OutcomeLookup,
    result: ReadResult,
) -> (Stage, Action) {
    let why = lookup.why.clone();
    match result {
        ReadResult::Object(now) => settle_lookup(task, lookup, now),
        ReadResult::Missing => retry_lookup(lookup, Settlement::open(OpenReason::NotThere { why })),
        ReadResult::Failed(failure) => {
            let reason = OpenReason::NotRead { why, failure };
            retry_lookup(lookup, Settlement::open(reason))
        }
    }
}

fn settle_lookup(task: &SendTask, lookup: OutcomeLookup, now: EditableDocument) -> (Stage, Action) {
    let fields = differing_fields(&lookup.write, &now);
    let reason = match lookup.why.reported_error() {
        reported if fields.is_empty() => {
            let by = reported.map_or(ConfirmedBy::Held, ConfirmedBy::HeldDespite);
            return settle_confirmed(task, &lookup.write, now, by).into_step();
        }
        Some(error) if is_nothing_applied(&lookup.write, &fields) => {
            let refused = Settlement::new(SendOutcome::Refused(error)).with_object(now);
            return match lookup.why {
                UnclearReason::Reported(_) => refused.into_step(),
                // The reply is not about this object alone, so the service may save it late.
                _ => retry_lookup(lookup, refused),
            };
        }
        Some(error) => OpenReason::PartlyApplied { error, fields },
        None => OpenReason::NotApplied {
            why: lookup.why.clone(),
            fields,
        },
    };
    retry_lookup(lookup, Settlement::open(reason).with_object(now))
}

/// Returns whether none of the sent changes arrived. Then a reply with a code was a plain refusal.
fn is_nothing_applied(write: &PlannedWrite, fields: &[DifferingField]) -> bool {
    let sent = write
        .before
        .as_ref()
        .map(|before| diff(before, &write.body));
    sent.is_some_and(|sent| sent.len() == fields.len())
}
