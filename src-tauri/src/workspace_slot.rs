use std::ops::Deref;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_desk::views::{Failure, FailureCode, HomeFailure};
use adwright_desk::{Desk, Error, home};

use crate::single_instance;

/// How long the program waits for its last commands to let go of the desk. Whoever closes a window does not look on.
const PATIENCE: Duration = Duration::from_secs(5);

/// The desk, or why there is none: the window opens either way and says so.
pub(crate) struct WorkspaceSlot(Mutex<SlotState>);

struct SlotState {
    desk: Result<Arc<WorkspaceHandle>, HomeFailure>,
    /// Ends when the desk has.
    ended: Option<Receiver<()>>,
    /// The desk of the page that is about to be loaded.
    next: Option<Desk>,
}

/// The desk, as commands hold it.
pub(crate) struct WorkspaceHandle {
    desk: Desk,
    // After the desk, so that it goes after it.
    _ending: Sender<()>,
}

impl Deref for WorkspaceHandle {
    type Target = Desk;

    fn deref(&self) -> &Desk {
        &self.desk
    }
}

impl WorkspaceSlot {
    pub(crate) fn new(desk: Result<Desk, Error>) -> Self {
        Self(Mutex::new(new_slot_state(
            desk.map_err(|error| to_home_trouble(&error)),
        )))
    }

    pub(crate) fn get(&self) -> Result<Arc<WorkspaceHandle>, Failure> {
        self.lock().desk.clone().map_err(|trouble| trouble.failure)
    }

    /// Why there is no desk; none where there is one.
    pub(crate) fn trouble(&self) -> Option<HomeFailure> {
        self.lock().desk.as_ref().err().cloned()
    }

    /// Takes what came of opening the desk once more.
    pub(crate) fn set(&self, desk: Result<Desk, Error>) -> Result<(), Error> {
        let (next, told) = match desk {
            Ok(desk) => (Ok(desk), Ok(())),
            Err(error) => (Err(to_home_trouble(&error)), Err(error)),
        };
        *self.lock() = new_slot_state(next);
        told
    }

    /// Keeps the desk of another workspace ready for the page that is loaded next. The page that is there still shows the
    /// one before, and goes on speaking to that one to its end: nothing typed in it gets into the other workspace.
    pub(crate) fn prepare_next(&self, next: Desk) {
        self.lock().next = Some(next);
    }

    /// A new page has taken the place of the one before; whether there is another desk for it.
    pub(crate) fn switch_to_next(&self) -> bool {
        let mut state = self.lock();
        let Some(next) = state.next.take() else {
            return false;
        };
        let before = std::mem::replace(&mut *state, new_slot_state(Ok(next)));
        drop(state);
        // Not here, where the window waits: it may be the last to hold it.
        tauri::async_runtime::spawn_blocking(move || drop(before));
        true
    }

    /// Lets go of the desk, and waits until the last command has, so that its database is closed cleanly: what is not
    /// costs the next start a check.
    pub(crate) fn close(&self) {
        let failure = Failure {
            code: FailureCode::Cancelled,
            message: "Adwright is being closed.".to_owned(),
            details: None,
            reply: None,
        };
        let closed = new_slot_state(Err(HomeFailure {
            failure,
            folder: String::new(),
            ways_out: Vec::new(),
        }));
        let SlotState { desk, ended, .. } = std::mem::replace(&mut *self.lock(), closed);
        drop(desk);
        // Nothing is ever sent: it ends with the desk, or with the patience.
        if let Some(ended) = ended
            && ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout)
        {
            tracing::warn!("a command goes on; the database is left open");
        }
    }

    fn lock(&self) -> MutexGuard<'_, SlotState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn new_slot_state(desk: Result<Desk, HomeFailure>) -> SlotState {
    let (ending, ended) = channel();
    let is_there = desk.is_ok();
    SlotState {
        desk: desk.map(|desk| {
            Arc::new(WorkspaceHandle {
                desk,
                _ending: ending,
            })
        }),
        ended: is_there.then_some(ended),
        next: None,
    }
}

fn to_home_trouble(error: &Error) -> HomeFailure {
    home::home_trouble(error, single_instance::home_paths().ok().as_ref())
}
