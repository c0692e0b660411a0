use adwright_model::{EditableDocument, MergeConflict, ValueChange};

use crate::outcome::{OpenReason, SendOutcome, WithdrawReason};
use crate::reference::UnsupportedReference;
use crate::step::{Action, Stage};

/// How an item ended, with everything to keep.
#[derive(Debug, Clone)]
pub struct Settlement {
    /// How it ended.
    pub outcome: SendOutcome,
    /// The object that the service holds now; none if it was not read.
    pub object: Option<EditableDocument>,
    /// The fields that the service changed on its own.
    pub service_changes: Vec<ValueChange>,
    /// The changes of someone else because of which the item stopped; none if it did not.
    pub concurrent: Option<Box<ConcurrentChanges>>,
    /// The evidence that the service does not support our reference.
    pub unsupported_reference: Option<UnsupportedReference>,
}

/// The changes that someone else made since the base was fetched.
#[derive(Debug, Clone)]
pub struct ConcurrentChanges {
    /// The values that the person changed differently.
    pub conflicts: Vec<MergeConflict>,
    /// The other changed values.
    pub others: Vec<ValueChange>,
}

impl Settlement {
    pub(crate) const fn new(outcome: SendOutcome) -> Self {
        Self {
            outcome,
            object: None,
            service_changes: Vec::new(),
            concurrent: None,
            unsupported_reference: None,
        }
    }

    pub(crate) const fn open(reason: OpenReason) -> Self {
        Self::new(SendOutcome::NeedsYou(reason))
    }

    pub(crate) const fn withdrawn(reason: WithdrawReason) -> Self {
        Self::new(SendOutcome::Withdrawn(reason))
    }

    pub(crate) fn with_object(mut self, object: impl Into<Option<EditableDocument>>) -> Self {
        self.object = object.into();
        self
    }

    pub(crate) fn into_step(self) -> (Stage, Action) {
        (Stage::Settled, Action::Settle(self))
    }
}
