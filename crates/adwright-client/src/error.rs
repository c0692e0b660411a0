use std::sync::Arc;

use adwright_model::{Kind, Path};
use adwright_wire::{EnvelopeError, SecretName, codes};

use crate::credentials::CredentialsError;
use crate::redacted_reply::RedactedReply;

/// The reply that caused an error; `None` if no reply came.
pub type MaybeReply = Option<Arc<RedactedReply>>;

/// Why a request to the service failed.
///
/// No text of an error ever holds a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// The base URL is plain HTTP to another computer, which the person did not allow.
    #[error(
        "{origin} would be spoken to in plain HTTP, which everyone along the way can read: use https, or allow plain HTTP for this service"
    )]
    PlainHttp {
        /// Scheme, host and port.
        origin: String,
    },
    /// The base URL is neither HTTP nor HTTPS.
    #[error("the base URL must begin with https:// (or http://), not {0}:")]
    NotHttp(String),
    /// The base URL has a name or a password in it.
    #[error("the base URL must not hold a name or a password")]
    LoginInUrl,
    /// The base URL has a query or a fragment.
    #[error("the base URL must end with its path: no query and no fragment")]
    BaseHasQuery,
    /// The dialect names a header that HTTP does not allow.
    #[error("\"{0}\" is no name of an HTTP header")]
    BadHeader(String),
    /// The HTTP library failed to start.
    #[error("the HTTP client does not start: {0}")]
    NoTransport(String),
    /// The interface has no such call for this kind.
    #[error("the service has no such call for {0}")]
    UnsupportedCall(Kind),
    /// The service cannot be reached.
    #[error("the service cannot be reached: {why}")]
    Unreachable {
        /// Why, in words.
        why: String,
    },
    /// The service shows a certificate that this computer does not accept.
    #[error("the service's certificate is not accepted: {why}")]
    CertificateRejected {
        /// Why, in words.
        why: String,
    },
    /// The service was reached, but no whole answer came.
    #[error("no whole answer came: {why}")]
    IncompleteReply {
        /// Why, in words.
        why: String,
        /// The incomplete reply.
        came: MaybeReply,
    },
    /// The reply is larger than the dialect allows.
    #[error("the reply is larger than {limit} bytes")]
    TooLarge {
        /// The dialect's limit, in bytes.
        limit: u64,
        /// The beginning of the reply.
        came: MaybeReply,
    },
    /// The service requires a secret that is not known.
    #[error("the service wants {}, and none is set", describe_secret(.0))]
    NoSecret(SecretName),
    /// The credentials cannot be read.
    #[error("the password or token cannot be read: {0}")]
    NoCredentials(CredentialsError),
    /// A secret has a character that no header can carry, such as a line break.
    #[error("the password, token or header value has a character that HTTP cannot carry")]
    UnusableSecret,
    /// The reply has content, but repeats a secret that was sent to the service. It is not stored.
    #[error("the answer repeats {}, and was not kept for that reason", describe_leaked_secret(header.as_deref()))]
    ReplyLeaksSecret {
        /// The header whose secret value the reply repeats; `None` for another secret.
        header: Option<String>,
        /// The reply, without secrets.
        came: MaybeReply,
    },
    /// The login was refused.
    #[error("the service refused the login (status {status}){}", message_suffix(message.as_deref()))]
    LoginRefused {
        /// The HTTP status.
        status: u16,
        /// The service's message.
        message: Option<String>,
        /// The reply.
        came: MaybeReply,
    },
    /// The login was redirected to another address. The password is not sent there automatically.
    #[error(
        "the service sends the login on to {to} (status {status}), where the password does not follow"
    )]
    LoginRedirected {
        /// The HTTP status.
        status: u16,
        /// The target, without a query and without parameters in its path.
        to: String,
        /// Its path below the base URL, if the redirect only says where the login is.
        path: Option<String>,
        /// The reply.
        came: MaybeReply,
    },
    /// The reply to the login has no usable token.
    #[error("the login's answer has no usable token at {place}")]
    NoToken {
        /// The place of the token in the dialect.
        place: Path,
        /// A place with a value that looks like a token.
        elsewhere: Option<Path>,
        /// The reply without its body, because the body may hold a token elsewhere.
        came: MaybeReply,
    },
    /// The service does not accept the session, not even a new one.
    #[error("the service does not accept the login{}", message_suffix(message.as_deref()))]
    Unauthorized {
        /// The service's message.
        message: Option<String>,
        /// The reply.
        came: MaybeReply,
    },
    /// The service refused the request.
    #[error("the service refused (status {status}){}", refusal_suffix(codes, message.as_deref()))]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The service's codes.
        codes: Vec<u32>,
        /// The service's message.
        message: Option<String>,
        /// The reply.
        came: MaybeReply,
    },
    /// The service is busy.
    #[error("the service is busy{}", retry_suffix(*seconds))]
    Busy {
        /// The seconds until the next try, if the service says so.
        seconds: Option<u64>,
        /// The reply; `None` if no request was sent.
        came: MaybeReply,
    },
    /// The reply does not say whether the request succeeded.
    #[error("{why}")]
    Unclear {
        /// Why, in words.
        why: String,
        /// The reply.
        came: MaybeReply,
    },
    /// The reply's envelope cannot be read.
    #[error("{why}")]
    Unreadable {
        /// Why.
        why: EnvelopeError,
        /// The reply.
        came: MaybeReply,
    },
}

