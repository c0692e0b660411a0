//! The secrets of the open workspace: read when the first request needs them, and not before.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adwright_client::{CredentialSource, Credentials, GettingCredentials};
use adwright_store::Store;
use adwright_wire::SecretName;
use secrecy::SecretString;
use tokio::task::JoinHandle;

use crate::connection::Line;
use crate::error::Error;
use crate::secrets::Secrets;
use crate::workspace_secrets::{SecretNames, read_all};

/// What is known of a workspace's secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// It needs none.
    Nothing,
    /// No request needed them yet.
    Unread,
    /// The place where they are kept is being asked; the system may be asking the person to unlock it.
    Waiting,
    /// They are there.
    All,
    /// Some are not kept: they were never typed, or only in memory.
    Missing,
    /// The place where they are kept failed; what it said, as a sentence.
    Failed(String),
}

/// How long the keyring may take before it counts as one that asks a person.
const PATIENCE: Duration = Duration::from_secs(1);

type Reading = JoinHandle<Result<BTreeMap<SecretName, SecretString>, Error>>;

/// Reads them on a thread that may wait, once for all requests that need them together. Opening a workspace waits for
/// nothing, so that the window is there while the system still asks the person for the keyring's password.
pub(crate) struct OpenSecrets {
    secrets: Arc<dyn Secrets>,
    store: Arc<Store>,
    names: SecretNames,
    wanted: Vec<SecretName>,
    username: String,
    line: Arc<Line>,
    found: Mutex<Found>,
    // Outlives whoever stopped waiting: the keyring is not asked a second time while it is being asked.
    reading: tokio::sync::Mutex<Option<Reading>>,
}

impl OpenSecrets {
    pub(crate) fn new(
        (secrets, store): (Arc<dyn Secrets>, Arc<Store>),
        (names, wanted): (SecretNames, Vec<SecretName>),
        username: String,
        line: Arc<Line>,
    ) -> Self {
        let found = if wanted.is_empty() {
            Found::Nothing
        } else {
            Found::Unread
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
    pub(crate) fn found(&self) -> Found {
        self.lock().clone()
    }

    /// What did not come before may be there now: the next request looks for it.
    pub(crate) fn look_again(&self) {
        if matches!(self.found(), Found::Missing | Found::Failed(_)) {
            self.stand(Found::Unread);
        }
    }

    /// Whether the keyring keeps everyone waiting, as where it asks a person who is not there.
    pub(crate) async fn keep_waiting(&self) -> bool {
        match self.found() {
            Found::Waiting => true,
            Found::Unread => tokio::time::timeout(PATIENCE, self.read()).await.is_err(),
            _ => false,
        }
    }

    async fn read(&self) -> Result<Credentials, String> {
        let mut secrets = BTreeMap::new();
        if !self.wanted.is_empty() {
            let mut reading = self.reading.lock().await;
            let task = reading.get_or_insert_with(|| self.begin());
            let read = task.await;
            *reading = None;
            drop(reading);
            secrets = self.settle(read.unwrap_or_else(|_| Err(broken_off())))?;
        }
        Ok(Credentials {
            username: self.username.clone(),
            secrets,
        })
    }

    fn begin(&self) -> Reading {
        self.stand(Found::Waiting);
        let (secrets, store) = (Arc::clone(&self.secrets), Arc::clone(&self.store));
        let (names, wanted) = (self.names.clone(), self.wanted.clone());
        tokio::task::spawn_blocking(move || read_all((&*secrets, &store), &names, wanted))
    }

    fn settle(
        &self,
        read: Result<BTreeMap<SecretName, SecretString>, Error>,
    ) -> Result<BTreeMap<SecretName, SecretString>, String> {
        match read {
            Ok(found) => {
                let is_whole = found.len() == self.wanted.len();
                self.stand(if is_whole { Found::All } else { Found::Missing });
                Ok(found)
            }
            Err(error) => {
                let failure = error.failure();
                tracing::warn!(details = failure.details, "the secrets cannot be read");
                self.stand(Found::Failed(failure.message.clone()));
                Err(failure.message.trim_end_matches('.').to_owned())
            }
        }
    }

    fn stand(&self, found: Found) {
        *self.lock() = found;
        self.line.tell();
    }

    fn lock(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CredentialSource for OpenSecrets {
    fn get(&self) -> GettingCredentials<'_> {
        Box::pin(self.read())
    }
}

fn broken_off() -> Error {
    Error::Unfit("The keyring could not be asked. Try again.".to_owned())
}
