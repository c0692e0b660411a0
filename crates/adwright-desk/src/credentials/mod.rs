//! Secrets: where they are stored, and how the open workspace gets its own.

mod ephemeral_secrets;
mod lazy_credentials;
mod secret_store;
mod session_token;
mod workspace_secrets;

pub(crate) use ephemeral_secrets::EphemeralSecrets;
pub(crate) use lazy_credentials::{CredentialState, LazyCredentials};
pub use secret_store::{SecretStore, test_secret_store};
pub(crate) use session_token::SessionTokenStore;
pub(crate) use workspace_secrets::{
    SecretNames, SecretRemoval, StoredSecrets, required_secrets, secret_names, uses_sessions,
};
