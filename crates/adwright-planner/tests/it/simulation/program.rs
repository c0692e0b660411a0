//! Adwright as the simulation runs it: the planner decides, and this module performs its actions as the desk does.

use std::sync::{Arc, LazyLock};

use adwright_model::{Bindings, Catalog, EditableDocument, Id, Kind};
use adwright_planner::{
    Action, BatchAction, BatchPlan, Event, OpenReason, PauseOutcome, PlannedWrite, ReadResult,
    SendOutcome, SendTask, Settlement, Stage, UnclearReason, candidates_in, next_step,
};
use adwright_wire::{ForeignChangeRule, ReplyPaths};

use super::invariants;
use super::store::{ItemState, StoredItem};
use super::world::{Evidence, Stop, World, broken, state_of};
use super::{Invariant, Source};

static CATALOG: LazyLock<Arc<Catalog>> = LazyLock::new(|| Arc::new(Catalog::bundled().clone()));

/// The most steps of one item.
const MAX_ITEM_STEPS: usize = 60;

/// When a program looks at open questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    Start,
    EndOfSend(usize),
}

/// One running program.
pub(crate) struct Program<'w> {
    pub(crate) world: &'w mut World,
    pub(crate) sources: &'w [Source],
}

/// One piece of work of a program.
#[derive(Debug)]
pub(crate) enum Work {
    /// Send these sources.
    Send(Vec<usize>),
    /// Bring every item that an earlier run left open into a known state.
    Recover,
    /// Look at an item again because a person asks for it.
    LookAgain(usize),
    /// Turn an item back into a draft because a person says so.
    TakeBack(usize),
    /// Look at the open questions of all sends.
    LookAtAll,
}

