//! The HTTP client: sends what `adwright-wire` writes, and says what came of it.
//!
//! A write is tried exactly once, and always ends as one of three things: it never left, it was answered, or it is lost
//! on the way, so that nobody knows. Only plain HTTP to this computer is spoken: that is where the practice service is.

mod base;
mod client;
mod error;
mod exchange;
mod handover;
mod reply;
mod session;
mod token;
mod transport;
mod watch;

pub use client::Client;
pub use error::ClientError;
pub use exchange::{Delivery, Exchange};
pub use session::Credentials;
pub use token::{MemoryTokens, TokenKeep};
pub use watch::Contact;
