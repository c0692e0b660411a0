//! Why only a summary of an object is cached, in the same words wherever it is shown.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_model::{Id, Kind};
use adwright_review::ONLY_SUMMARY;
use adwright_views::SummaryNotice;

use crate::credentials::CredentialState;
use crate::object::{LoadedObject, Objects};

/// The reason for a draft, which keeps its original base.
const OF_DRAFT: &str = "The draft was begun from it. What is not in the summary stays as the service has it when the draft is sent.";

/// The reason if the service was not asked for the rest yet.
const UNASKED: &str = "The service was not asked for the rest yet.";

/// Why the last fetch of a full object left only a summary, by kind and id.
#[derive(Debug, Default)]
pub(crate) struct PartialReasons(Mutex<HashMap<(Kind, Id), String>>);

impl PartialReasons {
    /// Returns the reason as a sentence; none if the service was not asked or sent the full object.
    fn reason_for(&self, kind: Kind, id: Id) -> Option<String> {
        self.lock_reasons().get(&(kind, id)).cloned()
    }

    pub(super) fn clear_reason(&self, kind: Kind, id: Id) {
        self.lock_reasons().remove(&(kind, id));
    }

    pub(super) fn record_reason(&self, kind: Kind, id: Id, why: String) {
        self.lock_reasons().insert((kind, id), why);
    }

    fn lock_reasons(&self) -> MutexGuard<'_, HashMap<(Kind, Id), String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why only a summary of an object is cached.
#[derive(Debug)]
pub(crate) struct SummaryReason {
    /// The reason and the remedy, in sentences.
    pub(crate) why: String,
    /// Whether the service can be asked for the rest.
    pub(crate) gettable: bool,
}

impl SummaryReason {
    /// Returns the full message, with the reason.
    pub(crate) fn sentence(&self) -> String {
        format!("{ONLY_SUMMARY} {}", self.why)
    }
}

impl Objects {
    /// Returns why only a summary is known, and whether asking the service can help; none if the object is complete.
    pub(crate) fn summary_of(&self, opened: &LoadedObject) -> Option<SummaryNotice> {
        opened.is_summary().then(|| {
            let why = self.summary_reason(opened);
            SummaryNotice {
                said: why.sentence(),
                gettable: why.gettable,
            }
        })
    }

    /// Returns why the loaded object is only a summary.
    pub(crate) fn summary_reason(&self, opened: &LoadedObject) -> SummaryReason {
        let (why, gettable) = if let Some(file) = &opened.file {
            let helps = format!("“{}” has no more of it; import all of it.", file.name);
            (helps, false)
        } else if opened.draft.is_some() {
            (OF_DRAFT.to_owned(), false)
        } else {
            (self.unfetched_reason(opened), true)
        };
        SummaryReason { why, gettable }
    }

    /// Returns what blocks all requests, or else the result of the last fetch.
    fn unfetched_reason(&self, opened: &LoadedObject) -> String {
        if let Some(why) = self.blocked_reason() {
            return why.to_owned();
        }
        let id = opened.id;
        let why = id.and_then(|id| self.partial_reasons.reason_for(opened.collection, id));
        why.unwrap_or_else(|| UNASKED.to_owned())
    }

    fn blocked_reason(&self) -> Option<&'static str> {
        match self.credentials.as_ref()?.state() {
            CredentialState::Waiting => Some(
                "The keyring is locked, so the service could not be asked for the rest. Unlock the keyring first.",
            ),
            CredentialState::Failed(_) => Some(
                "The keyring cannot be used, so the service could not be asked for the rest. See to the keyring first.",
            ),
            CredentialState::Missing => Some(
                "The password is missing, so the service could not be asked for the rest. Enter it in the workspace’s settings first.",
            ),
            CredentialState::NotNeeded | CredentialState::Unread | CredentialState::Loaded => None,
        }
    }
}
