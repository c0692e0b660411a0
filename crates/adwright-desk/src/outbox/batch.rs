//! Creates many objects in one call, and looks up many items together. The planner decides for each item alone, as it
//! does for a single send. This module performs the actions together and splits each reply into rows.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::mem;
use std::time::Duration;

use adwright_client::{RequestSlot, WriteOutcome};
use adwright_model::{EditableDocument, Kind};
use adwright_planner::{
    Action, Delivery, Event, ListScan, MatchCandidate, PauseOutcome, PlannedWrite, SearchFailure,
    Settlement, Stage, UnclearReason, next_step,
};
use adwright_store::OutboxState;
use adwright_wire::{
    ItemReply, Method, ReplyPaths, Verdict, codes, extract_failure, match_rows, post_body,
};

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
    rows: Vec<BatchRow<'a>>,
    /// The known limit of rows per call.
    cap: usize,
    /// The most rows in the next call. It is below `cap` while we look for the row that made the service refuse a call.
    next_call_size: usize,
    /// The size of a call that the service refused as too large; none since it last accepted a call.
    refused_size: Option<usize>,
    stop: &'a CancellationToken,
}

struct BatchRow<'a> {
    runner: ItemRunner<'a>,
    stage: Stage,
    /// The next action; none once the row is settled.
    action: Option<Action>,
}

/// The result of a call, for its rows.
enum BatchCallResult {
    /// One outcome per row.
    PerRow(Vec<Delivery>),
    /// The service refused the call with a code of the interface: too many rows, or a bad row that it does not name.
    Refused {
        status: u16,
        codes: Vec<u32>,
        message: Option<String>,
    },
}

