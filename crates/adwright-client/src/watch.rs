use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use crate::error::ClientError;
use crate::held::Held;

/// Told after every request whether the service answered.
pub trait Contact: Send + Sync {
    /// An answer came, whatever it says.
    fn answered(&self);

    /// No whole answer came; why.
    fn silent(&self, error: &ClientError);

    /// The next request is held back for a while.
    fn waiting(&self, _held: Held) {}

    /// The service asked for a longer pause than is waited for, until then in epoch milliseconds: until it is over whoever
    /// asks is told so, and the service is not asked.
    fn closed(&self, _until_ms: i64) {}
}

/// Who is told, if anyone.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<RwLock<Vec<Arc<dyn Contact>>>>);

impl Watch {
    pub(crate) fn add(&self, contact: Arc<dyn Contact>) {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.push(contact);
    }

    pub(crate) fn waiting(&self, held: Held) {
        self.each(|contact| contact.waiting(held));
    }

    pub(crate) fn closed(&self, until_ms: i64) {
        self.each(|contact| contact.closed(until_ms));
    }

    pub(crate) fn tell<T>(&self, answer: &Result<T, ClientError>) {
        self.each(|contact| match answer {
            Err(error) if error.is_unreachable() => contact.silent(error),
            _ => contact.answered(),
        });
    }

    fn each(&self, tell: impl Fn(&dyn Contact)) {
        // Whoever is told may ask the client something: nothing is locked meanwhile.
        let all = self
            .0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        for contact in all {
            tell(&*contact);
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("Watch")
            .field(&self.0.read().is_ok_and(|all| !all.is_empty()))
            .finish()
    }
}
