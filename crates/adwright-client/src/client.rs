//! The client of one service: reads, the login, and the rules on when a request may go out.

mod authenticated;
mod write;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use adwright_model::{Id, Kind};
use adwright_wire::{
    Dialect, EnvelopeError, ListQuery, ListReply, Method, Quota, RequestFailure, Verdict,
    collection_path, entity_path, has_value_at_configured_path, is_sortable, parse_list,
    parse_list_with, parse_single_with, site_contact_path,
};
use tokio::sync::OnceCell;
use url::Url;

use crate::backoff::MAX_PAUSE;
use crate::base_url::BaseUrl;
use crate::credentials::{CredentialSource, Credentials};
use crate::error::{ClientError, MaybeReply};
use crate::observers::ConnectionObserver;
use crate::probe::{LoginOutcome, ProbeResponse};
use crate::redactor::Redactor;
use crate::reply::HttpReply;
use crate::request_slot::RequestSlot;
use crate::throttle::Throttle;
use crate::time_source::TimeSource;
use crate::token_store::TokenStore;
use crate::transport::{Request, Transport};

use authenticated::{AuthContext, RequestAuth, build_auth_context};

/// Without this parameter the service returns no site contact.
const FROM_ADVERTISER: &str = "getSiteContactFromAdvertiserLevel";

/// The longest delay that a person does not notice.
const FAIL_FAST_MAX_PAUSE: Duration = Duration::from_secs(2);

/// A connection to one service with one dialect and one login. Clones share everything but the longest pause.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
    /// The longest pause that the requests of this clone wait for.
    max_pause: Duration,
}

struct Inner {
    base: BaseUrl,
    dialect: Dialect,
    source: Arc<dyn CredentialSource>,
    token_store: Arc<dyn TokenStore>,
    auth_context: OnceCell<AuthContext>,
    transport: Transport,
}

impl Client {
    /// Creates a client of the service at `base`. Sends nothing: the first request that needs a login logs in.
    pub fn new(
        base: BaseUrl,
        dialect: Dialect,
        credentials: Credentials,
        token_store: Arc<dyn TokenStore>,
    ) -> Result<Self, RequestFailure> {
        let auth_context = OnceCell::new_with(Some(build_auth_context(
            &base,
            &dialect,
            &credentials,
            &token_store,
        )?));
        Self::build(
            base,
            dialect,
            auth_context,
            Arc::new(credentials),
            token_store,
        )
    }

    /// Creates a client that reads its credentials when the first request needs them. If reading fails, that request
    /// was never sent, and the next request tries again.
    pub fn with_lazy_credentials(
        base: BaseUrl,
        dialect: Dialect,
        source: Arc<dyn CredentialSource>,
        token_store: Arc<dyn TokenStore>,
    ) -> Result<Self, RequestFailure> {
        // Report wrong settings now, not with the first request.
        build_auth_context(&base, &dialect, &Credentials::default(), &token_store)?;
        Self::build(base, dialect, OnceCell::new(), source, token_store)
    }

    fn build(
        base: BaseUrl,
        dialect: Dialect,
        auth_context: OnceCell<AuthContext>,
        source: Arc<dyn CredentialSource>,
        token_store: Arc<dyn TokenStore>,
    ) -> Result<Self, RequestFailure> {
        let transport = Transport::new(&base, &dialect)?;
        let inner = Inner {
            base,
            dialect,
            source,
            token_store,
            auth_context,
            transport,
        };
        Ok(Self {
            inner: Arc::new(inner),
            max_pause: MAX_PAUSE,
        })
    }

