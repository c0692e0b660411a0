use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use adwright_desk::{SecretStorage, SecretStore, SecretsError};
use secrecy::SecretString;

/// A keyring in memory that a test can lock. When locked it fails at once, or blocks like a system that waits for the
/// person's password.
#[derive(Debug, Default)]
pub struct TestKeyring {
    state: Mutex<KeyringState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct KeyringState {
    secrets: HashMap<String, SecretString>,
    behaviour: KeyringBehaviour,
    call_count: u32,
    waiting: u32,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum KeyringBehaviour {
    #[default]
    Unlocked,
    Locked,
    WaitsForUnlock,
}

impl TestKeyring {
    /// Makes every later call fail at once.
    pub fn lock(&self) {
        self.state().behaviour = KeyringBehaviour::Locked;
    }

    /// Makes every later call wait for the person.
    pub fn lock_and_wait(&self) {
        self.state().behaviour = KeyringBehaviour::WaitsForUnlock;
    }

    /// Unlocks the keyring.
    pub fn unlock(&self) {
        self.state().behaviour = KeyringBehaviour::Unlocked;
        self.changed.notify_all();
    }

    /// Waits until this many callers wait for the person.
    pub fn wait_until_blocked(&self, callers: u32) {
        let state = self
            .changed
            .wait_while(self.state(), |state| state.waiting < callers);
        drop(state.unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns how often the keyring was called.
    #[must_use]
    pub fn call_count(&self) -> u32 {
        self.state().call_count
    }

    /// Returns the names of the stored secrets, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.state().secrets.keys().cloned().collect();
        names.sort();
        names
    }

    fn state(&self) -> MutexGuard<'_, KeyringState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unlocked_state(&self) -> Result<MutexGuard<'_, KeyringState>, SecretsError> {
        let mut state = self.state();
        state.call_count += 1;
        state.waiting += 1;
        self.changed.notify_all();
        let waits_for_unlock =
            |state: &mut KeyringState| state.behaviour == KeyringBehaviour::WaitsForUnlock;
        let state = self.changed.wait_while(state, waits_for_unlock);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        if state.behaviour == KeyringBehaviour::Locked {
            return Err(SecretsError::Locked {
                details: "the test locked it".to_owned(),
            });
        }
        Ok(state)
    }
}

impl SecretStore for TestKeyring {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        Ok(self.unlocked_state()?.secrets.get(name).cloned())
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        let secret = secret.clone();
        self.unlocked_state()?
            .secrets
            .insert(name.to_owned(), secret);
        Ok(())
    }

    fn delete(&self, name: &str) -> Result<(), SecretsError> {
        self.unlocked_state()?.secrets.remove(name);
        Ok(())
    }

    fn storage(&self) -> SecretStorage {
        SecretStorage::Keyring
    }

    fn use_storage(&self, _storage: SecretStorage) {}
}
