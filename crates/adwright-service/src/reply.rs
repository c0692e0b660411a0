//! HTTP replies, including refusals.

use adwright_wire::codes;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// A reply with a JSON body, or an empty one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ServiceReply {
    pub(crate) status: StatusCode,
    pub(crate) body: String,
    failure: Option<ErrorParts>,
}

/// The code and message of a failure, from which other layers write another form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ErrorParts {
    pub(crate) code: u32,
    pub(crate) message: String,
}

impl ServiceReply {
    pub(crate) fn ok(body: String) -> Self {
        Self::new(StatusCode::OK, body)
    }

    pub(crate) fn new(status: StatusCode, body: String) -> Self {
        Self {
            status,
            body,
            failure: None,
        }
    }

    /// Returns the interface's reply for an object that is not found.
    pub(crate) fn empty() -> Self {
        Self::ok(String::new())
    }

    fn error(status: StatusCode, failure: ErrorParts) -> Self {
        Self {
            status,
            body: adwright_wire::error_body(failure.code, &failure.message),
            failure: Some(failure),
        }
    }

    /// Returns the content type. An empty body is not JSON.
    fn content_type(&self) -> &'static str {
        if self.body.is_empty() {
            "text/plain; charset=utf-8"
        } else {
            "application/json"
        }
    }
}

impl IntoResponse for ServiceReply {
    fn into_response(self) -> Response {
        let kind = HeaderValue::from_static(self.content_type());
        let mut response = (self.status, [(CONTENT_TYPE, kind)], self.body).into_response();
        if let Some(failure) = self.failure {
            response.extensions_mut().insert(failure);
        }
        let busy = [
            StatusCode::SERVICE_UNAVAILABLE,
            StatusCode::TOO_MANY_REQUESTS,
        ];
        if busy.contains(&self.status) {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

/// The reason why a call is refused.
///
/// If neither the interface nor public facts give a code, the code in the body is the HTTP status.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The request is invalid. The text says what to change.
    #[error("{0}")]
    Malformed(String),
    /// `from` or `max` is missing or invalid.
    #[error("{0}")]
    Paging(String),
    #[error("Log in first: POST /login/login gives the session for the Authorization header.")]
    NoSession,
    #[error("The username or the password is wrong.")]
    WrongLogin,
    /// Under a variant: the caller does not see the account of the call.
    #[error("The account of the header X-Account-Id does not belong to you.")]
    OtherAccount,
    #[error("The practice interface needs the header X-Practice-Token.")]
    NoPracticeToken,
    #[error("This service answers only under its own address on this computer.")]
    OtherHost,
    #[error("There is nothing at this path.")]
    NoSuchPath,
    #[error("This path does not answer this method.")]
    NoSuchMethod,
    #[error("The body is larger than {} bytes.", crate::BODY_LIMIT)]
    TooLarge,
    #[error("The body of the request did not arrive in time.")]
    TooSlow,
    #[error("The service cannot take this call now.")]
    Unavailable,
    #[error("Too many calls.")]
    TooMany,
    /// Under a variant: no object has the id of the path.
    #[error("It does not exist.")]
    NothingFound,
    /// A rule of the interface refuses the document.
    #[error("{message}")]
    Rule { code: u32, message: String },
    /// The data cannot be read or written. The details are in the log.
    #[error("The practice service cannot reach its data.")]
    Storage(#[from] rusqlite::Error),
    /// A defect of the practice service. The details are in the log.
    #[error("The practice service failed.")]
    Failed(String),
}

impl Refusal {
    /// Returns the refusal for an id that no object has.
    pub(crate) fn missing(noun: &str, id: i64) -> Self {
        Self::Malformed(format!("There is no {noun} {id}."))
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::Malformed(_) | Self::Paging(_) => StatusCode::BAD_REQUEST,
            Self::NoSession | Self::WrongLogin | Self::NoPracticeToken => StatusCode::UNAUTHORIZED,
            Self::OtherAccount => StatusCode::FORBIDDEN,
            Self::OtherHost => StatusCode::MISDIRECTED_REQUEST,
            Self::NoSuchPath | Self::NothingFound => StatusCode::NOT_FOUND,
            Self::NoSuchMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::Rule { code, .. } if *code == codes::VERIFICATION => StatusCode::MULTI_STATUS,
            Self::Rule { .. } | Self::Storage(_) | Self::Failed(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }

    pub(crate) fn code(&self) -> u32 {
        match self {
            Self::Paging(_) => codes::PAGING,
            Self::Rule { code, .. } => *code,
            other => other.status().as_u16().into(),
        }
    }
}

impl From<Refusal> for ServiceReply {
    fn from(refusal: Refusal) -> Self {
        match &refusal {
            Refusal::Storage(error) => tracing::error!(%error, "the data cannot be reached"),
            Refusal::Failed(why) => tracing::error!(why, "a call failed"),
            _ => tracing::debug!(%refusal, "refused"),
        }
        let (code, message) = (refusal.code(), refusal.to_string());
        Self::error(refusal.status(), ErrorParts { code, message })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        ServiceReply::from(self).into_response()
    }
}
