//! Withdraws items that are still planned after a send.

use std::collections::BTreeSet;

use adwright_store::{Item, OutboxState};

use super::receipt_record::ItemEnd;
use super::recorded_outcome::RecordedOutcome;

use crate::error::Error;
use crate::outbox::Outbox;

/// The statuses of a service that was too busy, and claims to have done nothing.
const HAD_NO_TIME: [u16; 2] = [429, 503];

impl Outbox {
    /// Withdraws planned items. An item that a busy service turned away also keeps a receipt, so that the
    /// next send of its draft or row looks for the object first. The caller holds the send lock.
    pub(super) fn withdraw_planned(&self) -> Result<usize, Error> {
        let planned = [OutboxState::Planned];
        let planned = self
            .context
            .store
            .item_list(&self.context.workspace.id, &planned)?;
        let mut withdrawn = 0;
        for item in &planned {
            if let Some(status) = self.busy_status(item)? {
                self.withdraw_busy(item, status)?;
                withdrawn += 1;
            }
        }
        let sends: BTreeSet<_> = planned.into_iter().map(|item| item.send).collect();
        for send in sends {
            withdrawn += self.context.store.items_cancel_planned(&send)?;
        }
        Ok(withdrawn)
    }

    /// Returns the status with which a busy service turned the item away; none if it did not.
    fn busy_status(&self, item: &Item) -> Result<Option<u16>, Error> {
        let attempts = self.context.store.attempt_list(&item.id)?.into_iter();
        let mut statuses = attempts.filter_map(|attempt| attempt.end?.status);
        Ok(statuses.find(|status| HAD_NO_TIME.contains(status)))
    }

    fn withdraw_busy(&self, item: &Item, status: u16) -> Result<(), Error> {
        self.settle_items([ItemEnd {
            item,
            state: OutboxState::TakenBack,
            outcome: RecordedOutcome::BusyUntilEnd { status },
            service_changes: &[],
            basis: None,
        }])
    }
}
