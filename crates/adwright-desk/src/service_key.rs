//! The key of a service and login that the command line names. It finds the workspace with their drafts and receipts.

use std::collections::BTreeSet;

use adwright_wire::{Authentication, PlainHeader};
use url::Url;

use crate::workspace_selector::UnlistedService;

/// Returns the key: the address, the login method, and the login name if there is one. It contains no secret. With a
/// new password or token the key stays the same, so earlier sends are still found before anything is sent again. Secret
/// headers count by name.
pub(crate) fn service_key(service: &UnlistedService) -> String {
    let address = normalized_address(&service.address);
    let login = service.login.as_deref().unwrap_or_default();
    let asked = match &service.dialect.authentication {
        Authentication::None => format!("{address} none"),
        Authentication::Basic => format!("{address} basic {login}"),
        Authentication::Bearer => format!("{address} bearer"),
        Authentication::Headers(names) => {
            format!("{address} headers {}", joined_header_names(names))
        }
        Authentication::Session(session) if session.headers.is_empty() => {
            format!("{address} session {login}")
        }
        Authentication::Session(session) => {
            let names = joined_header_names(&session.headers);
            format!("{address} session-with-headers {names} {login}")
        }
    };
    asked + &plain_headers_key(&service.dialect.plain_headers)
}

/// Joins header names in lower case and sorted order.
fn joined_header_names(names: &[String]) -> String {
    let names = names.iter().map(|name| name.to_ascii_lowercase());
    let names: BTreeSet<_> = names.collect();
    names.into_iter().collect::<Vec<_>>().join(",")
}

/// Returns the headers without secrets, which may identify the client, such as an account number; empty if there are
/// none.
pub(crate) fn plain_headers_key(headers: &[PlainHeader]) -> String {
    let mut headers: Vec<_> = headers
        .iter()
        .map(|header| format!(" {}={}", header.name.to_ascii_lowercase(), header.value))
        .collect();
    headers.sort_unstable();
    headers.concat()
}

/// Normalizes an address: lower-case host, no default port, no trailing slash. A text that is not a URL stays
/// unchanged.
pub(crate) fn normalized_address(address: &str) -> String {
    let url = address.parse::<Url>();
    let spelled = url.map_or_else(|_| address.to_owned(), String::from);
    spelled.trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use adwright_wire::{Dialect, SessionLogin};

    use super::*;

    #[test]
    fn an_address_has_one_spelling() {
        for same in [
            "https://ads.example/api",
            "https://ADS.example:443/api/",
            "HTTPS://ads.example/x/../api//",
        ] {
            assert_eq!(
                normalized_address(same),
                "https://ads.example/api",
                "{same}"
            );
        }
        for other in [
            "https://ads.example/API",
            "https://ads.example:444/api",
            "http://ads.example/api",
        ] {
            assert_ne!(
                normalized_address(other),
                "https://ads.example/api",
                "{other}"
            );
        }
        assert_eq!(
            normalized_address("https://ads.example"),
            "https://ads.example"
        );
    }

    #[test]
    fn a_new_secret_is_the_same_person_and_another_name_is_not() {
        let session = |headers: &[&str]| {
            Authentication::Session(SessionLogin {
                headers: headers.iter().map(|name| (*name).to_owned()).collect(),
                ..SessionLogin::default()
            })
        };
        let headers = |names: &[&str]| {
            Authentication::Headers(names.iter().map(|name| (*name).to_owned()).collect())
        };
        let asked = |authentication: &Authentication, login: Option<&str>, secret: &str| {
            let secrets = authentication.secret_names().into_iter();
            service_key(&UnlistedService {
                address: "https://ads.example/api/".to_owned(),
                plain_http: false,
                dialect: Dialect {
                    authentication: authentication.clone(),
                    ..Dialect::default()
                },
                chosen: Vec::new(),
                login: login.map(str::to_owned),
                secrets: secrets.map(|name| (name, secret.into())).collect(),
            })
        };
        let logins = [
            (Authentication::None, None, "none"),
            (Authentication::Basic, Some("ann"), "basic ann"),
            (Authentication::Basic, Some("bob"), "basic bob"),
            (Authentication::Bearer, None, "bearer"),
            (headers(&["X-Key", "a"]), None, "headers a,x-key"),
            (headers(&["X-Other"]), None, "headers x-other"),
            (session(&[]), Some("ann"), "session ann"),
            (
                session(&["X-Key"]),
                Some("ann"),
                "session-with-headers x-key ann",
            ),
        ];
        for (authentication, login, expected) in &logins {
            for secret in ["monday", "tuesday"] {
                let asked = asked(authentication, *login, secret);
                assert_eq!(asked, format!("https://ads.example/api {expected}"));
            }
        }
        let turned = headers(&["A", "x-key"]);
        assert_eq!(asked(&turned, None, ""), asked(&logins[4].0, None, ""));
    }
}
