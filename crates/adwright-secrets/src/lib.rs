//! The only keyring code: the system's keyring, a memory that stands in where there is none, and the choice between
//! them, which is the person's.

mod keyring;
mod memory;
mod switchable;

pub use adwright_desk::test_secret_store;
pub use keyring::{KeyringSecrets, NonPromptingKeyring, SERVICE};
pub use memory::MemorySecrets;
pub use switchable::SwitchableSecrets;
