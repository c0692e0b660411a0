//! One send: its items in order, each finished before the next begins.

use std::process;
use std::sync::atomic::Ordering;

use adwright_model::Kind;
use adwright_store::{Item, NewSend, SendLock, SendLockHolder};

use super::batch::BatchRunner;
use super::item_runner::ItemRunner;
use super::open_questions::Occasion;
use super::plan::{Event, Settlement, SettlementOutcome, deferred_message};
use crate::desk::Desk;
use crate::error::Error;
use crate::list::saturating_u32;
use crate::operation::CancellationToken;
use crate::views::{ItemState, SendProgress, SendRequest, SendSummary};

const LEFT: &str =
    "Another workspace is open by now, so nothing is sent from this one. Open it again, then send.";

/// A send of this many items is large: drafts, outbox and receipts are backed up before it.
const LARGE: usize = 50;

/// The number of items per outcome.
#[derive(Debug, Default)]
struct SendCounts {
    confirmed: u32,
    refused: u32,
    needs_you: u32,
    /// Why the send ended early, as a sentence.
    broken_off: Option<String>,
}

impl Desk {
    /// Sends drafts, one after the other. A person may stop it at any time: items in flight are finished, the rest stay
    /// drafts.
    pub async fn send(
        &self,
        request: &SendRequest,
        progress: impl Fn(SendProgress) + Send + Sync,
    ) -> Result<SendSummary, Error> {
        let _lock = self.take_send_lock()?;
        self.check_send_guard(request)?;
        // The program that planned these items is gone, or it would hold the lock.
        self.withdraw_planned()?;
        let running = self.operations.start(&request.operation);
        if request.drafts.len() >= LARGE {
            self.store.back_up_before_send()?;
        }
        let items = self.plan_send(request)?;
        let total = saturating_u32(items.len());
        progress(SendProgress::Started { total });
        let mut tally = self.send_items(&items, &running.stop, &progress).await;
        self.withdraw_planned()?;
        let mut looked = Ok(());
        if let Ok(tally) = &mut tally {
            let look = self.look_after_send(&items, tally, &running.stop, &progress);
            looked = Box::pin(look).await;
        }
        self.refresh_list_caches(&items)?;
        progress(SendProgress::Finished);
        let tally = looked.and(tally)?;
        if tally.confirmed > 0 {
            self.record_sent();
        }
        // The proof of the send belongs in the database file, not only in its write-ahead log.
        self.store.checkpoint();
        Ok(tally.summary(total))
    }

    /// Takes the lock that prevents two programs from sending in one workspace at the same time.
    pub(super) fn take_send_lock(&self) -> Result<SendLock, Error> {
        let holder = SendLockHolder {
            person: self.person()?,
            pid: process::id(),
            since: self.now(),
        };
        let lock = SendLock::acquire(self.paths.home(), &self.workspace.id, &holder)?;
        // Check after taking the lock: closing sets the flag first, and looks at the lock after that.
        if self.left.load(Ordering::SeqCst) {
            return Err(Error::InvalidInput(LEFT.to_owned()));
        }
        Ok(lock)
    }

    fn plan_send(&self, request: &SendRequest) -> Result<Vec<Item>, Error> {
        let items = self.prepare_items(request)?;
        let new = NewSend {
            workspace: &self.workspace.id,
            person: &self.person()?,
            items: &items,
        };
        Ok(self.store.send_create(&new, self.now())?)
    }

    async fn send_items(
        &self,
        items: &[Item],
        stop: &CancellationToken,
        progress: &(impl Fn(SendProgress) + Send + Sync),
    ) -> Result<SendCounts, Error> {
        self.preflight(items, stop).await?;
        // A mix with other kinds is sent one by one, which is slower and just as safe.
        if items
            .iter()
            .all(|item| item.kind == Kind::RetargetingDataValue)
        {
            return self.send_batched(items, stop, progress).await;
        }
        let mut tally = SendCounts::default();
        for (done, item) in items.iter().enumerate() {
            if stop.is_cancelled() {
                break;
            }
            tally.broken_off = self.deferral_reason();
            if tally.broken_off.is_some() {
                break;
            }
            progress(advanced_progress(
                item,
                done,
                items.len(),
                ItemState::Intent,
                SendProgress::BEGINS,
            ));
            let told = |said: &str| {
                progress(advanced_progress(
                    item,
                    done,
                    items.len(),
                    ItemState::Intent,
                    said,
                ));
            };
            let runner = ItemRunner::new(self, item.clone(), stop)?.with_notices(&told);
            let settlement = runner.run(Event::Begin).await?;
            let (done, state) = (done + 1, tally.record(&settlement));
            progress(advanced_progress(
                item,
                done,
                items.len(),
                state,
                &settlement.outcome,
            ));
            if tally.broken_off.is_some() {
                break;
            }
        }
        Ok(tally)
    }

