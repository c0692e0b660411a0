use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_model::{Id, Kind};

/// Why only a summary of an object is here: what came of asking for the whole of it, the last time.
#[derive(Debug, Default)]
pub(crate) struct NotWhole(Mutex<HashMap<(Kind, Id), String>>);

impl NotWhole {
    /// Why, as a sentence; none where the service was not asked, or gave it.
    pub(crate) fn why(&self, kind: Kind, id: Id) -> Option<String> {
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
