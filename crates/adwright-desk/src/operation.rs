//! Long work that a person can stop.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

/// The operations that run at the moment, by the id that the window minted.
#[derive(Debug, Default)]
pub(crate) struct Operations {
    running: Arc<Mutex<HashMap<String, Stop>>>,
}

/// Tells one operation that the person wants it to end.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    pub(crate) fn is_wanted(&self) -> bool {
        *self.0.borrow()
    }

    /// What came of work that may be given up half-way, such as a read; nothing where the stop came first.
    pub(crate) async fn or<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut wanted = self.0.subscribe();
        tokio::select! {
            biased;
            _ = wanted.wait_for(|wanted| *wanted) => None,
            done = work => Some(done),
        }
    }

    /// The same of work that is given up only while it has to wait: what is done at once is done all the same.
    pub(crate) async fn or_waiting<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut wanted = self.0.subscribe();
        tokio::select! {
            biased;
            done = work => Some(done),
            _ = wanted.wait_for(|wanted| *wanted) => None,
        }
    }

    fn want(&self) {
        self.0.send_replace(true);
    }
}

/// Takes the operation off the list when it ends, however it ends.
#[derive(Debug)]
pub(crate) struct Running {
    id: String,
    all: Arc<Mutex<HashMap<String, Stop>>>,
    pub(crate) stop: Stop,
}

impl Operations {
    pub(crate) fn begin(&self, id: &str) -> Running {
        let stop = Stop::default();
        lock(&self.running).insert(id.to_owned(), stop.clone());
        Running {
            id: id.to_owned(),
            all: Arc::clone(&self.running),
            stop,
        }
    }

    /// Asks the operation to end; one that has ended already is not an error.
    pub(crate) fn stop(&self, id: &str) {
        if let Some(stop) = lock(&self.running).get(id) {
            stop.want();
        }
    }

    /// Asks every operation to end.
    pub(crate) fn stop_all(&self) {
        lock(&self.running).values().for_each(Stop::want);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.all).remove(&self.id);
    }
}

/// A panic elsewhere leaves the map whole, so a poisoned lock is used on.
fn lock(
    running: &Mutex<HashMap<String, Stop>>,
) -> std::sync::MutexGuard<'_, HashMap<String, Stop>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_operation_is_stopped() {
        let operations = Operations::default();
        let (one, other) = (operations.begin("one"), operations.begin("other"));
        operations.stop("one");
        assert!(one.stop.is_wanted());
        assert!(!other.stop.is_wanted());
    }

    #[tokio::test]
    async fn what_never_ends_is_given_up_and_what_is_done_is_not() {
        let operations = Operations::default();
        let running = operations.begin("one");
        assert_eq!(running.stop.or(async { 1 }).await, Some(1));
        operations.stop("one");
        assert_eq!(running.stop.or(std::future::pending::<u8>()).await, None);
    }

    #[tokio::test]
    async fn what_need_not_wait_is_done_whoever_wants_it_to_end() {
        let stop = Stop::default();
        stop.want();
        assert_eq!(stop.or_waiting(async { 1 }).await, Some(1));
        let never = std::future::pending::<u8>();
        assert_eq!(stop.or_waiting(never).await, None);
    }

    #[test]
    fn an_ended_operation_is_forgotten() {
        let operations = Operations::default();
        drop(operations.begin("one"));
        assert!(lock(&operations.running).is_empty());
        operations.stop("one");
    }
}
