//! Looks once more at items that need a person only because no look-up showed their outcome.
//!
//! This module writes nothing to the service. An item settles by itself only on the planner's proof. If a look-up shows
//! no proof, an item that was looked at before stays as it is.

use std::collections::BTreeMap;

use adwright_model::Kind;
use adwright_planner::{Action, Event, ReadResult, Settlement, Stage, UnclearReason, next_step};
use adwright_store::{Item, ItemVerb, OutboxState};

use super::item_runner::ItemRunner;
use super::receipt_record::DecisionBasis;
use super::recover::planned_write;

use crate::error::Error;
use crate::host::CancellationToken;
use crate::outbox::Outbox;

/// When Adwright looks at open questions.
#[derive(Debug, Clone, Copy)]
pub(super) enum Occasion<'a> {
    /// Adwright starts: only items that were never looked at are worth a request.
    Start,
    /// This send has ended: the service answers, and may now show the objects of earlier sends.
    EndOfSend(&'a str),
}

/// An item that needs a person and that a look may settle.
struct OpenQuestion<'a> {
    runner: ItemRunner<'a>,
    stage: Stage,
    needs_look: bool,
}

/// An item that a look settled or learned more about.
pub(super) struct AnsweredQuestion {
    pub(super) item: Item,
    pub(super) settlement: Settlement,
}

impl Outbox {
    /// Looks once at every open question that is due, and returns those that were answered. The caller holds the send
    /// lock.
    pub(super) async fn look_at_open_questions(
        &self,
        occasion: Occasion<'_>,
        stop: &CancellationToken,
    ) -> Result<Vec<AnsweredQuestion>, Error> {
        let (mut creates, mut updates) = (BTreeMap::<Kind, Vec<_>>::new(), Vec::new());
        let (workspace, states) = (&self.context.workspace.id, [OutboxState::NeedsYou]);
        let attempted = self.context.store.item_ids_attempted(workspace, &states)?;
        let items = self
            .context
            .store
            .item_list(workspace, &states)?
            .into_iter();
        let items = items.filter(|item| attempted.contains(&item.id));
        for question in items.filter_map(|item| self.open_question(item, stop)) {
            match question.runner.item.verb {
                ItemVerb::Create => {
                    let kind = question.runner.item.kind;
                    creates.entry(kind).or_default().push(question);
                }
                ItemVerb::Update if question.needs_look => updates.push(question),
                ItemVerb::Update => {}
            }
        }
        let mut answered = Vec::new();
        for (kind, questions) in creates {
            if questions.iter().any(|question| question.is_due(occasion)) {
                self.search_for(kind, questions, &mut answered).await?;
            }
        }
        for question in updates {
            // A service that fails one read would fail the others too.
            if !question.read(&mut answered).await? {
                break;
            }
        }
        let items: Vec<_> = answered.iter().map(|one| one.item.clone()).collect();
        self.refresh_lists(&items)?;
        Ok(answered)
    }

    /// Returns the open question of an item that was written; none if no look can answer it.
    fn open_question(&self, item: Item, stop: &CancellationToken) -> Option<OpenQuestion<'_>> {
        let needs_look = DecisionBasis::from_item(&item).needs_look();
        let can_be_found = item.verb == ItemVerb::Create && item.fingerprint.is_some();
        if !needs_look && !can_be_found {
            return None;
        }
        // An item that can no longer be read must not keep the others from being looked at.
        let write = planned_write(&item).ok()?;
        let runner = ItemRunner::new(self, item, stop).ok()?;
        let why = UnclearReason::LookInconclusive;
        let (stage, _) = next_step(
            &runner.task,
            Stage::Planned,
            Event::StartFinalLookup { write, why },
        );
        Some(OpenQuestion {
            runner,
            stage,
            needs_look,
        })
    }

    /// Searches the list of a kind once for all creates.
    async fn search_for(
        &self,
        kind: Kind,
        questions: Vec<OpenQuestion<'_>>,
        answered: &mut Vec<AnsweredQuestion>,
    ) -> Result<(), Error> {
        let bodies = questions.iter().map(|question| {
            let written = planned_write(&question.runner.item)?;
            Ok::<_, Error>(written.body)
        });
        let bodies = bodies.collect::<Result<Vec<_>, _>>()?;
        let sent: Vec<_> = bodies.iter().collect();
        let waiting = questions[0].runner.wait_context();
        let Ok(found) = self.find_all_created(kind, &sent, waiting).await else {
            return Ok(());
        };
        for (question, body) in questions.into_iter().zip(&bodies) {
            if let Ok(candidates) = found.candidates_for(body) {
                let searched = Event::Searched(Ok(candidates));
                question.answer(searched, answered).await?;
            }
        }
        Ok(())
    }
}

impl OpenQuestion<'_> {
    fn is_due(&self, occasion: Occasion<'_>) -> bool {
        self.needs_look
            || match occasion {
                Occasion::Start => false,
                // This send has just looked at its own items.
                Occasion::EndOfSend(send) => self.runner.item.send != send,
            }
    }

    /// Reads the object of an update. Returns whether the service answered.
    async fn read(self, answered: &mut Vec<AnsweredQuestion>) -> Result<bool, Error> {
        let seen = self.runner.read_object().await;
        if matches!(seen, ReadResult::Failed(_)) {
            return Ok(false);
        }
        self.answer(Event::Read(seen), answered).await?;
        Ok(true)
    }

    /// Applies the event of a look if it answers the question.
    async fn answer(self, seen: Event, answered: &mut Vec<AnsweredQuestion>) -> Result<(), Error> {
        let (_, action) = next_step(&self.runner.task, self.stage.clone(), seen.clone());
        let is_found = matches!(action, Action::ReadBack(_));
        if !is_found && !self.needs_look {
            return Ok(());
        }
        let item = self.runner.item.clone();
        let settlement = self.runner.go_on(self.stage, seen).await?;
        answered.push(AnsweredQuestion { item, settlement });
        Ok(())
    }
}
