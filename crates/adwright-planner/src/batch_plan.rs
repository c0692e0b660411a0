//! Decides for many items that are created in one call or looked up together.
//!
//! [`next_step`] decides each row alone. [`BatchPlan`] decides about the calls: their size, the part of a reply that
//! belongs to each row, the proof that a refused call created nothing, and the limit that the service shows.

use std::collections::{BTreeSet, VecDeque};
use std::mem;

use adwright_model::{EditableDocument, Id};
use adwright_wire::{ReplyPaths, Verdict, codes};

use crate::call_reply::{CallRefusal, CallResult, split_reply};
use crate::list_scan::{ListScan, MatchCandidate};
use crate::outcome::{SearchFailure, SendOutcome, UnclearReason};
use crate::settlement::Settlement;
use crate::step::{Action, Delivery, Event, PlannedWrite, SendTask, Stage, next_step};

/// Items that are sent or looked up together.
#[derive(Debug)]
pub struct BatchPlan {
    rows: Vec<PlanRow>,
    /// No row before this one waits for its call.
    first_waiting: usize,
    /// The rows whose next action is not a write. Most rows of a large batch wait for their call or are settled, so the next
    /// action is found without looking at them.
    unfinished: BTreeSet<usize>,
    /// The places of values in the service's replies.
    places: ReplyPaths,
    /// The known limit of rows per call.
    cap: usize,
    /// The most rows in the next call. It is below `cap` while we look for the row that made the service refuse a call.
    next_call_size: usize,
    /// The size of a call that the service refused as too large; none since it last accepted a call.
    refused_size: Option<usize>,
    /// A refused call that may have created something; none while no call is in doubt.
    refused_call: Option<RefusedCall>,
    /// Actions that only record something on this computer, in their order.
    records: VecDeque<BatchAction>,
    /// Whether a row was withdrawn. Then no further call is sent.
    is_broken_off: bool,
}

/// The state of a row. Small, because most rows of a large batch wait for their call or are settled.
#[derive(Debug)]
enum PlanRow {
    /// It waits for its call.
    Waiting(SendTask, PlannedWrite),
    /// Its stage, and its next action.
    Working(SendTask, Box<(Stage, Action)>),
    /// Its end, until that is reported. Its objects are no longer needed.
    Settled(Option<Box<Settlement>>),
}

/// A call that the service refused with a code of the interface. Looks must show that it created nothing.
#[derive(Debug)]
struct RefusedCall {
    rows: Vec<usize>,
    refusal: CallRefusal,
    progress: ProofProgress,
}

/// How far the proof is that a refused call created nothing.
#[derive(Debug, PartialEq, Eq)]
enum ProofProgress {
    FirstLook,
    QuietPeriod,
    SecondLook,
}

/// The next action for the rows of a batch. Rows are named by their index, in ascending order.
#[derive(Debug)]
pub enum BatchAction {
    /// Record these rows as unknown. Their look-up begins.
    RecordLookups(Vec<usize>),
    /// Record these rows as planned: the service refused their call and created nothing.
    Requeue(Vec<usize>),
    /// Record the limit of rows per call that the service showed.
    LearnCap(CapLesson),
    /// Record how these rows ended.
    Settle(Vec<(usize, Settlement)>),
    /// Read the objects of these rows one by one; the id is new if the reply or a list named it.
    Read(Vec<(usize, Option<Id>)>),
    /// Search the lists for the objects of these rows.
    Search(Vec<(usize, EditableDocument)>),
    /// Search the list for the objects of a refused call.
    CheckRefusedCall(Vec<(usize, EditableDocument)>),
    /// Let the quiet period pass.
    Wait,
    /// Wait once for all these rows, as many seconds as the service asked for.
    Pause(Vec<usize>, Option<u64>),
    /// Commit the intent of these rows, then send them in one call.
    Write(Vec<usize>),
    /// Nothing is left to do, or nothing more may be sent.
    Done,
}

