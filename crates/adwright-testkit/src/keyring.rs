use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use adwright_desk::{Place, Secrets, SecretsError};
use secrecy::SecretString;

/// A keyring in memory that a test locks: it then fails at once, or lets everyone wait as long as nobody answers the
/// system's question for its password.
#[derive(Debug, Default)]
pub struct TestKeyring {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    kept: HashMap<String, SecretString>,
    mood: Mood,
    asked: u32,
    waiting: u32,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Mood {
    #[default]
    Unlocked,
    Locked,
    Asking,
}

impl TestKeyring {
    /// From now on it fails at once.
    pub fn lock(&self) {
        self.state().mood = Mood::Locked;
    }

    /// From now on whoever needs it waits for the person.
    pub fn lock_and_ask(&self) {
        self.state().mood = Mood::Asking;
    }

    /// The person unlocks it.
    pub fn unlock(&self) {
        self.state().mood = Mood::Unlocked;
        self.changed.notify_all();
    }

    /// Waits until so many wait for the person.
    pub fn until_waited_for_by(&self, many: u32) {
        let state = self
            .changed
            .wait_while(self.state(), |state| state.waiting < many);
        drop(state.unwrap_or_else(PoisonError::into_inner));
    }

    /// How often it was asked for anything.
    #[must_use]
    pub fn asked(&self) -> u32 {
        self.state().asked
    }

    /// The names under which it keeps anything, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.state().kept.keys().cloned().collect();
        names.sort();
        names
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn opened(&self) -> Result<MutexGuard<'_, State>, SecretsError> {
        let mut state = self.state();
        state.asked += 1;
        state.waiting += 1;
        self.changed.notify_all();
        let is_asking = |state: &mut State| state.mood == Mood::Asking;
        let state = self.changed.wait_while(state, is_asking);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        if state.mood == Mood::Locked {
            return Err(SecretsError::Locked {
                details: "the test locked it".to_owned(),
            });
        }
        Ok(state)
    }
}

impl Secrets for TestKeyring {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        Ok(self.opened()?.kept.get(name).cloned())
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        let secret = secret.clone();
        self.opened()?.kept.insert(name.to_owned(), secret);
        Ok(())
    }

    fn forget(&self, name: &str) -> Result<(), SecretsError> {
        self.opened()?.kept.remove(name);
        Ok(())
    }

    fn place(&self) -> Place {
        Place::Keyring
    }

    fn keep_in(&self, _place: Place) {}
}
