//! The client of one service: reads, the login, and the rules on when a request may go out.

mod authenticated;
mod write;

use std::fmt;
use std::sync::Arc;

use adwright_model::{Id, Kind};
use adwright_wire::{
    Dialect, EnvelopeError, ListQuery, ListReply, Method, Quota, TrailingSlash, Verdict,
    collection_path, entity_path, has_configured_place, is_sortable, parse_list, parse_list_with,
    parse_single_with, site_contact_path,
};
use tokio::sync::OnceCell;
use url::Url;

use crate::base_url::BaseUrl;
use crate::credentials::{CredentialSource, Credentials};
use crate::error::{ClientError, MaybeReply};
use crate::observers::ConnectionObserver;
use crate::probe::{LoginOutcome, ProbeResponse};
use crate::rate_limiter::WaitPolicy;
use crate::redactor::Redactor;
use crate::reply::HttpReply;
use crate::request_slot::RequestSlot;
use crate::throttle::Throttle;
use crate::time_source::TimeSource;
use crate::token_store::TokenStore;
use crate::trailing_slash_cache::{Endpoint, TrailingSlashCache};
use crate::transport::{Request, Transport};

pub(crate) use authenticated::SlotGrant;
use authenticated::{AuthContext, AuthHeaders, build_auth_context};

/// The parameter without which no site contact is given.
const FROM_ADVERTISER: &str = "getSiteContactFromAdvertiserLevel";

/// A service, as seen through one dialect and one login. A clone shares everything, also the session.
#[derive(Clone)]
pub struct Client(Arc<Inner>, WaitPolicy);

struct Inner {
    base: BaseUrl,
    dialect: Dialect,
    source: Arc<dyn CredentialSource>,
    keep: Arc<dyn TokenStore>,
    identity: OnceCell<AuthContext>,
    transport: Transport,
    ends: TrailingSlashCache,
}

impl Client {
    /// A client of the service at `base`. Nothing is sent yet: a login is done when the first request needs it.
    pub fn new(
        base: BaseUrl,
        dialect: Dialect,
        credentials: Credentials,
        keep: Arc<dyn TokenStore>,
    ) -> Result<Self, ClientError> {
        let identity = OnceCell::new_with(Some(build_auth_context(
            &base,
            &dialect,
            &credentials,
            &keep,
        )?));
        Self::build((base, dialect, identity), Arc::new(credentials), keep)
    }

    /// The same, with credentials that are got when the first request needs them. Where that fails the request has
    /// never left, and the next one tries again.
    pub fn with_lazy_credentials(
        base: BaseUrl,
        dialect: Dialect,
        source: Arc<dyn CredentialSource>,
        keep: Arc<dyn TokenStore>,
    ) -> Result<Self, ClientError> {
        // What is wrong with the settings is told at once, and not with the first request.
        build_auth_context(&base, &dialect, &Credentials::default(), &keep)?;
        Self::build((base, dialect, OnceCell::new()), source, keep)
    }

    fn build(
        (base, dialect, identity): (BaseUrl, Dialect, OnceCell<AuthContext>),
        source: Arc<dyn CredentialSource>,
        keep: Arc<dyn TokenStore>,
    ) -> Result<Self, ClientError> {
        let transport = Transport::new(&base, &dialect)?;
        let inner = Inner {
            base,
            dialect,
            source,
            keep,
            identity,
            transport,
            ends: TrailingSlashCache::default(),
        };
        Ok(Self(Arc::new(inner), WaitPolicy::Patient))
    }

    /// The same, for what a person wants to know now: its reads, and a login for one, go out whatever pause the service
    /// asked for. Once it takes one, all others go out again, too.
    #[must_use]
    pub fn bypassing_throttle(&self) -> Self {
        Self(Arc::clone(&self.0), WaitPolicy::Bypass)
    }

    /// The same, for who cannot be stopped: what goes out waits only for what nobody notices. What would have to wait longer
    /// ends with [`ClientError::Busy`] instead.
    #[must_use]
    pub fn failing_fast(&self) -> Self {
        Self(Arc::clone(&self.0), WaitPolicy::FailFast)
    }

