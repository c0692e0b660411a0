//! Who asks a service that the command line names, as a text: by it the workspace is found that keeps their drafts and
//! receipts, and by nothing else.

use std::collections::BTreeMap;

use adwright_store::{Store, fingerprint};
use adwright_wire::{Authentication, PlainHeader, SecretName};
use secrecy::{ExposeSecret, SecretString};
use url::Url;
use uuid::Uuid;

use crate::choosing::UnlistedService;
use crate::error::Error;

/// The preference that fingerprints are made with on this computer. It keeps them from being compared with those of guesses
/// that were made elsewhere.
const KEY: &str = "terminal.fingerprint-key";

/// The address, the way to log in, and who does so: by name where one belongs to it, otherwise by the fingerprint of what
/// is shown. The password is no part of it: who has a new one is the same person.
pub(crate) fn asked_as(store: &Store, service: &UnlistedService) -> Result<String, Error> {
    let address = one_spelling(&service.address);
    let login = service.login.as_deref().unwrap_or_default();
    let shown = |secret: &&SecretName| **secret != SecretName::Password;
    let told_by: BTreeMap<_, _> = service
        .secrets
        .iter()
        .filter(|(name, _)| shown(name))
        .collect();
    let print = if told_by.is_empty() {
        String::new()
    } else {
        let first = [Uuid::new_v4(), Uuid::new_v4()].map(|part| part.simple().to_string());
        let key = store.preference_made(KEY, &first.concat())?;
        fingerprint_of(&key, &told_by)
    };
    let asked = match service.dialect.authentication {
        Authentication::None => format!("{address} none"),
        Authentication::Basic => format!("{address} basic {login}"),
        Authentication::Bearer => format!("{address} bearer {print}"),
        Authentication::Headers(_) => format!("{address} headers {print}"),
        Authentication::Session(_) if print.is_empty() => format!("{address} session {login}"),
        Authentication::Session(_) => format!("{address} session-with-headers {print} {login}"),
    };
    Ok(asked + &beside(&service.dialect.plain_headers))
}

/// What goes with the login and may say for whom it asks, such as the number of an account; nothing where nothing does.
fn beside(headers: &[PlainHeader]) -> String {
    let mut headers: Vec<_> = headers
        .iter()
        .map(|header| format!(" {}={}", header.name.to_ascii_lowercase(), header.value))
        .collect();
    headers.sort_unstable();
    headers.concat()
}

/// The address as everyone writes it who means it: the host in small letters, no port that goes without saying, no slash
/// at its end. What is no URL stays as it is.
pub(crate) fn one_spelling(address: &str) -> String {
    let url = address.parse::<Url>();
    let spelled = url.map_or_else(|_| address.to_owned(), String::from);
    spelled.trim_end_matches('/').to_owned()
}

/// A text that is the same for the same secrets on this computer, and says nothing of them.
fn fingerprint_of(key: &str, secrets: &BTreeMap<&SecretName, &SecretString>) -> String {
    let print = |text: &str| {
        let keyed = SecretString::from([key, text].concat());
        fingerprint(keyed.expose_secret().as_bytes())
    };
    let each = secrets
        .iter()
        .map(|(name, secret)| format!("{name} {}\n", print(secret.expose_secret())));
    print(&each.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_spelling() {
        for same in [
            "https://ads.example/api",
            "https://ADS.example:443/api/",
            "HTTPS://ads.example/x/../api//",
        ] {
            assert_eq!(one_spelling(same), "https://ads.example/api", "{same}");
        }
        for other in [
            "https://ads.example/API",
            "https://ads.example:444/api",
            "http://ads.example/api",
        ] {
            assert_ne!(one_spelling(other), "https://ads.example/api", "{other}");
        }
        assert_eq!(one_spelling("https://ads.example"), "https://ads.example");
    }

    #[test]
    fn a_fingerprint_is_of_names_values_and_key_together() {
        let header = |name: &str, value: &str| {
            let name = SecretName::Header(name.to_owned());
            (name, SecretString::from(value))
        };
        let print = |key: &str, shown: &[(SecretName, SecretString)]| {
            fingerprint_of(
                key,
                &shown.iter().map(|(name, value)| (name, value)).collect(),
            )
        };
        let first = print("key", &[header("a", "one"), header("b", "two")]);
        assert_eq!(
            first,
            print("key", &[header("b", "two"), header("a", "one")])
        );
        for other in [
            print("other", &[header("a", "one"), header("b", "two")]),
            print("key", &[header("a", "two"), header("b", "one")]),
            print("key", &[header("a", "one8:header/b3:two")]),
            print("key", &[header("a", "one")]),
        ] {
            assert_ne!(first, other);
        }
    }
}
