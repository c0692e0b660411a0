//! The calls of a batch. A service may refuse a whole call because of one of its rows.

use adwright_checks::{BatchChecker, Fact};
use adwright_planner::SendTask;
use adwright_wire::codes;

use super::PlannedItem;
use super::judge::Judge;
use super::verdict::{ItemVerdict, MissingKnowledge};

/// How a send cuts values into calls.
pub(super) struct BatchCalls {
    /// The most rows of a call.
    pub(super) cap: usize,
    /// Whether the service is known to show the codes of its refusals.
    pub(super) shows_codes: bool,
    /// The most rows that the service is known to accept in one call.
    pub(super) known_size: usize,
}

impl BatchCalls {
    /// Corrects the verdicts of rows that other rows of their call decide about.
    pub(super) fn apply(
        &self,
        judge: &Judge<'_>,
        items: &[PlannedItem],
        verdicts: &mut [ItemVerdict],
    ) {
        for (items, verdicts) in items.chunks(self.cap).zip(verdicts.chunks_mut(self.cap)) {
            let items_in_call = items.len();
            // With the code, the send halves a call that is too large.
            let is_size_known = self.shows_codes || items_in_call <= self.known_size.max(1);
            let refuses: Vec<bool> = verdicts
                .iter()
                .map(|verdict| self.may_refuse(verdict))
                .collect();
            let refusing = refuses.iter().filter(|refuses| **refuses).count();
            let mut call = BatchChecker::new(None);
            for ((item, verdict), refuses) in items.iter().zip(verdicts).zip(refuses) {
                let SendTask::Create { body, .. } = &item.task else {
                    continue;
                };
                let contradicts = judge.contradicts(&item.write(body, None), &mut call);
                let is_decided_by_others = contradicts || refusing > usize::from(refuses);
                if *verdict != ItemVerdict::Accepted {
                    continue;
                }
                if is_decided_by_others {
                    *verdict = ItemVerdict::lacks(MissingKnowledge::OtherRow);
                } else if !is_size_known {
                    *verdict = ItemVerdict::lacks(MissingKnowledge::CallSize(items_in_call));
                }
            }
        }
    }

    /// Returns whether the row may be the reason why a whole call is refused for good. After some codes, the send halves the
    /// call until the bad row is alone, if the service shows its codes.
    fn may_refuse(&self, verdict: &ItemVerdict) -> bool {
        match verdict {
            ItemVerdict::Accepted | ItemVerdict::Stopped(_) => false,
            ItemVerdict::Refused { code, .. } => {
                !(self.shows_codes
                    && matches!(
                        code,
                        Some(codes::ACTIVITY_OF_ADVERTISER | codes::LOOSE_DATA)
                    ))
            }
            ItemVerdict::Unknown { missing } => missing.iter().any(|missing| {
                let is_halved = matches!(
                    missing,
                    MissingKnowledge::Fact {
                        fact: Fact::KeepsValueObjects,
                        ..
                    } | MissingKnowledge::EarlierSend
                );
                !(self.shows_codes && is_halved)
            }),
        }
    }
}