    /// Returns a client for callers that cannot be stopped: its requests wait for pauses of at most two seconds. During
    /// a longer pause they end with [`RequestFailure::Busy`].
    #[must_use]
    pub fn failing_fast(&self) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            max_pause: FAIL_FAST_MAX_PAUSE,
        }
    }

    pub(crate) fn dialect(&self) -> &Dialect {
        &self.inner.dialect
    }

    async fn auth_context(&self) -> Result<&AuthContext, RequestFailure> {
        let Inner {
            base,
            dialect,
            source,
            token_store,
            ..
        } = &*self.inner;
        let build = async || {
            let credentials = source.get().await;
            let credentials = credentials.map_err(RequestFailure::NoCredentials)?;
            build_auth_context(base, dialect, &credentials, token_store)
        };
        self.inner.auth_context.get_or_try_init(build).await
    }

    /// Fetches one page of the list. Uses the dialect's order if the query has none.
    pub async fn list(&self, kind: Kind, query: &ListQuery) -> Result<ListReply, ClientError> {
        Ok(self.list_with_reply(kind, query).await?.0)
    }

    /// Fetches one page like [`Client::list`]. Also returns the reply if the page is empty.
    pub(crate) async fn list_with_reply(
        &self,
        kind: Kind,
        query: &ListQuery,
    ) -> Result<(ListReply, MaybeReply), ClientError> {
        let dialect = &self.inner.dialect;
        let path = collection_path(dialect, kind).ok_or(RequestFailure::UnsupportedCall(kind))?;
        let mut query = query.clone();
        let default_sort = dialect.list_sort.clone().filter(|_| is_sortable(kind));
        query.sort = query.sort.or(default_sort);
        let url = self.inner.base.join(&path, &query.to_query_pairs());
        let reply = self.read_url(url, None).await?;
        let reply = require_accepted(reply, dialect)?;
        let page = parse_list_with(&reply.body, dialect)
            .map_err(|why| reply.to_error(RequestFailure::Unreadable(why)))?;
        let empty_reply = page.items.is_empty().then(|| reply.to_redacted());
        Ok((page, empty_reply))
    }

    /// Adds an observer that learns after every request whether the service answered. Earlier observers stay.
    pub fn add_observer(&self, observer: Arc<dyn ConnectionObserver>) {
        self.inner.transport.observers.add(observer);
    }

    /// Returns the request quota that the service reported last, and the time of that report in epoch milliseconds.
    #[must_use]
    pub fn quota(&self) -> Option<(Quota, i64)> {
        self.inner.transport.limiter.quota()
    }

    /// Returns the pause that the next request would wait for.
    #[must_use]
    pub fn throttle(&self) -> Option<Throttle> {
        self.inner.transport.limiter.throttle()
    }

    /// Returns the end of a pause that is too long to wait for, in epoch milliseconds. Until then requests end with
    /// [`RequestFailure::Busy`] and nothing is sent.
    #[must_use]
    pub fn paused_until(&self) -> Option<i64> {
        self.inner.transport.limiter.paused_until()
    }

    /// Ends any pause early: a person wants to know the state now, or another client was answered.
    pub fn resume(&self) {
        self.inner.transport.limiter.resume();
    }

    /// Sets the time source instead of the system clock. Only the first call has an effect.
    pub fn set_time_source(&self, source: Arc<dyn TimeSource>) {
        self.inner.transport.clock.set_source(source);
    }

    /// Fetches the raw text of one entity. Returns `None` if the service found nothing.
    pub async fn get(&self, kind: Kind, id: Id) -> Result<Option<String>, ClientError> {
        self.get_with_slot(kind, id, None).await
    }

    pub(crate) async fn get_with_slot(
        &self,
        kind: Kind,
        id: Id,
        slot: Option<RequestSlot>,
    ) -> Result<Option<String>, ClientError> {
        let path = entity_path(&self.inner.dialect, kind, id)
            .ok_or(RequestFailure::UnsupportedCall(kind))?;
        self.read_single(&path, &[], slot).await
    }

    async fn read_single(
        &self,
        path: &str,
        query: &[(&str, String)],
        slot: Option<RequestSlot>,
    ) -> Result<Option<String>, ClientError> {
        let url = self.inner.base.join(path, query);
        let reply = self.read_url(url, slot).await?;
        let dialect = &self.inner.dialect;
        if reply.is_not_found(dialect.not_found) {
            return Ok(None);
        }
        let reply = require_accepted(reply, dialect)?;
        // Replaced bytes would go back to the service with the next update.
        let text = std::str::from_utf8(&reply.body).map_err(|_| EnvelopeError::NotJson);
        let entity = text.and_then(|text| parse_single_with(text, dialect));
        entity.map_err(|why| reply.to_error(RequestFailure::Unreadable(why)))
    }

    /// Fetches the raw text of a campaign's site contact. Returns `None` if the service found nothing.
    /// `from_advertiser` asks for the contact of the advertiser level. The interface does not say what `id` identifies.
    pub async fn get_site_contact(
        &self,
        campaign: Id,
        id: Id,
        from_advertiser: bool,
    ) -> Result<Option<String>, ClientError> {
        let path = site_contact_path(&self.inner.dialect, campaign, id);
        let query = [(FROM_ADVERTISER, from_advertiser.to_string())];
        self.read_single(&path, &query, None).await
    }

    /// Waits until a write or a read may be sent, and logs in first if needed. Dropping this future is safe: no write
    /// was sent yet.
    ///
    /// # Errors
    /// [`RequestFailure::Busy`] if the service asked for a pause that is too long to wait for, and any error of a login.
    pub async fn acquire_slot(&self) -> Result<RequestSlot, ClientError> {
        let Inner { transport, .. } = &*self.inner;
        let auth = &self.auth_context().await?.auth;
        let permit = transport.acquire_permit(self.max_pause).await?;
        let (token, unused) = match auth {
            RequestAuth::Fixed(_) => (None, Some(permit)),
            RequestAuth::Session(session) => {
                let (token, unused) = session.get_or_log_in(transport, permit).await?;
                (Some(token), unused)
            }
        };
        Ok(RequestSlot {
            client: self.failing_fast(),
            token,
            permit: transport.reuse_or_acquire(unused, self.max_pause).await?,
        })
    }

    /// Reads any path below the base URL. Returns the reply unchanged, whatever its status.
    pub async fn probe(
        &self,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<ProbeResponse, ClientError> {
        let reply = self
            .read_url(self.inner.base.join(path, query), None)
            .await?;
        Ok(ProbeResponse::from_reply(reply, &self.inner.dialect))
    }

    /// Reads a path without credentials. This shows whether, and how, the service asks for authentication.
    pub async fn probe_anonymously(
        &self,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<ProbeResponse, ClientError> {
        let request = Request {
            method: Method::Get,
            url: self.inner.base.join(path, query),
            body: None,
        };
        let transport = &self.inner.transport;
        let permit = transport.acquire_permit(self.max_pause).await?;
        let result = transport
            .send(&request, &[], &Redactor::default(), permit)
            .await;
        let reply = result.map_err(|send_error| send_error.error)?;
        Ok(ProbeResponse::from_reply(reply, &self.inner.dialect))
    }

    /// Returns a text from the service, or its beginning followed by `…`, with all known secrets redacted.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let Some(AuthContext { redactor, .. }) = self.inner.auth_context.get() else {
            return text.to_owned();
        };
        text.strip_suffix('…').map_or_else(
            || redactor.redact(text),
            |beginning| format!("{}…", redactor.redact_truncated(beginning)),
        )
    }

    /// Returns the URL of a path below the base URL, for a person to read.
    #[must_use]
    pub fn full_url(&self, path: &str, query: &[(&str, String)]) -> String {
        self.inner.base.join(path, query).to_string()
    }

    /// Logs in if the dialect has a session login and no session is known.
    pub async fn log_in(&self) -> Result<LoginOutcome, ClientError> {
        match &self.auth_context().await?.auth {
            RequestAuth::Fixed(headers) => {
                headers.clone()?;
                Ok(LoginOutcome::PerRequest)
            }
            RequestAuth::Session(session) => {
                let transport = &self.inner.transport;
                let permit = transport.acquire_permit(self.max_pause).await?;
                let (token, _) = session.get_or_log_in(transport, permit).await?;
                Ok(if token.is_new {
                    LoginOutcome::NewSession
                } else {
                    LoginOutcome::ExistingSession
                })
            }
        }
    }

    async fn read_url(
        &self,
        url: Url,
        slot: Option<RequestSlot>,
    ) -> Result<HttpReply, ClientError> {
        let request = Request {
            method: Method::Get,
            url,
            body: None,
        };
        let result = self.send_authenticated(&request, slot).await;
        result.map_err(|send_error| send_error.error)
    }
}

/// Returns the reply to a read that succeeded, otherwise the error.
pub(crate) fn require_accepted(
    mut reply: HttpReply,
    dialect: &Dialect,
) -> Result<HttpReply, ClientError> {
    let status = reply.head.status;
    let failure = match reply.take_verdict() {
        Verdict::Accepted { .. } | Verdict::PerItem { .. } => return Ok(reply),
        Verdict::Refused { codes, message } => RequestFailure::Refused {
            status,
            codes,
            message,
        },
        Verdict::Unauthorized => RequestFailure::Unauthorized {
            message: reply.message(Method::Get),
        },
        Verdict::Wait { seconds } => RequestFailure::Busy { seconds },
        // The envelope is unknown, but it has a value at a configured path.
        Verdict::Unknown(_)
            if reply.is_success() && has_value_at_configured_path(&reply.body, dialect) =>
        {
            return Ok(reply);
        }
        Verdict::Unknown(unclear) => match parse_list(&reply.body) {
            Err(why) if reply.is_success() => RequestFailure::Unreadable(why),
            _ => RequestFailure::Unclear(unclear),
        },
    };
    Err(reply.to_error(failure))
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Client")
            .field("origin", &self.inner.base.origin())
            .finish_non_exhaustive()
    }
}
