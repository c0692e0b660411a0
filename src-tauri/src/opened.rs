use std::ops::Deref;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_desk::views::{Failure, FailureCode, HomeTrouble};
use adwright_desk::{Desk, Error, home};

use crate::single;

/// How long the program waits for its last commands to let go of the desk. Whoever closes a window does not look on.
const PATIENCE: Duration = Duration::from_secs(5);

/// The desk, or why there is none: the window opens either way and says so.
pub(crate) struct Opened(Mutex<State>);

struct State {
    desk: Result<Arc<Held>, HomeTrouble>,
    /// Ends when the desk has.
    ended: Option<Receiver<()>>,
    /// The desk of the page that is about to be loaded.
    next: Option<Desk>,
}

/// The desk, as commands hold it.
pub(crate) struct Held {
    desk: Desk,
    // After the desk, so that it goes after it.
    _ending: Sender<()>,
}

impl Deref for Held {
    type Target = Desk;

    fn deref(&self) -> &Desk {
        &self.desk
    }
}

impl Opened {
    pub(crate) fn new(desk: Result<Desk, Error>) -> Self {
        Self(Mutex::new(held(desk.map_err(|error| told(&error)))))
    }

    pub(crate) fn get(&self) -> Result<Arc<Held>, Failure> {
        self.lock().desk.clone().map_err(|trouble| trouble.failure)
    }

    /// Why there is no desk; none where there is one.
    pub(crate) fn trouble(&self) -> Option<HomeTrouble> {
        self.lock().desk.as_ref().err().cloned()
    }

    /// Takes what came of opening the desk once more.
    pub(crate) fn set(&self, desk: Result<Desk, Error>) -> Result<(), Error> {
        let (next, told) = match desk {
            Ok(desk) => (Ok(desk), Ok(())),
            Err(error) => (Err(told(&error)), Err(error)),
        };
        *self.lock() = held(next);
        told
    }

    /// Keeps the desk of another workspace ready for the page that is loaded next. The page that is there still shows the
    /// one before, and goes on speaking to that one to its end: nothing typed in it gets into the other workspace.
    pub(crate) fn prepare(&self, next: Desk) {
        self.lock().next = Some(next);
    }

    /// A new page has taken the place of the one before; whether there is another desk for it.
    pub(crate) fn turn_page(&self) -> bool {
        let mut state = self.lock();
        let Some(next) = state.next.take() else {
            return false;
        };
        let before = std::mem::replace(&mut *state, held(Ok(next)));
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
        let closed = held(Err(HomeTrouble {
            failure,
            folder: String::new(),
            ways_out: Vec::new(),
        }));
        let State { desk, ended, .. } = std::mem::replace(&mut *self.lock(), closed);
        drop(desk);
        // Nothing is ever sent: it ends with the desk, or with the patience.
        if let Some(ended) = ended
            && ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout)
        {
            tracing::warn!("a command goes on; the database is left open");
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn held(desk: Result<Desk, HomeTrouble>) -> State {
    let (ending, ended) = channel();
    let is_there = desk.is_ok();
    State {
        desk: desk.map(|desk| {
            Arc::new(Held {
                desk,
                _ending: ending,
            })
        }),
        ended: is_there.then_some(ended),
        next: None,
    }
}

fn told(error: &Error) -> HomeTrouble {
    home::trouble(error, single::home().ok().as_ref())
}
