//! Authenticates requests, and sends a request again with another session token.

use std::sync::Arc;

use adwright_wire::{Authentication, Dialect, Method, Verdict, codes};

use super::Client;
use crate::auth_headers::{AuthHeader, auth_headers};
use crate::base_url::BaseUrl;
use crate::credentials::Credentials;
use crate::error::ClientError;
use crate::rate_limiter::{Permit, WaitPolicy};
use crate::redactor::Redactor;
use crate::reply::HttpReply;
use crate::session_auth::{SessionAuth, SessionToken};
use crate::token_store::TokenStore;
use crate::transport::{Request, SendError};

/// How many existing tokens are tried: the one in use, and one in the token store that may have expired.
const OTHERS_TOKENS: usize = 2;

/// The authentication of all requests, once the credentials are known.
pub(super) struct AuthContext {
    pub(super) pass: AuthHeaders,
    pub(super) redactor: Redactor,
}

/// What a caller brings that waited already: the session token and the permit. `None` if the request still has to wait.
pub(crate) type SlotGrant = Option<(Option<SessionToken>, Permit)>;

/// How requests authenticate.
pub(super) enum AuthHeaders {
    /// Fixed headers for every request. An error if a secret for them is missing.
    Fixed(Result<Vec<AuthHeader>, ClientError>),
    /// The token of a login.
    Session(Box<SessionAuth>),
}

impl Client {
    /// Waits for a permit, then sends the request with authentication. A request that already holds a slot cannot be
    /// stopped any more, so it waits at most two seconds for a second permit.
    ///
    /// After a 401 to a session the request is sent again with another token: one that another request or program
    /// obtained meanwhile, or one from a new login. A token from a login made for this request is not replaced. Some
    /// services report an expired session as 403, which changes nothing either. If a new session also gets a 403, the
    /// 403 is about the request.
    pub(super) async fn send_authenticated(
        &self,
        request: &Request<'_>,
        slot: SlotGrant,
    ) -> Result<HttpReply, SendError> {
        let transport = &self.0.transport;
        let wait_policy = if slot.is_some() {
            WaitPolicy::FailFast
        } else {
            self.1
        };
        let (known, permit) = slot.unzip();
        let AuthContext { pass, redactor } = self.auth_context().await?;
        let session = match pass {
            AuthHeaders::Fixed(headers) => {
                let headers = headers.clone()?;
                let permit = transport.reuse_or_acquire(permit, wait_policy).await?;
                return transport.send(request, &headers, redactor, permit).await;
            }
            AuthHeaders::Session(session) => session,
        };
        let permit = transport.reuse_or_acquire(permit, wait_policy).await?;
        let (mut token, mut unused) = match known.flatten() {
            Some(token) => (token, Some(permit)),
            None => session.get_or_log_in(transport, permit).await?,
        };
        let mut others = 0;
        loop {
            let permit = transport.reuse_or_acquire(unused, wait_policy).await?;
            let reply = self
                .send_with_token((session, redactor), &token, request, permit)
                .await?;
            let is_last = token.new || others == OTHERS_TOKENS;
            if is_last || !may_be_expired_session(&reply, request.method, session) {
                session.note_reply(&reply);
                return Ok(reply);
            }
            others += 1;
            let permit = transport.acquire_permit(wait_policy).await?;
            (token, unused) = session.renew(&token, transport, permit).await?;
        }
    }

    async fn send_with_token(
        &self,
        (session, redactor): (&SessionAuth, &Redactor),
        token: &SessionToken,
        request: &Request<'_>,
        permit: Permit,
    ) -> Result<HttpReply, SendError> {
        let pass = session.auth_headers(token)?;
        let redactor = redactor.with_token(&token.secret);
        self.0
            .transport
            .send(request, &pass, &redactor, permit)
            .await
    }
}

/// Returns whether a reply may mean that the session expired.
fn may_be_expired_session(reply: &HttpReply, method: Method, session: &SessionAuth) -> bool {
    match reply.verdict(method) {
        Verdict::Unauthorized => true,
        Verdict::Refused { codes, .. } => {
            reply.is_forbidden()
                && !session.is_new_token_forbidden()
                && !codes.into_iter().any(codes::is_known)
        }
        _ => false,
    }
}

/// Decides how requests authenticate with these credentials.
pub(super) fn build_auth_context(
    base: &BaseUrl,
    dialect: &Dialect,
    credentials: &Credentials,
    keep: &Arc<dyn TokenStore>,
) -> Result<AuthContext, ClientError> {
    let headers = match auth_headers(&dialect.authentication, credentials) {
        // A missing secret can be set later. Until then everything local works.
        Err(missing) if missing.is_unauthorized() => Err(missing),
        other => Ok(other?),
    };
    let pass = match &dialect.authentication {
        Authentication::Session(login) => {
            let with = (credentials.clone(), headers);
            let session = SessionAuth::new(login.clone(), base, with, Arc::clone(keep))?;
            AuthHeaders::Session(Box::new(session))
        }
        _ => AuthHeaders::Fixed(headers),
    };
    let redactor = Redactor::from_credentials(credentials);
    Ok(AuthContext { pass, redactor })
}
