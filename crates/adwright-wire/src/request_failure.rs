//! Why requests fail: plain data that a receipt can store.

use adwright_model::{Kind, Path};
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::dialect::SecretName;
use crate::splitter::EnvelopeError;
use crate::verdict::UnclearReply;

/// Why a request to the service failed.
///
/// None of its texts contains a secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
pub enum RequestFailure {
    /// The base URL is plain HTTP to another computer, which the person did not allow.
    #[error(
        "{origin} uses plain HTTP, which everyone on the network path can read: use https, or allow plain HTTP for this service"
    )]
    PlainHttp {
        /// Scheme, host and port.
        origin: String,
    },
    /// The base URL is neither HTTP nor HTTPS.
    #[error("the base URL must begin with https:// (or http://), not {0}:")]
    NotHttp(String),
    /// The base URL contains a user name or a password.
    #[error("the base URL must not contain a user name or a password")]
    LoginInUrl,
    /// The base URL has a query or a fragment.
    #[error("the base URL must end with its path: no query and no fragment")]
    BaseHasQuery,
    /// The dialect names a header that HTTP does not allow.
    #[error("\"{0}\" is not a valid name of an HTTP header")]
    BadHeader(String),
    /// The HTTP library did not start.
    #[error("the HTTP client cannot start: {0}")]
    NoTransport(ConnectionFailure),
    /// The interface has no such call for this kind.
    #[error("the service has no such call for {0}")]
    UnsupportedCall(Kind),
    /// The service cannot be reached.
    #[error("the service cannot be reached: {0}")]
    Unreachable(ConnectionFailure),
    /// The service shows a certificate that this computer does not accept.
    #[error("the service's certificate is not accepted: {0}")]
    CertificateRejected(CertificateProblem),
    /// The service was reached, but its reply is missing or incomplete.
    #[error("no complete reply came: {0}")]
    IncompleteReply(ConnectionFailure),
    /// The reply is larger than the dialect allows.
    #[error("the reply is larger than {limit} bytes")]
    TooLarge {
        /// The dialect's limit, in bytes.
        limit: u64,
    },
    /// The service requires a secret that is not known.
    #[error("the service requires {}, and none is set", describe_secret(.0))]
    NoSecret(SecretName),
    /// The credentials cannot be read.
    #[error("the password or token cannot be read: {0}")]
    NoCredentials(CredentialsError),
    /// A secret has a character that no header can carry, such as a line break.
    #[error("the password, token or header value has a character that HTTP cannot carry")]
    UnusableSecret,
    /// The reply has content, but repeats a secret that was sent to the service. It is not stored.
    #[error("the reply repeats {}, so it was not kept", describe_leaked_secret(header.as_deref()))]
    ReplyLeaksSecret {
        /// The header whose secret value the reply repeats; `None` for another secret.
        header: Option<String>,
    },
    /// The login was refused.
    #[error("the service refused the login (status {status}){}", message_suffix(message.as_deref()))]
    LoginRefused {
        /// The HTTP status.
        status: u16,
        /// The service's message.
        message: Option<String>,
    },
    /// The login was redirected to another address. The password is not sent there automatically.
    #[error(
        "the service redirects the login to {to} (status {status}), and the password is not sent there"
    )]
    LoginRedirected {
        /// The HTTP status.
        status: u16,
        /// The target, without a query and without parameters in its path.
        to: String,
        /// Its path below the base URL, if the redirect only corrects the address of the login.
        path: Option<String>,
    },
    /// The login was redirected, but the reply does not name the target.
    #[error("the service redirects the login, but names no address (status {status})")]
    LoginRedirectedNowhere {
        /// The HTTP status.
        status: u16,
    },
    /// The reply to the login has no usable token.
    #[error("the login's reply has no usable token at {place}")]
    NoToken {
        /// The place of the token in the dialect.
        place: Path,
        /// A place with a value that looks like a token.
        elsewhere: Option<Path>,
    },
    /// The service does not accept the session, not even a new one.
    #[error("the service does not accept the login{}", message_suffix(message.as_deref()))]
    Unauthorized {
        /// The service's message.
        message: Option<String>,
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
    },
    /// The service is busy.
    #[error("the service is busy{}", retry_suffix(*seconds))]
    Busy {
        /// The seconds until the next try, if the service says so.
        seconds: Option<u64>,
    },
    /// The reply does not say whether the request succeeded.
    #[error("{0}")]
    Unclear(UnclearReply),
    /// The reply's envelope cannot be read.
    #[error("{0}")]
    Unreadable(EnvelopeError),
}

/// Why a connection failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
pub enum ConnectionFailure {
    /// The connection timed out.
    #[error("the connection timed out")]
    ConnectTimeout,
    /// The request timed out.
    #[error("the request timed out")]
    RequestTimeout,
    /// The host name has no address.
    #[error("its host name cannot be found")]
    UnknownHost,
    /// Another cause, as the operating system or the HTTP library words it.
    #[error("{0}")]
    Other(String),
    /// The HTTP library names no cause.
    #[error("no cause is known")]
    Unexplained,
}

/// Why this computer does not accept a certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
pub enum CertificateProblem {
    /// This computer does not trust the issuer.
    #[error("this computer does not trust its issuer")]
    UnknownIssuer,
    /// It has expired.
    #[error("it has expired")]
    Expired,
    /// It is not valid yet.
    #[error("it is not valid yet; the clock of this computer may be wrong")]
    NotYetValid,
    /// It was revoked.
    #[error("it was revoked")]
    Revoked,
    /// It was issued for another host name.
    #[error("it was issued for another host name")]
    WrongName,
    /// Another problem, as the TLS library words it.
    #[error("{0}")]
    Other(String),
}

/// Why credentials cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "camelCase")]
pub enum CredentialsError {
    /// No keyring can be reached.
    #[error("the keyring cannot be reached")]
    KeyringUnreachable,
    /// The keyring is locked, and the person did not unlock it.
    #[error("the keyring is locked")]
    KeyringLocked,
    /// The keyring failed otherwise.
    #[error("the keyring failed")]
    KeyringFailed,
    /// The read ended before the keyring answered.
    #[error("the keyring did not answer")]
    Interrupted,
    /// The database failed that knows which secrets are deleted.
    #[error("the database failed: {cause}")]
    Database {
        /// The database's own message.
        cause: String,
    },
}

impl RequestFailure {
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

    /// Returns whether the connection failed. The request may succeed later.
    #[must_use]
    pub const fn is_unreachable(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(_) | Self::CertificateRejected(_) | Self::IncompleteReply(_)
        )
    }

    /// Returns the header that a refusal says is missing.
    #[must_use]
    pub fn missing_header(&self) -> Option<&str> {
        let (Self::LoginRefused { message, .. }
        | Self::Unauthorized { message }
        | Self::Refused { message, .. }) = self
        else {
            return None;
        };
        find_header_name(message.as_deref()?)
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
    let is_name_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let mut words = text.split(|letter| !is_name_letter(letter));
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
        format!(", try again in {}", format_seconds(seconds))
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
