//! The only keyring code: the system's keyring, and memory in its place. A person chooses between them.

mod keyring;
mod memory;
mod switchable;

pub use adwright_desk::test_secret_store;
pub use keyring::{KeyringSecrets, NonPromptingKeyring, SERVICE};
pub use memory::MemorySecrets;
pub use switchable::SwitchableSecrets;
