//! The client against real servers on this computer: what it sends, what it retries, and which outcomes it reports.

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

/// A secret that no output may contain.
const PASSWORD: &str = "open-sesame";

/// Returns a client without a login.
fn plain(base: &str) -> Client {
    with(base, Dialect::default())
}

fn with(base: &str, dialect: Dialect) -> Client {
    client(base, dialect, Credentials::default())
}

fn client(base: &str, dialect: Dialect, credentials: Credentials) -> Client {
    client_with_store(
        base,
        dialect,
        credentials,
        Arc::new(MemoryTokenStore::default()),
    )
}

/// Returns a client that logs in, with its token in `token_store`.
fn with_login(base: &str, token_store: Arc<dyn TokenStore>) -> Client {
    client_with_store(base, Dialect::practice(), credentials(), token_store)
}

fn client_with_store(
    base: &str,
    dialect: Dialect,
    credentials: Credentials,
    token_store: Arc<dyn TokenStore>,
) -> Client {
    let base = BaseUrl::new(base.parse().unwrap(), PlainHttp::LoopbackOnly).unwrap();
    Client::new(base, dialect, credentials, token_store).unwrap()
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
