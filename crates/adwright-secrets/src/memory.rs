use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use adwright_desk::{Place, Secrets, SecretsError};
use secrecy::SecretString;

/// Secrets that are gone when it is dropped: for a computer without a keyring, and for tests.
#[derive(Debug, Default)]
pub struct MemorySecrets {
    kept: Mutex<HashMap<String, SecretString>>,
}

impl MemorySecrets {
    /// Forgets everything.
    pub(crate) fn forget_all(&self) {
        self.kept().clear();
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<String, SecretString>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Secrets for MemorySecrets {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        Ok(self.kept().get(name).cloned())
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        self.kept().insert(name.to_owned(), secret.clone());
        Ok(())
    }

    fn forget(&self, name: &str) -> Result<(), SecretsError> {
        self.kept().remove(name);
        Ok(())
    }

    fn place(&self) -> Place {
        Place::Memory
    }

    fn keep_in(&self, _place: Place) {}
}
