use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::error::ClientError;

/// Told after every request whether the service answered.
pub trait Contact: Send + Sync {
    /// An answer came, whatever it says.
    fn answered(&self);

    /// No whole answer came; why.
    fn silent(&self, error: &ClientError);

    /// The next request is held back for so many milliseconds, since the service allows no more before.
    fn waiting(&self, _ms: u64) {}
}

/// Who is told, if anyone.
#[derive(Clone, Default)]
pub(crate) struct Watch(Arc<OnceLock<Arc<dyn Contact>>>);

impl Watch {
    pub(crate) fn set(&self, contact: Arc<dyn Contact>) {
        // The first one stays: a client has one desk.
        let _ = self.0.set(contact);
    }

    pub(crate) fn waiting(&self, ms: u64) {
        if let Some(contact) = self.0.get() {
            contact.waiting(ms);
        }
    }

    pub(crate) fn tell<T>(&self, answer: &Result<T, ClientError>) {
        let Some(contact) = self.0.get() else { return };
        match answer {
            Err(error) if error.is_unreachable() => contact.silent(error),
            _ => contact.answered(),
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("Watch")
            .field(&self.0.get().is_some())
            .finish()
    }
}
