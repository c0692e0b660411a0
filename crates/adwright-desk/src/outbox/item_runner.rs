//! Performs the planner's actions for one item, and reports the results as events.

use std::time::Duration;

use adwright_client::{ClientError, PreparedWrite, RequestSlot, Throttle, WriteOutcome};
use adwright_model::{EditableDocument, Id, Kind, UneditableText};
use adwright_planner::{
    Action, Delivery, Event, PauseOutcome, PlannedWrite, ReadFailure, ReadResult, SendOutcome,
    SendTask, Settlement, Stage, UnclearReason, next_step,
};
use adwright_store::{
    AttemptEnd, Draft, Fullness, Item, ItemTransition, ItemVerb, OutboxState, OutgoingItem,
};
use adwright_wire::{RequestFailure, post_body, put_body};

use super::find_created::{WaitContext, requested_pause};
use super::look_result::LookResult;
use super::plan_items::bodies_that_may_exist;
use super::receipt_record::{DecisionBasis, ItemEnd};
use super::recorded_outcome::{RecordedDelivery, RecordedOutcome};

use crate::connection::wait_requested_pause;
use crate::document::{id_of, parse_editable};
use crate::error::Error;
use crate::host::CancellationToken;
use crate::outbox::Outbox;

/// A wait that is reported to the person.
#[derive(Debug, Clone, Copy)]
pub(super) enum WaitNotice {
    /// The service asked for a pause.
    Pause {
        /// Its length in seconds.
        seconds: u32,
    },
    /// A limit holds the request back.
    Throttled(Throttle),
}

/// Receives the waits of a send or a look-up.
pub(super) type WaitListener<'a> = &'a (dyn Fn(WaitNotice) + Send + Sync);

/// One item that is being sent or looked up.
pub(super) struct ItemRunner<'a> {
    pub(super) outbox: &'a Outbox,
    pub(super) item: Item,
    pub(super) task: SendTask,
    /// Cancels look-ups and waits only. A write that has begun is always finished.
    stop: CancellationToken,
    on_wait: WaitListener<'a>,
    /// How often the service asked for a pause instead of accepting the write.
    pauses: u32,
    /// Whether the last request sent only this item.
    pub(super) is_alone: bool,
    /// The result of the last look.
    look: Option<LookResult>,
}

impl<'a> ItemRunner<'a> {
    /// Creates a runner with the task of the item's draft.
    pub(super) fn new(
        outbox: &'a Outbox,
        item: Item,
        stop: &CancellationToken,
    ) -> Result<Self, Error> {
        let task = match item.verb {
            ItemVerb::Create => create_task(&item, outbox.earlier_bodies(&item)?)?,
            ItemVerb::Update => outbox.update_task(&item)?,
        };
        Ok(Self::with_task(outbox, item, task, stop))
    }

    /// Creates a runner for a create of a draft or row that was never sent before.
    pub(super) fn for_first_send(
        outbox: &'a Outbox,
        item: Item,
        stop: &CancellationToken,
    ) -> Result<Self, Error> {
        let task = create_task(&item, Vec::new())?;
        Ok(Self::with_task(outbox, item, task, stop))
    }

    fn with_task(outbox: &'a Outbox, item: Item, task: SendTask, stop: &CancellationToken) -> Self {
        Self {
            outbox,
            item,
            task,
            stop: stop.clone(),
            on_wait: &|_| {},
            pauses: 0,
            is_alone: false,
            look: None,
        }
    }

    /// Sets the listener for waits.
    pub(super) fn with_notices(mut self, on_wait: WaitListener<'a>) -> Self {
        self.on_wait = on_wait;
        self
    }

    pub(super) async fn run(self, first: Event) -> Result<Settlement, Error> {
        self.go_on(Stage::Planned, first).await
    }

