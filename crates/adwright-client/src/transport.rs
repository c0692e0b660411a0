use std::sync::Arc;
use std::time::Duration;

use adwright_wire::{Dialect, Method, Places};
use reqwest::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use reqwest::redirect;
use url::Url;

use crate::base::Base;
use crate::broken::{broken, innermost};
use crate::error::ClientError;
use crate::handover::Handover;
use crate::pace::{Haste, Pace, Permit};
use crate::pass::{Header, plain};
use crate::reply::Reply;
use crate::time::Times;
use crate::veil::Veil;
use crate::watch::Watch;

/// How many redirects of a read are followed.
const REDIRECTS: usize = 5;

/// One request, as it goes out.
#[derive(Debug, Clone)]
pub(crate) struct Request<'a> {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) body: Option<&'a str>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoAnswer {
    /// Whether any byte of the request's body was handed to a connection.
    pub(crate) handed_over: bool,
    pub(crate) error: ClientError,
}

/// What stands in the way before a request goes out at all.
impl From<ClientError> for NoAnswer {
    fn from(error: ClientError) -> Self {
        Self {
            handed_over: false,
            error,
        }
    }
}

/// Sends requests, each exactly once.
#[derive(Debug, Clone)]
pub(crate) struct Transport {
    reads: reqwest::Client,
    writes: reqwest::Client,
    /// What goes with every request, whoever asks.
    plain: HeaderMap,
    reply_limit: u64,
    places: Arc<Places>,
    pub(crate) watch: Watch,
    pub(crate) times: Times,
    pub(crate) pace: Pace,
}

impl Transport {
    pub(crate) fn new(base: &Base, dialect: &Dialect) -> Result<Self, ClientError> {
        let builder = || builder(base, dialect);
        let reads = builder().redirect(within_origin());
        // A connection that was kept may be dead without anyone knowing, and a write on it would be lost. So that a
        // failed connection shows before the body leaves, each write has its own.
        let writes = builder()
            .redirect(redirect::Policy::none())
            .pool_max_idle_per_host(0);
        Ok(Self {
            reads: built(reads)?,
            writes: built(writes)?,
            plain: plain(&dialect.plain_headers)?,
            reply_limit: dialect.reply_limit_bytes,
            places: Arc::new(dialect.places()),
            watch: Watch::default(),
            times: Times::default(),
            pace: Pace::of(dialect),
        })
    }

    /// The answer, without the secrets that the veil knows; the request is under way until the whole of it is here. One that
    /// cannot be kept because of them is as good as lost: the request was handed over.
    pub(crate) async fn send(
        &self,
        request: &Request<'_>,
        pass: &[Header],
        veil: &Veil,
        permit: Permit,
    ) -> Result<Reply, NoAnswer> {
        let handover = Handover::default();
        let outgoing = self.outgoing(request, pass, &handover);
        let answered = match outgoing.send().await {
            Ok(incoming) => {
                let asked = (request.method, self.times.now_ms());
                let reply = Reply::read(incoming, asked, self.reply_limit, veil).await;
                reply.map(|reply| reply.of_service(&self.places))
            }
            Err(error) => Err(broken(&error)),
        };
        let heeded = answered.as_ref().ok();
        let closed = heeded.and_then(|reply| self.heed(request.method, reply, permit.is_by_hand()));
        self.watch.tell(&answered);
        if let Some(until_ms) = closed {
            self.watch.closed(until_ms);
        }
        answered.map_err(|error| NoAnswer {
            handed_over: handover.happened(),
            error,
        })
    }

    /// Waits until a request may go out.
    pub(crate) async fn turn(&self, haste: Haste) -> Result<Permit, ClientError> {
        let waiting = |held| self.watch.waiting(held);
        self.pace.turn(&self.times, haste, waiting).await
    }

    /// The permit that a login did not need, or another one.
    pub(crate) async fn turn_unless(
        &self,
        unused: Option<Permit>,
        haste: Haste,
    ) -> Result<Permit, ClientError> {
        match unused {
            Some(permit) => Ok(permit),
            None => self.turn(haste).await,
        }
    }

    /// Goes by what the answer says of how many requests are left, and of when the next one may come. Until when none may,
    /// where that is longer than is waited for.
    fn heed(&self, method: Method, reply: &Reply, is_by_hand: bool) -> Option<i64> {
        match reply.head.quota() {
            Some(quota) => self.pace.heed(quota, reply.head.at),
            None if !reply.may_be_busy() => self.pace.heed_silence(),
            None => {}
        }
        let asked = reply.asks_to_wait(method);
        // Others may have been on their way since before the pause: what they bring says nothing of it.
        if is_by_hand && (asked.is_some() || !reply.may_be_busy()) {
            self.pace.open();
        }
        self.pace.hold(asked?, self.times.now_ms())
    }

    fn outgoing(
        &self,
        request: &Request<'_>,
        pass: &[Header],
        handover: &Handover,
    ) -> reqwest::RequestBuilder {
        let url = request.url.clone();
        let mut outgoing = match request.method {
            Method::Get => self.reads.get(url),
            Method::Post => self.writes.post(url),
            Method::Put => self.writes.put(url),
        };
        outgoing = outgoing
            .header(ACCEPT, "application/json")
            .headers(self.plain.clone());
        for (name, value) in pass {
            outgoing = outgoing.header(name, value);
        }
        if let Some(body) = request.body {
            // The length is said, so that the body does not go in chunks, which some services refuse.
            outgoing = outgoing
                .header(CONTENT_TYPE, "application/json")
                .header(CONTENT_LENGTH, body.len())
                .body(handover.body(body));
        }
        outgoing
    }
}

fn builder(base: &Base, dialect: &Dialect) -> reqwest::ClientBuilder {
    tls(base)
        .retry(reqwest::retry::never())
        .referer(false)
        .connect_timeout(Duration::from_millis(dialect.connect_timeout_ms))
        .read_timeout(Duration::from_millis(dialect.read_timeout_ms))
        .timeout(Duration::from_millis(dialect.answer_timeout_ms))
}

/// The system's proxies and certificates, as far as they are asked for: no proxy leads to this computer, and where
/// plain HTTP is spoken no certificates need be read, which takes a while.
pub(crate) fn tls(base: &Base) -> reqwest::ClientBuilder {
    // Another provider that is there already is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder();
    if base.is_plain() {
        let nobody = rustls::ClientConfig::builder()
            .with_root_certificates(rustls::RootCertStore::empty())
            .with_no_client_auth();
        builder = builder.tls_backend_preconfigured(nobody);
    }
    if base.is_here() {
        builder = builder.no_proxy();
    }
    builder
}

pub(crate) fn built(builder: reqwest::ClientBuilder) -> Result<reqwest::Client, ClientError> {
    builder
        .build()
        .map_err(|error| ClientError::NoTransport(innermost(&error)))
}

/// Follows a redirect to the same scheme, host and port only, so that no login goes anywhere else.
fn within_origin() -> redirect::Policy {
    redirect::Policy::custom(|attempt| {
        let first = attempt.previous().first().map(Url::origin);
        if first == Some(attempt.url().origin()) && attempt.previous().len() <= REDIRECTS {
            attempt.follow()
        } else {
            attempt.stop()
        }
    })
}
