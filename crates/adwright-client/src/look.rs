use adwright_wire::{Answer, Dialect, Method, Places, Verdict};
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, LOCATION, WWW_AUTHENTICATE};

use crate::address::without_tokens;
use crate::client::accepted;
use crate::error::{Came, ClientError};
use crate::reply::Reply;
use crate::veil::Veil;

/// An answer as it came, to be looked at: for whoever finds out how a service behaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// The HTTP status.
    pub status: u16,
    /// What the headers say.
    pub head: Head,
    /// The whole body as text, to be read by the program: of a success it is what came, which may hold a short secret by
    /// chance.
    pub body: String,
    /// Where the service's replies have what they hold.
    pub places: Places,
    /// What the answer means as one to a read: nothing, or the failure that it is.
    pub failure: Option<ClientError>,
    /// The same as a person looks at it, without anything that may be a secret.
    pub came: Came,
}

/// What the headers of an answer say, as far as they show how a service behaves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Head {
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
pub enum LoggedIn {
    /// There is no login of its own: whatever is asked shows who asks.
    WithEachRequest,
    /// A session that was open already is used.
    Before,
    /// A session was opened now.
    Now,
}

impl Look {
    pub(crate) fn of(reply: Reply, dialect: &Dialect) -> Self {
        Self {
            came: Some(reply.came()),
            status: reply.head.status,
            head: Head::of(&reply.head.headers, reply.head.url.path()).under(&reply.veil),
            body: reply.text(),
            places: dialect.places(),
            failure: accepted(reply, dialect).err(),
        }
    }

    /// Whether the answer says that nothing is found there, as for an entity that is not there.
    #[must_use]
    pub fn finds_nothing(&self) -> bool {
        adwright_wire::finds_nothing(&self.answer())
    }

    /// Whether the service wants a login.
    #[must_use]
    pub fn wants_login(&self) -> bool {
        adwright_wire::classify(&self.answer()) == Verdict::Unauthorized
    }

    fn answer(&self) -> Answer<'_> {
        Answer {
            method: Method::Get,
            status: self.status,
            retry_after: None,
            date: None,
            body: &self.body,
            places: &self.places,
        }
    }
}

impl Head {
    /// Without the secrets that the service repeats in it, such as in the place that it sends to, nor tokens of its own.
    fn under(self, veil: &Veil) -> Self {
        let over = |text: String| without_tokens(&veil.over(&text));
        Self {
            path: over(self.path),
            content_type: self.content_type.map(over),
            schemes: self.schemes,
            location: self.location.map(over),
        }
    }

    pub(crate) fn of(headers: &HeaderMap, path: &str) -> Self {
        let text = |name: HeaderName| {
            let value = headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let schemes = headers.get_all(WWW_AUTHENTICATE).iter();
        let schemes = schemes
            .filter_map(|value| value.to_str().ok())
            .filter_map(scheme);
        Self {
            path: path.to_owned(),
            content_type: text(CONTENT_TYPE),
            schemes: schemes.collect(),
            location: text(LOCATION),
        }
    }
}

/// The first word of a challenge. What follows it may be anything.
fn scheme(challenge: &str) -> Option<String> {
    let word = challenge.split([' ', ',']).next()?;
    let is_word = !word.is_empty() && word.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_word.then(|| word.to_ascii_lowercase())
}
