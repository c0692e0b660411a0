//! Why only a summary of an object is known.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_model::{Id, Kind};
use adwright_views::SummaryNotice;

use crate::credentials::CredentialState;
use crate::error::SummaryReason;
use crate::object::{LoadedObject, Objects};
use crate::wording::summary_notice;

/// Why the last fetch of a full object left only a summary, by kind and id.
#[derive(Debug, Default)]
pub(crate) struct PartialReasons(Mutex<HashMap<(Kind, Id), SummaryReason>>);

impl PartialReasons {
    /// Returns the reason; none if the service was not asked or sent the full object.
    fn reason_for(&self, kind: Kind, id: Id) -> Option<SummaryReason> {
        self.lock_reasons().get(&(kind, id)).cloned()
    }

    pub(super) fn clear_reason(&self, kind: Kind, id: Id) {
        self.lock_reasons().remove(&(kind, id));
    }

    pub(super) fn record_reason(&self, kind: Kind, id: Id, reason: SummaryReason) {
        self.lock_reasons().insert((kind, id), reason);
    }

    fn lock_reasons(&self) -> MutexGuard<'_, HashMap<(Kind, Id), SummaryReason>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Objects {
    /// Returns why only a summary is known, and whether asking the service can help; none if the object is complete.
    pub(crate) fn summary_of(&self, object: &LoadedObject) -> Option<SummaryNotice> {
        object
            .is_summary()
            .then(|| summary_notice(&self.summary_reason(object)))
    }

    /// Returns why the loaded object is only a summary.
    pub(crate) fn summary_reason(&self, object: &LoadedObject) -> SummaryReason {
        if let Some(file) = &object.file {
            SummaryReason::File(file.name.clone())
        } else if object.draft.is_some() {
            SummaryReason::Draft
        } else {
            self.unfetched_reason(object)
        }
    }

    /// Returns what blocks all requests, or else the result of the last fetch.
    fn unfetched_reason(&self, object: &LoadedObject) -> SummaryReason {
        let of_last_fetch = || {
            self.partial_reasons
                .reason_for(object.stored_kind, object.id?)
        };
        self.blocked_reason()
            .or_else(of_last_fetch)
            .unwrap_or(SummaryReason::NotAsked)
    }

    fn blocked_reason(&self) -> Option<SummaryReason> {
        match self.credentials.as_ref()?.state() {
            CredentialState::Waiting => Some(SummaryReason::KeyringLocked),
            CredentialState::Failed(_) => Some(SummaryReason::KeyringFailed),
            CredentialState::Missing => Some(SummaryReason::PasswordMissing),
            CredentialState::NotNeeded | CredentialState::Unread | CredentialState::Loaded => None,
        }
    }
}
