//! The client against real servers on this computer: what is sent, what is asked twice, and what is known afterwards.

#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod authentication;
mod contract;
mod delivery;
mod hostile_services;
mod login;
mod pages;
mod partitions;
mod pictures;
mod rate_limits;
mod reading;
mod redirects;
mod secrets;
mod server;
mod system_settings;
mod trailing_slashes;

use std::sync::Arc;

use adwright_client::{BaseUrl, Client, Credentials, MemoryTokenStore, PlainHttp, TokenStore};
use adwright_wire::Dialect;

/// What must never show up anywhere.
const PASSWORD: &str = "open-sesame";

/// A client without a login.
fn plain(base: &str) -> Client {
    with(base, Dialect::default())
}

fn with(base: &str, dialect: Dialect) -> Client {
    client(base, dialect, Credentials::default())
}

fn client(base: &str, dialect: Dialect, credentials: Credentials) -> Client {
    keeping(
        base,
        dialect,
        credentials,
        Arc::new(MemoryTokenStore::default()),
    )
}

/// A client that logs in, with its token in `keep`.
fn with_login(base: &str, keep: Arc<dyn TokenStore>) -> Client {
    keeping(base, Dialect::practice(), credentials(), keep)
}

fn keeping(
    base: &str,
    dialect: Dialect,
    credentials: Credentials,
    keep: Arc<dyn TokenStore>,
) -> Client {
    let base = BaseUrl::new(base.parse().unwrap(), PlainHttp::LoopbackOnly).unwrap();
    Client::new(base, dialect, credentials, keep).unwrap()
}

fn credentials() -> Credentials {
    Credentials::with_password("user-a", PASSWORD.into())
}

/// Any runtime thread may poll a request.
#[test]
fn a_client_can_be_shared() {
    const fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<Client>();
}