    /// Runs the item from a stage to its end. Each decision is committed to disk before the next step.
    pub(super) async fn go_on(
        mut self,
        mut stage: Stage,
        mut event: Event,
    ) -> Result<Settlement, Error> {
        self.record_stage(&stage)?;
        loop {
            self.note_look(&event);
            let (after, action) = next_step(&self.task, stage, event);
            self.record_stage(&after)?;
            stage = after;
            event = match action {
                Action::Read => Event::Read(self.read_object().await),
                Action::ReadBack(id) => {
                    self.item.target = Some(id);
                    Event::Read(self.read_object().await)
                }
                Action::Write(written) => match self.acquire_slot().await {
                    Ok(slot) => Event::Delivered(self.write_object(slot, &written).await?),
                    Err(instead) => instead,
                },
                Action::Search(written) => {
                    let (kind, sent) = (self.item.kind, &written.body);
                    let found = self.outbox.find_created(kind, sent, self.wait_context());
                    Event::Searched(found.await)
                }
                Action::Wait => {
                    self.outbox.wait_quiet_period(&self.stop).await;
                    Event::QuietPeriodOver
                }
                Action::Pause(seconds) => Event::Paused(self.wait_pause(seconds).await?),
                Action::Settle(settlement) => {
                    let outbox = self.outbox;
                    outbox.settle_items(self.end(&settlement)?)?;
                    return Ok(settlement);
                }
            };
        }
    }

    fn record_stage(&mut self, stage: &Stage) -> Result<(), Error> {
        match stage {
            Stage::LookingUp(_) => self.record_lookup(),
            _ => Ok(()),
        }
    }

    /// Records an item that is being looked up as unknown, so that recovery after a crash looks it up again.
    pub(super) fn record_lookup(&mut self) -> Result<(), Error> {
        if self.item.state == OutboxState::Unknown {
            return Ok(());
        }
        self.transition_to(OutboxState::Unknown, &RecordedOutcome::LookingUp, None)
    }

    /// Keeps the result of a look, so that a person can decide about many items by it.
    pub(super) fn note_look(&mut self, event: &Event) {
        if let Some(look) = LookResult::of(&self.item, event) {
            self.look = Some(look);
        }
    }

    pub(super) fn transition_to(
        &mut self,
        to: OutboxState,
        outcome: &RecordedOutcome,
        evidence: Option<&str>,
    ) -> Result<(), Error> {
        let transition = ItemTransition {
            from: self.item.state,
            to,
            code: None,
            outcome: &outcome.to_json(),
            evidence,
            target: self.item.target,
        };
        self.item = self.outbox.context.store.item_transition(
            &self.item.id,
            &transition,
            self.outbox.context.now(),
        )?;
        Ok(())
    }

    pub(super) async fn read_object(&self) -> ReadResult {
        let Some(id) = self.item.target else {
            return ReadResult::Missing;
        };
        let fetched = self
            .outbox
            .get_with_retry(self.item.kind, id, self.wait_context());
        match fetched.await {
            Ok(Some(raw)) => EditableDocument::parse(&raw).map_or_else(
                |UneditableText {
                     reason,
                     position: place,
                     ..
                 }| {
                    ReadResult::Failed(ReadFailure::Unreadable { reason, place })
                },
                ReadResult::Object,
            ),
            Ok(None) => ReadResult::Missing,
            Err(failure) => ReadResult::Failed(failure),
        }
    }

