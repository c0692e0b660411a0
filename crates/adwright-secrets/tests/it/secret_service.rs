use adwright_desk::{Error, SecretStorage, SecretStore, SecretsError};
use adwright_secrets::{KeyringSecrets, NonPromptingKeyring, test_secret_store};
use expect_test::{Expect, expect};
use secrecy::SecretString;
use secret_service::EncryptionType;
use secret_service::blocking::SecretService;

use crate::session::{Session, part};
use crate::{check_secret_store, read};

#[test]
fn keyring_stores_replaces_and_deletes() {
    let this = "secret_service::keyring_stores_replaces_and_deletes";
    if part().is_none() {
        return Session::Unlocked.play(this, &["all"]);
    }
    test_secret_store(&KeyringSecrets).unwrap();
    check_secret_store(&KeyringSecrets);
    assert_eq!(KeyringSecrets.storage(), SecretStorage::Keyring);
}

#[test]
fn a_secret_outlives_the_program() {
    match part().as_deref() {
        None => Session::Unlocked.play(
            "secret_service::a_secret_outlives_the_program",
            &["set", "get"],
        ),
        Some("set") => KeyringSecrets
            .set("a", &SecretString::from("kept"))
            .unwrap(),
        Some(_) => assert_eq!(read(&KeyringSecrets, "a").as_deref(), Some("kept")),
    }
}

#[test]
fn keyring_can_be_used_inside_a_runtime() {
    let this = "secret_service::keyring_can_be_used_inside_a_runtime";
    if part().is_none() {
        return Session::Unlocked.play(this, &["all"]);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async { test_secret_store(&KeyringSecrets).unwrap() });
}

/// Returns the message that a person reads if the keyring cannot be used.
#[track_caller]
#[expect(
    clippy::needless_pass_by_value,
    reason = "so that a call reads `check_failure(expect![…])`"
)]
fn check_failure(expect: Expect) -> SecretsError {
    let error = Error::from(test_secret_store(&KeyringSecrets).unwrap_err());
    expect.assert_eq(&error.failure().message);
    let Error::Secrets(error) = error else {
        panic!("{error}");
    };
    assert!(!error.details().is_empty());
    error
}

#[test]
fn missing_bus_names_what_to_start() {
    if part().is_none() {
        return Session::None.play("secret_service::missing_bus_names_what_to_start", &["all"]);
    }
    let error = check_failure(expect![
        "This computer has no running keyring for secrets. Start Adwright from a desktop session that has one (GNOME Keyring, KWallet or KeePassXC), or inside “dbus-run-session” with such a keyring unlocked."
    ]);
    assert!(matches!(error, SecretsError::Unreachable { .. }));
}

#[test]
fn missing_keyring_names_what_to_start() {
    if part().is_none() {
        return Session::Bare.play(
            "secret_service::missing_keyring_names_what_to_start",
            &["all"],
        );
    }
    let error = check_failure(expect![
        "This computer has no running keyring for secrets. Start Adwright from a desktop session that has one (GNOME Keyring, KWallet or KeePassXC), or inside “dbus-run-session” with such a keyring unlocked."
    ]);
    assert!(matches!(error, SecretsError::Unreachable { .. }));
}

#[test]
fn locked_keyring_asks_to_be_unlocked() {
    if part().is_none() {
        return Session::Locked.play(
            "secret_service::locked_keyring_asks_to_be_unlocked",
            &["all"],
        );
    }
    let error = check_failure(expect![
        "The keyring is locked. Unlock it with your login password, then try again."
    ]);
    assert!(matches!(error, SecretsError::Locked { .. }));
}

#[test]
fn non_prompting_keyring_reads_unlocked_secrets() {
    let this = "secret_service::non_prompting_keyring_reads_unlocked_secrets";
    if part().is_none() {
        return Session::Unlocked.play(this, &["all"]);
    }
    check_secret_store(&NonPromptingKeyring);
    assert_eq!(NonPromptingKeyring.storage(), SecretStorage::Keyring);
}

#[test]
fn non_prompting_keyring_fails_when_locked() {
    let this = "secret_service::non_prompting_keyring_fails_when_locked";
    if part().is_none() {
        return Session::Unlocked.play(this, &["all"]);
    }
    let secret = SecretString::from("kept");
    NonPromptingKeyring.set("a", &secret).unwrap();
    let service = SecretService::connect(EncryptionType::Plain).unwrap();
    service.get_default_collection().unwrap().lock().unwrap();
    for failed in [
        NonPromptingKeyring.get("a").map(drop),
        NonPromptingKeyring.set("a", &secret),
        NonPromptingKeyring.delete("a"),
    ] {
        let error = failed.unwrap_err();
        assert!(matches!(error, SecretsError::Locked { .. }), "{error:?}");
        assert_eq!(error.details(), "the keyring was not asked to unlock");
    }
}

#[test]
fn request_fails_without_a_keyring_to_ask() {
    let this = "secret_service::request_fails_without_a_keyring_to_ask";
    if part().is_none() {
        return Session::Locked.play(this, &["all"]);
    }
    // Storing a secret here would ask for the password of a new keyring.
    let error = NonPromptingKeyring.get("a").unwrap_err();
    assert!(
        matches!(error, SecretsError::Unreachable { .. }),
        "{error:?}"
    );
}