/// A limit of rows per call that the service showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CapLesson {
    /// The limit for later calls.
    pub cap: usize,
    /// The size of the call that the service accepted.
    pub accepted: usize,
    /// The size of the call that it refused as too large.
    pub refused: usize,
}

impl BatchPlan {
    /// Starts a batch with the task and the first event of each row.
    #[must_use]
    pub fn new(rows: Vec<(SendTask, Event)>, cap: usize, places: ReplyPaths) -> Self {
        let cap = cap.max(1);
        let mut plan = Self {
            rows: Vec::with_capacity(rows.len()),
            first_waiting: 0,
            unfinished: BTreeSet::new(),
            places,
            cap,
            next_call_size: cap,
            refused_size: None,
            refused_call: None,
            records: VecDeque::new(),
            is_broken_off: false,
        };
        let mut lookups = Vec::new();
        for (at, (task, event)) in rows.into_iter().enumerate() {
            let step = next_step(&task, Stage::Planned, event);
            plan.rows.push(PlanRow::Settled(None));
            plan.enter(at, task, step, &mut lookups);
        }
        plan.record_lookups(lookups);
        plan
    }

    /// Returns the next action. The result of every action must be reported first, except of a record.
    pub fn next_action(&mut self) -> BatchAction {
        if let Some(record) = self.records.pop_front() {
            return record;
        }
        if let Some(call) = &self.refused_call {
            return match call.progress {
                ProofProgress::QuietPeriod => BatchAction::Wait,
                _ => BatchAction::CheckRefusedCall(self.bodies(&call.rows)),
            };
        }
        let settled = self.take_settlements();
        if !settled.is_empty() {
            return BatchAction::Settle(settled);
        }
        // Rows in flight are finished before the next call is sent.
        let lookup = self.read_action().or_else(|| self.search_action());
        let wait = lookup.or_else(|| self.wait_action());
        wait.or_else(|| self.pause_action())
            .unwrap_or_else(|| self.write_action())
    }

    /// Returns the write of a row that waits for its call.
    #[must_use]
    pub fn pending_write(&self, row: usize) -> Option<&PlannedWrite> {
        match self.rows.get(row)? {
            PlanRow::Waiting(_, write) => Some(write),
            PlanRow::Working(..) | PlanRow::Settled(_) => None,
        }
    }

    /// Applies the result of an action for one row.
    pub fn on_event(&mut self, row: usize, event: Event) {
        self.apply([(row, event)]);
    }

    /// Applies the end of a quiet period to everything that waited for it.
    pub fn on_quiet_period_over(&mut self) {
        if let Some(call) = &mut self.refused_call {
            call.progress = ProofProgress::SecondLook;
            return;
        }
        let rows = self.rows_with(|action| matches!(action, Action::Wait));
        self.apply(rows.into_iter().map(|row| (row, Event::QuietPeriodOver)));
    }

    /// Applies the end of a call. The reply is its text, empty without a reply.
    pub fn on_call_ended(&mut self, rows: Vec<usize>, delivery: Delivery, reply: &str) {
        let body = |row: &usize| Some(&self.pending_write(*row)?.body);
        let sent: Vec<_> = rows.iter().filter_map(body).collect();
        match split_reply(delivery, reply, &sent, &self.places) {
            CallResult::PerRow(deliveries) => self.deliver(&rows, deliveries),
            CallResult::Refused(refusal) => {
                self.refused_call = Some(RefusedCall {
                    rows,
                    refusal,
                    progress: ProofProgress::FirstLook,
                });
            }
        }
    }

