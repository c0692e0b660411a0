use adwright_desk::{Place, Secrets, SecretsError};
use adwright_secrets::{MemorySecrets, self_test};
use secrecy::SecretString;

use crate::keeps_replaces_and_forgets;

#[test]
fn memory_keeps_replaces_and_forgets() {
    let secrets = MemorySecrets::default();
    keeps_replaces_and_forgets(&secrets);
    self_test(&secrets).unwrap();
    assert_eq!(secrets.place(), Place::Memory);
}

#[test]
fn a_secret_is_not_printed() {
    let secrets = MemorySecrets::default();
    secrets.set("a", &SecretString::from("hunter2")).unwrap();
    assert!(!format!("{secrets:?}").contains("hunter2"));
}

/// A keyring that takes everything and keeps nothing.
struct Forgetful;

impl Secrets for Forgetful {
    fn get(&self, _name: &str) -> Result<Option<SecretString>, SecretsError> {
        Ok(None)
    }

    fn set(&self, _name: &str, _secret: &SecretString) -> Result<(), SecretsError> {
        Ok(())
    }

    fn forget(&self, _name: &str) -> Result<(), SecretsError> {
        Ok(())
    }

    fn place(&self) -> Place {
        Place::Keyring
    }

    fn keep_in(&self, _place: Place) {}
}

#[test]
fn a_keyring_that_keeps_nothing_fails_its_test() {
    let error = self_test(&Forgetful).unwrap_err();
    assert_eq!(error.details(), "it forgot what it was given");
}
