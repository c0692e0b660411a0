//! Updates: read, compare, write the whole object, read back.

use adwright_model::{Binding, Edit, Editable, Path, ValueChange, diff};

use super::{
    Action, OutcomeLookup, PlannedWrite, ReadResult, SendTask, Settlement, SettlementOutcome,
    Stage, retry_lookup, start_write,
};
use crate::document::replay;

/// Decides from the service's current object whether the change may be sent.
pub(super) fn on_current_read(task: &SendTask, seen: ReadResult) -> (Stage, Action) {
    let SendTask::Update {
        base, whole, edits, ..
    } = task
    else {
        return super::unexpected_event(&Stage::Reading, &super::Event::Read(seen));
    };
    match seen {
        ReadResult::Object(theirs) => compare_then_write(base, *whole, edits, theirs),
        ReadResult::Missing => Settlement::new(
            SettlementOutcome::NeedsYou,
            "The service says that it is not there any more. Nothing was sent.",
        )
        .into_step(),
        ReadResult::Failed(why) => Settlement::new(
            SettlementOutcome::Withdrawn,
            format!("Nothing was sent: {why} The draft is unchanged; send it again when the service can be reached."),
        )
        .into_step(),
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
    match replay(theirs.clone(), edits) {
        Ok(body) => start_write(PlannedWrite {
            before: Some(theirs),
            body,
        }),
        Err(_) => Settlement::new(
            SettlementOutcome::NeedsYou,
            "The draft's edits do not fit what the service holds. Nothing was sent.",
        )
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
    let mut settlement = Settlement::new(
        SettlementOutcome::NeedsYou,
        "Someone changed it since you last got it. Nothing was sent, and nothing was overwritten.",
    );
    settlement.meanwhile = meanwhile;
    settlement.with_object(theirs)
}

/// Settles an update that the service accepted but does not hold.
pub(super) fn holds_other_values(written: &PlannedWrite, now: Editable) -> Settlement {
    let missing = unapplied_paths(written, &now);
    let mut settlement = Settlement::new(
        SettlementOutcome::NeedsYou,
        "The service said that it accepted the change, but it holds other values.",
    );
    for path in missing {
        settlement =
            settlement.with_evidence(format!("{path}: the service holds {}", raw_at(&now, &path)));
    }
    settlement.with_object(now)
}

/// Settles an item whose values the service holds.
pub(super) fn settle_confirmed(
    task: &SendTask,
    written: &PlannedWrite,
    now: Editable,
    done: &str,
) -> Settlement {
    let mut settlement = Settlement::new(SettlementOutcome::Confirmed, done.to_owned());
    settlement.service_changes = diff(&written.body, &now);
    settlement
        .service_changes
        .retain(|change| !change.changes_only_id_type());
    if has_interleaved_save(task, written, &now) {
        settlement.outcome.push_str(
            " Its version went up by more than one: someone else saved it at the same moment. Look at the changes.",
        );
    }
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
pub(super) fn is_applied(written: &PlannedWrite, now: &Editable) -> bool {
    unapplied_paths(written, now).is_empty()
}

/// Returns the fields that the person changed and that the service does not hold as sent.
fn unapplied_paths(written: &PlannedWrite, now: &Editable) -> Vec<Path> {
    let Some(before) = &written.before else {
        return Vec::new();
    };
    let taken_over = |path: &Path| match (written.body.get(path), now.get(path)) {
        (Some(sent), Some(held)) => sent.equals_ignoring_id_type(&held),
        (None, None) => true,
        _ => false,
    };
    diff(before, &written.body)
        .into_iter()
        .map(|change| change.path)
        .filter(|path| !taken_over(path))
        .collect()
}

fn raw_at(document: &Editable, path: &Path) -> String {
    document
        .get(path)
        .map_or_else(|| "absent".to_owned(), |node| node.raw().to_owned())
}

/// Judges one look at an unknown update.
pub(super) fn on_looked_up(
    task: &SendTask,
    search: OutcomeLookup,
    seen: ReadResult,
) -> (Stage, Action) {
    match seen {
        ReadResult::Object(now) => settle_lookup(task, search, now),
        ReadResult::Missing => {
            let settlement = settle_undecided(&search, "the service says that it is not there");
            retry_lookup(search, settlement)
        }
        ReadResult::Failed(why) => {
            let settlement =
                settle_undecided(&search, "it could not be looked up").with_evidence(why);
            let settlement = settlement.needing_look(true);
            retry_lookup(search, settlement)
        }
    }
}

fn settle_lookup(task: &SendTask, search: OutcomeLookup, now: Editable) -> (Stage, Action) {
    let missing = unapplied_paths(&search.written, &now);
    if missing.is_empty() {
        return settle_confirmed(task, &search.written, now, &confirmed_sentence(&search))
            .into_step();
    }
    if let Some(code) = search
        .code
        .filter(|_| is_nothing_applied(&search.written, &missing))
    {
        let mut refusal = Settlement::new(
            SettlementOutcome::Refused,
            format!(
                "The service refused it ({code}): {} {}",
                search.why,
                super::remedy_sentence(Some(code))
            ),
        );
        refusal.code = Some(code);
        return refusal.with_object(now).into_step();
    }
    let mut settlement = match search.code {
        Some(code) => settle_partly_applied(code, &search.why),
        None => settle_undecided(&search, "the service does not hold the change"),
    };
    for path in &missing {
        let held = raw_at(&now, path);
        settlement = settlement.with_evidence(format!("{path}: the service holds {held}"));
    }
    retry_lookup(search, settlement.with_object(now))
}

/// Returns whether none of the sent changes arrived. Then a reply with a code was a plain refusal.
fn is_nothing_applied(written: &PlannedWrite, missing: &[Path]) -> bool {
    let sent = written
        .before
        .as_ref()
        .map(|before| diff(before, &written.body));
    sent.is_some_and(|sent| sent.len() == missing.len())
}

fn confirmed_sentence(search: &OutcomeLookup) -> String {
    match search.code {
        Some(code) => format!(
            "Updated, though the service objected ({code}): {}",
            search.why
        ),
        None => "Updated. No clear answer came, but the service holds the values that were sent."
            .to_owned(),
    }
}

fn settle_partly_applied(code: u32, why: &str) -> Settlement {
    let outcome =
        format!("The service objected ({code}): {why} It holds only a part of what was sent.");
    let mut settlement = Settlement::new(SettlementOutcome::NeedsYou, outcome);
    settlement.code = Some(code);
    settlement
}

/// Settles an update without a clear reply, and states only what is known.
fn settle_undecided(search: &OutcomeLookup, what: &str) -> Settlement {
    Settlement::new(
        SettlementOutcome::NeedsYou,
        format!("No clear answer came ({}), and {what}.", search.why),
    )
}