impl<'a> BatchRunner<'a> {
    /// Starts a batch with items and the first event of each.
    pub(super) fn new(
        outbox: &'a Outbox,
        runners: Vec<(ItemRunner<'a>, Event)>,
        stop: &'a CancellationToken,
    ) -> Result<Self, Error> {
        let begin = |(runner, event): (ItemRunner<'a>, Event)| {
            let mut row = BatchRow {
                runner,
                stage: Stage::Planned,
                action: None,
            };
            row.step(event).map(|()| row)
        };
        let cap = current_dialect(&outbox.context)?.batch_cap.max(1) as usize;
        Ok(Self {
            outbox,
            rows: runners.into_iter().map(begin).collect::<Result<_, _>>()?,
            cap,
            next_call_size: cap,
            refused_size: None,
            stop,
        })
    }

    /// Runs every row to its end. A row keeps its state if the person stops, or the send ends early, before its turn.
    ///
    /// `on_begin` is called with the index of every row that is sent. `on_settled` is called for every row that ends,
    /// and returns whether more may be sent.
    pub(super) async fn run(
        mut self,
        on_begin: impl Fn(usize),
        mut on_settled: impl FnMut(usize, &Settlement) -> bool,
    ) -> Result<(), Error> {
        // Rows in flight are finished before the next call is sent.
        let mut may_continue = true;
        loop {
            may_continue &= self.settle_rows(&mut on_settled)?;
            if self.read_rows_back().await?
                || self.search_rows().await?
                || self.wait_quiet_period().await?
                || self.pause_rows().await?
            {
                continue;
            }
            if !may_continue || self.stop.is_cancelled() || !self.write_next_call(&on_begin).await?
            {
                return Ok(());
            }
        }
    }

    /// Settles the rows that have ended. Returns whether more may be sent.
    fn settle_rows(
        &mut self,
        on_settled: &mut impl FnMut(usize, &Settlement) -> bool,
    ) -> Result<bool, Error> {
        let mut ends = Vec::new();
        for BatchRow { runner, action, .. } in &mut self.rows {
            if let Some(Action::Settle(settlement)) = action {
                ends.extend(runner.end(settlement)?);
            }
        }
        self.outbox.settle_items(ends)?;
        let mut may_continue = true;
        for (at, row) in self.rows.iter_mut().enumerate() {
            if let Some(Action::Settle(settlement)) = &row.action {
                may_continue &= on_settled(at, settlement);
                row.action = None;
            }
        }
        Ok(may_continue)
    }

    /// Reads created objects back, one by one. Returns whether there were any.
    async fn read_rows_back(&mut self) -> Result<bool, Error> {
        let mut has_read = false;
        for row in &mut self.rows {
            match row.action {
                Some(Action::ReadBack(id)) => row.runner.item.target = Some(id),
                Some(Action::Read) => {}
                _ => continue,
            }
            let result = row.runner.read_object().await;
            row.step(Event::Read(result))?;
            has_read = true;
        }
        Ok(has_read)
    }

    /// Searches each list once for all rows that need it. Returns whether there were any.
    async fn search_rows(&mut self) -> Result<bool, Error> {
        let searched = self.rows.iter().filter(|row| row.body_to_find().is_some());
        let kinds: BTreeSet<_> = searched.map(|row| row.runner.item.kind).collect();
        for kind in &kinds {
            self.search_list(*kind).await?;
        }
        Ok(!kinds.is_empty())
    }

    async fn search_list(&mut self, kind: Kind) -> Result<(), Error> {
        let rows = self.rows.iter();
        let rows: Vec<_> = rows.filter(|row| row.runner.item.kind == kind).collect();
        let bodies: Vec<_> = rows.iter().filter_map(|row| row.body_to_find()).collect();
        let Some(first) = rows.first() else {
            return Ok(());
        };
        let sent: Vec<_> = bodies.iter().collect();
        let found = self
            .outbox
            .find_all_created(kind, &sent, first.runner.wait_context());
        let found = found.await;
        for row in &mut self.rows {
            if row.runner.item.kind == kind
                && let Some(body) = row.body_to_find()
            {
                row.step(Event::Searched(candidates_for(&found, &body)))?;
            }
        }
        Ok(())
    }

    /// Waits once for all rows that the service was too busy for. Returns whether there were any.
    async fn pause_rows(&mut self) -> Result<bool, Error> {
        let mut first_pause = None;
        for row in &mut self.rows {
            let Some(Action::Pause(seconds)) = row.action else {
                continue;
            };
            let pause = match first_pause {
                Some(pause) => row.runner.record_pause(pause)?,
                None => row.runner.wait_pause(seconds).await?,
            };
            first_pause = Some(pause.clone());
            row.step(Event::Paused(pause))?;
        }
        Ok(first_pause.is_some())
    }

    /// Waits one quiet period for all rows that need it. Returns whether there were any.
    async fn wait_quiet_period(&mut self) -> Result<bool, Error> {
        let waits = |row: &BatchRow<'_>| matches!(row.action, Some(Action::Wait));
        if !self.rows.iter().any(waits) {
            return Ok(false);
        }
        let quiet = Duration::from_millis(self.outbox.context.dialect.quiet_period_ms);
        self.stop
            .run_until_cancelled(self.outbox.context.clock.pause(quiet))
            .await;
        for row in self.rows.iter_mut().filter(|row| waits(row)) {
            row.step(Event::QuietPeriodOver)?;
        }
        Ok(true)
    }

    /// Sends the next call. Returns false if there was nothing to send, or if the person stopped.
    async fn write_next_call(&mut self, on_begin: &impl Fn(usize)) -> Result<bool, Error> {
        let is_next = |row: &BatchRow<'_>| matches!(row.action, Some(Action::Write(_)));
        let rows = self.rows.iter_mut().enumerate();
        let rows = rows
            .filter(|(_, row)| is_next(row))
            .take(self.next_call_size);
        let mut rows: Vec<_> = rows
            .map(|(at, row)| {
                on_begin(at);
                row
            })
            .collect();
        let Some(first) = rows.first() else {
            return Ok(false);
        };
        let slot = match first.runner.acquire_slot().await {
            Ok(slot) => slot,
            Err(Event::Paused(PauseOutcome::Stopped)) => return Ok(false),
            Err(event) => {
                rows.into_iter()
                    .try_for_each(|row| row.step(event.clone()))?;
                return Ok(true);
            }
        };
        match send_call(self.outbox, slot, &mut rows).await? {
            BatchCallResult::PerRow(deliveries) => {
                let accepted_size = deliveries
                    .iter()
                    .any(proves_call_accepted)
                    .then_some(rows.len());
                self.next_call_size = self.next_call_size.saturating_mul(2).min(self.cap);
                deliver(rows, deliveries)?;
                self.learn_cap(accepted_size)?;
            }
            BatchCallResult::Refused {
                status,
                codes,
                message,
            } => {
                if !is_none_created(self.outbox, &rows, self.stop).await {
                    let unknown = Delivery::Unclear(UnclearReason::CallRefused);
                    let unknown = vec![unknown; rows.len()];
                    deliver(rows, unknown)?;
                } else if rows.len() == 1 {
                    let verdict = Verdict::Refused { codes, message };
                    deliver(rows, vec![Delivery::Answered { status, verdict }])?;
                } else {
                    self.next_call_size = rows.len().div_ceil(2);
                    if codes.contains(&codes::BATCH_SIZE) {
                        self.cap = self.next_call_size;
                        self.refused_size = Some(rows.len());
                    }
                    requeue(&mut rows)?;
                }
            }
        }
        Ok(true)
    }

    /// Learns the batch cap for later sends, after the service accepted a call smaller than one that it refused as too
    /// large.
    fn learn_cap(&mut self, accepted_size: Option<usize>) -> Result<(), Error> {
        let Some((accepted_size, refused_size)) = accepted_size.zip(self.refused_size) else {
            return Ok(());
        };
        self.refused_size = None;
        let reason = wording::batch_cap_lesson(accepted_size, refused_size);
        self.outbox
            .settings
            .learn_setting("batchCap", &self.cap.to_string(), &reason)?;
        Ok(())
    }
}

const fn proves_call_accepted(delivery: &Delivery) -> bool {
    matches!(
        delivery,
        Delivery::Answered {
            verdict: Verdict::Accepted { .. } | Verdict::PerItem { .. },
            ..
        }
    )
}

fn deliver(rows: Vec<&mut BatchRow<'_>>, deliveries: Vec<Delivery>) -> Result<(), Error> {
    for (row, delivery) in rows.into_iter().zip(deliveries) {
        row.step(Event::Delivered(delivery))?;
    }
    Ok(())
}

impl BatchRow<'_> {
    fn step(&mut self, event: Event) -> Result<(), Error> {
        self.runner.note_look(&event);
        let stage = mem::replace(&mut self.stage, Stage::Settled);
        let (stage, action) = next_step(&self.runner.task, stage, event);
        self.runner.record_stage(&stage)?;
        (self.stage, self.action) = (stage, Some(action));
        Ok(())
    }

