//! For tests only: a whole desk on a temporary home with a real practice service, a clock that stands still until it
//! is moved, and the practice service's admin interface.

mod clock;
mod desktop;
mod service;

pub use clock::TestClock;
pub use desktop::Desktop;
pub use service::Practice;
