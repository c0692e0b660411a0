use std::sync::atomic::{AtomicBool, Ordering};

use adwright_desk::{SecretStorage, SecretStore, SecretsError};
use secrecy::SecretString;

use crate::{KeyringSecrets, MemorySecrets};

/// Secrets in the keyring, or in memory until the program ends if the person chose that. The storage never changes
/// by itself: a keyring failure is reported as an error, and no secret is written to a file.
#[derive(Debug, Default)]
pub struct SwitchableSecrets {
    keyring: KeyringSecrets,
    memory: MemorySecrets,
    is_memory: AtomicBool,
}

impl SwitchableSecrets {
    fn active(&self) -> &dyn SecretStore {
        match self.storage() {
            SecretStorage::Keyring => &self.keyring,
            SecretStorage::Memory => &self.memory,
        }
    }
}

impl SecretStore for SwitchableSecrets {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        self.active().get(name)
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        self.active().set(name, secret)
    }

    fn delete(&self, name: &str) -> Result<(), SecretsError> {
        self.active().delete(name)
    }

    /// The keyring may have a secret from before the switch to memory, which would return at the next start.
    fn delete_in_keyring(&self, name: &str) -> Result<bool, SecretsError> {
        self.keyring.delete_in_keyring(name)
    }

    fn storage(&self) -> SecretStorage {
        if self.is_memory.load(Ordering::Acquire) {
            SecretStorage::Memory
        } else {
            SecretStorage::Keyring
        }
    }

    fn use_storage(&self, storage: SecretStorage) {
        if storage == SecretStorage::Keyring {
            self.memory.clear();
        }
        self.is_memory
            .store(storage == SecretStorage::Memory, Ordering::Release);
    }
}
