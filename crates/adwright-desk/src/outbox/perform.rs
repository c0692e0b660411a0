//! Performs what the planner asks for, for one item, and reports what it saw.

use std::time::Duration;

use adwright_client::{ClientError, Delivery, Outgoing, Reason, Turn};
use adwright_model::{Editable, Id, Kind};
use adwright_store::{AttemptEnd, Fullness, Item, State, Transition, Verb};
use adwright_wire::{Verdict, post_body, put_body};

use super::find::{Waiting, asked_for};
use super::look_result::LookResult;
use super::plan::{Action, End, Event, Seen, Settlement, Stage, Task, Written, next};
use super::receipt::{Evidence, Record};
use crate::desk::Desk;
use crate::document::{editable, id_of};
use crate::error::Error;
use crate::list::kind_among;
use crate::operation::Stop;
use crate::patience::{Pause, paused};

/// One item on its way.
pub(super) struct Course<'a> {
    pub(super) desk: &'a Desk,
    pub(super) item: Item,
    pub(super) task: Task,
    /// What is begun is brought to its end all the same; only looking for something is given up.
    stop: Stop,
    /// Who hears of pauses that the service asks for, in sentences.
    told: &'a (dyn Fn(&str) + Send + Sync),
    /// How often the service asked for a pause instead of taking the write.
    pauses: u32,
    /// What the last look showed.
    look: Option<LookResult>,
}

impl<'a> Course<'a> {
    /// Takes up an item where its draft left it.
    pub(super) fn of(desk: &'a Desk, item: Item, stop: &Stop) -> Result<Self, Error> {
        let task = match item.verb {
            Verb::Create => desk.create_task(&item)?,
            Verb::Update => desk.update_task(&item)?,
        };
        let stop = stop.clone();
        Ok(Self {
            desk,
            item,
            task,
            stop,
            told: &|_| {},
            pauses: 0,
            look: None,
        })
    }

    /// Tells of pauses that the service asks for, in sentences.
    pub(super) fn telling(mut self, told: &'a (dyn Fn(&str) + Send + Sync)) -> Self {
        self.told = told;
        self
    }

    /// Runs the item to its end.
    pub(super) async fn run(self, first: Event) -> Result<Settlement, Error> {
        self.go_on(Stage::Planned, first).await
    }

    /// Runs the item from a stage to its end. What is decided on the way is on disk before the next step.
    pub(super) async fn go_on(
        mut self,
        mut stage: Stage,
        mut event: Event,
    ) -> Result<Settlement, Error> {
        self.note(&stage)?;
        loop {
            self.note_look(&event);
            let (after, action) = next(&self.task, stage, event);
            self.note(&after)?;
            stage = after;
            event = match action {
                Action::Read => Event::Read(self.read().await),
                Action::ReadBack(id) => {
                    self.item.target = Some(id);
                    Event::Read(self.read().await)
                }
                Action::Write(written) => match self.may_go().await {
                    Ok(turn) => Event::Delivered(self.write(turn, &written).await?),
                    Err(instead) => instead,
                },
                Action::Search(written) => {
                    let (kind, sent) = (self.item.kind, &written.body);
                    let found = self.desk.find_created(kind, sent, self.waiting());
                    Event::Searched(found.await)
                }
                Action::Wait => self.wait().await,
                Action::Pause(seconds) => Event::Paused(self.pause(seconds).await?),
                Action::Settle(settlement) => {
                    self.settle(&settlement)?;
                    return Ok(settlement);
                }
            };
        }
    }

    /// An outcome that is being looked up is unknown, also for whoever starts the program after a crash.
    pub(super) fn note(&mut self, stage: &Stage) -> Result<(), Error> {
        let looking = matches!(stage, Stage::Looking(_));
        if looking && self.item.state != State::Unknown {
            self.go_to(State::Unknown, "No clear answer came; looking it up.", None)?;
        }
        Ok(())
    }

    /// Remembers what a look showed, so that a person can decide about many items by it.
    pub(super) fn note_look(&mut self, event: &Event) {
        if let Some(look) = LookResult::of(&self.item, event) {
            self.look = Some(look);
        }
    }

    pub(super) fn go_to(
        &mut self,
        to: State,
        outcome: &str,
        evidence: Option<&str>,
    ) -> Result<(), Error> {
        let transition = Transition {
            from: &[self.item.state],
            to,
            code: None,
            outcome,
            evidence,
            target: self.item.target,
        };
        self.item = self
            .desk
            .store
            .item_transition(&self.item.id, &transition, self.desk.now())?;
        Ok(())
    }

