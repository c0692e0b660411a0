mod ask;
mod write;

use std::fmt;
use std::sync::Arc;

use adwright_model::{Id, Kind};
use adwright_wire::{
    Dialect, ListQuery, ListReply, Method, Quota, TrailingSlash, Unreadable, Verdict,
    collection_path, entity_path, is_set_for, is_sortable, parse_list, parse_list_in,
    parse_single_in, site_contact_path,
};
use tokio::sync::OnceCell;
use url::Url;

use crate::base::Base;
use crate::credentials::{CredentialSource, Credentials};
use crate::ends::{Ends, Route};
use crate::error::{Came, ClientError};
use crate::held::Held;
use crate::look::{LoggedIn, Look};
use crate::pace::Haste;
use crate::reply::Reply;
use crate::time::Time;
use crate::token::TokenKeep;
use crate::transport::{Request, Transport};
use crate::turn::Turn;
use crate::veil::Veil;
use crate::watch::Contact;

pub(crate) use ask::InTurn;
use ask::{Identity, Pass, identity};

/// The parameter without which no site contact is given.
const FROM_ADVERTISER: &str = "getSiteContactFromAdvertiserLevel";

/// A service, as seen through one dialect and one login. A clone shares everything, also the session.
#[derive(Clone)]
pub struct Client(Arc<Inner>, Haste);

struct Inner {
    base: Base,
    dialect: Dialect,
    source: Arc<dyn CredentialSource>,
    keep: Arc<dyn TokenKeep>,
    identity: OnceCell<Identity>,
    transport: Transport,
    ends: Ends,
}

impl Client {
    /// A client of the service at `base`. Nothing is sent yet: a login is done when the first request needs it.
    pub fn new(
        base: Base,
        dialect: Dialect,
        credentials: Credentials,
        keep: Arc<dyn TokenKeep>,
    ) -> Result<Self, ClientError> {
        let identity = OnceCell::new_with(Some(identity(&base, &dialect, &credentials, &keep)?));
        Self::build((base, dialect, identity), Arc::new(credentials), keep)
    }

    /// The same, with credentials that are got when the first request needs them. Where that fails the request has
    /// never left, and the next one tries again.
    pub fn unlocked_later(
        base: Base,
        dialect: Dialect,
        source: Arc<dyn CredentialSource>,
        keep: Arc<dyn TokenKeep>,
    ) -> Result<Self, ClientError> {
        // What is wrong with the settings is told at once, and not with the first request.
        identity(&base, &dialect, &Credentials::default(), &keep)?;
        Self::build((base, dialect, OnceCell::new()), source, keep)
    }

    fn build(
        (base, dialect, identity): (Base, Dialect, OnceCell<Identity>),
        source: Arc<dyn CredentialSource>,
        keep: Arc<dyn TokenKeep>,
    ) -> Result<Self, ClientError> {
        let transport = Transport::new(&base, &dialect)?;
        let inner = Inner {
            base,
            dialect,
            source,
            keep,
            identity,
            transport,
            ends: Ends::default(),
        };
        Ok(Self(Arc::new(inner), Haste::Patient))
    }

    /// The same, for what a person wants to know now: its reads, and a login for one, go out whatever pause the service
    /// asked for. Once it takes one, all others go out again, too.
    #[must_use]
    pub fn by_hand(&self) -> Self {
        Self(Arc::clone(&self.0), Haste::ByHand)
    }

    /// The same, for who cannot be stopped: what goes out waits only for what nobody notices. What would have to wait longer
    /// ends with [`ClientError::Busy`] instead.
    #[must_use]
    pub fn promptly(&self) -> Self {
        Self(Arc::clone(&self.0), Haste::Prompt)
    }

    pub(crate) fn dialect(&self) -> &Dialect {
        &self.0.dialect
    }

