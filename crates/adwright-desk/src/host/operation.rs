//! Long operations that a person can stop.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

/// The running operations, by the id that the window created.
#[derive(Debug, Default)]
pub(crate) struct Operations {
    running: Arc<Mutex<HashMap<String, CancellationToken>>>,
}

/// A token that tells one operation to stop.
#[derive(Debug, Clone, Default)]
pub(crate) struct CancellationToken(Arc<watch::Sender<bool>>);

impl CancellationToken {
    pub(crate) fn is_cancelled(&self) -> bool {
        *self.0.borrow()
    }

    /// Returns the result of work that may be dropped half-way, such as a read; none if the operation was stopped
    /// first.
    pub(crate) async fn run_until_cancelled<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let mut cancelled = self.0.subscribe();
        tokio::select! {
            biased;
            _ = cancelled.wait_for(|cancelled| *cancelled) => None,
            done = work => Some(done),
        }
    }

    /// Returns the result of work that is dropped only if it has to wait; none if the operation was stopped first.
    pub(crate) async fn run_ready_or_until_cancelled<T>(
        &self,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        let mut cancelled = self.0.subscribe();
        tokio::select! {
            biased;
            done = work => Some(done),
            _ = cancelled.wait_for(|cancelled| *cancelled) => None,
        }
    }

    /// Asks the operation to stop.
    pub(crate) fn cancel(&self) {
        self.0.send_replace(true);
    }
}

/// A guard that removes the operation from the list when it ends, even after an error.
#[derive(Debug)]
pub(crate) struct OperationHandle {
    id: String,
    all: Arc<Mutex<HashMap<String, CancellationToken>>>,
    pub(crate) stop: CancellationToken,
}

impl Operations {
    pub(crate) fn start(&self, id: &str) -> OperationHandle {
        let stop = CancellationToken::default();
        lock(&self.running).insert(id.to_owned(), stop.clone());
        OperationHandle {
            id: id.to_owned(),
            all: Arc::clone(&self.running),
            stop,
        }
    }

    /// Asks the operation to stop. It is no error if the operation has ended already.
    pub(crate) fn cancel(&self, id: &str) {
        if let Some(stop) = lock(&self.running).get(id) {
            stop.cancel();
        }
    }

    /// Asks every operation to stop.
    pub(crate) fn cancel_all(&self) {
        lock(&self.running)
            .values()
            .for_each(CancellationToken::cancel);
    }
}

impl Drop for OperationHandle {
    fn drop(&mut self) {
        lock(&self.all).remove(&self.id);
    }
}

/// Ignores a poisoned lock, because a panic elsewhere leaves the map consistent.
fn lock(
    running: &Mutex<HashMap<String, CancellationToken>>,
) -> std::sync::MutexGuard<'_, HashMap<String, CancellationToken>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_named_operation_is_stopped() {
        let operations = Operations::default();
        let (one, other) = (operations.start("one"), operations.start("other"));
        operations.cancel("one");
        assert!(one.stop.is_cancelled());
        assert!(!other.stop.is_cancelled());
    }

    #[tokio::test]
    async fn endless_operation_is_abandoned_but_finished_one_kept() {
        let operations = Operations::default();
        let running = operations.start("one");
        assert_eq!(running.stop.run_until_cancelled(async { 1 }).await, Some(1));
        operations.cancel("one");
        assert_eq!(
            running
                .stop
                .run_until_cancelled(std::future::pending::<u8>())
                .await,
            None
        );
    }

    #[tokio::test]
    async fn immediate_work_finishes_despite_a_stop() {
        let stop = CancellationToken::default();
        stop.cancel();
        assert_eq!(
            stop.run_ready_or_until_cancelled(async { 1 }).await,
            Some(1)
        );
        let never = std::future::pending::<u8>();
        assert_eq!(stop.run_ready_or_until_cancelled(never).await, None);
    }

    #[test]
    fn an_ended_operation_is_forgotten() {
        let operations = Operations::default();
        drop(operations.start("one"));
        assert!(lock(&operations.running).is_empty());
        operations.cancel("one");
    }
}
