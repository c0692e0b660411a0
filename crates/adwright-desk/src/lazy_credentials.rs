//! The secrets of the open workspace: read when the first request needs them, and not before.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_client::{CredentialSource, Credentials, CredentialsFuture};
use adwright_store::Store;
use adwright_wire::SecretName;
use secrecy::SecretString;
use tokio::task::JoinHandle;

use crate::connection::ConnectionMonitor;
use crate::error::Error;
use crate::secret_store::SecretStore;
use crate::workspace_secrets::{SecretNames, read_secrets};

/// What is known of a workspace's secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CredentialState {
    /// It needs none.
    NotNeeded,
    /// No request needed them yet.
    Unread,
    /// The place where they are kept is being asked; the system may be asking the person to unlock it.
    Waiting,
    /// They are there.
    Loaded,
    /// Some are not kept: they were never typed, or only in memory.
    Missing,
    /// The place where they are kept failed; what it said, as a sentence.
    Failed(String),
}

/// How long the keyring may take before it counts as one that asks a person.
const PATIENCE: Duration = Duration::from_secs(1);

type ReadTask = JoinHandle<Result<BTreeMap<SecretName, SecretString>, Error>>;

/// Reads them on a thread that may wait, once for all requests that need them together. Opening a workspace waits for
/// nothing, so that the window is there while the system still asks the person for the keyring's password.
pub(crate) struct LazyCredentials {
    secrets: Arc<dyn SecretStore>,
    store: Arc<Store>,
    names: SecretNames,
    wanted: Vec<SecretName>,
    username: String,
    line: Arc<ConnectionMonitor>,
    found: Mutex<CredentialState>,
    // Outlives whoever stopped waiting: the keyring is not asked a second time while it is being asked.
    reading: tokio::sync::Mutex<Option<ReadTask>>,
}

impl LazyCredentials {
    pub(crate) fn new(
        (secrets, store): (Arc<dyn SecretStore>, Arc<Store>),
        (names, wanted): (SecretNames, Vec<SecretName>),
        username: String,
        line: Arc<ConnectionMonitor>,
    ) -> Self {
        let found = if wanted.is_empty() {
            CredentialState::NotNeeded
        } else {
            CredentialState::Unread
        };
        Self {
            secrets,
            store,
            names,
            wanted,
            username,
            line,
            found: Mutex::new(found),
            reading: tokio::sync::Mutex::default(),
        }
    }

    /// What is known of them now.
    pub(crate) fn state(&self) -> CredentialState {
        self.lock().clone()
    }

    /// What did not come before may be there now: the next request looks for it.
    pub(crate) fn retry_missing(&self) {
        if matches!(
            self.state(),
            CredentialState::Missing | CredentialState::Failed(_)
        ) {
            self.set_state(CredentialState::Unread);
        }
    }

    /// Whether the keyring keeps everyone waiting, as where it asks a person who is not there.
    pub(crate) async fn is_waiting_for_keyring(&self) -> bool {
        match self.state() {
            CredentialState::Waiting => true,
            CredentialState::Unread => tokio::time::timeout(PATIENCE, self.load()).await.is_err(),
            _ => false,
        }
    }

    async fn load(&self) -> Result<Credentials, String> {
        let mut secrets = BTreeMap::new();
        if !self.wanted.is_empty() {
            let mut reading = self.reading.lock().await;
            let task = reading.get_or_insert_with(|| self.start_read());
            let read = task.await;
            *reading = None;
            drop(reading);
            secrets = self.finish_read(read.unwrap_or_else(|_| Err(interrupted_error())))?;
        }
        Ok(Credentials {
            username: self.username.clone(),
            secrets,
        })
    }

    fn start_read(&self) -> ReadTask {
        self.set_state(CredentialState::Waiting);
        let (secrets, store) = (Arc::clone(&self.secrets), Arc::clone(&self.store));
        let (names, wanted) = (self.names.clone(), self.wanted.clone());
        tokio::task::spawn_blocking(move || read_secrets((&*secrets, &store), &names, wanted))
    }

    fn finish_read(
        &self,
        read: Result<BTreeMap<SecretName, SecretString>, Error>,
    ) -> Result<BTreeMap<SecretName, SecretString>, String> {
        match read {
            Ok(found) => {
                let is_whole = found.len() == self.wanted.len();
                self.set_state(if is_whole {
                    CredentialState::Loaded
                } else {
                    CredentialState::Missing
                });
                Ok(found)
            }
            Err(error) => {
                let failure = error.failure();
                tracing::warn!(details = failure.details, "the secrets cannot be read");
                self.set_state(CredentialState::Failed(failure.message.clone()));
                Err(failure.message.trim_end_matches('.').to_owned())
            }
        }
    }

    fn set_state(&self, found: CredentialState) {
        *self.lock() = found;
        self.line.notify();
    }

    fn lock(&self) -> MutexGuard<'_, CredentialState> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CredentialSource for LazyCredentials {
    fn get(&self) -> CredentialsFuture<'_> {
        Box::pin(self.load())
    }
}

fn interrupted_error() -> Error {
    Error::InvalidInput("The keyring could not be asked. Try again.".to_owned())
}
