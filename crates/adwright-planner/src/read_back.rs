//! Reads objects back after the service accepted them. Only a read proves what the service holds.

use adwright_model::{EditableDocument, Id};

use crate::outcome::{
    Confirmation, ConfirmedBy, Contradiction, OpenReason, ReadFailure, SendOutcome,
};
use crate::settlement::Settlement;
use crate::step::{Action, PlannedWrite, ReadResult, SendTask, Stage};
use crate::update;

/// An object that is being read back.
#[derive(Debug, Clone)]
pub struct ReadBack {
    write: PlannedWrite,
    /// Why the service should have the object.
    by: ConfirmedBy,
    /// What the first look showed, if that was not the accepted object.
    first: Option<FirstLook>,
}

/// A look that contradicts the reply of the service.
#[derive(Debug, Clone)]
struct FirstLook {
    contradiction: Contradiction,
    object: Option<EditableDocument>,
}

impl FirstLook {
    /// Hands the item to a person, with the reason why the second look failed, if it did.
    fn settle(self, later: Option<ReadFailure>) -> (Stage, Action) {
        let Self {
            contradiction: shown,
            object,
        } = self;
        let reason = OpenReason::Contradicted { shown, later };
        Settlement::open(reason).with_object(object).into_step()
    }
}

impl ReadBack {
    pub(crate) const fn new(write: PlannedWrite, by: ConfirmedBy) -> Self {
        Self {
            write,
            by,
            first: None,
        }
    }

    pub(crate) fn step(self, id: Id) -> (Stage, Action) {
        (Stage::ReadingBack(self), Action::ReadBack(id))
    }

    /// Looks once more after a quiet period, because a service may show an accepted write late. After that, a person
    /// decides.
    fn look_later(
        mut self,
        contradiction: Contradiction,
        object: Option<EditableDocument>,
    ) -> (Stage, Action) {
        let look = FirstLook {
            contradiction,
            object,
        };
        if self.first.is_some() {
            return look.settle(None);
        }
        self.first = Some(look);
        (Stage::WaitingToReadBack(self), Action::Wait)
    }
}

/// Decides from the result of reading back.
pub(crate) fn on_read_back(
    task: &SendTask,
    mut back: ReadBack,
    result: ReadResult,
) -> (Stage, Action) {
    match (result, back.first.take()) {
        (ReadResult::Object(now), first) => {
            compare_read_back(task, ReadBack { first, ..back }, now)
        }
        (ReadResult::Missing, first) => {
            ReadBack { first, ..back }.look_later(Contradiction::Missing, None)
        }
        // The first look contradicted the service, so its reply alone is no proof.
        (ReadResult::Failed(failure), Some(first)) => first.settle(Some(failure)),
        (ReadResult::Failed(failure), None) => {
            let confirmation = Confirmation {
                by: back.by,
                includes_foreign_changes: update::includes_foreign_changes(task, &back.write),
                has_interleaved_save: false,
                read_failure: Some(failure),
            };
            Settlement::new(SendOutcome::Confirmed(confirmation)).into_step()
        }
    }
}

fn compare_read_back(task: &SendTask, back: ReadBack, now: EditableDocument) -> (Stage, Action) {
    let fields = update::differing_fields(&back.write, &now);
    if !fields.is_empty() {
        return back.look_later(Contradiction::OtherValues(fields), Some(now));
    }
    let is_new = back.by == ConfirmedBy::Created;
    let unsupported_reference = is_new
        .then(|| task.evidence_of_dropped_reference(&now))
        .flatten();
    let mut settlement = update::settle_confirmed(task, &back.write, now, back.by);
    settlement.unsupported_reference = unsupported_reference;
    settlement.into_step()
}
