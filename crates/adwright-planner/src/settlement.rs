use adwright_model::{EditableDocument, ValueChange};

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
    /// The fields that someone else changed since the base was fetched.
    pub concurrent_changes: Vec<ValueChange>,
    /// The evidence that the service does not support our reference.
    pub unsupported_reference: Option<UnsupportedReference>,
}

impl Settlement {
    pub(crate) const fn new(outcome: SendOutcome) -> Self {
        Self {
            outcome,
            object: None,
            service_changes: Vec::new(),
            concurrent_changes: Vec::new(),
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
