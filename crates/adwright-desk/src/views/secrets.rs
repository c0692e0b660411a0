use secrecy::zeroize::Zeroize as _;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Deserialize, Deserializer, Serialize};
use specta::Type;

use super::Theme;

/// A secret on its way in: it is typed into one field, crosses once and is never shown, printed or given back.
#[derive(Debug, Clone, Type)]
pub struct SecretText(#[specta(type = String)] pub(crate) SecretString);

impl SecretText {
    /// A secret that was read elsewhere than from the window.
    #[must_use]
    pub const fn new(secret: SecretString) -> Self {
        Self(secret)
    }

    /// Whether nothing was typed.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.expose_secret().is_empty()
    }
}

/// A text that was read into memory of its own is wiped there; nothing wipes what the reader itself holds.
impl<'de> Deserialize<'de> for SecretText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut text = String::deserialize(from)?;
        // Without room to spare, so that none of it is left behind when the room is given back.
        let secret = SecretString::from(Box::<str>::from(text.as_str()));
        text.zeroize();
        Ok(Self(secret))
    }
}

/// A secret that is wanted for the workspace whose form is being filled in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretRequest {
    /// What it is called to the desk, as [`crate::views::SecretSlot::slot`].
    pub slot: String,
    /// What it is called to the person.
    pub label: String,
    /// The workspace's name, as it is typed now.
    pub name: String,
    /// The service's address, as it is typed now.
    pub address: String,
}

/// What the person is asked in the window in which a secret is typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretPrompt {
    /// What the secret is called.
    pub label: String,
    /// Whose it is, which server it is shown to and where it is kept, as sentences.
    pub about: String,
    /// The theme that the window is drawn in.
    pub theme: Theme,
}

/// Where secrets are kept, and whether that works, as a test just showed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretsTestResult {
    /// Where they are kept.
    pub place: SecretStorageView,
    /// Whether a secret can be kept there.
    pub works: bool,
    /// What that means and what helps, as sentences.
    pub message: String,
    /// The slots of the workspace in which a secret is kept.
    pub kept: Vec<String>,
    /// The system's own words where it does not work; never a secret.
    pub details: Option<String>,
}

/// Where secrets are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SecretStorageView {
    /// In the system's keyring.
    Keyring,
    /// In memory, until Adwright is closed: only where the person chose it.
    Memory,
}