    pub(crate) fn dialect(&self) -> &Dialect {
        &self.0.dialect
    }

    async fn auth_context(&self) -> Result<&AuthContext, ClientError> {
        let Inner {
            base,
            dialect,
            source,
            keep,
            ..
        } = &*self.0;
        let get = async || {
            let credentials = source.get().await;
            let credentials = credentials.map_err(|why| ClientError::NoCredentials { why })?;
            build_auth_context(base, dialect, &credentials, keep)
        };
        self.0.identity.get_or_try_init(get).await
    }

    /// One page of the list, in the dialect's order where the query names none.
    pub async fn list(&self, kind: Kind, query: &ListQuery) -> Result<ListReply, ClientError> {
        Ok(self.list_with_reply(kind, query).await?.0)
    }

    /// The same, with the answer itself where nothing is in it.
    pub(crate) async fn list_with_reply(
        &self,
        kind: Kind,
        query: &ListQuery,
    ) -> Result<(ListReply, MaybeReply), ClientError> {
        let dialect = &self.0.dialect;
        let path = collection_path(dialect, kind).ok_or(ClientError::UnsupportedCall(kind))?;
        let mut query = query.clone();
        let usual = dialect.list_sort.clone().filter(|_| is_sortable(kind));
        query.sort = query.sort.or(usual);
        let reply = self
            .read_endpoint((Endpoint::list(kind), &path), &query.to_query_pairs(), None)
            .await?;
        let reply = require_accepted(reply, dialect)?;
        let page =
            parse_list_with(&reply.body, dialect).map_err(|why| reply.unreadable_error(why))?;
        let came = page.items.is_empty().then(|| reply.to_redacted());
        Ok((page, came))
    }

    /// Tells `contact` from now on, after every request, whether the service answered. Whoever was told before still is.
    pub fn add_observer(&self, contact: Arc<dyn ConnectionObserver>) {
        self.0.transport.watch.add(contact);
    }

    /// How many requests are left, as the service said last, and when it said so in epoch milliseconds.
    #[must_use]
    pub fn quota(&self) -> Option<(Quota, i64)> {
        self.0.transport.pace.quota()
    }

    /// How long, and why, the next request would be held back.
    #[must_use]
    pub fn throttle(&self) -> Option<Throttle> {
        let Transport { pace, times, .. } = &self.0.transport;
        pace.throttle(times.now_ms())
    }

    /// Until when the service asked for a longer pause than is waited for, in epoch milliseconds. Until then whoever asks is
    /// told [`ClientError::Busy`], and the service is not asked.
    #[must_use]
    pub fn paused_until(&self) -> Option<i64> {
        let Transport { pace, times, .. } = &self.0.transport;
        pace.paused_until(times.now_ms())
    }

    /// The service takes requests before such a pause is over, as was seen elsewhere.
    pub fn resume(&self) {
        self.0.transport.pace.resume();
    }

    /// Goes by this time from now on. The first one that is set stays; the computer's own until then.
    pub fn set_time_source(&self, time: Arc<dyn TimeSource>) {
        self.0.transport.times.set(time);
    }

    /// The raw text of one entity; none where the service found nothing.
    pub async fn get(&self, kind: Kind, id: Id) -> Result<Option<String>, ClientError> {
        self.get_with_slot(None, (kind, id)).await
    }

    pub(crate) async fn get_with_slot(
        &self,
        turn: SlotGrant,
        (kind, id): (Kind, Id),
    ) -> Result<Option<String>, ClientError> {
        let path =
            entity_path(&self.0.dialect, kind, id).ok_or(ClientError::UnsupportedCall(kind))?;
        self.read_single((Endpoint::entity(kind), &path), &[], turn)
            .await
    }