    pub(super) fn wait_context(&self) -> WaitContext<'_> {
        WaitContext {
            stop: &self.stop,
            on_wait: self.on_wait,
        }
    }

    /// Waits for a request slot for the write. The person can stop this wait. Returns the event that happened instead
    /// if there is no slot.
    pub(super) async fn acquire_slot(&self) -> Result<RequestSlot, Event> {
        let mut tried = 0;
        loop {
            let busy = match self.next_slot().await {
                Some(Ok(slot)) => return Ok(slot),
                Some(Err(error)) if matches!(error.failure, RequestFailure::Busy { .. }) => error,
                Some(Err(error)) => {
                    return Err(Event::Delivered(Delivery::NeverSent(error.failure)));
                }
                None => return Err(Event::Paused(PauseOutcome::Stopped)),
            };
            // The service turned away the login before the write. The write itself was not sent.
            let pause = self
                .wait_requested_pause(requested_pause(&busy), tried)
                .await;
            if pause != PauseOutcome::Over {
                return Err(Event::Paused(pause));
            }
            tried += 1;
        }
    }

    /// Waits for a request slot, and reports waits that the service or its limits cause; none if the person stopped
    /// first.
    async fn next_slot(&self) -> Option<Result<RequestSlot, ClientError>> {
        let client = &self.outbox.context.client;
        let slot = Box::pin(client.acquire_slot());
        match client.throttle() {
            Some(throttle) => {
                (self.on_wait)(WaitNotice::Throttled(throttle));
                self.stop.run_until_cancelled(slot).await
            }
            None => self.stop.run_ready_or_until_cancelled(slot).await,
        }
    }

    /// Waits out the pause that the service asked for instead of accepting the write. The service did nothing, so the
    /// item is planned again.
    pub(super) async fn wait_pause(&mut self, seconds: Option<u64>) -> Result<PauseOutcome, Error> {
        let pause = self.wait_requested_pause(seconds, self.pauses).await;
        self.record_pause(pause)
    }

    /// Reports and waits out a requested pause.
    async fn wait_requested_pause(&self, seconds: Option<u64>, earlier_tries: u32) -> PauseOutcome {
        let on_wait = |seconds| (self.on_wait)(WaitNotice::Pause { seconds });
        wait_requested_pause(
            &self.outbox.context,
            seconds,
            earlier_tries,
            &self.stop,
            &on_wait,
        )
        .await
    }

    /// Records a pause, including one that several rows waited for together.
    pub(super) fn record_pause(&mut self, pause: PauseOutcome) -> Result<PauseOutcome, Error> {
        if !matches!(pause, PauseOutcome::TooLong { .. }) {
            self.pauses += 1;
            self.transition_to(OutboxState::Planned, &RecordedOutcome::Busy, None)?;
        }
        Ok(pause)
    }

    /// Commits the intent, then writes. After a crash from here on, the item counts as possibly sent.
    async fn write_object(
        &mut self,
        slot: RequestSlot,
        written: &PlannedWrite,
    ) -> Result<Delivery, Error> {
        let (outgoing, body) = self.prepare_write(slot, written.body.text());
        let outbox = self.outbox;
        let attempt = outbox.begin_attempt(&mut [(self, written)], &outgoing.request_line())?;
        let exchange = Box::pin(outgoing.send(&body)).await;
        outbox.end_attempt(&attempt, &exchange.delivery)?;
        Ok(delivery_of(exchange.delivery))
    }

    /// Returns the id that an update goes to; none for a create, even if its id is already known.
    pub(super) fn update_target(&self) -> Option<Id> {
        self.item
            .target
            .filter(|_| self.item.verb == ItemVerb::Update)
    }

    /// Prepares the write of an object, and its body.
    fn prepare_write(&self, slot: RequestSlot, object: &str) -> (PreparedWrite, String) {
        let kind = self.item.kind;
        match self.update_target() {
            Some(id) => (slot.prepare_update(kind, id), put_body(object)),
            None => (slot.prepare_create(kind), post_body(&[object])),
        }
    }

    /// Does what a settlement needs before its commit. Returns the end to commit; none if the item stays open or
    /// planned.
    pub(super) fn end<'s>(
        &'s mut self,
        settlement: &'s Settlement,
    ) -> Result<Option<ItemEnd<'s>>, Error> {
        match (&settlement.object, self.item.target) {
            (Some(object), _) => {
                self.item.target = self.item.target.or_else(|| id_of(object));
                self.cache_object(object)?;
            }
            // The object was changed, but nobody saw its new content.
            (None, Some(id)) => {
                let workspace = &self.outbox.context.workspace.id;
                self.outbox
                    .context
                    .store
                    .cache_mark_stale(workspace, self.item.kind, id)?;
            }
            (None, None) => {}
        }
        self.learn_from_settlement(settlement)?;
        let outcome = RecordedOutcome::Settled(settlement.outcome.clone());
        let state = match &settlement.outcome {
            SendOutcome::Confirmed(_) => OutboxState::Confirmed,
            SendOutcome::Refused(_) => OutboxState::Refused,
            SendOutcome::NeedsYou(_) => {
                let basis = DecisionBasis::from_settlement(settlement, self.look.take()).to_json();
                self.transition_to(OutboxState::NeedsYou, &outcome, Some(&basis))?;
                return Ok(None);
            }
            SendOutcome::Withdrawn(_) => {
                if self.item.state != OutboxState::Planned {
                    self.transition_to(OutboxState::Planned, &outcome, None)?;
                }
                return Ok(None);
            }
        };
        Ok(Some(ItemEnd {
            item: &self.item,
            state,
            outcome,
            service_changes: &settlement.service_changes,
            basis: None,
        }))
    }

    /// Caches the object of a look, because it is the newest version that we know.
    fn cache_object(&self, object: &EditableDocument) -> Result<(), Error> {
        match self.item.target {
            // Values enter the cache from lists only.
            Some(id) if self.item.kind != Kind::RetargetingDataValue => self
                .outbox
                .objects
                .store_full(self.item.kind, id, object.text()),
            _ => Ok(()),
        }
    }
}