    pub(super) async fn read(&self) -> Seen {
        let Some(id) = self.item.target else {
            return Seen::Nothing;
        };
        let got = self.desk.get_in_time(self.item.kind, id, self.waiting());
        match got.await {
            Ok(Some(raw)) => Editable::parse(&raw)
                .map_or_else(|text| Seen::Failed(text.to_string()), Seen::Object),
            Ok(None) => Seen::Nothing,
            Err(why) => Seen::Failed(why),
        }
    }

    /// Who waits for what is looked up on the way.
    pub(super) fn waiting(&self) -> Waiting<'_> {
        Waiting {
            stop: &self.stop,
            told: self.told,
        }
    }

    /// Waits for the turn of the write, so that a person can stop it until then; what happened instead, where it has none.
    pub(super) async fn may_go(&self) -> Result<Turn, Event> {
        let mut tried = 0;
        loop {
            let busy = match self.turn().await {
                Some(Ok(turn)) => return Ok(turn),
                Some(Err(error @ ClientError::Busy { .. })) => error,
                Some(Err(error)) => {
                    let why = error.to_string();
                    return Err(Event::Delivered(Delivery::NeverSent { why }));
                }
                None => return Err(Event::Paused(Pause::Stopped)),
            };
            // The login that comes before was turned away; the write itself was not asked for.
            let pause = self.give_time((asked_for(&busy), tried)).await;
            if pause != Pause::Over {
                return Err(Event::Paused(pause));
            }
            tried += 1;
        }
    }

    /// The turn of the write, or why there is none; nothing where the person stopped first. What has to wait is told.
    async fn turn(&self) -> Option<Result<Turn, ClientError>> {
        let client = &self.desk.client;
        let is_told = |why| matches!(why, Reason::Asked | Reason::NoneLeft);
        let turn = Box::pin(client.turn());
        match client.held_back().filter(|held| is_told(held.why)) {
            Some(held) => {
                (self.told)(&self.desk.said_of(&held));
                self.stop.or(turn).await
            }
            None => self.stop.or_waiting(turn).await,
        }
    }

    /// Waits as long as the service asked instead of taking the write. It did nothing, so that the item has not begun.
    pub(super) async fn pause(&mut self, seconds: Option<u64>) -> Result<Pause, Error> {
        let pause = self.give_time((seconds, self.pauses)).await;
        self.paused(pause)
    }

    /// Waits as long as the service asked, in seconds, and so often before; the pause is told.
    async fn give_time(&self, asked: (Option<u64>, u32)) -> Pause {
        let told = |seconds| (self.told)(&paused(seconds));
        self.desk.give_time(asked, &self.stop, &told).await
    }

    /// Takes note of a pause, also of one that was waited for together with others.
    pub(super) fn paused(&mut self, pause: Pause) -> Result<Pause, Error> {
        if !matches!(pause, Pause::TooMuch(_)) {
            self.pauses += 1;
            self.go_to(State::Planned, "The service had no time for it.", None)?;
        }
        Ok(pause)
    }

    /// Commits the intent, then writes: from here on a crash finds an item that may have been sent.
    async fn write(&mut self, turn: Turn, written: &Written) -> Result<Delivery, Error> {
        let before = written.before.as_ref().map(Editable::text);
        let store = &self.desk.store;
        store.item_prepare(&self.item.id, written.body.text(), before)?;
        self.go_to(State::Intent, "On its way.", None)?;
        self.item = store.item_get(&self.item.id)?;
        let (outgoing, body) = self.outgoing(turn, written.body.text());
        let attempt = store.attempt_begin(&[&self.item.id], &outgoing.line(), self.desk.now())?;
        let exchange = Box::pin(outgoing.send(&body)).await;
        store.attempt_finish(&attempt, &end_of(&exchange.delivery, self.desk.now()))?;
        Ok(exchange.delivery)
    }

    /// Which object a write goes to; none for a create, also where its id is known already.
    fn written_to(&self) -> Option<Id> {
        self.item.target.filter(|_| self.item.verb == Verb::Update)
    }

    /// The write of an object, and its body.
    fn outgoing(&self, turn: Turn, object: &str) -> (Outgoing, String) {
        let kind = self.item.kind;
        match self.written_to() {
            Some(id) => (turn.update(kind, id), put_body(object)),
            None => (turn.create(kind), post_body(&[object])),
        }
    }

    async fn wait(&self) -> Event {
        let quiet_period = Duration::from_millis(self.desk.dialect.quiet_period_ms);
        // Whoever stopped it does not wait either; the second look then says that it was not made.
        self.stop.or(self.desk.clock.pause(quiet_period)).await;
        Event::QuietPassed
    }

    pub(super) fn settle(&mut self, settlement: &Settlement) -> Result<(), Error> {
        match (&settlement.object, self.item.target) {
            (Some(object), _) => {
                self.item.target = self.item.target.or_else(|| id_of(object));
                self.keep(object)?;
            }
            // It was changed, but nobody saw to what.
            (None, Some(id)) => {
                let workspace = &self.desk.workspace.id;
                self.desk.store.cache_doubt(workspace, self.item.kind, id)?;
            }
            (None, None) => {}
        }
        self.learn(settlement)?;
        match settlement.end {
            End::Confirmed => self.prove(State::Confirmed, settlement),
            End::Refused => self.prove(State::Refused, settlement),
            End::NeedsYou => {
                let evidence = Evidence::of(settlement, self.look.take()).json();
                self.go_to(State::NeedsYou, &settlement.outcome, Some(&evidence))
            }
            End::Withdrawn if self.item.state == State::Planned => Ok(()),
            End::Withdrawn => self.go_to(State::Planned, &settlement.outcome, None),
        }
    }

    /// What a look showed is the newest that is known of the object.
    fn keep(&self, object: &Editable) -> Result<(), Error> {
        match self.item.target {
            // What the cache holds of values is read from lists only.
            Some(id) if self.item.kind != Kind::RetargetingDataValue => {
                self.desk.keep_whole(self.item.kind, id, object.text())
            }
            _ => Ok(()),
        }
    }

    fn prove(&self, to: State, settlement: &Settlement) -> Result<(), Error> {
        let at = self.desk.now();
        let record = Record::of(self.desk, &self.item, to, settlement, at)?;
        let transition = Transition {
            from: &[self.item.state],
            to,
            code: settlement.code,
            outcome: &settlement.outcome,
            evidence: None,
            target: self.item.target,
        };
        self.desk
            .store
            .item_settle(&self.item.id, &transition, &record.canonical(), at)?;
        Ok(())
    }

    fn learn(&self, settlement: &Settlement) -> Result<(), Error> {
        if let Some(lesson) = &settlement.lesson {
            let kind = kind_among(self.item.kind, &editable(&self.item.body)?);
            self.desk.learn_reference_off(kind, lesson)?;
        }
        match (self.item.target, settlement.code) {
            _ if self.item.kind != Kind::Campaign => Ok(()),
            (Some(campaign), Some(code)) => self.desk.learn_from_refusal(campaign, code),
            _ => Ok(()),
        }
    }
}

