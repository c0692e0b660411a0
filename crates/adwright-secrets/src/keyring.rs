use std::sync::Arc;
use std::thread;

use adwright_desk::{SecretStorage, SecretStore, SecretsError};
use keyring_core::{CredentialStore, Entry, Error};
use secrecy::{ExposeSecret, SecretString};

/// Under which name the keyring lists our secrets.
pub const SERVICE: &str = "dev.adwright.desktop";

/// Secrets in the system's keyring: the Secret Service on Linux, the Keychain on macOS, the Credential Manager on
/// Windows.
///
/// It connects anew for each call, so that a keyring that was started or unlocked in the meantime is found.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeyringSecrets;

/// The same for a program that nobody sits at: where the keyring would ask a person to unlock it, it fails at once.
#[derive(Debug, Clone, Copy, Default)]
pub struct NonPromptingKeyring;

impl SecretStore for NonPromptingKeyring {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        ensure_unlocked()?;
        KeyringSecrets.get(name)
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        ensure_unlocked()?;
        KeyringSecrets.set(name, secret)
    }

    fn forget(&self, name: &str) -> Result<(), SecretsError> {
        ensure_unlocked()?;
        KeyringSecrets.forget(name)
    }

    fn storage(&self) -> SecretStorage {
        SecretStorage::Keyring
    }

    fn use_storage(&self, _place: SecretStorage) {}
}

impl SecretStore for KeyringSecrets {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        with_entry(name, |entry| match entry.get_password() {
            Ok(secret) => Ok(Some(SecretString::from(secret))),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(error),
        })
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        with_entry(name, |entry| entry.set_password(secret.expose_secret()))
    }

    fn forget(&self, name: &str) -> Result<(), SecretsError> {
        with_entry(name, |entry| match entry.delete_credential() {
            Err(Error::NoEntry) => Ok(()),
            done => done,
        })
    }

    fn storage(&self) -> SecretStorage {
        SecretStorage::Keyring
    }

    fn use_storage(&self, _place: SecretStorage) {}
}

/// Works on the entry of that name, on a thread of its own: the Secret Service's client runs a runtime of its own
/// inside each call, and panics where the caller's thread has one already.
fn with_entry<T: Send>(
    name: &str,
    work: impl FnOnce(&Entry) -> keyring_core::Result<T> + Send,
) -> Result<T, SecretsError> {
    run_on_own_thread(|| {
        let store = native_store().map_err(|error| unreachable_error(&error))?;
        let entry = store.build(SERVICE, name, None);
        entry
            .and_then(|entry| work(&entry))
            .map_err(|error| to_secrets_error(&error))
    })
}

fn run_on_own_thread<T: Send>(
    task: impl FnOnce() -> Result<T, SecretsError> + Send,
) -> Result<T, SecretsError> {
    thread::scope(|scope| scope.spawn(task).join()).unwrap_or_else(|_| Err(panic_error()))
}

/// Fails where the keyring is locked. What is locked shows nobody what is in it, so that it need not be asked.
#[cfg(target_os = "linux")]
fn ensure_unlocked() -> Result<(), SecretsError> {
    use secret_service::EncryptionType;
    use secret_service::blocking::SecretService;

    let is_locked = || {
        SecretService::connect(EncryptionType::Plain)?
            .get_default_collection()?
            .is_locked()
    };
    run_on_own_thread(|| match is_locked() {
        Ok(false) => Ok(()),
        Ok(true) => Err(SecretsError::Locked {
            details: "it was not asked to unlock itself".to_owned(),
        }),
        Err(error) => Err(SecretsError::Unreachable {
            details: error.to_string(),
        }),
    })
}

/// There the keyring is open for as long as a person is logged in.
#[cfg(not(target_os = "linux"))]
const fn ensure_unlocked() -> Result<(), SecretsError> {
    Ok(())
}

#[cfg(target_os = "linux")]
fn native_store() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(target_os = "macos")]
fn native_store() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(target_os = "windows")]
fn native_store() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(windows_native_keyring_store::Store::new()?)
}

fn unreachable_error(error: &Error) -> SecretsError {
    SecretsError::Unreachable {
        details: error.to_string(),
    }
}

/// Only the display form of an error is used: the debug form of some of them holds the secret.
fn to_secrets_error(error: &Error) -> SecretsError {
    let details = error.to_string();
    match error {
        Error::NoStorageAccess(_) => SecretsError::Locked { details },
        _ => SecretsError::Failed { details },
    }
}

fn panic_error() -> SecretsError {
    SecretsError::Failed {
        details: "the keyring's client panicked".to_owned(),
    }
}
