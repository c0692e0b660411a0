use secrecy::SecretString;
use serde::{Deserialize, Deserializer, Serialize};
use specta::Type;

/// A secret on its way in: it is typed into one field, crosses once and is never shown, printed or given back.
#[derive(Debug, Clone, Type)]
pub struct SecretText(#[specta(type = String)] pub(crate) SecretString);

impl SecretText {
    /// A secret that was read elsewhere than from the window.
    #[must_use]
    pub const fn new(secret: SecretString) -> Self {
        Self(secret)
    }
}

impl<'de> Deserialize<'de> for SecretText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(|text| Self(text.into()))
    }
}

/// Where secrets are kept, and whether that works, as a test just showed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SecretsState {
    /// Where they are kept.
    pub place: SecretsPlace,
    /// Whether a secret can be kept there.
    pub works: bool,
    /// What that means and what helps, as sentences.
    pub message: String,
    /// The system's own words where it does not work; never a secret.
    pub details: Option<String>,
}

/// Where secrets are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum SecretsPlace {
    /// In the system's keyring.
    Keyring,
    /// In memory, until Adwright is closed: only where the person chose it.
    Memory,
}
