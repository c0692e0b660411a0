use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use crate::error::ClientError;
use crate::throttle::Throttle;

/// An observer that learns after every request whether the service answered.
pub trait ConnectionObserver: Send + Sync {
    /// A reply came, whatever its status.
    fn on_reply(&self);

    /// No complete reply came.
    fn on_unreachable(&self, error: &ClientError);

    /// The next request is delayed for a while.
    fn on_throttle(&self, _throttle: Throttle) {}

    /// The service asked for a pause that is too long to wait for, until this time in epoch milliseconds. Until then
    /// requests fail at once and nothing is sent.
    fn on_pause(&self, _until_ms: i64) {}
}

/// The observers, possibly none.
#[derive(Clone, Default)]
pub(crate) struct Observers(Arc<RwLock<Vec<Arc<dyn ConnectionObserver>>>>);

impl Observers {
    pub(crate) fn add(&self, observer: Arc<dyn ConnectionObserver>) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.push(observer);
    }

    pub(crate) fn notify_throttle(&self, throttle: Throttle) {
        self.for_each(|observer| observer.on_throttle(throttle));
    }

    pub(crate) fn notify_pause(&self, until_ms: i64) {
        self.for_each(|observer| observer.on_pause(until_ms));
    }

    pub(crate) fn notify_result<T>(&self, result: &Result<T, ClientError>) {
        self.for_each(|observer| match result {
            Err(error) if error.failure.is_unreachable() => observer.on_unreachable(error),
            _ => observer.on_reply(),
        });
    }

    fn for_each(&self, notify: impl Fn(&dyn ConnectionObserver)) {
        // An observer may call the client, so no lock is held meanwhile.
        let all = self
            .0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        for observer in all {
            notify(&*observer);
        }
    }
}

impl fmt::Debug for Observers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("Observers")
            .field(&self.0.read().is_ok_and(|all| !all.is_empty()))
            .finish()
    }
}
