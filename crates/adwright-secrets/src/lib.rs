//! The only keyring code: the system's keyring, a memory that stands in where there is none, and the choice between
//! them, which is the person's.

mod chosen;
mod keyring;
mod memory;

pub use adwright_desk::self_test;
pub use chosen::ChosenSecrets;
pub use keyring::{KeyringSecrets, SERVICE, UnlockedKeyring};
pub use memory::MemorySecrets;
