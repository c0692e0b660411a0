//! The only keyring code: the system's keyring, and a memory that stands in where there is none.

mod keyring;
mod memory;
mod self_test;

pub use keyring::{KeyringSecrets, SERVICE};
pub use memory::MemorySecrets;
pub use self_test::self_test;