    /// Looks at open questions of this send and earlier ones, while the service answers.
    async fn look_after_send(
        &self,
        items: &[Item],
        tally: &mut SendCounts,
        stop: &CancellationToken,
        progress: &(impl Fn(SendProgress) + Send + Sync),
    ) -> Result<(), Error> {
        let Some(first) = items.first() else {
            return Ok(());
        };
        if tally.broken_off.is_some() || stop.is_cancelled() {
            return Ok(());
        }
        let occasion = Occasion::EndOfSend(&first.send);
        for answered in self.look_at_open_questions(occasion, stop).await? {
            let is_it = |item: &&Item| item.id == answered.item.id;
            if let Some(item) = items.iter().find(is_it) {
                tally.needs_you -= 1;
                let state = tally.record(&answered.settlement);
                let (done, outcome) = (items.len(), &answered.settlement.outcome);
                progress(advanced_progress(item, done, items.len(), state, outcome));
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
        let told = |said: &str| {
            let state = ItemState::Intent;
            progress(advanced_progress(&items[0], 0, items.len(), state, said));
        };
        let runners = items.iter().map(|item| {
            let runner = ItemRunner::new(self, item.clone(), stop)?.with_notices(&told);
            Ok::<_, Error>((runner, Event::Begin))
        });
        let runners = runners.collect::<Result<Vec<_>, _>>()?;
        let (mut tally, mut done) = (SendCounts::default(), 0);
        tally.broken_off = self.deferral_reason();
        if tally.broken_off.is_some() {
            return Ok(tally);
        }
        let batch = BatchRunner::new(self, runners, stop)?;
        let begins = |at: usize| {
            let (state, said) = (ItemState::Intent, SendProgress::BEGINS);
            progress(advanced_progress(&items[at], at, items.len(), state, said));
        };
        let ended = batch.run(begins, |at, settlement| {
            let state = tally.record(settlement);
            done += usize::from(state != ItemState::Planned);
            let outcome = &settlement.outcome;
            progress(advanced_progress(
                &items[at],
                done,
                items.len(),
                state,
                outcome,
            ));
            tally.broken_off.is_none()
        });
        ended.await?;
        Ok(tally)
    }

    /// Returns why nothing can be sent now; none unless the service asked for a pause that is too long to wait for.
    fn deferral_reason(&self) -> Option<String> {
        Some(deferred_message(Some(&self.paused_until()?)))
    }
}

fn advanced_progress(
    item: &Item,
    done: usize,
    total: usize,
    state: ItemState,
    outcome: &str,
) -> SendProgress {
    SendProgress::Advanced {
        done: saturating_u32(done),
        total: saturating_u32(total),
        draft: item.draft.clone(),
        state,
        outcome: outcome.to_owned(),
    }
}

impl SendCounts {
    fn record(&mut self, settlement: &Settlement) -> ItemState {
        match settlement.end {
            SettlementOutcome::Confirmed => {
                self.confirmed += 1;
                ItemState::Confirmed
            }
            SettlementOutcome::Refused => {
                self.refused += 1;
                ItemState::Refused
            }
            SettlementOutcome::NeedsYou => {
                self.needs_you += 1;
                ItemState::NeedsYou
            }
            SettlementOutcome::Withdrawn => {
                self.broken_off = Some(settlement.outcome.clone());
                ItemState::Planned
            }
        }
    }

    fn summary(self, total: u32) -> SendSummary {
        let stopped = total - self.confirmed - self.refused - self.needs_you;
        let counts = [
            (self.confirmed, "confirmed"),
            (self.refused, "refused"),
            (self.needs_you, "waiting for you"),
            (stopped, "not sent"),
        ];
        let parts: Vec<String> = counts
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, word)| format!("{number} {word}"))
            .collect();
        let mut message = format!("{}.", parts.join(", "));
        if let Some(why) = self.broken_off {
            message = format!("{message} {why}");
        }
        SendSummary {
            confirmed: self.confirmed,
            refused: self.refused,
            needs_you: self.needs_you,
            stopped,
            message,
        }
    }
}
