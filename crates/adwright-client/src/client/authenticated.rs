//! Authenticates requests, and sends a request again with another session token.

use std::sync::{Arc, Mutex, PoisonError};

use adwright_wire::{Authentication, Dialect, RequestFailure, Verdict, codes};
use secrecy::{ExposeSecret, SecretString};

use super::Client;
use crate::auth_headers::{AuthHeader, auth_headers};
use crate::base_url::BaseUrl;
use crate::credentials::Credentials;
use crate::redactor::Redactor;
use crate::reply::HttpReply;
use crate::request_slot::RequestSlot;
use crate::session_auth::SessionAuth;
use crate::token_store::TokenStore;
use crate::transport::{Request, SendError};

/// How many existing tokens are tried: the one in use, and one in the token store that may have expired.
const MAX_EXISTING_TOKENS: usize = 2;

/// The authentication of all requests, once the credentials are known.
pub(super) struct AuthContext {
    pub(super) auth: RequestAuth,
    pub(super) redactor: Redactor,
    /// The redactor that also hides the last session token. Building one takes longer than many a request.
    session_redactor: Mutex<Option<(SecretString, Redactor)>>,
}

impl AuthContext {
    /// Returns the redactor for requests with this session token.
    fn session_redactor(&self, token: &SecretString) -> Redactor {
        let cached = self.session_redactor.lock();
        let mut cached = cached.unwrap_or_else(PoisonError::into_inner);
        let is_same = |(cached_token, _): &&(SecretString, _)| {
            cached_token.expose_secret() == token.expose_secret()
        };
        if let Some((_, redactor)) = cached.as_ref().filter(is_same) {
            return redactor.clone();
        }
        let redactor = self.redactor.with_token(token);
        *cached = Some((token.clone(), redactor.clone()));
        redactor
    }
}

/// How requests authenticate.
pub(super) enum RequestAuth {
    /// Fixed headers for every request. An error if a secret for them is missing.
    Fixed(Result<Vec<AuthHeader>, RequestFailure>),
    /// The token of a login.
    Session(Box<SessionAuth>),
}

impl Client {
    /// Sends the request with authentication. Waits for a permit first, unless the request holds a slot.
    ///
    /// After a 401 to a session the request is sent again with another token: one that another request or program
    /// obtained meanwhile, or one from a new login. A token from a login made for this request is not replaced. Some
    /// services report an expired session as 403, which changes nothing either. If a new session also gets a 403, the
    /// 403 is about the request.
    pub(super) async fn send_authenticated(
        &self,
        request: &Request<'_>,
        slot: Option<RequestSlot>,
    ) -> Result<HttpReply, SendError> {
        let transport = &self.inner.transport;
        let max_pause = self.max_pause;
        let (slot_token, permit) = slot.map(|slot| (slot.token, slot.permit)).unzip();
        let context = self.auth_context().await?;
        let session = match &context.auth {
            RequestAuth::Fixed(headers) => {
                let headers = headers.clone()?;
                let permit = transport.reuse_or_acquire(permit, max_pause).await?;
                return transport
                    .send(request, &headers, &context.redactor, permit)
                    .await;
            }
            RequestAuth::Session(session) => session,
        };
        let permit = transport.reuse_or_acquire(permit, max_pause).await?;
        let (mut token, mut unused) = match slot_token.flatten() {
            Some(token) => (token, Some(permit)),
            None => session.get_or_log_in(transport, permit).await?,
        };
        let mut existing_tokens = 0;
        loop {
            let permit = transport.reuse_or_acquire(unused, max_pause).await?;
            let headers = session.auth_headers(&token)?;
            let redactor = context.session_redactor(&token.secret);
            let reply = transport.send(request, &headers, &redactor, permit).await?;
            let is_last = token.is_new || existing_tokens == MAX_EXISTING_TOKENS;
            if is_last || !may_be_expired_session(&reply, session) {
                session.record_reply(&reply);
                return Ok(reply);
            }
            existing_tokens += 1;
            let permit = transport.acquire_permit(max_pause).await?;
            (token, unused) = session.renew(&token, transport, permit).await?;
        }
    }
}

/// Returns whether a reply may mean that the session expired.
fn may_be_expired_session(reply: &HttpReply, session: &SessionAuth) -> bool {
    match reply.verdict() {
        Verdict::Unauthorized => true,
        Verdict::Refused { codes, .. } => {
            reply.is_forbidden()
                && !session.is_new_token_forbidden()
                && !codes.iter().copied().any(codes::is_known)
        }
        _ => false,
    }
}

/// Decides how requests authenticate with these credentials.
pub(super) fn build_auth_context(
    base: &BaseUrl,
    dialect: &Dialect,
    credentials: &Credentials,
    token_store: &Arc<dyn TokenStore>,
) -> Result<AuthContext, RequestFailure> {
    let headers = match auth_headers(&dialect.authentication, credentials) {
        // A missing secret can be set later. Until then everything local works.
        Err(missing) if missing.is_unauthorized() => Err(missing),
        other => Ok(other?),
    };
    let auth = match &dialect.authentication {
        Authentication::Session(login) => {
            let session = SessionAuth::new(
                login.clone(),
                base,
                credentials.clone(),
                headers,
                Arc::clone(token_store),
            )?;
            RequestAuth::Session(Box::new(session))
        }
        _ => RequestAuth::Fixed(headers),
    };
    let redactor = Redactor::from_credentials(credentials);
    Ok(AuthContext {
        auth,
        redactor,
        session_redactor: Mutex::default(),
    })
}
