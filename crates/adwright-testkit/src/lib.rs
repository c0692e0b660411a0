//! For tests only: a whole desk on a temporary home with a real practice service, a clock that stands still until it
//! is moved, a disk that can be filled up, and the practice service's admin interface.

#![expect(
    clippy::missing_panics_doc,
    reason = "a test stops where anything is not as it expects"
)]

mod canned;
mod clock;
mod desktop;
mod disk;
mod door;
mod keyring;
mod service;
mod untrusted;

pub use canned::{Asked, answer, canned};
pub use clock::TestClock;
pub use desktop::Desktop;
pub use disk::Disk;
pub use door::Door;
pub use keyring::TestKeyring;
pub use service::{Practice, http_client};
pub use untrusted::untrusted;
