//! Why no more of an object is here than a summary, in the same words wherever one is shown.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_model::{Id, Kind};
use adwright_review::ONLY_SUMMARY;

use super::Opened;
use crate::desk::Desk;
use crate::open_secrets::Found;

/// Of a draft, which keeps the base that it was begun from.
const OF_DRAFT: &str = "The draft was begun from it. What is not in the summary stays as the service has it when the draft is sent.";

/// Where nobody asked for the rest yet.
const UNASKED: &str = "The service was not asked for the rest yet.";

/// What came of asking for the whole of objects, the last time, where only a summary is here all the same.
#[derive(Debug, Default)]
pub(crate) struct NotWhole(Mutex<HashMap<(Kind, Id), String>>);

impl NotWhole {
    /// Why, as a sentence; none where the service was not asked, or gave it.
    fn why(&self, kind: Kind, id: Id) -> Option<String> {
        self.kept().get(&(kind, id)).cloned()
    }

    pub(super) fn came(&self, kind: Kind, id: Id) {
        self.kept().remove(&(kind, id));
    }

    pub(super) fn failed(&self, kind: Kind, id: Id, why: String) {
        self.kept().insert((kind, id), why);
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<(Kind, Id), String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Why only a summary of something is here.
#[derive(Debug)]
pub(crate) struct WhySummary {
    /// The reason and what helps, in sentences.
    pub(crate) why: String,
    /// Whether the service can be asked for the rest.
    pub(crate) gettable: bool,
}

impl WhySummary {
    /// That it is a summary, and why.
    pub(crate) fn said(&self) -> String {
        format!("{ONLY_SUMMARY} {}", self.why)
    }
}

impl Desk {
    /// Why only a summary is here of what was opened.
    pub(crate) fn why_summary(&self, opened: &Opened) -> WhySummary {
        let (why, gettable) = if let Some(file) = &opened.file {
            let helps = format!("“{}” has no more of it; import all of it.", file.name);
            (helps, false)
        } else if opened.draft.is_some() {
            (OF_DRAFT.to_owned(), false)
        } else {
            (self.why_not_got(opened), true)
        };
        WhySummary { why, gettable }
    }

    /// What stands in the way of all requests, or else what came of the last one for the rest.
    fn why_not_got(&self, opened: &Opened) -> String {
        if let Some(why) = self.why_not_asked() {
            return why.to_owned();
        }
        let id = opened.id;
        let why = id.and_then(|id| self.not_whole.why(opened.collection, id));
        why.unwrap_or_else(|| UNASKED.to_owned())
    }

    fn why_not_asked(&self) -> Option<&'static str> {
        match self.open_secrets.as_ref()?.found() {
            Found::Waiting => Some(
                "The keyring is locked, so the service could not be asked for the rest. Unlock the keyring first.",
            ),
            Found::Failed(_) => Some(
                "The keyring cannot be used, so the service could not be asked for the rest. See to the keyring first.",
            ),
            Found::Missing => Some(
                "The password is missing, so the service could not be asked for the rest. Enter it in the workspace’s settings first.",
            ),
            Found::Nothing | Found::Unread | Found::All => None,
        }
    }
}
