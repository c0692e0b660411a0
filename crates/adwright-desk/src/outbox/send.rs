//! One send: its items in order, each answered before the next begins.

use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use adwright_model::Kind;
use adwright_planner::{Event, SendOutcome, Settlement, WithdrawReason};
use adwright_store::{Item, ItemVerb, NewItem, NewSend, SendLock, SendLockHolder};
use adwright_views::{ItemState, SendProgress, SendRequest, SendSummary, saturating_u32};

use super::batch::BatchRunner;
use super::item_runner::{ItemRunner, WaitNotice};
use super::open_questions::Occasion;
use super::wording;
use super::wording::wait_message;

use crate::error::{Error, WorkspaceError};
use crate::host::CancellationToken;
use crate::outbox::{Outbox, wording_at};

/// A send of this many items is large: drafts, outbox and receipts are backed up before it.
const LARGE: usize = 50;

/// The number of items per outcome.
#[derive(Debug, Default)]
pub(super) struct SendCounts {
    pub(super) confirmed: u32,
    pub(super) refused: u32,
    pub(super) needs_you: u32,
    /// Why the send ended early; none if it did not.
    pub(super) broken_off: Option<WithdrawReason>,
}

impl Outbox {
    /// Sends drafts, one after the other. A person may stop it at any time: items in flight are finished, the rest stay
    /// drafts.
    pub async fn send(
        &self,
        request: &SendRequest,
        progress: impl Fn(SendProgress) + Send + Sync,
    ) -> Result<SendSummary, Error> {
        let prepare = || {
            self.check_send_allowed(request.drafts.len(), &request.typed_name)?;
            self.prepare_items(request)
        };
        self.release(&request.operation, prepare, progress).await
    }

    /// Sends what `prepare` returns while this program holds the send lock.
    pub(super) async fn release(
        &self,
        operation: &str,
        prepare: impl FnOnce() -> Result<Vec<NewItem>, Error>,
        progress: impl Fn(SendProgress) + Send + Sync,
    ) -> Result<SendSummary, Error> {
        let _lock = self.take_send_lock()?;
        // The program that planned these items is gone, or it would hold the lock.
        self.withdraw_planned()?;
        let running = self.context.operations.start(operation);
        let prepared = prepare()?;
        let is_large = prepared.len() >= LARGE;
        let _log = is_large
            .then(|| self.context.store.log_guard())
            .transpose()?;
        let items = self.enqueue(&prepared)?;
        let total = saturating_u32(items.len());
        progress(SendProgress::Started { total });
        let mut counts = self.send_items(&items, &running.stop, &progress).await;
        self.withdraw_planned()?;
        let mut looked = Ok(());
        if let Ok(counts) = &mut counts {
            let look = self.look_after_send(&items, counts, &running.stop, &progress);
            looked = Box::pin(look).await;
        }
        self.refresh_lists(&items)?;
        progress(SendProgress::Finished);
        let counts = looked.and(counts)?;
        if counts.confirmed > 0 {
            self.first_steps.record_sent();
        }
        // The proof of the send belongs in the database file, not only in its write-ahead log.
        self.context.store.checkpoint();
        Ok(self.send_summary(&counts, total))
    }

    /// Takes the lock that prevents two programs from sending in one workspace at the same time.
    pub(super) fn take_send_lock(&self) -> Result<SendLock, Error> {
        let holder = SendLockHolder {
            person: self.context.person()?,
            pid: process::id(),
            since: self.context.now(),
        };
        let lock = SendLock::acquire(
            self.context.paths.home(),
            &self.context.workspace.id,
            &holder,
        )?;
        // Check after taking the lock: closing sets the flag first, and looks at the lock after that.
        if self.left.load(Ordering::SeqCst) {
            return Err(WorkspaceError::Left.into());
        }
        Ok(lock)
    }

    fn enqueue(&self, items: &[NewItem]) -> Result<Vec<Item>, Error> {
        if items.len() >= LARGE {
            self.context.store.back_up_before_send()?;
        }
        let new = NewSend {
            workspace: &self.context.workspace.id,
            person: &self.context.person()?,
            items,
        };
        Ok(self.context.store.items_enqueue(&new, self.context.now())?)
    }

    async fn send_items(
        &self,
        items: &[Item],
        stop: &CancellationToken,
        progress: &(impl Fn(SendProgress) + Send + Sync),
    ) -> Result<SendCounts, Error> {
        // A mix with other kinds is sent one by one, which is slower and just as safe.
        if items
            .iter()
            .all(|item| item.kind == Kind::RetargetingDataValue)
        {
            return self.send_batched(items, stop, progress).await;
        }
        let mut counts = SendCounts::default();
        for (done, item) in items.iter().enumerate() {
            if stop.is_cancelled() {
                break;
            }
            counts.broken_off = self.deferral_reason();
            if counts.broken_off.is_some() {
                break;
            }
            progress(begin_progress(item, done, items.len()));
            let on_wait = |notice| progress(self.wait_progress(item, notice));
            let runner = ItemRunner::new(self, item.clone(), stop)?.with_notices(&on_wait);
            let settlement = runner.run(Event::Begin).await?;
            let (done, state) = (done + 1, counts.record(&settlement));
            let outcome =
                wording_at(&self.context, self.context.now()).outcome(&settlement.outcome);
            progress(progress_event(item, done, items.len(), state, outcome));
            if counts.broken_off.is_some() {
                break;
            }
        }
        Ok(counts)
    }