    fn body_to_find(&self) -> Option<EditableDocument> {
        match &self.action {
            Some(Action::Search(written)) => Some(written.body.clone()),
            _ => None,
        }
    }

    fn pending_write(&self) -> Option<&PlannedWrite> {
        match &self.action {
            Some(Action::Write(written)) => Some(written),
            _ => None,
        }
    }
}

fn candidates_for(
    found: &Result<ListScan, SearchFailure>,
    body: &EditableDocument,
) -> Result<Vec<MatchCandidate>, SearchFailure> {
    found.as_ref().map_err(Clone::clone)?.candidates_for(body)
}

/// Commits the intent to send these rows, then sends them in one call.
async fn send_call(
    outbox: &Outbox,
    slot: RequestSlot,
    rows: &mut [&mut BatchRow<'_>],
) -> Result<BatchCallResult, Error> {
    let outgoing = slot.prepare_create(rows[0].runner.item.kind);
    let mut writes = Vec::new();
    for BatchRow { runner, action, .. } in rows.iter_mut().map(|row| &mut **row) {
        if let Some(Action::Write(written)) = action {
            writes.push((runner, &*written));
        }
    }
    let attempt = outbox.begin_attempt(&mut writes, &outgoing.request_line())?;
    let sent: Vec<_> = writes.iter().map(|(_, written)| &written.body).collect();
    let texts: Vec<_> = sent.iter().map(|body| body.text()).collect();
    let exchange = outgoing.send(&post_body(&texts)).await;
    outbox.end_attempt(&attempt, &exchange.delivery)?;
    Ok(split_reply(
        exchange.delivery,
        &sent,
        &outbox.context.dialect.reply_paths(),
    ))
}

/// Splits the reply to a call into one outcome per row.
fn split_reply(
    delivery: WriteOutcome,
    sent: &[&EditableDocument],
    places: &ReplyPaths,
) -> BatchCallResult {
    let all = |delivery| BatchCallResult::PerRow(vec![delivery; sent.len()]);
    let WriteOutcome::Answered {
        status,
        reply,
        verdict,
    } = delivery
    else {
        return all(delivery_of(delivery));
    };
    let failure = || extract_failure(Method::Post, status, &reply, places);
    let each = match verdict {
        Verdict::Accepted { entities } => {
            let replies: Vec<_> = entities
                .iter()
                .map(|text| EditableDocument::parse(text).ok())
                .collect();
            let verdict_of = |at: usize| Verdict::Accepted {
                entities: vec![entities[at].clone()],
            };
            match_deliveries(status, failure, sent, &replies, verdict_of)
        }
        Verdict::PerItem { items } => {
            let entity = |item: &ItemReply| EditableDocument::parse(item.entity.as_ref()?).ok();
            let replies: Vec<_> = items.iter().map(entity).collect();
            let verdict_of = |at: usize| Verdict::PerItem {
                items: vec![items[at].clone()],
            };
            match_deliveries(status, failure, sent, &replies, verdict_of)
        }
        verdict @ (Verdict::Refused { .. } | Verdict::Unknown { .. }) => {
            let (codes, message) = failure();
            if !codes.iter().any(|code| is_call_level_code(*code)) {
                return all(Delivery::Answered { status, verdict });
            }
            return BatchCallResult::Refused {
                status,
                codes,
                message,
            };
        }
        verdict @ (Verdict::Unauthorized | Verdict::Wait { .. }) => {
            return all(Delivery::Answered { status, verdict });
        }
    };
    BatchCallResult::PerRow(each)
}

/// Returns the part of the reply that belongs to each row; the outcome is unknown if no part does.
fn match_deliveries(
    status: u16,
    failure: impl Fn() -> (Vec<u32>, Option<String>),
    sent: &[&EditableDocument],
    replies: &[Option<EditableDocument>],
    verdict_of: impl Fn(usize) -> Verdict,
) -> Vec<Delivery> {
    // A reply that names every row need not be parsed again for its message.
    let unclear = LazyCell::new(|| {
        let (_, message) = failure();
        Delivery::Unclear(UnclearReason::RowNotNamed { message })
    });
    let each = match_rows(sent, replies).into_iter().map(|at| match at {
        Some(at) => Delivery::Answered {
            status,
            verdict: verdict_of(at),
        },
        None => (*unclear).clone(),
    });
    each.collect()
}

/// Returns whether a code of the interface is about the whole call: too many rows, or a bad row that it does not name.
const fn is_call_level_code(code: u32) -> bool {
    matches!(
        code,
        codes::BATCH_SIZE | codes::ACTIVITY_OF_ADVERTISER | codes::LOOSE_DATA
    )
}

/// Returns whether two looks at the list, a quiet period apart, prove that none of these rows was created.
async fn is_none_created(
    outbox: &Outbox,
    rows: &[&mut BatchRow<'_>],
    stop: &CancellationToken,
) -> bool {
    if !is_none_listed(outbox, rows).await {
        return false;
    }
    let quiet = Duration::from_millis(outbox.context.dialect.quiet_period_ms);
    stop.run_until_cancelled(outbox.context.clock.pause(quiet))
        .await;
    is_none_listed(outbox, rows).await
}

async fn is_none_listed(outbox: &Outbox, rows: &[&mut BatchRow<'_>]) -> bool {
    let bodies: Vec<_> = rows.iter().filter_map(|row| row.pending_write()).collect();
    let sent: Vec<_> = bodies.iter().map(|written| &written.body).collect();
    let runner = &rows[0].runner;
    let found = outbox.find_all_created(runner.item.kind, &sent, runner.wait_context());
    let found = found.await;
    sent.iter()
        .all(|body| candidates_for(&found, body).is_ok_and(|found| found.is_empty()))
}

/// Puts the rows back to planned, because the service did nothing.
fn requeue(rows: &mut [&mut BatchRow<'_>]) -> Result<(), Error> {
    for row in rows {
        let refused = RecordedOutcome::CallRefused;
        row.runner
            .transition_to(OutboxState::Planned, &refused, None)?;
    }
    Ok(())
}
