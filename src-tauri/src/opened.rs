use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adwright_desk::views::{Failure, FailureCode, HomeTrouble};
use adwright_desk::{Desk, Error, home};

use crate::single;

/// The desk, or why there is none: the window opens either way and says so.
pub(crate) struct Opened(Mutex<Result<Arc<Desk>, HomeTrouble>>);

impl Opened {
    pub(crate) fn new(desk: Result<Desk, Error>) -> Self {
        Self(Mutex::new(desk.map(Arc::new).map_err(|error| told(&error))))
    }

    pub(crate) fn get(&self) -> Result<Arc<Desk>, Failure> {
        self.lock().clone().map_err(|trouble| trouble.failure)
    }

    /// Why there is no desk; none where there is one.
    pub(crate) fn trouble(&self) -> Option<HomeTrouble> {
        self.lock().as_ref().err().cloned()
    }

    /// Takes what came of opening the desk once more.
    pub(crate) fn set(&self, desk: Result<Desk, Error>) -> Result<(), Error> {
        let (next, told) = match desk {
            Ok(desk) => (Ok(Arc::new(desk)), Ok(())),
            Err(error) => (Err(told(&error)), Err(error)),
        };
        *self.lock() = next;
        told
    }

    /// Lets go of the desk, so that its database is closed cleanly once the last command has ended.
    pub(crate) fn close(&self) {
        let failure = Failure {
            code: FailureCode::Cancelled,
            message: "Adwright is being closed.".to_owned(),
            details: None,
        };
        *self.lock() = Err(HomeTrouble {
            failure,
            folder: String::new(),
            ways_out: Vec::new(),
        });
    }

    fn lock(&self) -> MutexGuard<'_, Result<Arc<Desk>, HomeTrouble>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn told(error: &Error) -> HomeTrouble {
    home::trouble(error, single::home().ok().as_ref())
}
