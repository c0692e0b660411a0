//! The secrets of the open workspace, which are read when the first request needs them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_client::{CredentialSource, Credentials, CredentialsFuture};
use adwright_wire::{CredentialsError, SecretName};
use secrecy::SecretString;
use tokio::task::JoinHandle;

use crate::connection::ConnectionMonitor;
use crate::credentials::workspace_secrets::{SecretNames, StoredSecrets};
use crate::error::{Error, SecretsError};

/// The state of a workspace's secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CredentialState {
    /// The workspace needs no secrets.
    NotNeeded,
    /// No request needed the secrets yet.
    Unread,
    /// The secret store is being read; the system may be asking the person to unlock it.
    Waiting,
    /// The secrets are loaded.
    Loaded,
    /// Some secrets are not stored: they were never typed, or kept only in memory.
    Missing,
    /// The secrets cannot be read.
    Failed(CredentialsError),
}

/// How long the keyring may take before we assume that it asks a person.
const UNATTENDED_KEYRING_TIMEOUT: Duration = Duration::from_secs(1);

type ReadTask = JoinHandle<Result<BTreeMap<SecretName, SecretString>, Error>>;

/// A loader that reads the secrets on a blocking thread, once for all waiting requests. Opening a workspace does not
/// wait for it, so the window appears while the system still asks for the keyring's password.
pub(crate) struct LazyCredentials {
    stored: StoredSecrets,
    names: SecretNames,
    required: Vec<SecretName>,
    username: String,
    monitor: Arc<ConnectionMonitor>,
    state: Mutex<CredentialState>,
    // The read outlives cancelled callers, so that the keyring is never asked twice at the same time.
    reading: tokio::sync::Mutex<Option<ReadTask>>,
}

impl LazyCredentials {
    pub(crate) fn new(
        stored: StoredSecrets,
        names: SecretNames,
        required: Vec<SecretName>,
        username: String,
        monitor: Arc<ConnectionMonitor>,
    ) -> Self {
        let state = if required.is_empty() {
            CredentialState::NotNeeded
        } else {
            CredentialState::Unread
        };
        Self {
            stored,
            names,
            required,
            username,
            monitor,
            state: Mutex::new(state),
            reading: tokio::sync::Mutex::default(),
        }
    }

    pub(crate) fn state(&self) -> CredentialState {
        self.lock().clone()
    }

    /// Lets the next request read missing or failed secrets again.
    pub(crate) fn retry_missing(&self) {
        if matches!(
            self.state(),
            CredentialState::Missing | CredentialState::Failed(_)
        ) {
            self.set_state(CredentialState::Unread);
        }
    }

    /// Returns whether the keyring keeps requests waiting, for example because it asks an absent person.
    pub(crate) async fn is_waiting_for_keyring(&self) -> bool {
        match self.state() {
            CredentialState::Waiting => true,
            CredentialState::Unread => {
                tokio::time::timeout(UNATTENDED_KEYRING_TIMEOUT, self.load())
                    .await
                    .is_err()
            }
            _ => false,
        }
    }

    async fn load(&self) -> Result<Credentials, CredentialsError> {
        let mut secrets = BTreeMap::new();
        if !self.required.is_empty() {
            let mut reading = self.reading.lock().await;
            let task = reading.get_or_insert_with(|| self.start_read());
            let read = task.await;
            *reading = None;
            drop(reading);
            secrets = self.finish_read(match read {
                Ok(read) => read.map_err(|error| credentials_error(&error)),
                Err(_) => Err(CredentialsError::Interrupted),
            })?;
        }
        Ok(Credentials {
            username: self.username.clone(),
            secrets,
        })
    }

    fn start_read(&self) -> ReadTask {
        self.set_state(CredentialState::Waiting);
        let stored = self.stored.clone();
        let (names, required) = (self.names.clone(), self.required.clone());
        tokio::task::spawn_blocking(move || stored.read_all(&names, &required))
    }

    fn finish_read(
        &self,
        read: Result<BTreeMap<SecretName, SecretString>, CredentialsError>,
    ) -> Result<BTreeMap<SecretName, SecretString>, CredentialsError> {
        match read {
            Ok(found) => {
                let is_complete = found.len() == self.required.len();
                self.set_state(if is_complete {
                    CredentialState::Loaded
                } else {
                    CredentialState::Missing
                });
                Ok(found)
            }
            Err(error) => {
                self.set_state(CredentialState::Failed(error.clone()));
                Err(error)
            }
        }
    }

    fn set_state(&self, state: CredentialState) {
        *self.lock() = state;
        self.monitor.notify();
    }

    fn lock(&self) -> MutexGuard<'_, CredentialState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CredentialSource for LazyCredentials {
    fn get(&self) -> CredentialsFuture<'_> {
        Box::pin(self.load())
    }
}

/// Returns why the secrets cannot be read. The system's own words are only logged.
fn credentials_error(error: &Error) -> CredentialsError {
    tracing::warn!(
        details = error.failure().details,
        "the secrets cannot be read"
    );
    match error {
        Error::Secrets(SecretsError::Unreachable { .. }) => CredentialsError::KeyringUnreachable,
        Error::Secrets(SecretsError::Locked { .. }) => CredentialsError::KeyringLocked,
        Error::Secrets(SecretsError::Failed { .. }) => CredentialsError::KeyringFailed,
        other => CredentialsError::Database {
            cause: other.to_string(),
        },
    }
}
