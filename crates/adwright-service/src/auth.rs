//! Authentication of single calls, without a session, if a variant requires it.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::demo_user::DemoUser;
use crate::variants::{Variant, VariantSet};

/// The way in which a call authenticates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AuthScheme {
    /// The token of a login, bare.
    Session,
    /// The token of a login, as a Bearer token.
    BearerSession,
    Basic,
    Bearer,
    Header,
}

impl AuthScheme {
    pub(crate) fn from_variants(variants: VariantSet) -> Self {
        if variants.has(Variant::BasicLogin) {
            Self::Basic
        } else if variants.has(Variant::BearerLogin) {
            Self::Bearer
        } else if variants.has(Variant::HeaderLogin) {
            Self::Header
        } else if variants.has(Variant::BearerSession) {
            Self::BearerSession
        } else {
            Self::Session
        }
    }

    /// Returns the session token in these headers.
    pub(crate) fn token(self, headers: &HeaderMap) -> Option<&str> {
        let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
        match self {
            Self::BearerSession => value.strip_prefix("Bearer "),
            _ => Some(value),
        }
    }

    /// Returns the demo user whom these headers name. All demo users share one password.
    pub(crate) fn user(self, headers: &HeaderMap, password: &str) -> Option<i64> {
        let (header, scheme) = match self {
            Self::Session | Self::BearerSession => return None,
            Self::Basic => (AUTHORIZATION.as_str(), "Basic "),
            Self::Bearer => (AUTHORIZATION.as_str(), "Bearer "),
            Self::Header => ("x-api-key", ""),
        };
        let value = headers.get(header)?.to_str().ok()?;
        let credentials = value.strip_prefix(scheme)?;
        let is_named =
            |user: &DemoUser| credentials == self.header_value(user.username(), password);
        DemoUser::ALL.into_iter().find(is_named).map(DemoUser::id)
    }

    /// Returns the `WWW-Authenticate` challenge; `None` if HTTP has no scheme for it.
    pub(crate) const fn challenge(self) -> Option<&'static str> {
        match self {
            Self::Basic => Some("Basic realm=\"practice\""),
            Self::Bearer | Self::BearerSession => Some("Bearer"),
            Self::Session | Self::Header => None,
        }
    }

    fn header_value(self, username: &str, password: &str) -> String {
        match self {
            Self::Basic => BASE64_STANDARD.encode(format!("{username}:{password}")),
            _ => format!("{username}.{password}"),
        }
    }
}
