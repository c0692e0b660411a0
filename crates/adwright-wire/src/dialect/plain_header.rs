//! Headers that are sent with every request and are not secret.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Authentication, Dialect};
use crate::secret_names::is_secret_like;

/// A header that is sent with every request, with a value that is not secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlainHeader {
    /// Its name, such as `X-Account-Id`.
    pub name: String,
    /// Its value, exactly as sent.
    pub value: String,
}

/// The reason why a header cannot be sent as a dialect has it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The text is not a name and a value, or the value has unusual characters.
    #[error("not a header with a value")]
    Malformed,
    /// Two headers have this name.
    #[error("two headers are named {0}")]
    Duplicate(String),
    /// The value of a header with this name is a secret.
    #[error("the value of {0} is a secret")]
    Secret(String),
    /// The client writes this header itself.
    #[error("the client writes the header {0} itself")]
    Reserved(String),
    /// This header is plain, and carries a secret or the session as well.
    #[error("{0} is both a plain header and a secret one")]
    PlainAndSecret(String),
}

/// Formats the header as a person writes it.
impl fmt::Display for PlainHeader {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.name, self.value)
    }
}

/// Headers of one connection or one body. Only the HTTP client knows their values.
const RESERVED_HEADERS: [&str; 15] = [
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "expect",
    "host",
    "keep-alive",
    "proxy-authenticate",
    "proxy-connection",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Parses the headers in a text: one per line, or separated by semicolons.
pub fn parse_plain_headers(text: &str) -> Result<Vec<PlainHeader>, HeaderError> {
    let lines = text.split(['\n', ';']).map(str::trim);
    let mut headers = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').ok_or(HeaderError::Malformed)?;
        headers.push(PlainHeader {
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
        });
    }
    plain_headers_error(&headers).map_or(Ok(headers), Err)
}

/// Returns what is wrong with the first header that cannot be a plain one; `None` if all are valid.
pub(super) fn plain_headers_error(headers: &[PlainHeader]) -> Option<HeaderError> {
    let mut earlier = Vec::new();
    headers.iter().find_map(|PlainHeader { name, value }| {
        let lower = name.to_ascii_lowercase();
        let is_duplicate = earlier.contains(&lower);
        earlier.push(lower);
        if !is_header_name(name) || !is_header_value(value) {
            return Some(HeaderError::Malformed);
        }
        if is_duplicate {
            return Some(HeaderError::Duplicate(name.clone()));
        }
        plain_name_error(name)
    })
}

/// Returns why a header with this name is never plain; `None` if it may be.
pub(super) fn plain_name_error(name: &str) -> Option<HeaderError> {
    if is_secret_like(name) {
        return Some(HeaderError::Secret(name.to_owned()));
    }
    reserved_header_error(name)
}

/// Returns why a person cannot set a header with this name, secret or not; `None` if they can.
#[must_use]
pub fn reserved_header_error(name: &str) -> Option<HeaderError> {
    let is_reserved = RESERVED_HEADERS.contains(&&*name.to_ascii_lowercase());
    is_reserved.then(|| HeaderError::Reserved(name.to_owned()))
}

/// Returns whether a header name is valid in HTTP and of the usual characters.
pub(super) fn is_header_name(name: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !name.is_empty() && name.chars().all(is_plain)
}

/// Returns whether every service reads this value in the same way, and the text of a setting can represent it.
fn is_header_value(value: &str) -> bool {
    let is_plain = |letter: char| (' '..='~').contains(&letter) && letter != ';';
    !value.is_empty() && value.trim() == value && value.chars().all(is_plain)
}

impl Dialect {
    /// Returns why a plain header conflicts with one that carries a secret or the session; `None` if none does.
    #[must_use]
    pub fn header_conflict(&self) -> Option<HeaderError> {
        let (secret, session) = match &self.authentication {
            Authentication::Headers(names) => (&names[..], None),
            Authentication::Session(login) => (&login.headers[..], Some(&login.header)),
            _ => (&[][..], None),
        };
        let mut secret_headers = secret.iter().chain(session);
        let is_plain = |name: &&String| {
            let mut plain = self.plain_headers.iter();
            plain.any(|header| header.name.eq_ignore_ascii_case(name))
        };
        let name = secret_headers.find(is_plain)?;
        Some(HeaderError::PlainAndSecret(name.clone()))
    }

    /// Returns whether a header that carries a secret could become a plain header.
    #[must_use]
    pub fn can_be_plain(name: &str) -> bool {
        is_header_name(name) && plain_name_error(name).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_as_a_person_writes_them() {
        let text = " X-Account-Id:1021 ;\n\nX-Region: eu, west: 2;Accept:  application/json ";
        let headers = parse_plain_headers(text).unwrap();
        let lines: Vec<_> = headers.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                "X-Account-Id: 1021",
                "X-Region: eu, west: 2",
                "Accept: application/json"
            ]
        );
        assert_eq!(parse_plain_headers(""), Ok(Vec::new()));
    }

    #[test]
    fn unusable_headers_are_refused() {
        let named = |error: fn(String) -> HeaderError, name: &str| error(name.to_owned());
        let mut cases = Vec::new();
        for text in ["X-Account-Id", "X Account: 1", "X-A: ", "X-A: ü", ": 1"] {
            cases.push((text.to_owned(), HeaderError::Malformed));
        }
        let twice = named(HeaderError::Duplicate, "x-a");
        cases.push(("X-A: 1; x-a: 2".to_owned(), twice));
        for name in [
            "Authorization",
            "Ocp-Apim-Subscription-Key",
            "X-Auth-Key",
            "X-Session-Id",
        ] {
            cases.push((format!("{name}: 1"), named(HeaderError::Secret, name)));
            assert!(!Dialect::can_be_plain(name), "{name}");
        }
        for name in RESERVED_HEADERS {
            cases.push((format!("{name}: 1"), named(HeaderError::Reserved, name)));
        }
        for (text, error) in cases {
            assert_eq!(parse_plain_headers(&text), Err(error), "{text}");
        }
        for name in ["X-Account-Id", "X-Author", "X-Keyword"] {
            assert!(parse_plain_headers(&format!("{name}: 1")).is_ok(), "{name}");
            assert!(Dialect::can_be_plain(name), "{name}");
        }
    }

    #[test]
    fn secret_header_is_not_also_plain() {
        let plain = |authentication| Dialect {
            authentication,
            plain_headers: parse_plain_headers("X-Who: 7").unwrap(),
            ..Dialect::default()
        };
        let session = |header: &str, beside: &[&str]| {
            Authentication::Session(crate::SessionLogin {
                header: header.to_owned(),
                headers: beside.iter().map(|&name| name.to_owned()).collect(),
                ..crate::SessionLogin::default()
            })
        };
        let clashing = [
            Authentication::Headers(vec!["x-who".to_owned()]),
            session("X-WHO", &[]),
            session("X-Session", &["X-Who"]),
        ];
        for authentication in clashing {
            let conflict = plain(authentication).header_conflict();
            assert!(
                matches!(conflict, Some(HeaderError::PlainAndSecret(_))),
                "{conflict:?}"
            );
        }
        let beside = session("X-Session", &["X-Key"]);
        assert_eq!(plain(beside).validation_error(), None);
    }
}
