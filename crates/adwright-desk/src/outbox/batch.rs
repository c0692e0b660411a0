//! Creates many objects in one call, and looks up many items together. The planner decides; this module performs its
//! actions and reports the results.

use std::collections::BTreeSet;
use std::mem;

use adwright_client::{RequestSlot, WriteOutcome};
use adwright_model::{EditableDocument, Id, Kind};
use adwright_planner::{
    BatchAction, BatchPlan, CapLesson, Delivery, Event, ListScan, PauseOutcome, SearchFailure,
    SendOutcome, Settlement, candidates_in,
};
use adwright_store::OutboxState;
use adwright_wire::post_body;

use super::item_runner::{ItemRunner, delivery_of};
use super::recorded_outcome::RecordedOutcome;
use super::wording;

use crate::error::Error;
use crate::host::CancellationToken;
use crate::outbox::Outbox;
use crate::settings::current_dialect;

/// Items that are sent or looked up together.
pub(super) struct BatchRunner<'a> {
    outbox: &'a Outbox,
    /// The runner of each row of the plan.
    runners: Vec<ItemRunner<'a>>,
    plan: BatchPlan,
    /// The rows of the last call if the service confirmed them all. They are settled while the next call is on its way.
    confirmed: Vec<(usize, Settlement)>,
    stop: &'a CancellationToken,
}

