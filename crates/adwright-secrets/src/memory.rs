use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_desk::{SecretStorage, SecretStore, SecretsError};
use secrecy::SecretString;

/// Secrets in memory, lost on drop: for a computer without a keyring, and for tests.
#[derive(Debug, Default)]
pub struct MemorySecrets {
    secrets: Mutex<HashMap<String, SecretString>>,
}

impl MemorySecrets {
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, SecretString>> {
        self.secrets.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SecretStore for MemorySecrets {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        Ok(self.lock().get(name).cloned())
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        self.lock().insert(name.to_owned(), secret.clone());
        Ok(())
    }

    fn delete(&self, name: &str) -> Result<(), SecretsError> {
        self.lock().remove(name);
        Ok(())
    }

    fn storage(&self) -> SecretStorage {
        SecretStorage::Memory
    }

    fn use_storage(&self, _storage: SecretStorage) {}
}
