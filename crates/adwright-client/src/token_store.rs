use std::any::Any;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use secrecy::SecretString;

/// A store that shares the session token between requests and between programs.
///
/// A service may allow few sessions at a time, so a token is worth keeping. A method may block for long, as a keyring
/// does while it asks to be unlocked. The client therefore calls it on a blocking thread. A store logs its own
/// failures; the client then uses the token that it holds itself.
pub trait TokenStore: Send + Sync + 'static {
    /// Returns the stored token; `None` without one, or if the store cannot be read.
    fn get(&self) -> Option<SecretString>;
    /// Replaces the stored token.
    fn set(&self, token: SecretString);
    /// Deletes the token.
    fn clear(&self);
    /// Waits until no other user of this store logs in. The returned guard keeps others from logging in.
    fn lock_login(&self) -> LoginGuard;
}

/// A guard: nobody else logs in while it is held.
pub type LoginGuard = Box<dyn Any + Send>;

/// A token store in memory, for as long as the program runs.
#[derive(Default)]
pub struct MemoryTokenStore(Mutex<Option<SecretString>>);

impl TokenStore for MemoryTokenStore {
    fn get(&self) -> Option<SecretString> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set(&self, token: SecretString) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(token);
    }

    fn clear(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn lock_login(&self) -> LoginGuard {
        Box::new(())
    }
}

impl fmt::Debug for MemoryTokenStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("MemoryTokens")
    }
}
