use std::sync::Arc;
use std::thread;

use adwright_desk::{SecretStorage, SecretStore, SecretsError};
use keyring_core::{CredentialStore, Entry, Error};
use secrecy::{ExposeSecret, SecretString};

/// The service name of our secrets in the keyring.
pub const SERVICE: &str = "dev.adwright.desktop";

/// Secrets in the system's keyring: the Secret Service on Linux, the Keychain on macOS, the Credential Manager on
/// Windows.
///
/// Each call opens a new connection, so that a keyring that was started or unlocked meanwhile is found.
#[derive(Debug, Clone, Copy, Default)]
pub struct KeyringSecrets;

/// The system's keyring for unattended programs. It fails at once if the keyring would ask a person to unlock it.
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

    fn delete(&self, name: &str) -> Result<(), SecretsError> {
        ensure_unlocked()?;
        KeyringSecrets.delete(name)
    }

    fn storage(&self) -> SecretStorage {
        SecretStorage::Keyring
    }

    fn use_storage(&self, _storage: SecretStorage) {}
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

    fn delete(&self, name: &str) -> Result<(), SecretsError> {
        with_entry(name, |entry| match entry.delete_credential() {
            Err(Error::NoEntry) => Ok(()),
            done => done,
        })
    }

    fn storage(&self) -> SecretStorage {
        SecretStorage::Keyring
    }

    fn use_storage(&self, _storage: SecretStorage) {}
}

/// Uses the entry of that name on a separate thread. The Secret Service's client starts a runtime inside each call, and
/// panics if the caller's thread already has a runtime.
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

/// Fails if the keyring is locked. A locked keyring reveals no entry, so it need not be asked.
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
            details: "the keyring was not asked to unlock".to_owned(),
        }),
        Err(error) => Err(SecretsError::Unreachable {
            details: error.to_string(),
        }),
    })
}

/// On these systems the keyring is open while a person is logged in.
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

/// Uses only the display form of an error, because the debug form of some errors contains the secret.
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
