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
    /// By name.
    temporary: Mutex<BTreeMap<String, SecretString>>,
    /// Has all other secrets.
    fallback: Arc<dyn SecretStore>,
}

impl EphemeralSecrets {
    pub(crate) fn new(
        temporary: BTreeMap<String, SecretString>,
        fallback: Arc<dyn SecretStore>,
    ) -> Self {
        let temporary = Mutex::new(temporary);
        Self {
            temporary,
            fallback,
        }
    }

    fn lock_temporary(&self) -> MutexGuard<'_, BTreeMap<String, SecretString>> {
        self.temporary
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl SecretStore for EphemeralSecrets {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        let temporary = self.lock_temporary().get(name).cloned();
        temporary.map_or_else(|| self.fallback.get(name), |secret| Ok(Some(secret)))
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        if let Some(temporary) = self.lock_temporary().get_mut(name) {
            *temporary = secret.clone();
            return Ok(());
        }
        self.fallback.set(name, secret)
    }

    fn delete(&self, name: &str) -> Result<(), SecretsError> {
        if self.lock_temporary().remove(name).is_some() {
            return Ok(());
        }
        self.fallback.delete(name)
    }

    /// Given secrets end with the program.
    fn storage(&self) -> SecretStorage {
        SecretStorage::Memory
    }

    fn storage_of(&self, name: &str) -> SecretStorage {
        if self.lock_temporary().contains_key(name) {
            SecretStorage::Memory
        } else {
            self.fallback.storage_of(name)
        }
    }

    fn use_storage(&self, _place: SecretStorage) {}
}
