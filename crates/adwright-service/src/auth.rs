//! Who asks without a session, where a variant wants that.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use crate::demo_user::DemoUser;
use crate::variants::{Variant, VariantSet};

/// How a call says who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AuthScheme {
    /// By the token that a login gave.
    Session,
    /// The same as a Bearer token.
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

    /// The token of a session in these headers.
    pub(crate) fn token(self, headers: &HeaderMap) -> Option<&str> {
        let said = headers.get(AUTHORIZATION)?.to_str().ok()?;
        match self {
            Self::BearerSession => said.strip_prefix("Bearer "),
            _ => Some(said),
        }
    }

    /// Whom these headers name, with the one password of all.
    pub(crate) fn user(self, headers: &HeaderMap, password: &str) -> Option<i64> {
        let (header, scheme) = match self {
            Self::Session | Self::BearerSession => return None,
            Self::Basic => (AUTHORIZATION.as_str(), "Basic "),
            Self::Bearer => (AUTHORIZATION.as_str(), "Bearer "),
            Self::Header => ("x-api-key", ""),
        };
        let said = headers.get(header)?.to_str().ok()?.strip_prefix(scheme)?;
        let is_named = |user: &DemoUser| said == self.header_value(user.username(), password);
        DemoUser::ALL.into_iter().find(is_named).map(DemoUser::id)
    }

    /// What a call without it is told in `WWW-Authenticate`; nothing where HTTP has no word for it.
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
