//! Secrets that are given to a program for one run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adwright_views::SecretStorage;
use secrecy::SecretString;

use crate::credentials::secret_store::SecretStore;
use crate::error::SecretsError;

/// A secret store that prefers the given secrets. It stores only new secrets, such as a session token; the given
/// secrets are never stored.
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

    /// Given secrets end with the program.
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
