//! How a person manages the secrets of workspaces: enter, save, and choose the storage.

use adwright_client::CredentialSource as _;
use adwright_store::WorkspaceSettings;
use adwright_views::{SecretStorage, SecretText, SecretsState, SecretsStatus, SecretsTestResult};
use adwright_wire::SecretName;

use crate::credentials::{
    CredentialState, SecretNames, required_secrets, test_secret_store, uses_sessions,
};
use crate::error::{Error, WorkspaceError};
use crate::host::PRACTICE;
use crate::wording::{
    CREDENTIALS_MISSING, CREDENTIALS_UNREAD, CREDENTIALS_WAITING, credentials_error_message,
    secret_storage_message, secrets_error_message,
};
use crate::workspaces::Workspaces;

impl Workspaces {
    /// Tests whether secrets can be stored, and returns which secrets of a workspace exist. The keyring may ask the
    /// person to unlock it.
    pub fn test_secret_storage(&self, workspace: Option<&str>) -> Result<SecretsTestResult, Error> {
        let storage = self.secrets.secret_store().storage();
        let (works, message, details) = match test_secret_store(&**self.secrets.secret_store()) {
            Ok(()) => {
                self.remove_pending_secrets();
                (true, secret_storage_message(storage).to_owned(), None)
            }
            Err(error) => (
                false,
                secrets_error_message(&error).to_owned(),
                Some(error.details().to_owned()),
            ),
        };
        let stored_slots = match workspace.filter(|_| works) {
            Some(id) => self.filled_slots(id, &self.context.store.workspace_get(id)?.settings),
            None => Vec::new(),
        };
        Ok(SecretsTestResult {
            storage,
            works,
            message,
            stored_slots,
            details,
        })
    }

    /// Deletes secrets that the keyring did not delete before, now that it works.
    fn remove_pending_secrets(&self) {
        let failure = self.secrets.remove_pending();
        if let Some(reason) = failure.map_or_else(
            |error| Some(error.to_string()),
            |failure| failure.map(|error| error.to_string()),
        ) {
            tracing::warn!("unused secrets are still stored: {reason}");
        }
    }

    /// Changes the storage of secrets, because the person chose another one.
    pub fn choose_secret_storage(
        &self,
        workspace: Option<&str>,
        storage: SecretStorage,
    ) -> Result<SecretsTestResult, Error> {
        self.secrets.secret_store().use_storage(storage);
        self.test_secret_storage(workspace)
    }

    /// Saves a secret of a workspace, in place of the previous one. A session that was opened with the previous one
    /// ends.
    pub fn save_secret(
        &self,
        workspace: &str,
        slot: &str,
        secret: &SecretText,
    ) -> Result<(), Error> {
        let settings = self.context.store.workspace_get(workspace)?.settings;
        let mut names = required_secrets(&settings.dialect).into_iter();
        let name = names.find(|name| name.to_string() == slot);
        let slot = name.ok_or_else(|| WorkspaceError::NoSuchSecret(settings.name.clone()))?;
        let names = SecretNames::for_address(workspace, &settings.base_url);
        let name = names.secret_name(&slot);
        self.secrets.set(&name, &secret.0)?;
        if uses_sessions(&settings.dialect) {
            self.secrets.secret_store().delete(&names.session_name())?;
        }
        let open = self.credentials.as_ref();
        if let Some(open) = open.filter(|_| workspace == self.context.workspace.id) {
            open.retry_missing();
        }
        Ok(())
    }

    /// Returns the names of the secrets that a workspace needs.
    pub fn workspace_secret_names(&self, workspace: &str) -> Result<Vec<SecretName>, Error> {
        let settings = self.context.store.workspace_get(workspace)?.settings;
        Ok(if settings.base_url == PRACTICE {
            Vec::new()
        } else {
            required_secrets(&settings.dialect)
        })
    }

    /// Loads the secrets of the open workspace before a request needs them, and returns their status; none if it needs
    /// no secrets. The keyring may ask the person to unlock it.
    pub async fn load_secrets(&self) -> Option<SecretsStatus> {
        // The status holds the result.
        drop(self.credentials.as_ref()?.get().await);
        self.secrets_status()
    }

    /// Returns the status of the open workspace's secrets; none if it needs no secrets.
    pub(crate) fn secrets_status(&self) -> Option<SecretsStatus> {
        let storage = self.secrets.secret_store().storage();
        let (state, message) = match self.credentials.as_ref()?.state() {
            CredentialState::NotNeeded => return None,
            CredentialState::Unread => (SecretsState::Unread, CREDENTIALS_UNREAD.to_owned()),
            CredentialState::Waiting => (SecretsState::Waiting, CREDENTIALS_WAITING.to_owned()),
            CredentialState::Loaded => (
                SecretsState::Found,
                secret_storage_message(storage).to_owned(),
            ),
            CredentialState::Missing => (SecretsState::Missing, CREDENTIALS_MISSING.to_owned()),
            CredentialState::Failed(error) => {
                (SecretsState::Failed, credentials_error_message(&error))
            }
        };
        Some(SecretsStatus {
            storage,
            state,
            message,
        })
    }

    /// Returns the slots that hold a stored secret. A storage that cannot be read counts as empty.
    fn filled_slots(&self, id: &str, settings: &WorkspaceSettings) -> Vec<String> {
        let names = SecretNames::for_address(id, &settings.base_url);
        let is_kept = |slot: &SecretName| {
            matches!(
                self.secrets.secret_store().get(&names.secret_name(slot)),
                Ok(Some(_))
            )
        };
        let slots = required_secrets(&settings.dialect).into_iter();
        slots.filter(is_kept).map(|slot| slot.to_string()).collect()
    }
}
