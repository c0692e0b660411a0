use std::ops::Deref;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_desk::{Desk, Error, home};
use adwright_views::{Failure, FailureCode, HomeFailure};

use crate::single_instance;

/// The time that the program waits for its last commands to release the desk. The window has already closed by then.
const PATIENCE: Duration = Duration::from_secs(5);

/// The desk, or the reason why it could not be opened. The window opens in both cases and shows it.
pub(crate) struct WorkspaceSlot(Mutex<SlotState>);

struct SlotState {
    desk: Result<Arc<WorkspaceHandle>, HomeFailure>,
    /// Disconnects when the desk is dropped.
    ended: Option<Receiver<()>>,
    /// The desk for the page that loads next.
    next: Option<Desk>,
}

/// A handle to the desk that a command holds.
pub(crate) struct WorkspaceHandle {
    desk: Desk,
    // Declared after the desk, so that it is dropped after it.
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

    /// Returns the reason why there is no desk; `None` if there is one.
    pub(crate) fn trouble(&self) -> Option<HomeFailure> {
        self.lock().desk.as_ref().err().cloned()
    }

    /// Stores the result of opening the desk again.
    pub(crate) fn set(&self, desk: Result<Desk, Error>) -> Result<(), Error> {
        let (next, result) = match desk {
            Ok(desk) => (Ok(desk), Ok(())),
            Err(error) => (Err(to_home_trouble(&error)), Err(error)),
        };
        *self.lock() = new_slot_state(next);
        result
    }

    /// Stores the desk of another workspace for the page that loads next. The current page still shows the workspace
    /// before, and talks to it until it is replaced. So no text that is typed there enters the other workspace.
    pub(crate) fn prepare_next(&self, next: Desk) {
        self.lock().next = Some(next);
    }

    /// Switches to the next desk after a new page has loaded. Returns whether there was one.
    pub(crate) fn switch_to_next(&self) -> bool {
        let mut state = self.lock();
        let Some(next) = state.next.take() else {
            return false;
        };
        let before = std::mem::replace(&mut *state, new_slot_state(Ok(next)));
        drop(state);
        // On another thread, because this may drop the last handle and the window waits here.
        tauri::async_runtime::spawn_blocking(move || drop(before));
        true
    }

    /// Releases the desk, and waits for the last command, so that the database closes cleanly. Otherwise the next start
    /// has to check it.
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
        // Nothing is ever sent: the channel disconnects with the desk, or the time runs out.
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
    home::home_failure(error, single_instance::home_paths().ok().as_ref())
}
