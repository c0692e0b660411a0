use adwright_views::SecretStorage;
use secrecy::{ExposeSecret, SecretString};

use crate::error::SecretsError;

/// The storage of passwords and session tokens; the shell and the terminal program pass one in.
///
/// A name says what the secret is for and which server it belongs to, such as
/// `workspace/0198…/https://ads.example.com/password`. A secret is never part of a name, of an error, or of anything
/// printed.
///
/// Every method may block, even for minutes while the system asks the person to unlock the keyring. Call it from a
/// thread that may wait (`tokio::task::spawn_blocking`). Calling it from elsewhere is slow, but safe.
pub trait SecretStore: Send + Sync {
    /// Returns the secret with this name; none if there is none.
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError>;

    /// Stores a secret under this name, in place of the previous one.
    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError>;

    /// Deletes the secret with this name from the current storage. It is no error if there is none.
    fn delete(&self, name: &str) -> Result<(), SecretsError>;

    /// Deletes the secret with this name from the system's keyring, even if another storage is in use, so that it does
    /// not come back after a restart. Returns whether the keyring was asked; if not, the keyring may still have the
    /// secret.
    fn delete_in_keyring(&self, name: &str) -> Result<bool, SecretsError> {
        match self.storage() {
            SecretStorage::Keyring => self.delete(name).map(|()| true),
            SecretStorage::Memory => Ok(false),
        }
    }

    /// Returns the current storage, so that the program can tell the person how long the secrets last.
    fn storage(&self) -> SecretStorage;

    /// Returns the storage of one secret, for stores that use several.
    fn storage_of(&self, _name: &str) -> SecretStorage {
        self.storage()
    }

    /// Changes the storage, because the person chose another one. A store with only one storage ignores the call.
    /// Choosing the keyring again drops the secrets in memory.
    fn use_storage(&self, place: SecretStorage);
}

/// Stores a probe, reads it back and deletes it, to test the storage before a person types a secret.
///
/// The error says in plain words what is wrong and what to do.
pub fn test_secret_store(secrets: &dyn SecretStore) -> Result<(), SecretsError> {
    // Each process uses its own name, so that two processes do not delete each other's probe.
    let name = format!("self-test/{}", std::process::id());
    let probe = SecretString::from(format!("probe of {name}"));
    secrets.set(&name, &probe)?;
    let read = secrets.get(&name);
    secrets.delete(&name)?;
    match read? {
        Some(read) if read.expose_secret() == probe.expose_secret() => Ok(()),
        Some(_) => Err(mismatch_error(
            "the stored secret differs from the given one",
        )),
        None => Err(mismatch_error("the storage lost the secret")),
    }
}

fn mismatch_error(details: &str) -> SecretsError {
    SecretsError::Failed {
        details: details.to_owned(),
    }
}
