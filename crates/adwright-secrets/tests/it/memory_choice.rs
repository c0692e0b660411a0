//! The switch from the keyring to memory, with a real Secret Service and without one.

use adwright_desk::{SecretStorage, SecretStore, SecretsError};
use adwright_secrets::{KeyringSecrets, SwitchableSecrets, test_secret_store};
use secrecy::SecretString;

use crate::session::{Session, part};
use crate::{check_secret_store, read};

#[test]
fn secrets_use_the_keyring_until_memory_is_chosen() {
    let this = "memory_choice::secrets_use_the_keyring_until_memory_is_chosen";
    if part().is_none() {
        return Session::Unlocked.play(this, &["all"]);
    }
    let chosen = SwitchableSecrets::default();
    assert_eq!(chosen.storage(), SecretStorage::Keyring);
    check_secret_store(&chosen);
    chosen.set("w", &SecretString::from("kept")).unwrap();
    assert_eq!(read(&KeyringSecrets, "w").as_deref(), Some("kept"));

    chosen.use_storage(SecretStorage::Memory);
    assert_eq!(
        (chosen.storage(), read(&chosen, "w")),
        (SecretStorage::Memory, None)
    );
    chosen.set("m", &SecretString::from("for now")).unwrap();
    assert_eq!(read(&KeyringSecrets, "m"), None, "it is in no keyring");

    chosen.use_storage(SecretStorage::Keyring);
    assert_eq!(read(&chosen, "w").as_deref(), Some("kept"));
    chosen.use_storage(SecretStorage::Memory);
    assert_eq!(read(&chosen, "m"), None, "memory was forgotten in between");
}

#[test]
fn forgotten_keyring_secret_does_not_return() {
    let this = "memory_choice::forgotten_keyring_secret_does_not_return";
    if part().is_none() {
        return Session::Unlocked.play(this, &["all"]);
    }
    let chosen = SwitchableSecrets::default();
    chosen.set("w", &SecretString::from("old")).unwrap();
    chosen.use_storage(SecretStorage::Memory);
    chosen.set("w", &SecretString::from("new")).unwrap();
    chosen.delete("w").unwrap();
    assert_eq!(read(&chosen, "w"), None);
    assert_eq!(read(&KeyringSecrets, "w").as_deref(), Some("old"));
    chosen.set("w", &SecretString::from("newer")).unwrap();
    assert!(chosen.delete_in_keyring("w").unwrap());
    assert_eq!(read(&KeyringSecrets, "w"), None);
    assert_eq!(
        read(&chosen, "w").as_deref(),
        Some("newer"),
        "in memory it is"
    );
}

#[test]
fn without_keyring_nothing_is_stored_before_memory_choice() {
    let this = "memory_choice::without_keyring_nothing_is_stored_before_memory_choice";
    if part().is_none() {
        return Session::Bare.play(this, &["all"]);
    }
    let chosen = SwitchableSecrets::default();
    let refused = chosen.set("w", &SecretString::from("opensesame"));
    assert!(matches!(refused, Err(SecretsError::Unreachable { .. })));
    assert!(
        chosen.get("w").is_err(),
        "it did not change its place by itself"
    );
    chosen.use_storage(SecretStorage::Memory);
    test_secret_store(&chosen).unwrap();
    check_secret_store(&chosen);
}
