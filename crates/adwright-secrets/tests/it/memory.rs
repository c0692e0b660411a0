use adwright_desk::{SecretStorage, SecretStore, SecretsError};
use adwright_secrets::{MemorySecrets, test_secret_store};
use secrecy::SecretString;

use crate::check_secret_store;

#[test]
fn memory_stores_replaces_and_deletes() {
    let secrets = MemorySecrets::default();
    check_secret_store(&secrets);
    test_secret_store(&secrets).unwrap();
    assert_eq!(secrets.storage(), SecretStorage::Memory);
}

#[test]
fn a_secret_is_not_printed() {
    let secrets = MemorySecrets::default();
    secrets.set("a", &SecretString::from("hunter2")).unwrap();
    assert!(!format!("{secrets:?}").contains("hunter2"));
}

/// A keyring that accepts every secret and stores none.
struct Forgetful;

impl SecretStore for Forgetful {
    fn get(&self, _name: &str) -> Result<Option<SecretString>, SecretsError> {
        Ok(None)
    }

    fn set(&self, _name: &str, _secret: &SecretString) -> Result<(), SecretsError> {
        Ok(())
    }

    fn delete(&self, _name: &str) -> Result<(), SecretsError> {
        Ok(())
    }

    fn storage(&self) -> SecretStorage {
        SecretStorage::Keyring
    }

    fn use_storage(&self, _place: SecretStorage) {}
}

#[test]
fn keyring_that_stores_nothing_fails_its_test() {
    let error = test_secret_store(&Forgetful).unwrap_err();
    assert_eq!(error.details(), "the storage lost the secret");
}
