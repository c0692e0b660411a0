use adwright_wire::{Authentication, PlainHeader, RequestFailure, SecretName};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use crate::credentials::Credentials;

/// A header that authenticates a request. Its value is marked as sensitive, so that no log shows it.
pub(crate) type AuthHeader = (HeaderName, HeaderValue);

/// Returns the headers that authenticate every request. Fails if a secret for them is missing.
pub(crate) fn auth_headers(
    authentication: &Authentication,
    credentials: &Credentials,
) -> Result<Vec<AuthHeader>, RequestFailure> {
    match authentication {
        Authentication::None => Ok(Vec::new()),
        Authentication::Basic => {
            let password = credentials.secret(&SecretName::Password)?;
            let pair = encode_basic_credentials(&credentials.username, password);
            let value = format!("Basic {}", pair.expose_secret());
            Ok(vec![(AUTHORIZATION, sensitive_value(&value)?)])
        }
        Authentication::Bearer => {
            let token = credentials.secret(&SecretName::Token)?;
            let value = format!("Bearer {}", token.expose_secret());
            Ok(vec![(AUTHORIZATION, sensitive_value(&value)?)])
        }
        Authentication::Headers(names) => secret_headers(names, credentials),
        Authentication::Session(login) => secret_headers(&login.headers, credentials),
    }
}

/// Converts the dialect's headers that are not secret and go with every request.
pub(crate) fn plain_header_map(headers: &[PlainHeader]) -> Result<HeaderMap, RequestFailure> {
    let header = |PlainHeader { name, value }: &PlainHeader| {
        let wrong = |_| RequestFailure::BadHeader(format!("{name}: {value}"));
        Ok((
            header_name(name)?,
            HeaderValue::from_str(value).map_err(wrong)?,
        ))
    };
    headers.iter().map(header).collect()
}

/// Encodes the name and password for HTTP Basic authentication.
pub(crate) fn encode_basic_credentials(username: &str, password: &SecretString) -> SecretString {
    let pair = format!("{username}:{}", password.expose_secret());
    BASE64_STANDARD.encode(pair).into()
}

fn secret_headers(
    names: &[String],
    credentials: &Credentials,
) -> Result<Vec<AuthHeader>, RequestFailure> {
    let header = |name: &String| {
        let secret = credentials.secret(&SecretName::Header(name.clone()))?;
        Ok((header_name(name)?, sensitive_value(secret.expose_secret())?))
    };
    names.iter().map(header).collect()
}

pub(crate) fn header_name(name: &str) -> Result<HeaderName, RequestFailure> {
    let parsed = name.parse();
    parsed.map_err(|_| RequestFailure::BadHeader(name.to_owned()))
}

/// Builds a header value that no log shows. The error does not repeat an invalid value.
pub(crate) fn sensitive_value(value: &str) -> Result<HeaderValue, RequestFailure> {
    let mut value = HeaderValue::from_str(value).map_err(|_| RequestFailure::UnusableSecret)?;
    value.set_sensitive(true);
    Ok(value)
}
