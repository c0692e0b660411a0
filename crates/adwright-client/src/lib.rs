//! The HTTP client: sends what `adwright-wire` writes, and says what came of it.
//!
//! A write is tried exactly once, and always ends as one of three things: it never left, it was answered, or it is lost
//! on the way, so that nobody knows. HTTPS is spoken, and plain HTTP to this computer, where the practice service is.

mod address;
mod base;
mod broken;
mod client;
mod credentials;
mod ends;
mod error;
mod evidence;
mod exchange;
mod handover;
mod held;
mod host_scope;
mod look;
mod pace;
mod pages;
mod pass;
mod picture;
mod reply;
mod session;
mod target;
mod time;
mod token;
mod transport;
mod turn;
mod veil;
mod watch;

pub use base::{Base, PlainHttp};
pub use client::Client;
pub use credentials::{CredentialSource, Credentials, GettingCredentials};
pub use error::{Came, ClientError, repeated};
pub use evidence::{Evidence, KEPT};
pub use exchange::{Delivery, Exchange};
pub use held::{Held, Reason};
pub use host_scope::HostScope;
pub use look::{Head, LoggedIn, Look};
pub use pages::{Ended, Page, Pages};
pub use picture::{NoPicture, Picture, picture};
pub use time::Time;
pub use token::{Alone, MemoryTokens, TokenKeep};
pub use turn::{Outgoing, Turn};
pub use watch::Contact;
