//! The calls of a batch. A service may refuse a whole call because of one of its rows.

use adwright_checks::{BatchChecker, Fact};
use adwright_planner::SendTask;
use adwright_wire::codes;

use super::PlannedItem;
use super::judge::Judge;
use super::verdict::{ItemVerdict, MissingKnowledge};

/// Corrects the verdicts of rows that other rows of their call decide about.
pub(super) fn apply_calls(
    judge: &Judge<'_>,
    items: &[PlannedItem],
    verdicts: &mut [ItemVerdict],
    cap: usize,
) {
    for (items, verdicts) in items.chunks(cap).zip(verdicts.chunks_mut(cap)) {
        let refuses: Vec<bool> = verdicts.iter().map(may_refuse_call).collect();
        let refusing = refuses.iter().filter(|refuses| **refuses).count();
        let mut call = BatchChecker::new(None);
        for ((item, verdict), refuses) in items.iter().zip(verdicts).zip(refuses) {
            let SendTask::Create { body, .. } = &item.task else {
                continue;
            };
            let contradicts = judge.contradicts(&item.write(body, None), &mut call);
            let is_decided_by_others = contradicts || refusing > usize::from(refuses);
            if *verdict == ItemVerdict::Accepted && is_decided_by_others {
                *verdict = ItemVerdict::lacks(MissingKnowledge::OtherRow);
            }
        }
    }
}

/// Returns whether the row may be the reason why a whole call is refused for good. After some codes, the send halves the
/// call until the bad row is alone.
fn may_refuse_call(verdict: &ItemVerdict) -> bool {
    match verdict {
        ItemVerdict::Accepted | ItemVerdict::Stopped(_) => false,
        ItemVerdict::Refused { code, .. } => !matches!(
            code,
            Some(codes::ACTIVITY_OF_ADVERTISER | codes::LOOSE_DATA)
        ),
        ItemVerdict::Unknown { missing } => missing.iter().any(|missing| {
            let is_halved = matches!(
                missing,
                MissingKnowledge::Fact {
                    fact: Fact::KeepsValueObjects,
                    ..
                } | MissingKnowledge::EarlierSend
            );
            !is_halved
        }),
    }
}