    /// Looks at open questions of this send and earlier ones, while the service answers.
    async fn look_after_send(
        &self,
        items: &[Item],
        counts: &mut SendCounts,
        stop: &CancellationToken,
        progress: &(impl Fn(SendProgress) + Send + Sync),
    ) -> Result<(), Error> {
        let Some(first) = items.first() else {
            return Ok(());
        };
        if counts.broken_off.is_some() || stop.is_cancelled() {
            return Ok(());
        }
        let occasion = Occasion::EndOfSend(&first.send);
        for answered in self.look_at_open_questions(occasion, stop).await? {
            let is_it = |item: &&Item| item.id == answered.item.id;
            if let Some(item) = items.iter().find(is_it) {
                counts.needs_you -= 1;
                let state = counts.record(&answered.settlement);
                let outcome = &answered.settlement.outcome;
                let outcome = wording_at(&self.context, self.context.now()).outcome(outcome);
                let total = items.len();
                progress(progress_event(item, total, total, state, outcome));
            }
        }
        Ok(())
    }

    /// Sends new objects, many in one call.
    async fn send_batched(
        &self,
        items: &[Item],
        stop: &CancellationToken,
        progress: &(impl Fn(SendProgress) + Send + Sync),
    ) -> Result<SendCounts, Error> {
        let Some(first) = items.first() else {
            return Ok(SendCounts::default());
        };
        let on_wait = |notice| progress(self.wait_progress(first, notice));
        let again = self.context.store.item_ids_sent_again(&first.send)?;
        let runners = items.iter().map(|item| {
            let new = match item.verb {
                ItemVerb::Create if !again.contains(&item.id) => ItemRunner::for_first_send,
                _ => ItemRunner::new,
            };
            let runner = new(self, item.clone(), stop)?.with_notices(&on_wait);
            Ok::<_, Error>((runner, Event::Begin))
        });
        let runners = runners.collect::<Result<Vec<_>, _>>()?;
        let (mut counts, done) = (SendCounts::default(), AtomicUsize::new(0));
        counts.broken_off = self.deferral_reason();
        if counts.broken_off.is_some() {
            return Ok(counts);
        }
        let batch = BatchRunner::new(self, runners, stop)?;
        let total = items.len();
        let begins = |at: usize| {
            let done = done.load(Ordering::Relaxed);
            progress(begin_progress(&items[at], done, total));
        };
        let ended = batch.run(begins, |at, settlement| {
            let state = counts.record(settlement);
            let newly_done = usize::from(state != ItemState::Planned);
            let done = done.fetch_add(newly_done, Ordering::Relaxed) + newly_done;
            let outcome =
                wording_at(&self.context, self.context.now()).outcome(&settlement.outcome);
            progress(progress_event(&items[at], done, total, state, outcome));
        });
        ended.await?;
        Ok(counts)
    }

    /// Returns why nothing can be sent now; none unless the service asked for a pause that is too long to wait for.
    fn deferral_reason(&self) -> Option<WithdrawReason> {
        let until_ms = self.context.client.paused_until();
        until_ms.map(|_| WithdrawReason::Paused { until_ms })
    }

    pub(super) fn wait_progress(&self, item: &Item, notice: WaitNotice) -> SendProgress {
        SendProgress::Waiting {
            draft: item.source.draft().map(str::to_owned),
            message: wait_message(&self.context, notice),
        }
    }

    fn send_summary(&self, counts: &SendCounts, total: u32) -> SendSummary {
        let stopped = total - counts.confirmed - counts.refused - counts.needs_you;
        SendSummary {
            confirmed: counts.confirmed,
            refused: counts.refused,
            needs_you: counts.needs_you,
            stopped,
            message: wording_at(&self.context, self.context.now()).send_summary(counts, stopped),
        }
    }
}

fn begin_progress(item: &Item, done: usize, total: usize) -> SendProgress {
    let outcome = wording::BEGINS.to_owned();
    progress_event(item, done, total, ItemState::Intent, outcome)
}

pub(super) fn progress_event(
    item: &Item,
    done: usize,
    total: usize,
    state: ItemState,
    outcome: String,
) -> SendProgress {
    SendProgress::Advanced {
        done: saturating_u32(done),
        total: saturating_u32(total),
        draft: item.source.draft().map(str::to_owned),
        row: item.source.row(),
        state,
        outcome,
    }
}

impl SendCounts {
    fn record(&mut self, settlement: &Settlement) -> ItemState {
        match &settlement.outcome {
            SendOutcome::Confirmed(_) => {
                self.confirmed += 1;
                ItemState::Confirmed
            }
            SendOutcome::Refused(_) => {
                self.refused += 1;
                ItemState::Refused
            }
            SendOutcome::NeedsYou(_) => {
                self.needs_you += 1;
                ItemState::NeedsYou
            }
            SendOutcome::Withdrawn(reason) => {
                self.broken_off = Some(reason.clone());
                ItemState::Planned
            }
        }
    }
}
