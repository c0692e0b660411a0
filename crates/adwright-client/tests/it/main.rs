//! The client against real servers on this computer: what is sent, what is asked twice, and what is known afterwards.

#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod delivery;
mod login;
mod reading;
mod redirects;
mod secrets;
mod server;

use std::sync::Arc;

use adwright_client::{Client, Credentials, MemoryTokens, TokenKeep};
use adwright_wire::Dialect;

/// What must never show up anywhere.
const PASSWORD: &str = "open-sesame";

/// A client without a login.
fn plain(base: &str) -> Client {
    with(base, Dialect::default())
}

fn with(base: &str, dialect: Dialect) -> Client {
    Client::new(
        base.parse().unwrap(),
        dialect,
        None,
        Arc::new(MemoryTokens::default()),
    )
    .unwrap()
}

/// A client that logs in, with its token in `keep`.
fn with_login(base: &str, keep: Arc<dyn TokenKeep>) -> Client {
    Client::new(
        base.parse().unwrap(),
        Dialect::practice(),
        Some(credentials()),
        keep,
    )
    .unwrap()
}

fn credentials() -> Credentials {
    Credentials {
        username: "user-a".to_owned(),
        password: PASSWORD.into(),
    }
}

/// Any runtime thread may poll a request.
#[test]
fn a_client_can_be_shared() {
    const fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<Client>();
}
