//! Turns items that are still planned after a send into drafts again.

use std::collections::BTreeSet;

use adwright_store::{Item, ItemTransition, OutboxState};

use super::plan::{Settlement, SettlementOutcome};
use super::receipt_record::ReceiptRecord;
use crate::desk::Desk;
use crate::error::Error;

/// The statuses of a service that was too busy, and claims to have done nothing.
const HAD_NO_TIME: [u16; 2] = [429, 503];

impl Desk {
    /// Turns planned items into drafts again. An item that a busy service turned away also keeps a receipt, so that the
    /// next send of its draft looks for the object first. The caller holds the send lock.
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

    /// Returns the status with which a busy service turned the item away; none if it did not.
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
