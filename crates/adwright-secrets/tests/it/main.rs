//! Secrets in memory and, on Linux, in a private Secret Service of the test.

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

/// Returns the secret of a name, for comparison.
fn read(secrets: &dyn SecretStore, name: &str) -> Option<String> {
    let secret = secrets.get(name).unwrap()?;
    Some(secret.expose_secret().to_owned())
}

/// Checks the behaviour that every secret store has.
fn check_secret_store(secrets: &dyn SecretStore) {
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
    secrets.delete("a").unwrap();
    secrets.delete("a").unwrap();
    assert_eq!(read(secrets, "a"), None);
    assert_eq!(read(secrets, "b").as_deref(), Some("other"));
}
