//! Secrets in memory and, on Linux, in a real Secret Service of the test's own.

#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod memory;
#[cfg(target_os = "linux")]
mod memory_choice;
#[cfg(target_os = "linux")]
mod secret_service;
#[cfg(target_os = "linux")]
mod session;

use adwright_desk::SecretStore;
use secrecy::{ExposeSecret, SecretString};

/// What is kept under a name, to be compared.
fn read(secrets: &dyn SecretStore, name: &str) -> Option<String> {
    let secret = secrets.get(name).unwrap()?;
    Some(secret.expose_secret().to_owned())
}

/// What every place for secrets does.
fn keeps_replaces_and_forgets(secrets: &dyn SecretStore) {
    assert_eq!(read(secrets, "a"), None);
    secrets.set("a", &SecretString::from("first")).unwrap();
    secrets.set("b", &SecretString::from("other")).unwrap();
    secrets
        .set("a", &SecretString::from("zweites, mit Umlauten: äöü"))
        .unwrap();
    assert_eq!(
        read(secrets, "a").as_deref(),
        Some("zweites, mit Umlauten: äöü")
    );
    secrets.forget("a").unwrap();
    secrets.forget("a").unwrap();
    assert_eq!(read(secrets, "a"), None);
    assert_eq!(read(secrets, "b").as_deref(), Some("other"));
}