    /// Applies a search for the objects of a refused call. Two searches, a quiet period apart, prove that it created
    /// nothing.
    pub fn on_refused_call_checked(&mut self, found: &Result<ListScan, SearchFailure>) {
        let Some(mut call) = self.refused_call.take() else {
            return;
        };
        let is_absent = |body| matches!(candidates_in(found, body).as_deref(), Ok([]));
        let bodies = self.bodies(&call.rows);
        if !bodies.iter().all(|(_, body)| is_absent(body)) {
            let unclear = Delivery::Unclear(UnclearReason::CallRefused);
            self.apply_deliveries(&call.rows, vec![unclear; call.rows.len()]);
        } else if call.progress == ProofProgress::FirstLook {
            call.progress = ProofProgress::QuietPeriod;
            self.refused_call = Some(call);
        } else {
            self.split_refused_call(call);
        }
    }

    /// Refuses the only row of a call, or sends the rows again in smaller calls.
    fn split_refused_call(&mut self, RefusedCall { rows, refusal, .. }: RefusedCall) {
        let CallRefusal {
            status,
            codes,
            message,
        } = refusal;
        if rows.len() == 1 {
            let verdict = Verdict::Refused { codes, message };
            return self.apply_deliveries(&rows, vec![Delivery::Answered { status, verdict }]);
        }
        self.next_call_size = rows.len().div_ceil(2);
        if codes.contains(&codes::BATCH_SIZE) {
            self.cap = self.next_call_size;
            self.refused_size = Some(rows.len());
        }
        self.records.push_back(BatchAction::Requeue(rows));
    }

    fn deliver(&mut self, rows: &[usize], deliveries: Vec<Delivery>) {
        let is_accepted = deliveries.iter().any(proves_call_accepted);
        self.next_call_size = self.next_call_size.saturating_mul(2).min(self.cap);
        self.apply_deliveries(rows, deliveries);
        if !is_accepted {
            return;
        }
        // Only a call that is accepted after a refusal proves that the size was the reason.
        if let Some(refused) = self.refused_size.take() {
            self.records.push_back(BatchAction::LearnCap(CapLesson {
                cap: self.cap,
                accepted: rows.len(),
                refused,
            }));
        }
    }

    fn apply_deliveries(&mut self, rows: &[usize], deliveries: Vec<Delivery>) {
        let events = deliveries.into_iter().map(Event::Delivered);
        self.apply(rows.iter().copied().zip(events));
    }

    fn apply(&mut self, events: impl IntoIterator<Item = (usize, Event)>) {
        let mut lookups = Vec::new();
        for (at, event) in events {
            self.step(at, event, &mut lookups);
        }
        self.record_lookups(lookups);
    }

    fn step(&mut self, at: usize, event: Event, lookups: &mut Vec<usize>) {
        let row = mem::replace(&mut self.rows[at], PlanRow::Settled(None));
        let (task, stage) = match row {
            PlanRow::Waiting(task, write) => (task, Stage::Writing(write)),
            PlanRow::Working(task, step) => (task, step.0),
            PlanRow::Settled(_) => {
                debug_assert!(false, "no answer to {event:?} for a settled row");
                self.rows[at] = row;
                return;
            }
        };
        let step = next_step(&task, stage, event);
        self.enter(at, task, step, lookups);
    }

    /// Moves a row to its next stage, and adds it to `lookups` if its look-up begins.
    fn enter(
        &mut self,
        at: usize,
        task: SendTask,
        step: (Stage, Action),
        lookups: &mut Vec<usize>,
    ) {
        if matches!(step.0, Stage::LookingUp(_)) {
            lookups.push(at);
        }
        let row = match step {
            (_, Action::Write(write)) => PlanRow::Waiting(task, write),
            (_, Action::Settle(settlement)) => PlanRow::Settled(Some(Box::new(settlement))),
            step => PlanRow::Working(task, Box::new(step)),
        };
        if matches!(row, PlanRow::Waiting(..)) {
            self.first_waiting = self.first_waiting.min(at);
            self.unfinished.remove(&at);
        } else {
            self.unfinished.insert(at);
        }
        self.rows[at] = row;
    }

    fn record_lookups(&mut self, lookups: Vec<usize>) {
        if !lookups.is_empty() {
            self.records.push_back(BatchAction::RecordLookups(lookups));
        }
    }

