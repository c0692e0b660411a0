//! Updates: read, merge, write the whole object, read back.

use adwright_model::{
    Binding, CatalogMergeIdentity, EditableDocument, MergeConflict, Path, ValueChange, diff,
    merge_onto,
};
use adwright_wire::ForeignChangeRule;

use crate::outcome::{
    Confirmation, ConfirmedBy, DifferingField, OpenReason, SendOutcome, UnclearReason,
    WithdrawReason,
};
use crate::settlement::{ConcurrentChanges, Settlement};
use crate::step::{
    Action, Event, OutcomeLookup, PlannedWrite, ReadResult, SendTask, Stage, retry_lookup,
    start_write, unexpected_event,
};

/// Decides from the service's current object whether the change may be sent.
pub(crate) fn on_current_read(task: &SendTask, result: ReadResult) -> (Stage, Action) {
    match result {
        ReadResult::Object(theirs) => merge_then_write(task, theirs),
        ReadResult::Missing => Settlement::open(OpenReason::Gone).into_step(),
        ReadResult::Failed(failure) => {
            Settlement::withdrawn(WithdrawReason::NotRead(failure)).into_step()
        }
    }
}

fn merge_then_write(task: &SendTask, theirs: EditableDocument) -> (Stage, Action) {
    let SendTask::Update {
        base,
        is_base_full,
        mine,
        kind,
        catalog,
        foreign_changes: rule,
        ..
    } = task
    else {
        return unexpected_event(&Stage::Reading, &Event::Read(ReadResult::Object(theirs)));
    };
    let changes = foreign_changes(base, *is_base_full, &theirs);
    let identity = CatalogMergeIdentity {
        catalog,
        kind: *kind,
    };
    let may_send = *rule == ForeignChangeRule::Merge || changes.is_empty();
    match merge_onto(base, mine, &theirs, &identity) {
        Ok(merged) if merged.conflicts.is_empty() && may_send => start_write(PlannedWrite {
            before: Some(theirs),
            body: merged.document,
        }),
        Ok(merged) => settle_conflict(merged.conflicts, changes, theirs).into_step(),
        // Both sides' changes together are too big for one object.
        Err(_) => settle_conflict(Vec::new(), changes, theirs).into_step(),
    }
}

/// Returns the changes that someone else made since the base was fetched. A summary proves nothing about members that
/// it lacks, and a new JSON type of an id is no change.
#[must_use]
pub fn foreign_changes(
    base: &EditableDocument,
    is_base_full: bool,
    theirs: &EditableDocument,
) -> Vec<ValueChange> {
    let mut changes = diff(base, theirs);
    changes.retain(|change| {
        (is_base_full || change.before.is_some()) && !change.changes_only_id_type()
    });
    changes
}

fn settle_conflict(
    conflicts: Vec<MergeConflict>,
    mut changes: Vec<ValueChange>,
    theirs: EditableDocument,
) -> Settlement {
    changes.retain(|change| {
        let is_part = |conflict: &MergeConflict| change.path.starts_with(&conflict.path);
        !conflicts.iter().any(is_part)
    });
    let mut settlement = Settlement::open(OpenReason::ChangedMeanwhile);
    settlement.concurrent = Some(Box::new(ConcurrentChanges {
        conflicts,
        others: changes,
    }));
    settlement.with_object(theirs)
}

/// Returns whether the sent object includes changes that someone else made since the base was fetched.
pub(crate) fn includes_foreign_changes(task: &SendTask, write: &PlannedWrite) -> bool {
    let SendTask::Update {
        base, is_base_full, ..
    } = task
    else {
        return false;
    };
    let before = write.before.as_ref();
    before.is_some_and(|before| !foreign_changes(base, *is_base_full, before).is_empty())
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
        includes_foreign_changes: includes_foreign_changes(task, write),
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