    async fn read_single(
        &self,
        at: (Endpoint, &str),
        query: &[(&str, String)],
        turn: SlotGrant,
    ) -> Result<Option<String>, ClientError> {
        let reply = self.read_endpoint(at, query, turn).await?;
        let dialect = &self.0.dialect;
        if reply.is_not_found(dialect.not_found) {
            return Ok(None);
        }
        let reply = require_accepted(reply, dialect)?;
        // Replaced bytes would go back to the service with the next update.
        let text = std::str::from_utf8(&reply.body).map_err(|_| EnvelopeError::NotJson);
        let entity = text.and_then(|text| parse_single_with(text, dialect));
        entity.map_err(|why| reply.unreadable_error(why))
    }

    /// The raw text of a site contact of a campaign; none where the service found nothing. `from_advertiser` says
    /// whether it is looked for at the advertiser. What `id` identifies, the interface does not say.
    pub async fn get_site_contact(
        &self,
        campaign: Id,
        id: Id,
        from_advertiser: bool,
    ) -> Result<Option<String>, ClientError> {
        let path = site_contact_path(&self.0.dialect, campaign, id);
        let query = [(FROM_ADVERTISER, from_advertiser.to_string())];
        self.read_single((Endpoint::entity(Kind::SiteContact), &path), &query, None)
            .await
    }

    /// Waits until a write, or a read, may go out, so that it can be given up until then: dropping this takes nothing back
    /// that left. A login that is needed comes before.
    ///
    /// # Errors
    /// [`ClientError::Busy`] where the service asked for a longer pause than is waited for, and whatever a login fails with.
    pub async fn acquire_slot(&self) -> Result<RequestSlot, ClientError> {
        let Inner { transport, .. } = &*self.0;
        let pass = &self.auth_context().await?.pass;
        let permit = transport.acquire_permit(self.1).await?;
        let (token, unused) = match pass {
            AuthHeaders::Fixed(_) => (None, Some(permit)),
            AuthHeaders::Session(session) => {
                let (token, unused) = session.get_or_log_in(transport, permit).await?;
                (Some(token), unused)
            }
        };
        Ok(RequestSlot {
            client: self.clone(),
            token,
            permit: transport.reuse_or_acquire(unused, self.1).await?,
        })
    }

    /// The answer to a read of any path below the base URL, as it came, whatever it says.
    pub async fn probe(
        &self,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<ProbeResponse, ClientError> {
        let reply = self.read_url(self.0.base.join(path, query), None).await?;
        Ok(ProbeResponse::from_reply(reply, &self.0.dialect))
    }

    /// The same without showing who asks, so that it is seen whether, and how, the service wants to know.
    pub async fn probe_anonymously(
        &self,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<ProbeResponse, ClientError> {
        let request = Request {
            method: Method::Get,
            url: self.0.base.join(path, query),
            body: None,
        };
        let transport = &self.0.transport;
        let permit = transport.acquire_permit(self.1).await?;
        let sent = transport
            .send(&request, &[], &Redactor::default(), permit)
            .await;
        let reply = sent.map_err(|unanswered| unanswered.error)?;
        Ok(ProbeResponse::from_reply(reply, &self.0.dialect))
    }

    /// A text that the service said, or its beginning with `…` after it, without the secrets that it was shown.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let Some(AuthContext { veil, .. }) = self.0.identity.get() else {
            return text.to_owned();
        };
        text.strip_suffix('…').map_or_else(
            || veil.redact(text),
            |beginning| format!("{}…", veil.redact_truncated(beginning)),
        )
    }

    /// The address of a path below the base URL, for a person to read.
    #[must_use]
    pub fn full_url(&self, path: &str, query: &[(&str, String)]) -> String {
        self.0.base.join(path, query).to_string()
    }

    /// Logs in where the service has a login and no session is known.
    pub async fn log_in(&self) -> Result<LoginOutcome, ClientError> {
        match &self.auth_context().await?.pass {
            AuthHeaders::Fixed(headers) => headers.clone().map(|_| LoginOutcome::PerRequest),
            AuthHeaders::Session(session) => {
                let transport = &self.0.transport;
                let permit = transport.acquire_permit(self.1).await?;
                let (token, _) = session.get_or_log_in(transport, permit).await?;
                Ok(if token.new {
                    LoginOutcome::NewSession
                } else {
                    LoginOutcome::ExistingSession
                })
            }
        }
    }

