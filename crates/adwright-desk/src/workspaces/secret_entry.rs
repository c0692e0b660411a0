//! Secrets on their way from the person: asked for in a window of its own, and held until their workspace is saved.

use std::collections::BTreeMap;
use std::sync::{MutexGuard, PoisonError};

use secrecy::SecretString;

use super::place_of;
use crate::desk::Desk;
use crate::error::Error;
use crate::reply::capitalised;
use crate::secrets::Place;
use crate::views::{SecretQuestion, SecretText, SecretWanted};
use crate::workspace_secrets::secrets_of;

/// What the person was asked last, and what they have answered so far, by slot.
#[derive(Debug, Default)]
pub(crate) struct SecretEntry {
    asked: Option<(String, SecretQuestion)>,
    typed: BTreeMap<String, SecretString>,
}

impl Desk {
    /// Asks for a secret of the workspace whose form is being filled in, in place of what was asked before.
    pub fn ask_for_secret(&self, wanted: SecretWanted) -> Result<(), Error> {
        let question = SecretQuestion {
            about: self.about(&wanted),
            label: wanted.label,
            theme: self.theme()?,
        };
        self.secret_entry().asked = Some((wanted.slot, question));
        Ok(())
    }

    /// What is asked for just now.
    pub fn secret_question(&self) -> Result<SecretQuestion, Error> {
        let asked = self.secret_entry().asked.clone();
        let (_, question) = asked.ok_or_else(not_asked)?;
        Ok(question)
    }

    /// Takes the answer. It is held in memory until [`Desk::keep_typed_secrets`]; an empty one takes back what was typed
    /// before.
    pub fn enter_secret(&self, secret: SecretText) -> Result<(), Error> {
        let mut entry = self.secret_entry();
        let (slot, _) = entry.asked.take().ok_or_else(not_asked)?;
        if secret.is_empty() {
            entry.typed.remove(&slot);
        } else {
            entry.typed.insert(slot, secret.0);
        }
        drop(entry);
        Ok(())
    }

    /// The slots for which a secret was typed that is not kept yet.
    #[must_use]
    pub fn typed_secrets(&self) -> Vec<String> {
        self.secret_entry().typed.keys().cloned().collect()
    }

    /// Keeps what was typed for a workspace that is saved by now, and says how many there were. One that cannot be kept
    /// is held on, so that nobody has to type it again; one that the workspace has no use for is let go of.
    pub fn keep_typed_secrets(&self, workspace: &str) -> Result<u32, Error> {
        let settings = self.store.workspace_get(workspace)?.settings;
        let used = secrets_of(&settings.dialect);
        let is_used = |slot: &str| used.iter().any(|name| name.to_string() == slot);
        let mut kept = 0;
        for slot in self.typed_secrets() {
            let typed = self.secret_entry().typed.get(&slot).cloned();
            if let Some(secret) = typed.filter(|_| is_used(&slot)) {
                self.keep_secret(workspace, &slot, &SecretText::new(secret))?;
                kept += 1;
            }
            self.secret_entry().typed.remove(&slot);
        }
        Ok(kept)
    }

    /// Lets go of what was typed, because the person did not save it.
    pub fn drop_typed_secrets(&self) {
        *self.secret_entry() = SecretEntry::default();
    }

    fn about(&self, wanted: &SecretWanted) -> String {
        let name = wanted.name.trim();
        let whose = if name.is_empty() {
            String::new()
        } else {
            format!("For “{name}”, ")
        };
        let place = place_of(wanted.address.trim());
        let kept = match self.secrets.place() {
            Place::Keyring => "Adwright keeps it in your system’s keyring",
            Place::Memory => "Adwright keeps it in memory until it is closed",
        };
        capitalised(&format!(
            "{whose}shown to {place} and to no other server. {kept}."
        ))
    }

    fn secret_entry(&self) -> MutexGuard<'_, SecretEntry> {
        self.secret_entry
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn not_asked() -> Error {
    Error::Unfit("No password is asked for just now. Close this window.".to_owned())
}
