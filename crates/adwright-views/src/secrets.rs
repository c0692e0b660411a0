use secrecy::zeroize::Zeroize as _;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Deserializer, Serialize};
use specta::Type;

use super::Theme;

/// A secret on its way in. It is typed into one field, sent once, and never shown, printed or returned.
#[derive(Debug, Clone, Type)]
pub struct SecretText(#[specta(type = String)] pub SecretString);

impl SecretText {
    /// Wraps a secret that comes from another source than the window.
    #[must_use]
    pub const fn new(secret: SecretString) -> Self {
        Self(secret)
    }

    /// Returns whether the secret is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.expose_secret().is_empty()
    }
}

/// Wipes the text that it reads into its own memory. The reader's own buffers are not wiped.
impl<'de> Deserialize<'de> for SecretText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut text = String::deserialize(from)?;
        // Without room to spare, so that none of it is left behind when the room is given back.
        let secret = SecretString::from(Box::<str>::from(text.as_str()));
        text.zeroize();
        Ok(Self(secret))
    }
}

/// A request for a secret of the workspace in the open form.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretRequest {
    /// The secret's name for the desk, as in [`SecretSlot::slot`](crate::SecretSlot::slot).
    pub slot: String,
    /// The secret's name for the person.
    pub label: String,
    /// The workspace's name in the form.
    pub name: String,
    /// The service's address in the form.
    pub address: String,
}

/// The prompt in the window for typing a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretPrompt {
    /// The secret's name.
    pub label: String,
    /// The secret's owner, the server that receives it and its storage, as sentences.
    pub about: String,
    /// The theme of the window.
    pub theme: Theme,
}

/// The result of a test of the secret storage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretsTestResult {
    /// The storage.
    pub storage: SecretStorage,
    /// True if the storage can keep a secret.
    pub works: bool,
    /// The meaning and the remedy, as sentences.
    pub message: String,
    /// The workspace's slots that have a stored secret.
    pub stored_slots: Vec<String>,
    /// The system's error message, if the storage failed. It contains no secret.
    pub details: Option<String>,
}

/// A storage for secrets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SecretStorage {
    /// The system's keyring.
    Keyring,
    /// Memory, until Adwright is closed. Used only if the person chose it.
    Memory,
}
