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

/// Formats the header as a person writes it.
impl fmt::Display for PlainHeader {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.name, self.value)
    }
}

/// Headers of one connection or one body. Only the HTTP client knows their values.
const WRITTEN_BY_US: [&str; 15] = [
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
///
/// # Errors
/// A sentence that says what would be valid.
pub fn parse_plain_headers(text: &str) -> Result<Vec<PlainHeader>, String> {
    let written = text.split(['\n', ';']).map(str::trim);
    let mut headers = Vec::new();
    for one in written.filter(|one| !one.is_empty()) {
        let (name, value) = one.split_once(':').ok_or_else(header_format_hint)?;
        headers.push(PlainHeader {
            name: name.trim().to_owned(),
            value: value.trim().to_owned(),
        });
    }
    plain_headers_problem(&headers).map_or(Ok(headers), Err)
}

/// Returns what is wrong with the first header that cannot be a plain one; `None` if all are valid.
pub(super) fn plain_headers_problem(headers: &[PlainHeader]) -> Option<String> {
    let mut earlier = Vec::new();
    headers.iter().find_map(|PlainHeader { name, value }| {
        let small = name.to_ascii_lowercase();
        let is_twice = earlier.contains(&small);
        earlier.push(small);
        if !is_header_name(name) || !is_header_value(value) {
            return Some(header_format_hint());
        }
        if is_twice {
            return Some(format!("“{name}” is there twice. Leave one of them out."));
        }
        plain_name_problem(name)
    })
}

/// Returns why a header with this name is never plain; `None` if it may be.
pub(super) fn plain_name_problem(name: &str) -> Option<String> {
    if is_secret_like(name) {
        return Some(format!(
            "“{name}” says who asks, so its value is a secret. Enter it as a header with a secret value, or choose another \
             way to log in: then it is kept in the keyring."
        ));
    }
    reserved_header_problem(name)
}

/// Returns why a person cannot set a header with this name, secret or not; `None` if they can.
#[must_use]
pub fn reserved_header_problem(name: &str) -> Option<String> {
    let is_ours = WRITTEN_BY_US.contains(&&*name.to_ascii_lowercase());
    is_ours.then(|| format!("Adwright writes “{name}” itself with each request. Leave it out."))
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

fn header_format_hint() -> String {
    "Enter name and value of each header, such as X-Account-Id: 1021, one a line or with semicolons between them.".to_owned()
}

impl Dialect {
    /// Returns why a plain header conflicts with one that carries a secret or the session; `None` if none does.
    #[must_use]
    pub fn header_conflict(&self) -> Option<String> {
        let (secret, session) = match &self.authentication {
            Authentication::Headers(names) => (&names[..], None),
            Authentication::Session(login) => (&login.headers[..], Some(&login.header)),
            _ => (&[][..], None),
        };
        let mut taken = secret.iter().chain(session);
        let is_plain = |name: &&String| {
            let mut plain = self.plain_headers.iter();
            plain.any(|header| header.name.eq_ignore_ascii_case(name))
        };
        let name = taken.find(is_plain)?;
        Some(format!(
            "“{name}” carries a secret here, and is among the plain headers, too. Take it out of one of them."
        ))
    }

    /// Returns whether a header that carries a secret could become a plain header.
    #[must_use]
    pub fn can_be_plain(name: &str) -> bool {
        is_header_name(name) && plain_name_problem(name).is_none()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(text: &str, expected: &Expect) {
        let said = match parse_plain_headers(text) {
            Ok(headers) => {
                let lines: Vec<_> = headers.iter().map(ToString::to_string).collect();
                lines.join("\n")
            }
            Err(why) => why,
        };
        expected.assert_eq(&said);
    }

    #[test]
    fn headers_are_read_as_a_person_writes_them() {
        check(
            " X-Account-Id:1021 ;\n\nX-Region: eu, west: 2;Accept:  application/json ",
            &expect![[r#"
                X-Account-Id: 1021
                X-Region: eu, west: 2
                Accept: application/json"#]],
        );
        check("", &expect![[r#""#]]);
    }

    #[test]
    fn what_is_no_header_is_told() {
        let form = expect![[
            r#"Enter name and value of each header, such as X-Account-Id: 1021, one a line or with semicolons between them."#
        ]];
        for text in ["X-Account-Id", "X Account: 1", "X-A: ", "X-A: ü", ": 1"] {
            check(text, &form);
        }
        check(
            "X-A: 1; x-a: 2",
            &expect!["“x-a” is there twice. Leave one of them out."],
        );
    }

    #[test]
    fn what_says_who_asks_is_a_secret_and_no_plain_header() {
        for name in [
            "Authorization",
            "Ocp-Apim-Subscription-Key",
            "X-Auth-Key",
            "X-Session-Id",
        ] {
            let why = parse_plain_headers(&format!("{name}: 1")).unwrap_err();
            assert!(why.starts_with(&format!("“{name}” says who asks")), "{why}");
            assert!(!Dialect::can_be_plain(name), "{name}");
        }
        for name in ["X-Account-Id", "X-Author", "X-Keyword"] {
            assert!(parse_plain_headers(&format!("{name}: 1")).is_ok(), "{name}");
            assert!(Dialect::can_be_plain(name), "{name}");
        }
    }

    #[test]
    fn what_is_about_one_connection_or_body_is_left_to_us() {
        for name in WRITTEN_BY_US {
            let why = parse_plain_headers(&format!("{name}: 1")).unwrap_err();
            let said = format!("Adwright writes “{name}” itself with each request. Leave it out.");
            assert_eq!(why, said);
        }
    }

    #[test]
    fn a_header_that_carries_a_secret_is_no_plain_one_beside() {
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
            let why = plain(authentication).validation_error().unwrap();
            assert!(why.contains("carries a secret here"), "{why}");
        }
        let beside = session("X-Session", &["X-Key"]);
        assert_eq!(plain(beside).validation_error(), None);
    }
}
