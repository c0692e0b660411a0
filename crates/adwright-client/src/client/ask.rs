//! Who asks, and what is sent again as somebody else.

use std::sync::Arc;

use adwright_wire::{Authentication, Dialect, Method, Verdict, codes};

use super::Client;
use crate::base::Base;
use crate::credentials::Credentials;
use crate::error::ClientError;
use crate::pace::{Haste, Permit};
use crate::pass::{Header, headers};
use crate::reply::Reply;
use crate::session::{Session, Token};
use crate::token::TokenKeep;
use crate::transport::{NoAnswer, Request};
use crate::veil::Veil;

/// How many tokens that are there already are tried: the one in use, and one that may have run out in the keep.
const OTHERS_TOKENS: usize = 2;

/// Who asks, once that is known.
pub(super) struct Identity {
    pub(super) pass: Pass,
    pub(super) veil: Veil,
}

/// What a turn was waited for with: the token of a session, and that it may go out; none where it still has to wait.
pub(crate) type InTurn = Option<(Option<Token>, Permit)>;

/// How requests say who asks.
pub(super) enum Pass {
    /// The same for every request; a failure where a secret for it is missing.
    Fixed(Result<Vec<Header>, ClientError>),
    /// With the token of a login.
    Session(Box<Session>),
}

impl Client {
    /// Sends, with what says who asks, once it may go out. What has its turn already cannot be stopped any more, so that it
    /// waits for no second one that anybody would notice.
    ///
    /// A 401 to a session is answered with another token and the same request again: one that someone else got meanwhile,
    /// or that of one login. A login that was just made is not tried twice. Some services say by a 403 that a session ran
    /// out, which changes nothing either; where a new session is told the same, it is about the request.
    pub(super) async fn ask(&self, request: &Request<'_>, turn: InTurn) -> Result<Reply, NoAnswer> {
        let transport = &self.0.transport;
        let haste = if turn.is_some() {
            Haste::Prompt
        } else {
            self.1
        };
        let (known, permit) = turn.unzip();
        let Identity { pass, veil } = self.identity().await?;
        let session = match pass {
            Pass::Fixed(headers) => {
                let headers = headers.clone()?;
                let permit = transport.turn_unless(permit, haste).await?;
                return transport.send(request, &headers, veil, permit).await;
            }
            Pass::Session(session) => session,
        };
        let permit = transport.turn_unless(permit, haste).await?;
        let (mut token, mut unused) = match known.flatten() {
            Some(token) => (token, Some(permit)),
            None => session.token(transport, permit).await?,
        };
        let mut others = 0;
        loop {
            let permit = transport.turn_unless(unused, haste).await?;
            let reply = self
                .ask_with((session, veil), &token, request, permit)
                .await?;
            let is_last = token.new || others == OTHERS_TOKENS;
            if is_last || !wants_other_token(&reply, request.method, session) {
                session.note(&reply);
                return Ok(reply);
            }
            others += 1;
            let permit = transport.turn(haste).await?;
            (token, unused) = session.renewed(&token, transport, permit).await?;
        }
    }

    async fn ask_with(
        &self,
        (session, veil): (&Session, &Veil),
        token: &Token,
        request: &Request<'_>,
        permit: Permit,
    ) -> Result<Reply, NoAnswer> {
        let pass = session.pass(token)?;
        let veil = veil.and(&token.secret);
        self.0.transport.send(request, &pass, &veil, permit).await
    }
}

/// Whether an answer may say that the session ran out.
fn wants_other_token(reply: &Reply, method: Method, session: &Session) -> bool {
    match reply.verdict(method) {
        Verdict::Unauthorized => true,
        Verdict::Refused { codes, .. } => {
            reply.is_forbidden()
                && !session.is_forbidden_anew()
                && !codes.into_iter().any(codes::is_of_interface)
        }
        _ => false,
    }
}

/// How requests say who asks with these credentials.
pub(super) fn identity(
    base: &Base,
    dialect: &Dialect,
    credentials: &Credentials,
    keep: &Arc<dyn TokenKeep>,
) -> Result<Identity, ClientError> {
    let headers = match headers(&dialect.authentication, credentials) {
        // It can be set while the desk is open: until then what is local works.
        Err(missing) if missing.is_unauthorized() => Err(missing),
        other => Ok(other?),
    };
    let pass = match &dialect.authentication {
        Authentication::Session(login) => {
            let with = (credentials.clone(), headers);
            let session = Session::new(login.clone(), base, with, Arc::clone(keep))?;
            Pass::Session(Box::new(session))
        }
        _ => Pass::Fixed(headers),
    };
    let veil = Veil::of(credentials);
    Ok(Identity { pass, veil })
}