impl Program<'_> {
    /// Does the work while it holds the send lock.
    pub(crate) fn perform(&mut self, work: &Work) -> Result<(), Stop> {
        assert!(!self.world.is_locked, "two programs send");
        self.world.is_locked = true;
        self.world.extend_evidence();
        let ended = match work {
            Work::Send(sources) => self.send(sources),
            Work::Recover => self.recover(),
            Work::LookAgain(item) => self.look_up(*item, UnclearReason::LookAsked),
            Work::TakeBack(item) => self.world.transition(*item, ItemState::TakenBack, |_| {}),
            Work::LookAtAll => self.look_at_open_questions(Occasion::EndOfSend(usize::MAX)),
        };
        self.world.is_locked = false;
        ended
    }

    fn send(&mut self, sources: &[usize]) -> Result<(), Stop> {
        self.withdraw_planned()?;
        let items = self.enqueue(sources)?;
        let send = self.world.store.sends;
        if self.sources[sources[0]].is_row {
            self.run_batch(&items)?;
        } else {
            self.send_one_by_one(&items)?;
        }
        self.withdraw_planned()?;
        self.look_at_open_questions(Occasion::EndOfSend(send))
    }

    fn recover(&mut self) -> Result<(), Stop> {
        self.withdraw_planned()?;
        let states = [ItemState::Intent, ItemState::Unknown];
        for item in self.world.store.items_in(&states) {
            self.look_up(item, UnclearReason::ProgramEnded)?;
        }
        self.look_at_open_questions(Occasion::Start)
    }

    /// Looks at an item without a write.
    fn look_up(&mut self, item: usize, why: UnclearReason) -> Result<(), Stop> {
        let write = self.stored_write(item);
        self.world.forget_replies();
        self.world.evidence[item].looks = 0;
        self.run_item(item, Stage::Planned, Event::StartLookup { write, why })
    }

    /// Withdraws planned items. An item that a busy service turned away stays as taken back.
    fn withdraw_planned(&mut self) -> Result<(), Stop> {
        for item in self.world.store.items_in(&[ItemState::Planned]) {
            let attempts = &self.world.store.items[item].attempts;
            let was_busy = attempts.iter().any(|it| matches!(it, Some(429 | 503)));
            let to = if was_busy {
                ItemState::TakenBack
            } else {
                ItemState::Withdrawn
            };
            self.world.transition(item, to, |item| {
                if to == ItemState::Withdrawn {
                    item.attempts.clear();
                }
            })?;
        }
        Ok(())
    }

    /// Plans one item for each source in one commit.
    fn enqueue(&mut self, sources: &[usize]) -> Result<Vec<usize>, Stop> {
        let new: Vec<_> = sources
            .iter()
            .map(|source| self.new_item(*source))
            .collect();
        let first = self.world.store.items.len();
        self.world.commit(|store| {
            store.sends += 1;
            for mut item in new {
                item.send = store.sends;
                store.items.push(item);
            }
            Ok(())
        })?;
        self.world.extend_evidence();
        let items: Vec<_> = (first..first + sources.len()).collect();
        self.world
            .log(|| format!("send {items:?} of sources {sources:?}"));
        Ok(items)
    }

    fn new_item(&self, source: usize) -> StoredItem {
        let sent = &self.sources[source];
        let earlier = self.world.store.earlier_reference(source);
        let reference = (sent.target.is_none() && !self.world.store.references_off)
            .then(|| earlier.unwrap_or_else(|| sent.reference.clone()));
        StoredItem {
            source,
            send: 0,
            state: ItemState::Planned,
            body: sent.body(reference.as_deref()),
            before: None,
            reference,
            target: sent.target.map(Id),
            attempts: Vec::new(),
            outcome: None,
            at: 0,
        }
    }

    fn send_one_by_one(&mut self, items: &[usize]) -> Result<(), Stop> {
        for item in items {
            self.run_item(*item, Stage::Planned, Event::Begin)?;
            let withdrawn = self.world.store.items[*item].state == ItemState::Planned;
            if withdrawn {
                break;
            }
        }
        Ok(())
    }

    /// Returns what an item does, as the desk reads it from the database.
    fn task(&self, item: usize) -> SendTask {
        let stored = &self.world.store.items[item];
        let source = &self.sources[stored.source];
        match &source.base {
            Some(base) => SendTask::Update {
                base: base.clone(),
                is_base_full: source.is_base_full,
                mine: source.body(None),
                kind: Kind::Campaign,
                catalog: Arc::clone(&CATALOG),
                foreign_changes: ForeignChangeRule::Merge,
                bindings: Bindings::default(),
            },
            None => SendTask::Create {
                body: stored.body.clone(),
                reference: stored.reference.clone(),
                sent_before: self.world.store.earlier_bodies(item),
                is_reply_enough: source.is_row,
            },
        }
    }

    fn stored_write(&self, item: usize) -> PlannedWrite {
        let item = &self.world.store.items[item];
        PlannedWrite {
            before: item.before.clone(),
            body: item.body.clone(),
        }
    }

    /// Runs one item from a stage to its end.
    fn run_item(&mut self, item: usize, mut stage: Stage, mut event: Event) -> Result<(), Stop> {
        let task = self.task(item);
        self.record_stage(item, &stage)?;
        let mut pauses = 0;
        for _ in 0..MAX_ITEM_STEPS {
            let (after, action) = next_step(&task, stage, event);
            self.record_stage(item, &after)?;
            stage = after;
            event = match action {
                Action::Read => Event::Read(self.read(item)?),
                Action::ReadBack(id) => {
                    self.world.store.items[item].target = Some(id);
                    Event::Read(self.read(item)?)
                }
                Action::Write(write) => Event::Delivered(self.write(item, &write)?),
                Action::Search(write) => {
                    let found = self.world.search(&[(item, write.body.clone())])?;
                    Event::Searched(candidates_in(&found, &write.body))
                }
                Action::Wait => {
                    self.world.wait_quiet_period()?;
                    Event::QuietPeriodOver
                }
                Action::Pause(seconds) => {
                    let pause = self.world.wait_pause(seconds, pauses);
                    pauses += 1;
                    self.record_pause(item, &pause)?;
                    Event::Paused(pause)
                }
                Action::Settle(settlement) => return self.settle(item, &task, &settlement),
            };
        }
        Err(broken(
            Invariant::NothingStuck,
            format!("item {item} does not end"),
        ))
    }

    fn write(
        &mut self,
        item: usize,
        write: &PlannedWrite,
    ) -> Result<adwright_planner::Delivery, Stop> {
        let before = write.before.clone();
        self.world
            .begin_attempt(&[(item, write.body.clone(), before)])?;
        let target = self.sources[self.world.store.items[item].source].target;
        let Some(id) = target else {
            let (delivery, _) = self.world.post(&[(item, write.body.clone())])?;
            return Ok(delivery);
        };
        invariants::check_write(
            self.world,
            item,
            &self.sources[self.world.store.items[item].source],
            write,
        )?;
        Ok(self.world.put(item, Id(id), &write.body)?.0)
    }

    fn read(&mut self, item: usize) -> Result<ReadResult, Stop> {
        let source = &self.sources[self.world.store.items[item].source];
        let result = self.world.read(item, &source.fields)?;
        if let ReadResult::Object(object) = &result {
            self.world.read_before_write[item] = Some(object.clone());
        }
        Ok(result)
    }

    fn record_stage(&mut self, item: usize, stage: &Stage) -> Result<(), Stop> {
        match stage {
            Stage::LookingUp(_) => self.record_lookup(item),
            _ => Ok(()),
        }
    }

    fn record_lookup(&mut self, item: usize) -> Result<(), Stop> {
        if self.world.store.items[item].state == ItemState::Unknown {
            return Ok(());
        }
        self.world.transition(item, ItemState::Unknown, |_| {})
    }

    fn record_pause(&mut self, item: usize, pause: &PauseOutcome) -> Result<(), Stop> {
        match pause {
            PauseOutcome::TooLong { .. } => Ok(()),
            PauseOutcome::Over | PauseOutcome::Stopped => self.requeue(item),
        }
    }

    fn requeue(&mut self, item: usize) -> Result<(), Stop> {
        self.world.transition(item, ItemState::Planned, |_| {})
    }

    /// Stores how an item ended, and checks that it is true.
    fn settle(
        &mut self,
        item: usize,
        task: &SendTask,
        settlement: &Settlement,
    ) -> Result<(), Stop> {
        let outcome = &settlement.outcome;
        self.world.log(|| format!("item {item} ends: {outcome:?}"));
        invariants::check_settlement(self.world, self.sources, item, task, settlement)?;
        self.world.learn(settlement)?;
        let state = state_of(outcome);
        if state == ItemState::Planned && self.world.store.items[item].state == ItemState::Planned {
            return Ok(());
        }
        let stored = outcome.clone();
        self.world
            .transition(item, state, |item| item.outcome = Some(stored))
    }

    /// Creates rows in calls, as the desk's batch runner does.
    fn run_batch(&mut self, items: &[usize]) -> Result<(), Stop> {
        let tasks: Vec<_> = items.iter().map(|item| self.task(*item)).collect();
        let rows = tasks
            .iter()
            .map(|task| (task.clone(), Event::Begin))
            .collect();
        let cap = self.world.store.batch_cap;
        let mut plan = BatchPlan::new(rows, cap, ReplyPaths::default());
        let mut pauses = 0;
        for _ in 0..MAX_ITEM_STEPS * items.len() {
            match plan.next_action() {
                BatchAction::RecordLookups(rows) => {
                    for row in rows {
                        self.record_lookup(items[row])?;
                    }
                }
                BatchAction::Requeue(rows) => {
                    for row in rows {
                        self.requeue(items[row])?;
                    }
                }
                BatchAction::LearnCap(lesson) => self.world.learn_cap(lesson)?,
                BatchAction::Settle(settled) => {
                    for (row, settlement) in settled {
                        self.settle(items[row], &tasks[row], &settlement)?;
                    }
                }
                BatchAction::Read(rows) => {
                    for (row, id) in rows {
                        let stored = &mut self.world.store.items[items[row]];
                        stored.target = id.or(stored.target);
                        let result = self.read(items[row])?;
                        plan.on_event(row, Event::Read(result));
                    }
                }
                BatchAction::Search(rows) => self.search_rows(&mut plan, items, &rows)?,
                BatchAction::CheckRefusedCall(rows) => {
                    let found = self.world.search(&named(items, &rows))?;
                    plan.on_refused_call_checked(&found);
                }
                BatchAction::Wait => {
                    self.world.wait_quiet_period()?;
                    plan.on_quiet_period_over();
                }
                BatchAction::Pause(rows, seconds) => {
                    let pause = self.world.wait_pause(seconds, pauses);
                    pauses += 1;
                    for row in rows {
                        self.record_pause(items[row], &pause)?;
                        plan.on_event(row, Event::Paused(pause.clone()));
                    }
                }
                BatchAction::Write(rows) => self.write_call(&mut plan, items, rows)?,
                BatchAction::Done => return invariants::check_rows(self.world, items),
            }
        }
        Err(broken(Invariant::NothingStuck, "a batch does not end"))
    }

    fn search_rows(
        &mut self,
        plan: &mut BatchPlan,
        items: &[usize],
        rows: &[(usize, EditableDocument)],
    ) -> Result<(), Stop> {
        let found = self.world.search(&named(items, rows))?;
        for (row, body) in rows {
            plan.on_event(*row, Event::Searched(candidates_in(&found, body)));
        }
        Ok(())
    }

    fn write_call(
        &mut self,
        plan: &mut BatchPlan,
        items: &[usize],
        rows: Vec<usize>,
    ) -> Result<(), Stop> {
        let cap = self.world.store.batch_cap;
        if rows.len() > cap {
            return Err(broken(
                Invariant::LegalStates,
                "a call has more rows than the known limit",
            ));
        }
        let mut writes = Vec::new();
        for row in &rows {
            let Some(write) = plan.pending_write(*row) else {
                return Err(broken(Invariant::NoLostRow, "a row of a call has no write"));
            };
            writes.push((items[*row], write.body.clone(), None));
        }
        self.world.begin_attempt(&writes)?;
        let sent: Vec<_> = writes
            .into_iter()
            .map(|(item, body, _)| (item, body))
            .collect();
        let (delivery, reply) = self.world.post(&sent)?;
        plan.on_call_ended(rows, delivery, &reply);
        Ok(())
    }

    /// Looks once more at items that need a person only because no look showed their outcome.
    fn look_at_open_questions(&mut self, occasion: Occasion) -> Result<(), Stop> {
        let open = self.world.store.items_in(&[ItemState::NeedsYou]);
        let (mut creates, mut updates) = (Vec::new(), Vec::new());
        for item in open {
            let stored = &self.world.store.items[item];
            let needs_look = match &stored.outcome {
                Some(SendOutcome::NeedsYou(reason)) => OpenReason::needs_look(reason),
                _ => false,
            };
            let is_create = self.sources[stored.source].target.is_none();
            if stored.attempts.is_empty() {
                continue;
            }
            if is_create && (needs_look || stored.reference.is_some()) {
                creates.push((item, needs_look));
            } else if !is_create && needs_look {
                updates.push(item);
            }
        }
        let is_due = |(item, needs_look): &(usize, bool)| {
            let send = self.world.store.items[*item].send;
            *needs_look || matches!(occasion, Occasion::EndOfSend(ended) if ended != send)
        };
        if creates.iter().any(is_due) {
            self.search_for(&creates)?;
        }
        for item in updates {
            let seen = self.read(item)?;
            if matches!(seen, ReadResult::Failed(_)) {
                break;
            }
            self.answer(item, true, Event::Read(seen))?;
        }
        Ok(())
    }

    fn search_for(&mut self, creates: &[(usize, bool)]) -> Result<(), Stop> {
        let bodies = creates.iter().map(|(item, _)| {
            let body = self.world.store.items[*item].body.clone();
            (*item, body)
        });
        let bodies: Vec<_> = bodies.collect();
        let found = self.world.search(&bodies)?;
        if found.is_err() {
            return Ok(());
        }
        for ((item, body), (_, needs_look)) in bodies.iter().zip(creates) {
            if let Ok(candidates) = candidates_in(&found, body) {
                self.answer(*item, *needs_look, Event::Searched(Ok(candidates)))?;
            }
        }
        Ok(())
    }

    /// Applies the event of a look if it answers the question.
    fn answer(&mut self, item: usize, needs_look: bool, seen: Event) -> Result<(), Stop> {
        let task = self.task(item);
        let write = self.stored_write(item);
        let why = UnclearReason::LookInconclusive;
        let look = Event::StartFinalLookup { write, why };
        let (stage, _) = next_step(&task, Stage::Planned, look);
        let (_, action) = next_step(&task, stage.clone(), seen.clone());
        if matches!(action, Action::ReadBack(_)) || needs_look {
            self.world.forget_replies();
            return self.run_item(item, stage, seen);
        }
        Ok(())
    }
}

fn named(items: &[usize], rows: &[(usize, EditableDocument)]) -> Vec<(usize, EditableDocument)> {
    let rows = rows.iter();
    rows.map(|(row, body)| (items[*row], body.clone()))
        .collect()
}

impl World {
    fn extend_evidence(&mut self) {
        self.evidence
            .resize(self.store.items.len(), Evidence::default());
        self.read_before_write.resize(self.store.items.len(), None);
    }
}
