use adwright_wire::{ClassifierInput, Dialect, Method, ReplyPaths, Verdict};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, WWW_AUTHENTICATE};

use crate::client::require_accepted;
use crate::error::{ClientError, MaybeReply};
use crate::redactor::Redactor;
use crate::reply::HttpReply;
use crate::url_tokens::redact_url_tokens;

/// An answer as it came, to be looked at: for whoever finds out how a service behaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbeResponse {
    /// The HTTP status.
    pub status: u16,
    /// What the headers say.
    pub head: ProbeHeaders,
    /// The whole body as text, to be read by the program: of a success it is what came, which may hold a short secret by
    /// chance.
    pub body: String,
    /// Where the service's replies have what they hold.
    pub places: ReplyPaths,
    /// What the answer means as one to a read: nothing, or the failure that it is.
    pub failure: Option<ClientError>,
    /// The same as a person looks at it, without anything that may be a secret.
    pub came: MaybeReply,
}

/// What the headers of an answer say, as far as they show how a service behaves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProbeHeaders {
    /// The path that was answered in the end: another one than was asked for where the service sent on within itself.
    pub path: String,
    /// What the body is said to be, such as `application/json`.
    pub content_type: Option<String>,
    /// The ways to log in that the service asks for, in small letters, such as `basic`.
    pub schemes: Vec<String>,
    /// Where the service sends, and was not followed to.
    pub location: Option<String>,
}

/// How a login went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoginOutcome {
    /// There is no login of its own: whatever is asked shows who asks.
    PerRequest,
    /// A session that was open already is used.
    ExistingSession,
    /// A session was opened now.
    NewSession,
}

impl ProbeResponse {
    pub(crate) fn from_reply(reply: HttpReply, dialect: &Dialect) -> Self {
        Self {
            came: Some(reply.to_redacted()),
            status: reply.head.status,
            head: ProbeHeaders::from_headers(&reply.head.headers, reply.head.url.path())
                .redacted(&reply.veil),
            body: reply.text(),
            places: dialect.reply_paths(),
            failure: require_accepted(reply, dialect).err(),
        }
    }

    /// Whether the answer says that nothing is found there, as for an entity that is not there.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        adwright_wire::is_not_found(&self.to_classifier_input())
    }

    /// Whether the service wants a login.
    #[must_use]
    pub fn wants_login(&self) -> bool {
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
    /// Without the secrets that the service repeats in it, such as in the place that it sends to, nor tokens of its own.
    fn redacted(self, veil: &Redactor) -> Self {
        let over = |text: String| redact_url_tokens(&veil.redact(&text));
        Self {
            path: over(self.path),
            content_type: self.content_type.map(over),
            schemes: self.schemes,
            location: self.location.map(over),
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

/// The first word of a challenge. What follows it may be anything.
fn parse_scheme(challenge: &str) -> Option<String> {
    let word = challenge.split([' ', ',']).next()?;
    let is_word = !word.is_empty() && word.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_word.then(|| word.to_ascii_lowercase())
}
