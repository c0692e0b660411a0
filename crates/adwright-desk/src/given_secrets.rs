//! Secrets that are given to a program for as long as it runs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use secrecy::SecretString;

use crate::secrets::{Place, Secrets, SecretsError};

/// What was given, before what is kept. Only what comes up meanwhile is kept, such as the token of a session; what was
/// given never is.
pub(crate) struct GivenSecrets {
    given: Mutex<BTreeMap<String, SecretString>>,
    kept: Arc<dyn Secrets>,
}

impl GivenSecrets {
    pub(crate) fn new(given: BTreeMap<String, SecretString>, kept: Arc<dyn Secrets>) -> Self {
        let given = Mutex::new(given);
        Self { given, kept }
    }

    fn given(&self) -> MutexGuard<'_, BTreeMap<String, SecretString>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Secrets for GivenSecrets {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        let given = self.given().get(name).cloned();
        given.map_or_else(|| self.kept.get(name), |secret| Ok(Some(secret)))
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        if let Some(given) = self.given().get_mut(name) {
            *given = secret.clone();
            return Ok(());
        }
        self.kept.set(name, secret)
    }

    fn forget(&self, name: &str) -> Result<(), SecretsError> {
        if self.given().remove(name).is_some() {
            return Ok(());
        }
        self.kept.forget(name)
    }

    /// What was given ends with the program.
    fn place(&self) -> Place {
        Place::Memory
    }

    fn place_of(&self, name: &str) -> Place {
        if self.given().contains_key(name) {
            Place::Memory
        } else {
            self.kept.place_of(name)
        }
    }

    fn keep_in(&self, _place: Place) {}
}
