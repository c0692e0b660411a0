use adwright_wire::{ClassifierInput, Dialect, Method, ReplyPaths, Verdict};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, WWW_AUTHENTICATE};

use crate::client::require_accepted;
use crate::error::{ClientError, MaybeReply};
use crate::redactor::Redactor;
use crate::reply::HttpReply;
use crate::url_tokens::redact_url_tokens;

/// An unchanged reply, for code that finds out how a service behaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeResponse {
    /// The HTTP status.
    pub status: u16,
    /// The evaluated headers.
    pub head: ProbeHeaders,
    /// The whole body as text, for the program. The body of a success is unchanged, so it may contain a short secret by
    /// chance.
    pub body: String,
    /// The places of values in the service's replies.
    pub places: ReplyPaths,
    /// The failure that the reply means for a read; `None` for a success.
    pub failure: Option<ClientError>,
    /// The reply for a person to read, without anything that may be a secret.
    pub reply: MaybeReply,
}

/// The headers of a reply that show how a service behaves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProbeHeaders {
    /// The path of the final reply. It differs from the requested path after a redirect within the service.
    pub path: String,
    /// The media type of the body, such as `application/json`.
    pub content_type: Option<String>,
    /// The requested authentication schemes in lower case, such as `basic`.
    pub schemes: Vec<String>,
    /// The target of a redirect that was not followed.
    pub location: Option<String>,
}

/// The outcome of a login.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoginOutcome {
    /// The service has no login: every request authenticates itself.
    PerRequest,
    /// An existing session is used.
    ExistingSession,
    /// A new session was opened.
    NewSession,
}

impl ProbeResponse {
    pub(crate) fn from_reply(reply: HttpReply, dialect: &Dialect) -> Self {
        Self {
            reply: Some(reply.to_redacted()),
            status: reply.head.status,
            head: ProbeHeaders::from_headers(&reply.head.headers, reply.head.url.path())
                .redacted(&reply.redactor),
            body: reply.text(),
            places: dialect.reply_paths(),
            failure: require_accepted(reply, dialect).err(),
        }
    }

    /// Returns whether the reply means "not found", as for an entity that does not exist.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        adwright_wire::is_not_found(&self.to_classifier_input())
    }

    /// Returns whether the service requires a login.
    #[must_use]
    pub fn requires_login(&self) -> bool {
        adwright_wire::classify(&self.to_classifier_input()) == Verdict::Unauthorized
    }

    fn to_classifier_input(&self) -> ClassifierInput<'_> {
        ClassifierInput {
            method: Method::Get,
            status: self.status,
            retry_after: None,
            date: None,
            body: &self.body,
            places: &self.places,
        }
    }
}

impl ProbeHeaders {
    /// Redacts secrets that the service repeats, for example in a redirect target, and tokens of its own.
    fn redacted(self, redactor: &Redactor) -> Self {
        let redacted = |text: String| redact_url_tokens(&redactor.redact(&text));
        Self {
            path: redacted(self.path),
            content_type: self.content_type.map(redacted),
            schemes: self.schemes,
            location: self.location.map(redacted),
        }
    }

    pub(crate) fn from_headers(headers: &HeaderMap, path: &str) -> Self {
        let text = |name: HeaderName| {
            let value = headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let schemes = headers.get_all(WWW_AUTHENTICATE).iter();
        let schemes = schemes
            .filter_map(|value| value.to_str().ok())
            .filter_map(parse_scheme);
        Self {
            path: path.to_owned(),
            content_type: text(CONTENT_TYPE),
            schemes: schemes.collect(),
            location: text(LOCATION),
        }
    }
}

/// Returns the first word of a challenge. Anything may follow it.
fn parse_scheme(challenge: &str) -> Option<String> {
    let word = challenge.split([' ', ',']).next()?;
    let is_word = !word.is_empty() && word.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_word.then(|| word.to_ascii_lowercase())
}
