//! Typed secrets: asked for in a separate window, and held in memory until their workspace is saved.

use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};

use adwright_views::{SecretPrompt, SecretRequest, SecretText};
use secrecy::SecretString;

use crate::credentials::required_secrets;
use crate::error::{Error, WorkspaceError};
use crate::settings::location_label;
use crate::wording::secret_prompt_message;
use crate::workspaces::Workspaces;

/// The last question to the person, and the secrets typed so far, by slot.
#[derive(Debug, Default)]
pub(crate) struct SecretEntry {
    open_prompt: Option<(String, SecretPrompt)>,
    typed: BTreeMap<String, SecretString>,
}

impl Workspaces {
    /// Asks for a secret of the workspace whose form is open, and replaces the previous question.
    pub fn prompt_for_secret(&self, request: SecretRequest) -> Result<(), Error> {
        let question = SecretPrompt {
            about: secret_prompt_message(
                request.name.trim(),
                &location_label(request.address.trim()),
                self.secrets.secret_store().storage(),
            ),
            label: request.label,
            theme: self.context.theme()?,
        };
        self.lock_secret_entry().open_prompt = Some((request.slot, question));
        Ok(())
    }

    /// Returns the current question.
    pub fn secret_prompt(&self) -> Result<SecretPrompt, Error> {
        let open_prompt = self.lock_secret_entry().open_prompt.clone();
        let (_, question) = open_prompt.ok_or(WorkspaceError::NoSecretAsked)?;
        Ok(question)
    }

    /// Accepts the answer, and holds it in memory until [`Workspaces::save_typed_secrets`]. An empty answer removes the
    /// previously typed secret.
    pub fn enter_secret(&self, secret: SecretText) -> Result<(), Error> {
        let mut entry = self.lock_secret_entry();
        let (slot, _) = entry
            .open_prompt
            .take()
            .ok_or(WorkspaceError::NoSecretAsked)?;
        if secret.is_empty() {
            entry.typed.remove(&slot);
        } else {
            entry.typed.insert(slot, secret.0);
        }
        drop(entry);
        Ok(())
    }

    /// Returns the slots of typed secrets that are not saved yet.
    #[must_use]
    pub fn typed_secrets(&self) -> Vec<String> {
        self.lock_secret_entry().typed.keys().cloned().collect()
    }

    /// Saves the typed secrets of a saved workspace, and returns their number. A secret that cannot be saved stays in
    /// memory, so that nobody has to type it again. A secret that the workspace does not need is dropped.
    pub fn save_typed_secrets(&self, workspace: &str) -> Result<u32, Error> {
        let settings = self.context.store.workspace_get(workspace)?.settings;
        let used = required_secrets(&settings.dialect);
        let is_used = |slot: &str| used.iter().any(|name| name.to_string() == slot);
        let mut saved = 0;
        for slot in self.typed_secrets() {
            let typed = self.lock_secret_entry().typed.get(&slot).cloned();
            if let Some(secret) = typed.filter(|_| is_used(&slot)) {
                self.save_secret(workspace, &slot, &SecretText::new(secret))?;
                saved += 1;
            }
            self.lock_secret_entry().typed.remove(&slot);
        }
        Ok(saved)
    }

    /// Drops the typed secrets, because the person did not save the form.
    pub fn discard_typed_secrets(&self) {
        *self.lock_secret_entry() = SecretEntry::default();
    }

    fn lock_secret_entry(&self) -> MutexGuard<'_, SecretEntry> {
        self.secret_entry
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