    /// Which paths end with a slash by this setting, with what answers showed to be otherwise. This client goes by what
    /// they showed at once, for each list by itself, also with what it writes: a write would not be sent on.
    #[must_use]
    pub fn corrected_trailing_slash(&self, set: TrailingSlash) -> TrailingSlash {
        let Inner { dialect, ends, .. } = &*self.0;
        ends.correct_setting((dialect.trailing_slash, set))
    }

    /// Whether an answer showed how the path of a kind's list ends, which is where a create goes, too.
    #[must_use]
    pub fn has_learned_path(&self, kind: Kind) -> bool {
        self.0.ends.is_known(Endpoint::list(kind))
    }

    /// The answer to a read. Where nothing is there, and only a setting says how the path ends, it is asked for once more at
    /// its other end.
    async fn read_endpoint(
        &self,
        (route, path): (Endpoint, &str),
        query: &[(&str, String)],
        turn: SlotGrant,
    ) -> Result<HttpReply, ClientError> {
        let Inner {
            base,
            dialect,
            ends,
            ..
        } = &*self.0;
        let path = ends.adjust_path(route, path);
        let url = base.join(&path, query);
        let mut reply = self.read_url(url.clone(), turn).await?;
        if reply.is_path_missing()
            && let Some(doubted) = ends.alternative_path(route, &path)
        {
            // It is seldom asked for, and every read would hold the room for it. Where it fails, nobody knows what is there.
            let other = Box::pin(self.read_url(base.join(&doubted, query), None)).await?;
            if is_more_informative(&other, &reply, dialect) {
                if reply.is_method_not_allowed() {
                    ends.learn_separate_create(route, &path);
                }
                reply = other;
            }
        }
        if reply.is_success() {
            ends.learn(route, &url, &reply.head.url);
        }
        Ok(reply)
    }

    async fn read_url(&self, url: Url, turn: SlotGrant) -> Result<HttpReply, ClientError> {
        let request = Request {
            method: Method::Get,
            url,
            body: None,
        };
        let answered = self.send_authenticated(&request, turn).await;
        answered.map_err(|unanswered| unanswered.error)
    }
}

/// Whether a reply has what was asked for, or leaves open what is there, or says that there is none of it and the other
/// one does not even say that.
fn is_more_informative(reply: &HttpReply, other: &HttpReply, dialect: &Dialect) -> bool {
    let finds_nothing = |reply: &HttpReply| reply.is_not_found(dialect.not_found);
    let is_open = !reply.is_success() && !reply.is_path_missing();
    is_open
        || finds_nothing(reply) && !finds_nothing(other)
        || require_accepted(reply.clone(), dialect).is_ok()
}

/// The reply to a read that was carried out.
pub(crate) fn require_accepted(
    reply: HttpReply,
    dialect: &Dialect,
) -> Result<HttpReply, ClientError> {
    let (status, came) = (reply.head.status, || Some(reply.to_redacted()));
    match reply.verdict(Method::Get) {
        Verdict::Accepted { .. } | Verdict::PerItem { .. } => Ok(reply),
        Verdict::Refused { codes, message } => Err(ClientError::Refused {
            status,
            codes,
            message,
            came: came(),
        }),
        Verdict::Unauthorized => Err(ClientError::Unauthorized {
            message: reply.message(Method::Get),
            came: came(),
        }),
        Verdict::Wait { seconds } => Err(ClientError::Busy {
            seconds,
            came: came(),
        }),
        // Another envelope than any known one, in which it is said where the data is.
        Verdict::Unknown { .. }
            if reply.is_success() && has_configured_place(&reply.body, dialect) =>
        {
            Ok(reply)
        }
        Verdict::Unknown { why } => match parse_list(&reply.body) {
            Err(form) if reply.is_success() => Err(reply.unreadable_error(form)),
            _ => Err(ClientError::Unclear { why, came: came() }),
        },
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Client")
            .field("origin", &self.0.base.origin())
            .finish_non_exhaustive()
    }
}
