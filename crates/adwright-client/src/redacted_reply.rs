use adwright_wire::{Method, Quota, is_secret_like, parse_quota};
use reqwest::header::HeaderMap;
use url::Url;

use crate::redactor::Redactor;
use crate::url_tokens::redact_url_tokens;

/// The maximum number of bytes of a body that a person can read.
pub const MAX_BODY_BYTES: usize = 64 * 1024;

/// Replaces a value that may identify a person.
pub(crate) const HIDDEN: &str = "[hidden]";

/// The headers with an address, in which a service may hand out a token.
const ADDRESS_HEADERS: [&str; 4] = ["content-location", "link", "location", "refresh"];

/// A reply without secrets, for a person to read. An error refers to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedactedReply {
    /// The method of the request.
    pub method: Method,
    /// The address of the request, without secrets or tokens of the service.
    pub address: String,
    /// The HTTP status.
    pub status: u16,
    /// The headers in their order, names in lower case. Values that may identify a person are hidden.
    pub headers: Vec<(String, String)>,
    /// The beginning of the body, at most 64 KiB. Bytes that are not UTF-8 are replaced.
    pub body: String,
    /// How many more bytes of the body were read.
    pub more: u64,
    /// When the reply was read, in epoch milliseconds.
    pub at: i64,
}

/// The status and headers of a reply, and its request.
#[derive(Debug, Clone)]
pub(crate) struct ReplyMeta {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) at: i64,
}

/// Whether a body was read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyEnd {
    Complete,
    CutOff,
}

impl ReplyMeta {
    pub(crate) const fn is_success(&self) -> bool {
        matches!(self.status, 200..300)
    }

    /// Returns the quota, if the service reports one.
    pub(crate) fn quota(&self) -> Option<Quota> {
        let header = |name: &str| self.headers.get(name)?.to_str().ok();
        parse_quota(header, self.at)
    }
}

impl RedactedReply {
    /// Redacts a reply. An incomplete body may end within a secret. The body of a success stays unchanged except for
    /// secrets: tokens in its addresses stay.
    pub(crate) fn new(head: &ReplyMeta, body: &[u8], end: BodyEnd, redactor: &Redactor) -> Self {
        let headers = head.headers.iter().map(|(name, value)| {
            let name = name.as_str().to_owned();
            let value = if is_secret_like(&name) {
                HIDDEN.to_owned()
            } else {
                redact_url_tokens(&redactor.redact(&String::from_utf8_lossy(value.as_bytes())))
            };
            (name, value)
        });
        let mut text = truncated_body(body, end, redactor);
        if !head.is_success() {
            text = redact_url_tokens(&text);
        }
        Self {
            method: head.method,
            address: redact_url_tokens(&redactor.redact(head.url.as_str())),
            status: head.status,
            headers: headers.collect(),
            body: text,
            more: body.len().saturating_sub(MAX_BODY_BYTES) as u64,
            at: head.at,
        }
    }

    /// Removes a token that a login returns in its body or in an address, because no redactor knows it yet.
    pub(crate) fn without_token(&self) -> Self {
        let mut other = self.clone();
        for (name, value) in &mut other.headers {
            if ADDRESS_HEADERS.contains(&name.as_str()) {
                HIDDEN.clone_into(value);
            }
        }
        if self.status < 400 {
            other.more += self.body.len() as u64;
            other.body.clear();
        }
        other
    }

    /// Returns the value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Returns the beginning of a body. Also hides a secret that was cut off, here or by the service.
fn truncated_body(body: &[u8], end: BodyEnd, redactor: &Redactor) -> String {
    let read = &body[..body.len().min(2 * MAX_BODY_BYTES)];
    let text = String::from_utf8_lossy(read);
    let text = if end == BodyEnd::Complete && read.len() == body.len() {
        redactor.redact(&text)
    } else {
        redactor.redact_truncated(&text)
    };
    let length = if body.len() <= MAX_BODY_BYTES {
        text.len()
    } else {
        text.floor_char_boundary(MAX_BODY_BYTES)
    };
    text[..length].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truncated_body_contains_no_part_of_a_secret() {
        let secret = "Zwölf/Boxkämpfer-".repeat(8);
        let redactor = Redactor::default().with_token(&secret.as_str().into());
        for before in 0..40 {
            let many = format!("{}{}", "-".repeat(before), secret.repeat(1_100));
            for length in [
                2 * MAX_BODY_BYTES + 1,
                many.len(),
                3 * MAX_BODY_BYTES / 2,
                1_000,
            ] {
                let kept = truncated_body(
                    &many.as_bytes()[..length.min(many.len())],
                    BodyEnd::CutOff,
                    &redactor,
                );
                let left = kept.replace("[hidden]", "").replace('-', "");
                assert_eq!(left, "", "{before} {length}");
            }
        }
        let whole = format!("not so Zw, {secret} Zw");
        let shown = truncated_body(whole.as_bytes(), BodyEnd::Complete, &redactor);
        assert_eq!(shown, "not so Zw, [hidden] Zw");
    }
}
