//! For tests only: a whole desk in a temporary home with a real practice service, a clock that tests move, a disk that
//! tests fill, and the practice service's admin interface.

#![expect(
    clippy::missing_panics_doc,
    reason = "a test stops where anything is not as it expects"
)]

mod canned_service;
mod clock;
mod disk;
mod keyring;
mod loopback;
mod service;
mod test_app;
mod test_proxy;
mod untrusted;

pub use canned_service::{CannedRequest, canned_service, http_response};
pub use clock::TestClock;
pub use disk::TestDisk;
pub use keyring::TestKeyring;
pub use loopback::{LoopbackServer, TOKEN_HEADER};
pub use service::{PracticeClient, http_client};
pub use test_app::TestApp;
pub use test_proxy::TestProxy;
pub use untrusted::start_untrusted_service;
