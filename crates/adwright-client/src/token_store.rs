use std::any::Any;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use secrecy::SecretString;

/// Where the session token is kept between requests and between programs.
///
/// A service may allow few sessions at a time, so that a token is worth keeping. A method may block for long, as a
/// keyring does while it asks to be unlocked: the client calls it on a thread that may wait. A keep that fails says so
/// in its own log; the client then works with the token that it holds itself.
pub trait TokenStore: Send + Sync + 'static {
    /// The token kept last; none where there is none, or where the keep cannot be read.
    fn get(&self) -> Option<SecretString>;
    /// Keeps a token instead of the one before.
    fn set(&self, token: SecretString);
    /// Drops the token.
    fn clear(&self);
    /// Waits until nobody else who shares this keep logs in; nobody else does until what it gives is dropped.
    fn lock_login(&self) -> LoginGuard;
}

/// That nobody else logs in for as long as it is held.
pub type LoginGuard = Box<dyn Any + Send>;

/// Keeps the token in memory, for as long as the program runs.
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
