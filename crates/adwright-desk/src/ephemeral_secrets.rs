//! Secrets that are given to a program for as long as it runs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use secrecy::SecretString;

use crate::secret_store::{SecretStorage, SecretStore, SecretsError};

/// What was given, before what is kept. Only what comes up meanwhile is kept, such as the token of a session; what was
/// given never is.
pub(crate) struct EphemeralSecrets {
    given: Mutex<BTreeMap<String, SecretString>>,
    kept: Arc<dyn SecretStore>,
}

impl EphemeralSecrets {
    pub(crate) fn new(given: BTreeMap<String, SecretString>, kept: Arc<dyn SecretStore>) -> Self {
        let given = Mutex::new(given);
        Self { given, kept }
    }

    fn lock_given(&self) -> MutexGuard<'_, BTreeMap<String, SecretString>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SecretStore for EphemeralSecrets {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        let given = self.lock_given().get(name).cloned();
        given.map_or_else(|| self.kept.get(name), |secret| Ok(Some(secret)))
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        if let Some(given) = self.lock_given().get_mut(name) {
            *given = secret.clone();
            return Ok(());
        }
        self.kept.set(name, secret)
    }

    fn forget(&self, name: &str) -> Result<(), SecretsError> {
        if self.lock_given().remove(name).is_some() {
            return Ok(());
        }
        self.kept.forget(name)
    }

    /// What was given ends with the program.
    fn storage(&self) -> SecretStorage {
        SecretStorage::Memory
    }

    fn storage_of(&self, name: &str) -> SecretStorage {
        if self.lock_given().contains_key(name) {
            SecretStorage::Memory
        } else {
            self.kept.storage_of(name)
        }
    }

    fn use_storage(&self, _place: SecretStorage) {}
}
