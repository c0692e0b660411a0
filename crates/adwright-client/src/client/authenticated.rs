//! Who asks, and what is sent again as somebody else.

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

/// How many tokens that are there already are tried: the one in use, and one that may have run out in the keep.
const OTHERS_TOKENS: usize = 2;

/// Who asks, once that is known.
pub(super) struct AuthContext {
    pub(super) pass: AuthHeaders,
    pub(super) veil: Redactor,
}

/// What a turn was waited for with: the token of a session, and that it may go out; none where it still has to wait.
pub(crate) type SlotGrant = Option<(Option<SessionToken>, Permit)>;

/// How requests say who asks.
pub(super) enum AuthHeaders {
    /// The same for every request; a failure where a secret for it is missing.
    Fixed(Result<Vec<AuthHeader>, ClientError>),
    /// With the token of a login.
    Session(Box<SessionAuth>),
}

impl Client {
    /// Sends, with what says who asks, once it may go out. What has its turn already cannot be stopped any more, so that it
    /// waits for no second one that anybody would notice.
    ///
    /// A 401 to a session is answered with another token and the same request again: one that someone else got meanwhile,
    /// or that of one login. A login that was just made is not tried twice. Some services say by a 403 that a session ran
    /// out, which changes nothing either; where a new session is told the same, it is about the request.
    pub(super) async fn send_authenticated(
        &self,
        request: &Request<'_>,
        turn: SlotGrant,
    ) -> Result<HttpReply, SendError> {
        let transport = &self.0.transport;
        let haste = if turn.is_some() {
            WaitPolicy::FailFast
        } else {
            self.1
        };
        let (known, permit) = turn.unzip();
        let AuthContext { pass, veil } = self.auth_context().await?;
        let session = match pass {
            AuthHeaders::Fixed(headers) => {
                let headers = headers.clone()?;
                let permit = transport.reuse_or_acquire(permit, haste).await?;
                return transport.send(request, &headers, veil, permit).await;
            }
            AuthHeaders::Session(session) => session,
        };
        let permit = transport.reuse_or_acquire(permit, haste).await?;
        let (mut token, mut unused) = match known.flatten() {
            Some(token) => (token, Some(permit)),
            None => session.get_or_log_in(transport, permit).await?,
        };
        let mut others = 0;
        loop {
            let permit = transport.reuse_or_acquire(unused, haste).await?;
            let reply = self
                .send_with_token((session, veil), &token, request, permit)
                .await?;
            let is_last = token.new || others == OTHERS_TOKENS;
            if is_last || !may_be_expired_session(&reply, request.method, session) {
                session.note_reply(&reply);
                return Ok(reply);
            }
            others += 1;
            let permit = transport.acquire_permit(haste).await?;
            (token, unused) = session.renew(&token, transport, permit).await?;
        }
    }

    async fn send_with_token(
        &self,
        (session, veil): (&SessionAuth, &Redactor),
        token: &SessionToken,
        request: &Request<'_>,
        permit: Permit,
    ) -> Result<HttpReply, SendError> {
        let pass = session.auth_headers(token)?;
        let veil = veil.with_token(&token.secret);
        self.0.transport.send(request, &pass, &veil, permit).await
    }
}

/// Whether an answer may say that the session ran out.
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

/// How requests say who asks with these credentials.
pub(super) fn build_auth_context(
    base: &BaseUrl,
    dialect: &Dialect,
    credentials: &Credentials,
    keep: &Arc<dyn TokenStore>,
) -> Result<AuthContext, ClientError> {
    let headers = match auth_headers(&dialect.authentication, credentials) {
        // It can be set while the desk is open: until then what is local works.
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
    let veil = Redactor::from_credentials(credentials);
    Ok(AuthContext { pass, veil })
}