    async fn identity(&self) -> Result<&Identity, ClientError> {
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
            identity(base, dialect, &credentials, keep)
        };
        self.0.identity.get_or_try_init(get).await
    }

    /// One page of the list, in the dialect's order where the query names none.
    pub async fn list(&self, kind: Kind, query: &ListQuery) -> Result<ListReply, ClientError> {
        Ok(self.list_as_it_came(kind, query).await?.0)
    }

    /// The same, with the answer itself where nothing is in it.
    pub(crate) async fn list_as_it_came(
        &self,
        kind: Kind,
        query: &ListQuery,
    ) -> Result<(ListReply, Came), ClientError> {
        let dialect = &self.0.dialect;
        let path = collection_path(dialect, kind).ok_or(ClientError::NoCall(kind))?;
        let mut query = query.clone();
        let usual = dialect.list_sort.clone().filter(|_| is_sortable(kind));
        query.sort = query.sort.or(usual);
        let reply = self
            .ask_at((Route::list(kind), &path), &query.pairs(), None)
            .await?;
        let reply = accepted(reply, dialect)?;
        let page = parse_list_in(&reply.body, dialect).map_err(|why| reply.unreadable(why))?;
        let came = page.items.is_empty().then(|| reply.came());
        Ok((page, came))
    }

    /// Tells `contact` from now on, after every request, whether the service answered. Whoever was told before still is.
    pub fn watch(&self, contact: Arc<dyn Contact>) {
        self.0.transport.watch.add(contact);
    }

    /// How many requests are left, as the service said last, and when it said so in epoch milliseconds.
    #[must_use]
    pub fn quota(&self) -> Option<(Quota, i64)> {
        self.0.transport.pace.quota()
    }

    /// How long, and why, the next request would be held back.
    #[must_use]
    pub fn held_back(&self) -> Option<Held> {
        let Transport { pace, times, .. } = &self.0.transport;
        pace.held_back(times.now_ms())
    }

    /// Until when the service asked for a longer pause than is waited for, in epoch milliseconds. Until then whoever asks is
    /// told [`ClientError::Busy`], and the service is not asked.
    #[must_use]
    pub fn closed_until(&self) -> Option<i64> {
        let Transport { pace, times, .. } = &self.0.transport;
        pace.closed_until(times.now_ms())
    }

    /// The service takes requests before such a pause is over, as was seen elsewhere.
    pub fn open(&self) {
        self.0.transport.pace.open();
    }

    /// Goes by this time from now on. The first one that is set stays; the computer's own until then.
    pub fn keep_time(&self, time: Arc<dyn Time>) {
        self.0.transport.times.set(time);
    }

    /// The raw text of one entity; none where the service found nothing.
    pub async fn get(&self, kind: Kind, id: Id) -> Result<Option<String>, ClientError> {
        self.get_in(None, (kind, id)).await
    }

    pub(crate) async fn get_in(
        &self,
        turn: InTurn,
        (kind, id): (Kind, Id),
    ) -> Result<Option<String>, ClientError> {
        let path = entity_path(&self.0.dialect, kind, id).ok_or(ClientError::NoCall(kind))?;
        self.one((Route::entity(kind), &path), &[], turn).await
    }

    async fn one(
        &self,
        at: (Route, &str),
        query: &[(&str, String)],
        turn: InTurn,
    ) -> Result<Option<String>, ClientError> {
        let reply = self.ask_at(at, query, turn).await?;
        let dialect = &self.0.dialect;
        if reply.finds_nothing(dialect.not_found) {
            return Ok(None);
        }
        let reply = accepted(reply, dialect)?;
        // Replaced bytes would go back to the service with the next update.
        let text = std::str::from_utf8(&reply.body).map_err(|_| Unreadable::NotJson);
        let entity = text.and_then(|text| parse_single_in(text, dialect));
        entity.map_err(|why| reply.unreadable(why))
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
        self.one((Route::entity(Kind::SiteContact), &path), &query, None)
            .await
    }

    /// Waits until a write, or a read, may go out, so that it can be given up until then: dropping this takes nothing back
    /// that left. A login that is needed comes before.
    ///
    /// # Errors
    /// [`ClientError::Busy`] where the service asked for a longer pause than is waited for, and whatever a login fails with.
    pub async fn turn(&self) -> Result<Turn, ClientError> {
        let Inner { transport, .. } = &*self.0;
        let pass = &self.identity().await?.pass;
        let permit = transport.turn(self.1).await?;
        let (token, unused) = match pass {
            Pass::Fixed(_) => (None, Some(permit)),
            Pass::Session(session) => {
                let (token, unused) = session.token(transport, permit).await?;
                (Some(token), unused)
            }
        };
        Ok(Turn {
            client: self.clone(),
            token,
            permit: transport.turn_unless(unused, self.1).await?,
        })
    }

    /// The answer to a read of any path below the base URL, as it came, whatever it says.
    pub async fn look(&self, path: &str, query: &[(&str, String)]) -> Result<Look, ClientError> {
        let reply = self.answer(self.0.base.url(path, query), None).await?;
        Ok(Look::of(reply, &self.0.dialect))
    }

    /// The same without showing who asks, so that it is seen whether, and how, the service wants to know.
    pub async fn look_unnamed(
        &self,
        path: &str,
        query: &[(&str, String)],
    ) -> Result<Look, ClientError> {
        let request = Request {
            method: Method::Get,
            url: self.0.base.url(path, query),
            body: None,
        };
        let transport = &self.0.transport;
        let permit = transport.turn(self.1).await?;
        let sent = transport
            .send(&request, &[], &Veil::default(), permit)
            .await;
        let reply = sent.map_err(|unanswered| unanswered.error)?;
        Ok(Look::of(reply, &self.0.dialect))
    }

    /// A text that the service said, or its beginning with `…` after it, without the secrets that it was shown.
    #[must_use]
    pub fn without_secrets(&self, text: &str) -> String {
        let Some(Identity { veil, .. }) = self.0.identity.get() else {
            return text.to_owned();
        };
        text.strip_suffix('…').map_or_else(
            || veil.over(text),
            |beginning| format!("{}…", veil.over_cut(beginning)),
        )
    }

    /// The address of a path below the base URL, for a person to read.
    #[must_use]
    pub fn address(&self, path: &str, query: &[(&str, String)]) -> String {
        self.0.base.url(path, query).to_string()
    }

    /// Logs in where the service has a login and no session is known.
    pub async fn log_in(&self) -> Result<LoggedIn, ClientError> {
        match &self.identity().await?.pass {
            Pass::Fixed(headers) => headers.clone().map(|_| LoggedIn::WithEachRequest),
            Pass::Session(session) => {
                let transport = &self.0.transport;
                let permit = transport.turn(self.1).await?;
                let (token, _) = session.token(transport, permit).await?;
                Ok(if token.new {
                    LoggedIn::Now
                } else {
                    LoggedIn::Before
                })
            }
        }
    }

    /// Which paths end with a slash by this setting, with what answers showed to be otherwise. This client goes by what
    /// they showed at once, for each list by itself, also with what it writes: a write would not be sent on.
    #[must_use]
    pub fn trailing_slash(&self, set: TrailingSlash) -> TrailingSlash {
        let Inner { dialect, ends, .. } = &*self.0;
        ends.corrected((dialect.trailing_slash, set))
    }

    /// Whether an answer showed how the path of a kind's list ends, which is where a create goes, too.
    #[must_use]
    pub fn knows_path(&self, kind: Kind) -> bool {
        self.0.ends.is_shown(Route::list(kind))
    }

    /// The answer to a read. Where nothing is there, and only a setting says how the path ends, it is asked for once more at
    /// its other end.
    async fn ask_at(
        &self,
        (route, path): (Route, &str),
        query: &[(&str, String)],
        turn: InTurn,
    ) -> Result<Reply, ClientError> {
        let Inner {
            base,
            dialect,
            ends,
            ..
        } = &*self.0;
        let path = ends.of(route, path);
        let url = base.url(&path, query);
        let mut reply = self.answer(url.clone(), turn).await?;
        if reply.is_nowhere()
            && let Some(doubted) = ends.doubted(route, &path)
        {
            // It is seldom asked for, and every read would hold the room for it. Where it fails, nobody knows what is there.
            let other = Box::pin(self.answer(base.url(&doubted, query), None)).await?;
            if tells_more(&other, &reply, dialect) {
                if reply.is_for_others() {
                    ends.learn_apart(route, &path);
                }
                reply = other;
            }
        }
        if reply.is_success() {
            ends.learn(route, &url, &reply.head.url);
        }
        Ok(reply)
    }

    async fn answer(&self, url: Url, turn: InTurn) -> Result<Reply, ClientError> {
        let request = Request {
            method: Method::Get,
            url,
            body: None,
        };
        let answered = self.ask(&request, turn).await;
        answered.map_err(|unanswered| unanswered.error)
    }
}

/// Whether a reply has what was asked for, or leaves open what is there, or says that there is none of it and the other
/// one does not even say that.
fn tells_more(reply: &Reply, other: &Reply, dialect: &Dialect) -> bool {
    let finds_nothing = |reply: &Reply| reply.finds_nothing(dialect.not_found);
    let is_open = !reply.is_success() && !reply.is_nowhere();
    is_open
        || finds_nothing(reply) && !finds_nothing(other)
        || accepted(reply.clone(), dialect).is_ok()
}

/// The reply to a read that was carried out.
pub(crate) fn accepted(reply: Reply, dialect: &Dialect) -> Result<Reply, ClientError> {
    let (status, came) = (reply.head.status, || Some(reply.came()));
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
        Verdict::Unknown { .. } if reply.is_success() && is_set_for(&reply.body, dialect) => {
            Ok(reply)
        }
        Verdict::Unknown { why } => match parse_list(&reply.body) {
            Err(form) if reply.is_success() => Err(reply.unreadable(form)),
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