impl Desk {
    fn create_task(&self, item: &Item) -> Result<Task, Error> {
        Ok(Task::Create {
            body: editable(&item.body)?,
            reference: item.fingerprint.clone(),
            sent_before: self.sent_before(item)?,
        })
    }

    /// What earlier sends of the same draft carried, the oldest first. Each that was not refused may still be committed
    /// late, also one before the last, and was perhaps called otherwise.
    fn sent_before(&self, item: &Item) -> Result<Vec<Editable>, Error> {
        let but_this = Some(item.id.as_str());
        let earlier = self.store.items_attempted_before(&item.draft, but_this)?;
        let mut bodies: Vec<&str> = Vec::new();
        for (at, earlier) in earlier.iter().enumerate() {
            let may_be_there = at == 0 || earlier.state != State::Refused;
            if may_be_there && !bodies.contains(&earlier.body.as_str()) {
                bodies.insert(0, &earlier.body);
            }
        }
        bodies.into_iter().map(editable).collect()
    }

    fn update_task(&self, item: &Item) -> Result<Task, Error> {
        let draft = self.store.draft_get(&item.draft)?;
        Ok(Task::Update {
            base: editable(item.base_text.as_deref().unwrap_or_default())?,
            whole: draft.base_fullness == Fullness::Full,
            edits: self.applied_edits(&draft)?,
            bindings: self.dialect.bindings.clone(),
        })
    }
}

pub(super) fn end_of(delivery: &Delivery, at: i64) -> AttemptEnd {
    let (status, reply, outcome) = match delivery {
        Delivery::NeverSent { why } => (None, None, format!("never sent: {why}")),
        Delivery::Lost { why } => (None, None, format!("no answer: {why}")),
        Delivery::Answered {
            status,
            reply,
            verdict,
        } => (Some(*status), Some(reply.clone()), words(verdict)),
    };
    AttemptEnd {
        status,
        reply,
        outcome,
        at,
    }
}

/// What an answer means, in words.
fn words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Accepted { .. } => "accepted".to_owned(),
        Verdict::Refused { .. } => "refused".to_owned(),
        Verdict::PerItem { .. } => "answered item by item".to_owned(),
        Verdict::Unauthorized => "the login was not accepted".to_owned(),
        Verdict::Wait { .. } => "the service had no time".to_owned(),
        Verdict::Unknown { why } => format!("unclear: {why}"),
    }
}