/// Borrows the `came` field of an error; `None` for an error without a reply.
macro_rules! came {
    ($error:expr) => {
        match $error {
            Self::IncompleteReply { came, .. }
            | Self::TooLarge { came, .. }
            | Self::ReplyLeaksSecret { came, .. }
            | Self::LoginRefused { came, .. }
            | Self::LoginRedirected { came, .. }
            | Self::NoToken { came, .. }
            | Self::Unauthorized { came, .. }
            | Self::Refused { came, .. }
            | Self::Busy { came, .. }
            | Self::Unclear { came, .. }
            | Self::Unreadable { came, .. } => Some(came),
            _ => None,
        }
    };
}

impl ClientError {
    /// Returns whether credentials are missing or not accepted.
    #[must_use]
    pub const fn is_unauthorized(&self) -> bool {
        matches!(
            self,
            Self::NoSecret(_)
                | Self::NoCredentials(_)
                | Self::UnusableSecret
                | Self::LoginRefused { .. }
                | Self::NoToken { .. }
                | Self::Unauthorized { .. }
        )
    }

    /// Returns the header that a refusal says is missing.
    #[must_use]
    pub fn missing_header(&self) -> Option<&str> {
        let (Self::LoginRefused { message, .. }
        | Self::Unauthorized { message, .. }
        | Self::Refused { message, .. }) = self
        else {
            return None;
        };
        find_header_name(message.as_deref()?)
    }

    /// Returns the reply that caused the error; `None` if no reply came.
    #[must_use]
    pub fn reply(&self) -> Option<&RedactedReply> {
        came!(self)?.as_deref()
    }

    /// Returns the reply for a caller that keeps it longer than the error.
    pub(crate) fn shared_reply(&self) -> MaybeReply {
        came!(self)?.clone()
    }

    /// Replaces the reply, if the error has one.
    fn map_reply(mut self, other: impl FnOnce(&RedactedReply) -> RedactedReply) -> Self {
        if let Some(came) = came!(&mut self) {
            *came = came.as_deref().map(other).map(Arc::new);
        }
        self
    }

    /// Removes what may hold a token that the redactor does not know yet, from the reply to a login.
    pub(crate) fn without_token(self) -> Self {
        self.map_reply(RedactedReply::without_token)
    }

    /// Returns whether the connection failed. The request may succeed later.
    #[must_use]
    pub const fn is_unreachable(&self) -> bool {
        matches!(
            self,
            Self::Unreachable { .. }
                | Self::CertificateRejected { .. }
                | Self::IncompleteReply { .. }
        )
    }
}

/// Describes the secret that a reply repeats.
#[must_use]
pub fn describe_leaked_secret(header: Option<&str>) -> String {
    header.map_or_else(
        || "a password or token".to_owned(),
        |name| format!("the secret value of the header {name}"),
    )
}

fn describe_secret(secret: &SecretName) -> String {
    match secret {
        SecretName::Password => "a password".to_owned(),
        SecretName::Token => "a token".to_owned(),
        SecretName::Header(name) => format!("a value for the header {name}"),
    }
}

/// Returns the first word that looks like a header name, in a text about headers.
fn find_header_name(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    let is_about_headers = ["header", "missing", "required"];
    if !is_about_headers.iter().any(|word| lower.contains(word)) {
        return None;
    }
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let mut words = text.split(|letter| !is_of_name(letter));
    words.find(|word| {
        let mut parts = word.split('-');
        let is_capital = |part: &str| part.starts_with(|first: char| first.is_ascii_uppercase());
        word.contains('-') && (parts.clone().all(is_capital) || parts.next() == Some("x"))
    })
}

fn message_suffix(message: Option<&str>) -> String {
    message.map_or_else(String::new, |message| {
        format!(": {}", message.trim_end_matches('.'))
    })
}

fn refusal_suffix(codes: &[u32], message: Option<&str>) -> String {
    let code = codes.first().copied();
    let number = code.map_or_else(String::new, |code| format!(" {code}"));
    format!(
        "{number}{}",
        message_suffix(codes::explain(code, message).as_deref())
    )
}

fn retry_suffix(seconds: Option<u64>) -> String {
    seconds.map_or_else(String::new, |seconds| {
        format!(", ask again in {}", format_seconds(seconds))
    })
}

/// Formats a duration, rounded up.
fn format_seconds(seconds: u64) -> String {
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h", seconds.div_ceil(3_600)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_headers_are_named() {
        for (text, header) in [
            ("The header X-Api-Key is missing.", Some("X-Api-Key")),
            ("Missing required header: x-tenant-id", Some("x-tenant-id")),
            (
                "Ocp-Apim-Subscription-Key is required",
                Some("Ocp-Apim-Subscription-Key"),
            ),
            ("The sign-in is missing.", None),
            ("Wrong X-Api-Key.", None),
            ("The password is required.", None),
        ] {
            assert_eq!(find_header_name(text), header, "{text}");
        }
    }
}
