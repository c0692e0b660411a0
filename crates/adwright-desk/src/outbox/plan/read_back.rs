//! Reads objects back after the service accepted them: only a look proves what the service holds.

use adwright_model::{Editable, Id};

use super::update::settle_confirmed;
use super::{
    Action, PlannedWrite, ReadResult, SendTask, Settlement, SettlementOutcome, Stage, update,
};

/// An object that is being read back.
#[derive(Debug, Clone)]
pub(crate) struct ReadBack {
    written: PlannedWrite,
    done: Done,
    /// The settlement of the first look, if that look did not show the accepted values.
    first: Option<Box<Settlement>>,
}

/// Why the service has the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Done {
    /// The service accepted the update.
    Updated,
    /// The service accepted the create and named the new object.
    Created,
    /// The reply was unclear; a look found the object by our reference.
    Found,
    /// An earlier send of the same draft created the object.
    FoundBeforeWrite,
}

impl Done {
    const fn words(self) -> &'static str {
        match self {
            Self::Updated => "Updated.",
            Self::Created => "Created.",
            Self::Found => {
                "Created. No clear answer came, but the service holds it under our reference."
            }
            Self::FoundBeforeWrite => {
                "Created by an earlier send, which the service committed late. Nothing was sent again."
            }
        }
    }
}

impl ReadBack {
    pub(super) const fn new(written: PlannedWrite, done: Done) -> Self {
        Self {
            written,
            done,
            first: None,
        }
    }

    pub(super) fn step(self, id: Id) -> (Stage, Action) {
        (Stage::ReadingBack(self), Action::ReadBack(id))
    }

    /// Looks once more after a quiet period, because a service may show an accepted write late. After that, a person
    /// decides.
    fn look_later(mut self, settlement: Settlement) -> (Stage, Action) {
        if self.first.is_some() {
            return settlement.into_step();
        }
        self.first = Some(Box::new(settlement));
        (Stage::WaitingToReadBack(self), Action::Wait)
    }
}

/// Judges the result of reading back.
pub(super) fn judged(task: &SendTask, back: ReadBack, seen: ReadResult) -> (Stage, Action) {
    match (seen, back.first.clone()) {
        (ReadResult::Object(now), _) => compared(task, back, now),
        (ReadResult::Missing, _) => {
            let outcome = "The service accepted it, but says now that there is none.";
            back.look_later(Settlement::new(SettlementOutcome::NeedsYou, outcome))
        }
        // The first look contradicted the service, so its reply alone is no proof.
        (ReadResult::Failed(why), Some(first)) => {
            first.with_evidence(why).needing_look(true).into_step()
        }
        (ReadResult::Failed(why), None) => {
            let done = back.done.words();
            let outcome = format!("{done} The service said so; it could not be read back: {why}");
            Settlement::new(SettlementOutcome::Confirmed, outcome).into_step()
        }
    }
}

fn compared(task: &SendTask, back: ReadBack, now: Editable) -> (Stage, Action) {
    if !update::is_applied(&back.written, &now) {
        let settlement = update::holds_other_values(&back.written, now);
        return back.look_later(settlement);
    }
    let is_found = matches!(back.done, Done::Found | Done::FoundBeforeWrite);
    let proof = task.reference().filter(|_| is_found).map(|reference| {
        let proof = if task.is_only_one_sent(&back.written) {
            "nothing else was sent under it"
        } else {
            "it holds everything that was sent last"
        };
        format!(" It carries our reference {reference}, and {proof}.")
    });
    let is_new = back.done == Done::Created;
    let lesson = is_new.then(|| task.lesson_of_created(&now)).flatten();
    let mut settlement = settle_confirmed(task, &back.written, now, back.done.words());
    settlement.lesson = lesson;
    settlement.outcome.extend(proof);
    settlement.into_step()
}
