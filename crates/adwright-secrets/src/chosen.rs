use std::sync::atomic::{AtomicBool, Ordering};

use adwright_desk::{Place, Secrets, SecretsError};
use secrecy::SecretString;

use crate::{KeyringSecrets, MemorySecrets};

/// Secrets in the keyring, or in memory for as long as the program runs once the person chose that. It never changes
/// its place by itself: a keyring that fails is an error to be told, and no secret is written to a file.
#[derive(Debug, Default)]
pub struct ChosenSecrets {
    keyring: KeyringSecrets,
    memory: MemorySecrets,
    is_memory: AtomicBool,
}

impl ChosenSecrets {
    fn chosen(&self) -> &dyn Secrets {
        match self.place() {
            Place::Keyring => &self.keyring,
            Place::Memory => &self.memory,
        }
    }
}

impl Secrets for ChosenSecrets {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        self.chosen().get(name)
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        self.chosen().set(name, secret)
    }

    fn forget(&self, name: &str) -> Result<(), SecretsError> {
        self.chosen().forget(name)
    }

    /// The keyring may have one from before memory was chosen, and would bring it back at the next start.
    fn forget_in_keyring(&self, name: &str) -> Result<bool, SecretsError> {
        self.keyring.forget_in_keyring(name)
    }

    fn place(&self) -> Place {
        if self.is_memory.load(Ordering::Acquire) {
            Place::Memory
        } else {
            Place::Keyring
        }
    }

    fn keep_in(&self, place: Place) {
        if place == Place::Keyring {
            self.memory.forget_all();
        }
        self.is_memory
            .store(place == Place::Memory, Ordering::Release);
    }
}
