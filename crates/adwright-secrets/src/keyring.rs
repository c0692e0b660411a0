use std::sync::Arc;
use std::thread;

use adwright_desk::{Place, Secrets, SecretsError};
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
pub struct UnlockedKeyring;

impl Secrets for UnlockedKeyring {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        refuse_locked()?;
        KeyringSecrets.get(name)
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        refuse_locked()?;
        KeyringSecrets.set(name, secret)
    }

    fn forget(&self, name: &str) -> Result<(), SecretsError> {
        refuse_locked()?;
        KeyringSecrets.forget(name)
    }

    fn place(&self) -> Place {
        Place::Keyring
    }

    fn keep_in(&self, _place: Place) {}
}

impl Secrets for KeyringSecrets {
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

    fn place(&self) -> Place {
        Place::Keyring
    }

    fn keep_in(&self, _place: Place) {}
}

/// Works on the entry of that name, on a thread of its own: the Secret Service's client runs a runtime of its own
/// inside each call, and panics where the caller's thread has one already.
fn with_entry<T: Send>(
    name: &str,
    work: impl FnOnce(&Entry) -> keyring_core::Result<T> + Send,
) -> Result<T, SecretsError> {
    apart(|| {
        let store = native().map_err(|error| unreachable(&error))?;
        let entry = store.build(SERVICE, name, None);
        entry
            .and_then(|entry| work(&entry))
            .map_err(|error| failed(&error))
    })
}

fn apart<T: Send>(
    task: impl FnOnce() -> Result<T, SecretsError> + Send,
) -> Result<T, SecretsError> {
    thread::scope(|scope| scope.spawn(task).join()).unwrap_or_else(|_| Err(panicked()))
}

/// Fails where the keyring is locked. What is locked shows nobody what is in it, so that it need not be asked.
#[cfg(target_os = "linux")]
fn refuse_locked() -> Result<(), SecretsError> {
    use secret_service::EncryptionType;
    use secret_service::blocking::SecretService;

    let is_locked = || {
        SecretService::connect(EncryptionType::Plain)?
            .get_default_collection()?
            .is_locked()
    };
    apart(|| match is_locked() {
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
const fn refuse_locked() -> Result<(), SecretsError> {
    Ok(())
}

#[cfg(target_os = "linux")]
fn native() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(target_os = "macos")]
fn native() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(target_os = "windows")]
fn native() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(windows_native_keyring_store::Store::new()?)
}

fn unreachable(error: &Error) -> SecretsError {
    SecretsError::Unreachable {
        details: error.to_string(),
    }
}

/// Only the display form of an error is used: the debug form of some of them holds the secret.
fn failed(error: &Error) -> SecretsError {
    let details = error.to_string();
    match error {
        Error::NoStorageAccess(_) => SecretsError::Locked { details },
        _ => SecretsError::Failed { details },
    }
}

fn panicked() -> SecretsError {
    SecretsError::Failed {
        details: "the keyring's client panicked".to_owned(),
    }
}
