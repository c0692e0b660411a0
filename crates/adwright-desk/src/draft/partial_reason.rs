//! Why no more of an object is here than a summary, in the same words wherever one is shown.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_model::{Id, Kind};
use adwright_review::ONLY_SUMMARY;

use super::LoadedObject;
use crate::desk::Desk;
use crate::lazy_credentials::CredentialState;

/// Of a draft, which keeps the base that it was begun from.
const OF_DRAFT: &str = "The draft was begun from it. What is not in the summary stays as the service has it when the draft is sent.";

/// Where nobody asked for the rest yet.
const UNASKED: &str = "The service was not asked for the rest yet.";

/// What came of asking for the whole of objects, the last time, where only a summary is here all the same.
#[derive(Debug, Default)]
pub(crate) struct PartialReasons(Mutex<HashMap<(Kind, Id), String>>);

impl PartialReasons {
    /// Why, as a sentence; none where the service was not asked, or gave it.
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

/// Why only a summary of something is here.
#[derive(Debug)]
pub(crate) struct SummaryReason {
    /// The reason and what helps, in sentences.
    pub(crate) why: String,
    /// Whether the service can be asked for the rest.
    pub(crate) gettable: bool,
}

impl SummaryReason {
    /// That it is a summary, and why.
    pub(crate) fn sentence(&self) -> String {
        format!("{ONLY_SUMMARY} {}", self.why)
    }
}

impl Desk {
    /// Why only a summary is here of what was opened.
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

    /// What stands in the way of all requests, or else what came of the last one for the rest.
    fn unfetched_reason(&self, opened: &LoadedObject) -> String {
        if let Some(why) = self.blocked_reason() {
            return why.to_owned();
        }
        let id = opened.id;
        let why = id.and_then(|id| self.not_whole.reason_for(opened.collection, id));
        why.unwrap_or_else(|| UNASKED.to_owned())
    }

    fn blocked_reason(&self) -> Option<&'static str> {
        match self.open_secrets.as_ref()?.state() {
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
