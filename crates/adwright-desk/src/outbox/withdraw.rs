//! What is still planned once nothing more goes out: drafts again.

use std::collections::BTreeSet;

use adwright_store::{Item, ItemTransition, OutboxState};

use super::plan::{Settlement, SettlementOutcome};
use super::receipt_record::ReceiptRecord;
use crate::desk::Desk;
use crate::error::Error;

/// What a service answers that had no time, and did nothing as far as it knows.
const HAD_NO_TIME: [u16; 2] = [429, 503];

impl Desk {
    /// Makes what never began a draft again, and what the service had no time for. Of that a receipt is kept, by which the
    /// next send of the draft looks for it first. The send lock is held by the caller.
    pub(super) fn withdraw_planned(&self) -> Result<usize, Error> {
        let planned = [OutboxState::Planned];
        let planned = self.store.item_list(&self.workspace.id, &planned)?;
        let mut withdrawn = 0;
        for item in &planned {
            if let Some(status) = self.busy_status(item)? {
                self.withdraw_busy(item, status)?;
                withdrawn += 1;
            }
        }
        let sends: BTreeSet<_> = planned.into_iter().map(|item| item.send).collect();
        for send in sends {
            withdrawn += self.store.send_cancel_planned(&send)?;
        }
        Ok(withdrawn)
    }

    /// The status with which the service turned it away; none where it did not.
    fn busy_status(&self, item: &Item) -> Result<Option<u16>, Error> {
        let attempts = self.store.attempt_list(&item.id)?.into_iter();
        let mut statuses = attempts.filter_map(|attempt| attempt.end?.status);
        Ok(statuses.find(|status| HAD_NO_TIME.contains(status)))
    }

    fn withdraw_busy(&self, item: &Item, status: u16) -> Result<(), Error> {
        let at = self.now();
        let outcome = format!(
            "The service had no time for it ({status}) and said that it did nothing. It is a draft again; the next send looks first whether the service has it."
        );
        let settlement = Settlement::new(SettlementOutcome::Withdrawn, outcome);
        let record = ReceiptRecord::new(self, item, OutboxState::TakenBack, &settlement, at)?;
        let transition = ItemTransition {
            from: &[OutboxState::Planned],
            to: OutboxState::TakenBack,
            code: None,
            outcome: &settlement.outcome,
            evidence: None,
            target: None,
        };
        self.store
            .item_settle(&item.id, &transition, &record.to_canonical_json(), at)?;
        Ok(())
    }
}