impl<'a> BatchRunner<'a> {
    /// Starts a batch with items and the first event of each.
    pub(super) fn new(
        outbox: &'a Outbox,
        runners: Vec<(ItemRunner<'a>, Event)>,
        stop: &'a CancellationToken,
    ) -> Result<Self, Error> {
        let cap = current_dialect(&outbox.context)?.batch_cap as usize;
        let places = outbox.context.dialect.reply_paths();
        let rows = runners.iter();
        let rows = rows.map(|(runner, event)| (runner.task.clone(), event.clone()));
        Ok(Self {
            outbox,
            plan: BatchPlan::new(rows.collect(), cap, places),
            runners: runners.into_iter().map(|(runner, _)| runner).collect(),
            confirmed: Vec::new(),
            stop,
        })
    }

    /// Runs every row to its end. A row keeps its state if the person stops, or the send ends early, before its turn.
    ///
    /// `on_begin` is called with the index of every row that is sent, `on_settled` for every row that ends.
    pub(super) async fn run(
        mut self,
        on_begin: impl Fn(usize),
        mut on_settled: impl FnMut(usize, &Settlement),
    ) -> Result<(), Error> {
        loop {
            let action = self.plan.next_action();
            if !matches!(action, BatchAction::Write(_)) {
                self.settle_confirmed(&mut on_settled)?;
            }
            match action {
                BatchAction::RecordLookups(rows) => {
                    runners_of(&mut self.runners, &rows).try_for_each(ItemRunner::record_lookup)?;
                }
                BatchAction::Requeue(rows) => self.requeue(&rows)?,
                BatchAction::LearnCap(lesson) => self.learn_cap(lesson)?,
                BatchAction::Settle(settled) if settled.iter().all(is_confirmed) => {
                    self.confirmed = settled;
                }
                BatchAction::Settle(settled) => self.settle_rows(&settled, &mut on_settled)?,
                BatchAction::Read(rows) => self.read_rows(rows).await?,
                BatchAction::Search(rows) => self.search_lists(&rows).await?,
                BatchAction::CheckRefusedCall(rows) => {
                    let found = self.search_list(&rows.iter().collect::<Vec<_>>()).await;
                    self.plan.on_refused_call_checked(&found);
                }
                BatchAction::Wait => {
                    self.outbox.wait_quiet_period(self.stop).await;
                    self.plan.on_quiet_period_over();
                }
                BatchAction::Pause(rows, seconds) => self.pause_rows(&rows, seconds).await?,
                BatchAction::Write(rows) => {
                    let written = if self.stop.is_cancelled() {
                        Ok(false)
                    } else {
                        self.write_call(rows, &on_begin, &mut on_settled).await
                    };
                    if !matches!(written, Ok(true)) {
                        self.settle_confirmed(&mut on_settled)?;
                        return written.map(drop);
                    }
                }
                BatchAction::Done => return Ok(()),
            }
        }
    }

    fn report(&mut self, row: usize, event: Event) {
        self.runners[row].note_look(&event);
        self.plan.on_event(row, event);
    }

    /// Puts rows back to planned, because the service did nothing.
    fn requeue(&mut self, rows: &[usize]) -> Result<(), Error> {
        let refused = RecordedOutcome::CallRefused;
        runners_of(&mut self.runners, rows)
            .try_for_each(|runner| runner.transition_to(OutboxState::Planned, &refused, None))
    }

    /// Stores the batch cap for later sends.
    fn learn_cap(&self, lesson: CapLesson) -> Result<(), Error> {
        let CapLesson {
            cap,
            accepted,
            refused,
        } = lesson;
        let reason = wording::batch_cap_lesson(accepted, refused);
        self.outbox
            .settings
            .learn_setting("batchCap", &cap.to_string(), &reason)?;
        Ok(())
    }

    /// Settles the rows of the last call that still have to be.
    fn settle_confirmed(
        &mut self,
        on_settled: &mut impl FnMut(usize, &Settlement),
    ) -> Result<(), Error> {
        match &mem::take(&mut self.confirmed)[..] {
            [] => Ok(()),
            settled => self.settle_rows(settled, on_settled),
        }
    }

    /// Commits the ends of rows together, and reports them.
    fn settle_rows(
        &mut self,
        settled: &[(usize, Settlement)],
        on_settled: &mut impl FnMut(usize, &Settlement),
    ) -> Result<(), Error> {
        let rows: Vec<_> = settled.iter().map(|(row, _)| *row).collect();
        let mut ends = Vec::new();
        for (runner, (_, settlement)) in runners_of(&mut self.runners, &rows).zip(settled) {
            ends.extend(runner.end(settlement)?);
        }
        self.outbox.settle_items(ends)?;
        for (row, settlement) in settled {
            on_settled(*row, settlement);
        }
        Ok(())
    }

    /// Reads objects one by one.
    async fn read_rows(&mut self, rows: Vec<(usize, Option<Id>)>) -> Result<(), Error> {
        for (row, id) in rows {
            let runner = &mut self.runners[row];
            runner.item.target = id.or(runner.item.target);
            let result = runner.read_object().await;
            self.report(row, Event::Read(result));
        }
        Ok(())
    }

    /// Searches each list once for all rows that need it.
    async fn search_lists(&mut self, rows: &[(usize, EditableDocument)]) -> Result<(), Error> {
        let kind_of = |row: &usize| self.runners[*row].item.kind;
        let kinds: BTreeSet<Kind> = rows.iter().map(|(row, _)| kind_of(row)).collect();
        let lists = kinds.iter().map(|kind| {
            let rows = rows.iter().filter(|(row, _)| kind_of(row) == *kind);
            rows.collect::<Vec<_>>()
        });
        for rows in lists.collect::<Vec<_>>() {
            let found = self.search_list(&rows).await;
            for (row, body) in rows {
                self.report(*row, Event::Searched(candidates_in(&found, body)));
            }
        }
        Ok(())
    }

    /// Searches one list once for rows of one kind.
    async fn search_list(
        &self,
        rows: &[&(usize, EditableDocument)],
    ) -> Result<ListScan, SearchFailure> {
        let Some((first, _)) = rows.first() else {
            return Ok(ListScan::default());
        };
        let runner = &self.runners[*first];
        let sent: Vec<_> = rows.iter().map(|(_, body)| body).collect();
        self.outbox
            .find_all_created(runner.item.kind, &sent, runner.wait_context())
            .await
    }

    /// Waits once for all rows that the service was too busy for.
    async fn pause_rows(&mut self, rows: &[usize], seconds: Option<u64>) -> Result<(), Error> {
        let mut first_pause = None;
        for row in rows {
            let runner = &mut self.runners[*row];
            let pause = match first_pause {
                Some(pause) => runner.record_pause(pause)?,
                None => runner.wait_pause(seconds).await?,
            };
            first_pause = Some(pause.clone());
            self.report(*row, Event::Paused(pause));
        }
        Ok(())
    }

    /// Sends these rows in one call. Returns false if the person stopped first.
    async fn write_call(
        &mut self,
        rows: Vec<usize>,
        on_begin: &impl Fn(usize),
        on_settled: &mut impl FnMut(usize, &Settlement),
    ) -> Result<bool, Error> {
        rows.iter().copied().for_each(on_begin);
        if self.outbox.context.client.throttle().is_some() {
            self.settle_confirmed(on_settled)?;
        }
        match self.runners[rows[0]].acquire_slot().await {
            Ok(slot) => {
                let (delivery, reply) = self.send_call(slot, &rows, on_settled).await?;
                self.plan.on_call_ended(rows, delivery, &reply);
            }
            Err(Event::Paused(PauseOutcome::Stopped)) => return Ok(false),
            Err(event) => {
                for row in rows {
                    self.report(row, event.clone());
                }
            }
        }
        Ok(true)
    }

    /// Commits the intent to send these rows, then sends them. Settles the last call meanwhile. Returns how the call
    /// ended, and the text of its reply.
    async fn send_call(
        &mut self,
        slot: RequestSlot,
        rows: &[usize],
        on_settled: &mut impl FnMut(usize, &Settlement),
    ) -> Result<(Delivery, String), Error> {
        let outgoing = slot.prepare_create(self.runners[rows[0]].item.kind);
        let pending = rows.iter().filter_map(|row| self.plan.pending_write(*row));
        let mut writes: Vec<_> = runners_of(&mut self.runners, rows).zip(pending).collect();
        let attempt = self
            .outbox
            .begin_attempt(&mut writes, &outgoing.request_line())?;
        let texts: Vec<_> = writes.iter().map(|(_, write)| write.body.text()).collect();
        let body = post_body(&texts);
        let exchange = tokio::spawn(async move { outgoing.send(&body).await });
        // Lets the request leave first.
        tokio::task::yield_now().await;
        let settled = self.settle_confirmed(on_settled);
        let exchange = exchange.await.expect("a request does not panic");
        self.outbox.end_attempt(&attempt, &exchange.delivery)?;
        settled?;
        Ok(match exchange.delivery {
            WriteOutcome::Answered {
                status,
                reply,
                verdict,
            } => (Delivery::Answered { status, verdict }, reply),
            unanswered => (delivery_of(unanswered), String::new()),
        })
    }
}

const fn is_confirmed((_, settlement): &(usize, Settlement)) -> bool {
    matches!(settlement.outcome, SendOutcome::Confirmed(_))
}

/// Returns the runners of these rows, which are in ascending order. Skips the others without looking at them, because a
/// call has few of the rows of a large batch.
fn runners_of<'r, 'a>(
    runners: &'r mut [ItemRunner<'a>],
    rows: &[usize],
) -> impl Iterator<Item = &'r mut ItemRunner<'a>> {
    let (mut runners, mut passed) = (runners.iter_mut(), 0);
    rows.iter().filter_map(move |row| {
        let runner = runners.nth(row - passed);
        passed = row + 1;
        runner
    })
}
