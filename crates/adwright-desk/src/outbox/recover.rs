//! Recovery after a crash: items in flight are looked up, and items that never began are withdrawn.

use std::sync::PoisonError;

use adwright_planner::{Event, PlannedWrite, UnclearReason};
use adwright_store::{Item, OutboxState, SendLockError};

use super::batch::BatchRunner;
use super::item_runner::ItemRunner;
use super::open_questions::Occasion;

use crate::document::parse_editable;
use crate::error::Error;
use crate::host::CancellationToken;
use crate::outbox::{Outbox, wording};

/// The operation id of the look-ups at a start.
const LOOK: &str = "recovery";

/// What a recovery did.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RecoverySummary {
    /// Items in flight that were looked up.
    pub(crate) looked_up: usize,
    /// Items that had not started and can be sent again.
    pub(crate) withdrawn: usize,
    /// Open questions of earlier sends that a look answered.
    pub(crate) answered: usize,
}

impl Outbox {
    /// Returns what the last start found on its way, in words; none if there was nothing.
    pub(crate) fn recovered(&self) -> Option<String> {
        let recovered = self.recovered.lock();
        wording::recovered(*recovered.unwrap_or_else(PoisonError::into_inner))
    }

    /// Brings every item that an earlier run left open into a known state. Writes nothing to the service. If another
    /// program is sending in this workspace, it owns the items and they are left alone.
    ///
    /// Returns whether there was anything to recover.
    pub async fn recover(&self) -> Result<bool, Error> {
        let _lock = match self.take_send_lock() {
            Err(Error::SendLock(SendLockError::Held { .. })) => return Ok(false),
            lock => lock?,
        };
        let withdrawn = self.withdraw_planned()?;
        let states = [OutboxState::Intent, OutboxState::Unknown];
        let open = self
            .context
            .store
            .item_list(&self.context.workspace.id, &states)?;
        let running = self.context.operations.start(LOOK);
        let (looked_up, failed) = self.look_up_after_crash(&open, &running.stop).await;
        let occasion = Occasion::Start;
        let answered = Box::pin(self.look_at_open_questions(occasion, &running.stop));
        let answered = answered.await?.len();
        *self
            .recovered
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = RecoverySummary {
            looked_up,
            withdrawn,
            answered,
        };
        let had_work = !open.is_empty() || withdrawn + answered > 0;
        if had_work {
            self.refresh_lists(&open)?;
        }
        failed.map_or(Ok(had_work), Err)
    }

    /// Looks up items together, so that each list is searched once and the quiet period passes once for all. Returns how
    /// many ended, and the last failure.
    async fn look_up_after_crash(
        &self,
        items: &[Item],
        stop: &CancellationToken,
    ) -> (usize, Option<Error>) {
        let (mut runners, mut failed, mut ended) = (Vec::new(), None, 0);
        for item in items {
            // An item that cannot be looked up now waits under Sent. The others are still looked up.
            match self.interrupted(item, stop) {
                Ok(runner) => runners.push(runner),
                Err(error) => failed = Some(error),
            }
        }
        let looked_up = async {
            let batch = BatchRunner::new(self, runners, stop)?;
            batch.run(|_| {}, |_, _| ended += 1).await
        };
        failed = looked_up.await.err().or(failed);
        (ended, failed)
    }

    /// Returns an item whose program ended before the reply, with the event that begins its look-up.
    fn interrupted(
        &self,
        item: &Item,
        stop: &CancellationToken,
    ) -> Result<(ItemRunner<'_>, Event), Error> {
        let event = Event::StartLookup {
            write: planned_write(item)?,
            why: UnclearReason::ProgramEnded,
        };
        Ok((ItemRunner::new(self, item.clone(), stop)?, event))
    }
}

/// Returns the write of an item, finished or planned.
pub(super) fn planned_write(item: &Item) -> Result<PlannedWrite, Error> {
    Ok(PlannedWrite {
        before: item
            .before_image
            .as_deref()
            .map(parse_editable)
            .transpose()?,
        body: parse_editable(&item.body)?,
    })
}