    fn bodies(&self, rows: &[usize]) -> Vec<(usize, EditableDocument)> {
        let body = |row: &usize| Some((*row, self.pending_write(*row)?.body.clone()));
        rows.iter().filter_map(body).collect()
    }

    fn rows_with(&self, fits: impl Fn(&Action) -> bool) -> Vec<usize> {
        self.select(|action| fits(action).then_some(()))
            .into_iter()
            .map(|(row, ())| row)
            .collect()
    }

    /// Returns what `pick` returns for the next actions other than writes.
    fn select<T>(&self, pick: impl Fn(&Action) -> Option<T>) -> Vec<(usize, T)> {
        let rows = self.unfinished.iter();
        let picked = rows.filter_map(|at| match &self.rows[*at] {
            PlanRow::Working(_, step) => Some((*at, pick(&step.1)?)),
            PlanRow::Waiting(..) | PlanRow::Settled(_) => None,
        });
        picked.collect()
    }

    fn take_settlements(&mut self) -> Vec<(usize, Settlement)> {
        let take = |row: &mut PlanRow| match row {
            PlanRow::Settled(settlement) => settlement.take(),
            PlanRow::Waiting(..) | PlanRow::Working(..) => None,
        };
        let rows = self.unfinished.iter();
        let settled: Vec<_> = rows
            .filter_map(|at| Some((*at, *take(&mut self.rows[*at])?)))
            .collect();
        for (row, _) in &settled {
            self.unfinished.remove(row);
        }
        self.is_broken_off |= settled
            .iter()
            .any(|(_, settlement)| matches!(settlement.outcome, SendOutcome::Withdrawn(_)));
        settled
    }

    fn read_action(&self) -> Option<BatchAction> {
        let reads = self.select(|action| match action {
            Action::ReadBack(id) => Some(Some(*id)),
            Action::Read => Some(None),
            _ => None,
        });
        (!reads.is_empty()).then_some(BatchAction::Read(reads))
    }

    fn search_action(&self) -> Option<BatchAction> {
        let searches = self.select(|action| match action {
            Action::Search(write) => Some(write.body.clone()),
            _ => None,
        });
        (!searches.is_empty()).then_some(BatchAction::Search(searches))
    }

    fn wait_action(&self) -> Option<BatchAction> {
        let waits = self.rows_with(|action| matches!(action, Action::Wait));
        (!waits.is_empty()).then_some(BatchAction::Wait)
    }

    fn pause_action(&self) -> Option<BatchAction> {
        let pauses = self.select(|action| match action {
            Action::Pause(seconds) => Some(*seconds),
            _ => None,
        });
        let (_, seconds) = *pauses.first()?;
        let rows = pauses.into_iter().map(|(row, _)| row).collect();
        Some(BatchAction::Pause(rows, seconds))
    }

    fn write_action(&mut self) -> BatchAction {
        let is_waiting = |at: &usize| matches!(self.rows[*at], PlanRow::Waiting(..));
        let waiting = (self.first_waiting..self.rows.len()).filter(is_waiting);
        let rows: Vec<_> = waiting.take(self.next_call_size).collect();
        self.first_waiting = rows.first().copied().unwrap_or(self.rows.len());
        if rows.is_empty() || self.is_broken_off {
            return BatchAction::Done;
        }
        BatchAction::Write(rows)
    }
}

/// Returns the candidates for one sent object in a search for several; otherwise why the search is inconclusive.
pub fn candidates_in(
    found: &Result<ListScan, SearchFailure>,
    sent: &EditableDocument,
) -> Result<Vec<MatchCandidate>, SearchFailure> {
    found.as_ref().map_err(Clone::clone)?.candidates_for(sent)
}

const fn proves_call_accepted(delivery: &Delivery) -> bool {
    matches!(
        delivery,
        Delivery::RowAccepted(_)
            | Delivery::Answered {
                verdict: Verdict::PerItem { .. },
                ..
            }
    )
}