impl Outbox {
    /// Waits a quiet period, so that a service may commit late. A person who stopped does not wait: the next look then
    /// reports that it was stopped.
    pub(super) async fn wait_quiet_period(&self, stop: &CancellationToken) {
        let quiet_period = Duration::from_millis(self.context.dialect.quiet_period_ms);
        stop.run_until_cancelled(self.context.clock.pause(quiet_period))
            .await;
    }

    /// Commits the intent to send these objects in one request. Returns the attempt's id.
    pub(super) fn begin_attempt(
        &self,
        writes: &mut [(&mut ItemRunner<'_>, &PlannedWrite)],
        request: &str,
    ) -> Result<String, Error> {
        let outgoing = writes.iter().map(|(runner, written)| OutgoingItem {
            id: &runner.item.id,
            body: written.body.text(),
            before_image: written.before.as_ref().map(EditableDocument::text),
        });
        let outgoing: Vec<_> = outgoing.collect();
        let outcome = RecordedOutcome::OnItsWay.to_json();
        let (store, at) = (&self.context.store, self.context.now());
        let attempt = store.attempt_begin(&outgoing, request, &outcome, at)?;
        let is_alone = writes.len() == 1;
        for (runner, written) in writes {
            runner.is_alone = is_alone;
            let item = &mut runner.item;
            (item.state, item.at) = (OutboxState::Intent, at);
            (item.code, item.evidence) = (None, None);
            item.outcome = Some(outcome.clone());
            written.body.text().clone_into(&mut item.body);
            let before = written.before.as_ref();
            item.before_image = before.map(|before| before.text().to_owned());
        }
        Ok(attempt)
    }

    /// Stores the outcome of an attempt.
    pub(super) fn end_attempt(&self, attempt: &str, delivery: &WriteOutcome) -> Result<(), Error> {
        let (status, reply) = match delivery {
            WriteOutcome::NeverSent(_) | WriteOutcome::Lost(_) => (None, None),
            WriteOutcome::Answered { status, reply, .. } => (Some(*status), Some(reply.clone())),
        };
        let end = AttemptEnd {
            status,
            reply,
            outcome: RecordedDelivery::of(delivery).to_json(),
            at: self.context.now(),
        };
        Ok(self.context.store.attempt_finish(attempt, &end)?)
    }

    /// Returns the bodies of earlier sends of the same draft or row.
    fn earlier_bodies(&self, item: &Item) -> Result<Vec<EditableDocument>, Error> {
        let but_this = Some(item.id.as_str());
        let store = &self.context.store;
        bodies_that_may_exist(&store.item_list_attempted(&item.source, but_this)?)
    }

    /// Returns the draft of an item. Every update has one.
    pub(super) fn draft_of(&self, item: &Item) -> Result<Draft, Error> {
        let draft = item.source.draft();
        let draft = draft.ok_or_else(|| Error::DraftMissing(item.id.clone()))?;
        Ok(self.context.store.draft_get(draft)?)
    }

    fn update_task(&self, item: &Item) -> Result<SendTask, Error> {
        let draft = self.draft_of(item)?;
        let mine = parse_editable(&draft.text)?;
        Ok(SendTask::Update {
            base: parse_editable(item.base_text.as_deref().unwrap_or_default())?,
            is_base_full: draft.base_fullness == Fullness::Full,
            kind: draft.kind.specific(&mine),
            mine,
            catalog: self.context.catalog(),
            foreign_changes: self.context.dialect.foreign_changes,
            bindings: self.context.dialect.bindings.clone(),
        })
    }
}

fn create_task(item: &Item, sent_before: Vec<EditableDocument>) -> Result<SendTask, Error> {
    Ok(SendTask::Create {
        body: parse_editable(&item.body)?,
        reference: item.fingerprint.clone(),
        sent_before,
        // Nobody needs the whole object of a value, which can never be updated.
        is_reply_enough: item.kind == Kind::RetargetingDataValue,
    })
}

/// Returns how a write ended, as the planner reads it.
pub(super) fn delivery_of(delivery: WriteOutcome) -> Delivery {
    match delivery {
        WriteOutcome::NeverSent(failure) => Delivery::NeverSent(failure),
        WriteOutcome::Lost(failure) => Delivery::Unclear(UnclearReason::Lost(failure)),
        WriteOutcome::Answered {
            status, verdict, ..
        } => Delivery::Answered { status, verdict },
    }
}
