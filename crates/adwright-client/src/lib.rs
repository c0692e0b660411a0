//! The HTTP client: sends what `adwright-wire` writes, and reports the outcome.
//!
//! `pages` reads a list to its end, first as a whole, then in parts.
//!
//! A write is tried exactly once and has one of three outcomes: never sent, answered, or lost. The service may have
//! acted on a lost write. The client speaks HTTPS, and plain HTTP to this computer, where the practice
//! service runs. Plain HTTP to another computer needs [`PlainHttp::Anywhere`].

mod auth_headers;
mod backoff;
mod base_url;
mod body_sent;
mod client;
mod connection_failure;
mod credentials;
mod error;
mod host_scope;
mod observers;
mod pages;
mod picture;
mod probe;
mod rate_limiter;
mod redacted_reply;
mod redactor;
mod reply;
mod request_slot;
mod session_auth;
mod throttle;
mod time_source;
mod token_store;
mod transport;
mod url_tokens;
mod write_outcome;
mod write_target;

pub use backoff::retry_delay;
pub use base_url::{BaseUrl, PlainHttp};
pub use client::Client;
pub use credentials::{CredentialSource, Credentials, CredentialsFuture};
pub use error::{ClientError, MaybeReply};
pub use host_scope::HostScope;
pub use observers::ConnectionObserver;
pub use pages::{ListPage, Pages};
pub use picture::{Picture, PictureError, fetch_picture};
pub use probe::{LoginOutcome, ProbeHeaders, ProbeResponse};
pub use redacted_reply::{MAX_BODY_BYTES, RedactedReply};
pub use request_slot::{PreparedWrite, RequestSlot};
pub use throttle::{Throttle, ThrottleReason};
pub use time_source::TimeSource;
pub use token_store::{LoginGuard, MemoryTokenStore, TokenStore};
pub use write_outcome::{WriteExchange, WriteOutcome};
